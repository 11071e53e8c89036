package index

const slotGroup = 1024

// slotTable finds the slot of a row. Ids are given out in order, so a group of neighbours is an array: a map of all
// ids would take ten times the memory.
type slotTable struct {
	groups map[int64]*[slotGroup]int32 // slot + 1; 0: no such row
	n      int
}

func (t *slotTable) get(id int64) (slot int32, known bool) {
	g := t.groups[id/slotGroup]
	if g == nil || g[id%slotGroup] == 0 {
		return 0, false
	}
	return g[id%slotGroup] - 1, true
}

func (t *slotTable) put(id int64, slot int32) {
	if t.groups == nil {
		t.groups = map[int64]*[slotGroup]int32{}
	}
	g := t.groups[id/slotGroup]
	if g == nil {
		g = new([slotGroup]int32)
		t.groups[id/slotGroup] = g
	}
	if g[id%slotGroup] == 0 {
		t.n++
	}
	g[id%slotGroup] = slot + 1
}

func (t *slotTable) remove(id int64) {
	if _, known := t.get(id); known {
		t.groups[id/slotGroup][id%slotGroup] = 0
		t.n--
	}
}
