package index

import "strings"

// columns hold the rows by slot.
type columns struct {
	id      []int64
	live    []bool
	scope   []int32
	facets  [][]int32
	sets    [][][]int32
	sorted  [][]span // the sort keys that are texts
	numbers [][]int32
	search  []span
	texts   *texts
}

func newColumns(s Shape) columns {
	return columns{
		facets: make([][]int32, s.Facets), sets: make([][][]int32, s.Sets), sorted: make([][]span, s.Texts), numbers: make([][]int32, s.Numbers), texts: &texts{},
	}
}

func (c *columns) grow() {
	c.id, c.live, c.scope, c.search = append(c.id, 0), append(c.live, false), append(c.scope, 0), append(c.search, span{})
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
func (c *columns) set(slot int32, r Row) {
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
	c.setTexts(slot, r.Search, r.Texts)
}

// setTexts: a name that begins the search text is not kept twice.
func (c *columns) setTexts(slot int32, search string, sorted []string) {
	s := c.texts.add(search)
	c.search[slot] = s
	for i, text := range sorted {
		if strings.HasPrefix(search, text) {
			c.sorted[i][slot] = span{s.at, uint32(len(text))}
		} else {
			c.sorted[i][slot] = c.texts.share(text)
		}
	}
}

// empty takes the row out of its slot.
func (c *columns) empty(slot int32) {
	s := c.search[slot]
	c.texts.drop(s)
	for i := range c.sorted {
		if key := c.sorted[i][slot]; key.at != s.at {
			c.texts.drop(key)
		}
		c.sorted[i][slot] = span{}
	}
	for i := range c.sets {
		c.sets[i][slot] = nil
	}
	c.search[slot], c.live[slot] = span{}, false
	if c.texts.crowded() {
		c.compact()
	}
}

// compact keeps only the texts that rows still have.
func (c *columns) compact() {
	old := c.texts
	c.texts = &texts{}
	sorted := make([]string, len(c.sorted))
	for slot, live := range c.live {
		if !live {
			continue
		}
		for i := range sorted {
			sorted[i] = string(old.get(c.sorted[i][slot]))
		}
		c.setTexts(int32(slot), string(old.get(c.search[slot])), sorted)
	}
}
