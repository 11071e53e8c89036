package index

import (
	"slices"
	"sort"
)

const (
	blockFill = 1024 // rows of a new block
	blockMost = 2048 // a block that grows past this is split
)

// order is all rows in one sort order, in blocks: inserting moves a block's rows, not all rows, and a
// position is found by adding up the sizes of blocks.
type order struct {
	compare func(a, b int32) int
	blocks  []*block
	shape   uint64 // changes when blocks are added or removed
}

type block struct {
	slots   []int32
	version uint64 // changes when a row of the block does
}

func (o *order) build(slots []int32) {
	slices.SortFunc(slots, o.compare)
	o.blocks = nil
	for part := range slices.Chunk(slots, blockFill) {
		o.blocks = append(o.blocks, &block{slots: slices.Clone(part)})
	}
	o.shape++
}

// find gives the block and the position within it where a row stands or would stand.
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
		o.shape++
		return
	}
	at, within := o.find(slot)
	b := o.blocks[at]
	b.slots = slices.Insert(b.slots, within, slot)
	b.version++
	if len(b.slots) > blockMost {
		half := len(b.slots) / 2
		right := &block{slots: slices.Clone(b.slots[half:])}
		b.slots = slices.Clip(b.slots[:half])
		o.blocks = slices.Insert(o.blocks, at+1, right)
		o.shape++
	}
}

func (o *order) remove(slot int32) {
	at, within := o.find(slot)
	b := o.blocks[at]
	b.slots = slices.Delete(b.slots, within, within+1)
	b.version++
	if len(b.slots) == 0 {
		o.blocks = slices.Delete(o.blocks, at, at+1)
		o.shape++
	}
}

// touch notes that a row has changed without moving.
func (o *order) touch(slot int32) {
	at, _ := o.find(slot)
	o.blocks[at].version++
}
