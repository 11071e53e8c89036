package memindex

const slotGroup = 1024

// slotMap finds the slot of a row id. Ids are dense, so it is an array per 1024 ids: a plain map would take ten times
// the memory.
type slotMap struct {
	groups map[int64]*[slotGroup]int32 // slot + 1; 0: no such row
	n      int
}

func (m *slotMap) get(id int64) (slot int32, known bool) {
	g := m.groups[id/slotGroup]
	if g == nil || g[id%slotGroup] == 0 {
		return 0, false
	}
	return g[id%slotGroup] - 1, true
}

func (m *slotMap) put(id int64, slot int32) {
	if m.groups == nil {
		m.groups = map[int64]*[slotGroup]int32{}
	}
	g := m.groups[id/slotGroup]
	if g == nil {
		g = new([slotGroup]int32)
		m.groups[id/slotGroup] = g
	}
	if g[id%slotGroup] == 0 {
		m.n++
	}
	g[id%slotGroup] = slot + 1
}

func (m *slotMap) remove(id int64) {
	if _, known := m.get(id); known {
		m.groups[id/slotGroup][id%slotGroup] = 0
		m.n--
	}
}
