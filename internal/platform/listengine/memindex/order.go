package memindex

import (
	"cmp"
	"slices"
	"sort"
)

const (
	newBlockRows = 1024
	maxBlockRows = 2048 // a larger block is split
)

// order holds all slots in one sort order, cut into blocks: an insert moves the rows of one block, and a position is
// found by a prefix sum over block sizes.
type order struct {
	compare func(a, b int32) int
	sameKey func(slot int32, r Row) bool // r sorts where slot does now
	blocks  []*block
}

type block struct {
	slots   []int32
	version uint64 // incremented whenever a row of the block changes
}

// Equal keys are ordered by id, so pages never overlap.

func orderByID(c *columns) *order {
	return &order{
		compare: func(a, b int32) int { return cmp.Compare(c.id[a], c.id[b]) },
		sameKey: func(int32, Row) bool { return true },
	}
}

func orderByText(c *columns, i int) *order {
	return &order{
		compare: func(a, b int32) int {
			return cmp.Or(c.arena.compare(c.texts[i][a], c.texts[i][b]), cmp.Compare(c.id[a], c.id[b]))
		},
		sameKey: func(slot int32, r Row) bool { return c.arena.equals(c.texts[i][slot], r.Texts[i]) },
	}
}

func orderByNumber(c *columns, i int) *order {
	return &order{
		compare: func(a, b int32) int {
			return cmp.Or(cmp.Compare(c.numbers[i][a], c.numbers[i][b]), cmp.Compare(c.id[a], c.id[b]))
		},
		sameKey: func(slot int32, r Row) bool { return c.numbers[i][slot] == int32(r.Numbers[i]) },
	}
}

func (o *order) build(slots []int32) {
	slices.SortFunc(slots, o.compare)
	o.blocks = nil
	for part := range slices.Chunk(slots, newBlockRows) {
		o.blocks = append(o.blocks, &block{slots: slices.Clone(part)})
	}
}

// find returns the block of a slot and its position within it, or where it would be inserted.
func (o *order) find(slot int32) (at, within int) {
	at = sort.Search(len(o.blocks), func(i int) bool { return o.compare(o.blocks[i].slots[0], slot) > 0 }) - 1
	if at < 0 {
		return 0, 0
	}
	within, _ = slices.BinarySearchFunc(o.blocks[at].slots, slot, o.compare)
	return at, within
}

func (o *order) insert(slot int32) {
	if len(o.blocks) == 0 {
		o.blocks = []*block{{slots: []int32{slot}}}
		return
	}
	at, within := o.find(slot)
	b := o.blocks[at]
	b.slots = slices.Insert(b.slots, within, slot)
	b.version++
	if len(b.slots) > maxBlockRows {
		half := len(b.slots) / 2
		right := &block{slots: slices.Clone(b.slots[half:])}
		b.slots = slices.Clip(b.slots[:half])
		o.blocks = slices.Insert(o.blocks, at+1, right)
	}
}

func (o *order) remove(slot int32) {
	at, within := o.find(slot)
	b := o.blocks[at]
	b.slots = slices.Delete(b.slots, within, within+1)
	b.version++
	if len(b.slots) == 0 {
		o.blocks = slices.Delete(o.blocks, at, at+1)
	}
}

// touch invalidates what is cached of a row's block when the row changes without moving.
func (o *order) touch(slot int32) {
	at, _ := o.find(slot)
	o.blocks[at].version++
}
