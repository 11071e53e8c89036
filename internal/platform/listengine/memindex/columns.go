package memindex

import "slices"

// columns stores the rows column by column; a row is a slot number in each of them.
type columns struct {
	id      []int64
	live    []bool
	scope   []int32
	facets  [][]int32
	sets    [][][]int32
	texts   [][]span // text sort keys
	numbers [][]int32
	words   []span // the row's search words, encoded by the dictionary

	arena    *arena
	interned []internTable // per text sort key
}

func newColumns(s Shape) columns {
	c := columns{
		facets: make([][]int32, s.Facets), sets: make([][][]int32, s.Sets),
		texts: make([][]span, len(s.ByText)), numbers: make([][]int32, len(s.ByNumber)),
	}
	c.resetArena()
	return c
}

func (c *columns) resetArena() {
	c.arena, c.interned = &arena{}, make([]internTable, len(c.texts))
	for i := range c.interned {
		c.interned[i] = internTable{}
	}
}

// grow adds an empty slot.
func (c *columns) grow() {
	c.id, c.live, c.scope, c.words = append(c.id, 0), append(c.live, false), append(c.scope, 0), append(c.words, span{})
	for i := range c.facets {
		c.facets[i] = append(c.facets[i], 0)
	}
	for i := range c.sets {
		c.sets[i] = append(c.sets[i], nil)
	}
	for i := range c.texts {
		c.texts[i] = append(c.texts[i], span{})
	}
	for i := range c.numbers {
		c.numbers[i] = append(c.numbers[i], 0)
	}
}

// shrink frees the spare capacity that append left after a bulk load: up to a quarter of the columns.
func (c *columns) shrink() {
	c.id, c.live, c.scope, c.words = shrunk(c.id), shrunk(c.live), shrunk(c.scope), shrunk(c.words)
	for i := range c.facets {
		c.facets[i] = shrunk(c.facets[i])
	}
	for i := range c.sets {
		c.sets[i] = shrunk(c.sets[i])
		packLists(c.sets[i])
	}
	for i := range c.texts {
		c.texts[i] = shrunk(c.texts[i])
	}
	for i := range c.numbers {
		c.numbers[i] = shrunk(c.numbers[i])
	}
}

func shrunk[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// packLists moves many short lists into one allocation, which the garbage collector scans faster. A list that grows
// later is reallocated on its own.
func packLists(lists [][]int32) {
	total := 0
	for _, l := range lists {
		total += len(l)
	}
	all := make([]int32, 0, total)
	for i, l := range lists {
		from := len(all)
		all = append(all, l...)
		lists[i] = slices.Clip(all[from:])
	}
}

// set writes a row into an empty slot.
func (c *columns) set(slot int32, r Row, words []byte) {
	c.id[slot], c.live[slot], c.scope[slot] = r.ID, true, int32(r.Scope)
	for i, v := range r.Facets {
		c.facets[i][slot] = int32(v)
	}
	for i, values := range r.Sets {
		set := make([]int32, len(values))
		for j, v := range values {
			set[j] = int32(v)
		}
		c.sets[i][slot] = set
	}
	for i, n := range r.Numbers {
		c.numbers[i][slot] = int32(n)
	}
	c.words[slot] = c.arena.add(string(words))
	for i, text := range r.Texts {
		c.texts[i][slot] = c.interned[i].add(text, c.arena)
	}
}

// clear empties a slot, and compacts the arena when most of it is garbage.
func (c *columns) clear(slot int32) {
	c.arena.free(c.words[slot])
	for i := range c.texts {
		s := c.texts[i][slot]
		if !c.interned[i].has(c.arena.get(s)) {
			c.arena.free(s)
		}
		c.texts[i][slot] = span{}
	}
	for i := range c.sets {
		c.sets[i][slot] = nil
	}
	c.words[slot], c.live[slot] = span{}, false
	if c.arena.needsCompaction() {
		c.compact()
	}
}

// compact copies the strings of live rows into a new arena.
func (c *columns) compact() {
	old := c.arena
	c.resetArena()
	for slot, live := range c.live {
		if !live {
			continue
		}
		c.words[slot] = c.arena.add(string(old.get(c.words[slot])))
		for i := range c.texts {
			c.texts[i][slot] = c.interned[i].add(string(old.get(c.texts[i][slot])), c.arena)
		}
	}
}
