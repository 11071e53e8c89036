package index

import "strings"

const sharedMost = 10_000

// columns hold the rows by slot.
type columns struct {
	id      []int64
	live    []bool
	scope   []int32
	facets  [][]int32
	sets    [][][]int32
	sorted  [][]span          // the sort keys that are texts
	shared  []map[string]span // of each such key what many rows have: the few faculties
	numbers [][]int32
	words   []span // the codes of their texts
	texts   *texts
}

func newColumns(s Shape) columns {
	return columns{
		facets: make([][]int32, s.Facets), sets: make([][][]int32, s.Sets), sorted: make([][]span, s.Texts), shared: noneShared(s.Texts),
		numbers: make([][]int32, s.Numbers), texts: &texts{},
	}
}

func noneShared(keys int) []map[string]span {
	shared := make([]map[string]span, keys)
	for i := range shared {
		shared[i] = map[string]span{}
	}
	return shared
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
		c.sorted[i][slot] = c.share(i, text)
	}
}

// share keeps a sort key; one that another row has too is kept once, as long as there are few.
func (c *columns) share(key int, text string) span {
	if s, known := c.shared[key][text]; known {
		return s
	}
	s := c.texts.add(text)
	if len(c.shared[key]) < sharedMost {
		c.shared[key][strings.Clone(text)] = s
	}
	return s
}

// empty takes the row out of its slot.
func (c *columns) empty(slot int32) {
	c.texts.drop(c.words[slot])
	for i := range c.sorted {
		s := c.sorted[i][slot]
		if _, stays := c.shared[i][string(c.texts.get(s))]; !stays {
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
	c.texts, c.shared = &texts{}, noneShared(len(c.sorted))
	for slot, live := range c.live {
		if !live {
			continue
		}
		c.words[slot] = c.texts.add(string(old.get(c.words[slot])))
		for i := range c.sorted {
			c.sorted[i][slot] = c.share(i, string(old.get(c.sorted[i][slot])))
		}
	}
}
