package index

import (
	"slices"
	"strings"
)

const sharedFirst = 1 << 16

// columns hold the rows by slot.
type columns struct {
	id      []int64
	live    []bool
	scope   []int32
	facets  [][]int32
	sets    [][][]int32
	sorted  [][]span  // the sort keys that are texts
	shared  []sharing // of each such key what many rows have: the few faculties
	numbers [][]int32
	words   []span // the codes of their texts
	texts   *texts
}

func newColumns(s Shape) columns {
	return columns{
		facets: make([][]int32, s.Facets), sets: make([][][]int32, s.Sets), sorted: make([][]span, s.Texts), shared: make([]sharing, s.Texts),
		numbers: make([][]int32, s.Numbers), texts: &texts{},
	}
}

// sharing keeps texts that several rows have once, as long as it is worth while: faculties are few, names are not.
type sharing struct {
	known       map[string]span
	hits, limit int
	isOver      bool // too few are shared
}

func (s *sharing) has(text []byte) bool {
	_, known := s.known[string(text)]
	return known
}

func (s *sharing) keep(text string, in *texts) span {
	if found, known := s.known[text]; known {
		s.hits++
		return found
	}
	added := in.add(text)
	if s.known == nil && !s.isOver {
		s.known, s.limit = map[string]span{}, sharedFirst
	}
	if len(s.known) == s.limit {
		s.limit *= 2
		if s.isOver = s.hits < len(s.known); s.isOver {
			s.known = nil
		}
	}
	if !s.isOver {
		s.known[strings.Clone(text)] = added
	}
	return added
}

func (c *columns) grow() {
	c.id, c.live, c.scope, c.words = append(c.id, 0), append(c.live, false), append(c.scope, 0), append(c.words, span{})
	for i := range c.facets {
		c.facets[i] = append(c.facets[i], 0)
	}
	for i := range c.sets {
		c.sets[i] = append(c.sets[i], nil)
	}
	for i := range c.sorted {
		c.sorted[i] = append(c.sorted[i], span{})
	}
	for i := range c.numbers {
		c.numbers[i] = append(c.numbers[i], 0)
	}
}

// fit gives back the room that loading left for more rows: up to a quarter of everything.
func (c *columns) fit() {
	c.id, c.live, c.scope, c.words = fitted(c.id), fitted(c.live), fitted(c.scope), fitted(c.words)
	for i := range c.facets {
		c.facets[i] = fitted(c.facets[i])
	}
	for i := range c.sets {
		c.sets[i] = fitted(c.sets[i])
		pack(c.sets[i])
	}
	for i := range c.sorted {
		c.sorted[i] = fitted(c.sorted[i])
	}
	for i := range c.numbers {
		c.numbers[i] = fitted(c.numbers[i])
	}
}

func fitted[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// pack puts many lists into one piece of memory: the garbage collector looks at each piece at every turn. A list that
// grows later gets its own.
func pack(lists [][]int32) {
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

// set puts a row into an empty slot.
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
	c.words[slot] = c.texts.add(string(words))
	for i, text := range r.Texts {
		c.sorted[i][slot] = c.shared[i].keep(text, c.texts)
	}
}

// empty takes the row out of its slot.
func (c *columns) empty(slot int32) {
	c.texts.drop(c.words[slot])
	for i := range c.sorted {
		s := c.sorted[i][slot]
		if !c.shared[i].has(c.texts.get(s)) {
			c.texts.drop(s)
		}
		c.sorted[i][slot] = span{}
	}
	for i := range c.sets {
		c.sets[i][slot] = nil
	}
	c.words[slot], c.live[slot] = span{}, false
	if c.texts.crowded() {
		c.compact()
	}
}

// compact keeps only the texts that rows still have.
func (c *columns) compact() {
	old := c.texts
	c.texts, c.shared = &texts{}, make([]sharing, len(c.sorted))
	for slot, live := range c.live {
		if !live {
			continue
		}
		c.words[slot] = c.texts.add(string(old.get(c.words[slot])))
		for i := range c.sorted {
			c.sorted[i][slot] = c.shared[i].keep(string(old.get(c.sorted[i][slot])), c.texts)
		}
	}
}
