package index

import (
	"slices"
	"strconv"
	"sync"
)

// Found is a page of a list: the rows' ids in order, and how many match in all.
type Found struct {
	IDs   []int64
	Total int
}

// Place is where a row stands in a list, with its neighbours; 0 where there is none.
type Place struct {
	Previous, Next int64
	Position       int // from 1
	Total          int
}

// Find gives the page that a query asks for.
func (x *Index) Find(q Query) Found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	v := x.view(q)
	out := Found{Total: v.total, IDs: []int64{}}
	if q.Offset >= v.total || q.Limit <= 0 {
		return out
	}
	v.walk(q.Offset, func(slot int32) bool {
		out.IDs = append(out.IDs, x.col.id[slot])
		return len(out.IDs) < q.Limit
	})
	return out
}

// Around tells where a row stands among those that match; false when it does not match.
func (x *Index) Around(q Query, id int64) (Place, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	slot, known := x.slots.get(id)
	v := x.view(q)
	if !known || !v.holds(slot) {
		return Place{Total: v.total}, false
	}
	p := Place{Total: v.total, Position: v.position(slot) + 1}
	if p.Position > 1 {
		v.walk(p.Position-2, func(s int32) bool { p.Previous = x.col.id[s]; return false })
	}
	if p.Position < p.Total {
		v.walk(p.Position, func(s int32) bool { p.Next = x.col.id[s]; return false })
	}
	return p, true
}

// All gives every matching id in order, for exports.
func (x *Index) All(q Query) []int64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	v := x.view(q)
	out := make([]int64, 0, v.total)
	v.walk(0, func(slot int32) bool { out = append(out, x.col.id[slot]); return true })
	return out
}

// fewRows are sorted in less time than it takes to walk through all rows for them.
const fewRows = 2000

// view is one sort order seen through one query: how many rows of each block match.
type view struct {
	order  *order
	desc   bool
	holds  func(slot int32) bool // nil: every row
	counts []int32               // matching rows by block; nil: not counted
	few    []int32               // all matching rows in order, where they are few
	total  int
}

func (x *Index) view(q Query) view {
	o := x.orders[q.Sort]
	v := view{order: o, desc: q.Desc, holds: x.condition(q)}
	switch {
	case len(q.Terms) > 0:
		found := x.words.match(q.Terms, len(x.col.id))
		if v.holds != nil {
			found.keep(v.holds)
		}
		// A search is seldom asked twice: its rows are sorted or walked, not counted by block.
		v.holds, v.total = found.has, found.count()
		if v.total <= fewRows {
			v.few = found.slots(v.total)
			slices.SortFunc(v.few, o.compare)
		}
	case v.holds == nil:
		v.holds = func(int32) bool { return true }
		v.counts = make([]int32, len(o.blocks))
		for i, b := range o.blocks {
			v.counts[i] = int32(len(b.slots))
			v.total += len(b.slots)
		}
	default:
		v.counts = x.counts.of(q.cacheKey(), o, v.holds)
		for _, n := range v.counts {
			v.total += int(n)
		}
	}
	return v
}

// condition is the scope and the facets as one test; nil when nothing is asked.
func (x *Index) condition(q Query) func(slot int32) bool {
	var tests []func(slot int32) bool
	if university, limited := q.Scope.University(); limited {
		column, want := x.col.scope, int32(university)
		tests = append(tests, func(s int32) bool { return column[s] == want })
	}
	for _, in := range q.Facets {
		if in.Values == nil {
			continue
		}
		test := oneOf(x.col.facets[in.Facet], in.Values)
		if in.Not {
			has := test
			test = func(s int32) bool { return !has(s) }
		}
		tests = append(tests, test)
	}
	for _, in := range q.Sets {
		if in.Values != nil {
			tests = append(tests, anyOf(x.col.sets[in.Facet], in.Values))
		}
	}
	for _, r := range q.Ranges {
		column, from, to := x.col.facets[r.Facet], r.From, r.To
		tests = append(tests, func(s int32) bool { return int64(column[s]) >= from && int64(column[s]) <= to })
	}
	switch len(tests) {
	case 0:
		return nil
	case 1:
		return tests[0]
	}
	return func(s int32) bool {
		for _, test := range tests {
			if !test(s) {
				return false
			}
		}
		return true
	}
}

func oneOf(column []int32, values []int64) func(int32) bool {
	if len(values) == 1 {
		want := int32(values[0])
		return func(s int32) bool { return column[s] == want }
	}
	if mask, ok := smallSet(values); ok {
		return func(s int32) bool { return mask>>column[s]&1 == 1 }
	}
	wanted := valueSet(values)
	return func(s int32) bool { return wanted[column[s]] }
}

// smallSet: statuses and kinds are small numbers, and fit into one word.
func smallSet(values []int64) (mask uint64, ok bool) {
	for _, v := range values {
		if v < 0 || v > 63 {
			return 0, false
		}
		mask |= 1 << v
	}
	return mask, true
}

func anyOf(column [][]int32, values []int64) func(int32) bool {
	wanted := valueSet(values)
	return func(s int32) bool {
		for _, v := range column[s] {
			if wanted[v] {
				return true
			}
		}
		return false
	}
}

func valueSet(values []int64) map[int32]bool {
	out := make(map[int32]bool, len(values))
	for _, v := range values {
		out[int32(v)] = true
	}
	return out
}

// walk visits matching rows in order from a position on, until use says stop.
func (v view) walk(from int, use func(slot int32) bool) {
	if v.few != nil {
		v.walkBlock(v.few, &from, use)
		return
	}
	n := len(v.order.blocks)
	for i := range n {
		at := i
		if v.desc {
			at = n - 1 - i
		}
		if v.counts != nil {
			if here := int(v.counts[at]); from >= here {
				from -= here
				continue
			}
		}
		if !v.walkBlock(v.order.blocks[at].slots, &from, use) {
			return
		}
	}
}

func (v view) walkBlock(slots []int32, skip *int, use func(slot int32) bool) bool {
	for i := range slots {
		slot := slots[i]
		if v.desc {
			slot = slots[len(slots)-1-i]
		}
		if !v.holds(slot) {
			continue
		}
		if *skip > 0 {
			*skip--
			continue
		}
		if !use(slot) {
			return false
		}
	}
	return true
}

// position counts the matching rows before one.
func (v view) position(slot int32) int {
	if v.few != nil {
		at, _ := slices.BinarySearchFunc(v.few, slot, v.order.compare)
		if v.desc {
			return v.total - 1 - at
		}
		return at
	}
	at, within := v.order.find(slot)
	before := 0
	for i, b := range v.order.blocks[:at] {
		if v.counts != nil {
			before += int(v.counts[i])
			continue
		}
		before += countIn(b.slots, v.holds)
	}
	before += countIn(v.order.blocks[at].slots[:within], v.holds)
	if v.desc {
		return v.total - 1 - before
	}
	return before
}

func countIn(slots []int32, holds func(int32) bool) int {
	n := 0
	for _, s := range slots {
		if holds(s) {
			n++
		}
	}
	return n
}

// cacheKey names what decides the counts of blocks.
func (q Query) cacheKey() string {
	b := append([]byte(q.Sort), ' ')
	if university, limited := q.Scope.University(); limited {
		b = strconv.AppendInt(b, university, 10)
	}
	for _, part := range [][]In{q.Facets, q.Sets} {
		b = append(b, '|')
		for _, in := range part {
			if in.Values == nil {
				continue
			}
			if in.Not {
				b = append(b, '!')
			}
			b = append(strconv.AppendInt(b, int64(in.Facet), 10), ':')
			for _, v := range slices.Sorted(slices.Values(in.Values)) {
				b = append(strconv.AppendInt(b, v, 10), ',')
			}
		}
	}
	for _, r := range q.Ranges {
		b = append(strconv.AppendInt(append(b, '|'), int64(r.Facet), 10), ':')
		b = strconv.AppendInt(append(strconv.AppendInt(b, r.From, 10), '-'), r.To, 10)
	}
	return string(b)
}

const cachedQueries = 4096

// countCache remembers how many rows of each block match a condition. A count is good as long as its
// block has not changed, so after a write one block is counted again, not all.
type countCache struct {
	mu      sync.Mutex
	entries map[string]*blockCounts
}

type blockCounts struct {
	mu       sync.Mutex
	shape    uint64
	versions []uint64
	counts   []int32
}

func (c *countCache) of(key string, o *order, holds func(int32) bool) []int32 {
	c.mu.Lock()
	if c.entries == nil || len(c.entries) >= cachedQueries {
		c.entries = map[string]*blockCounts{} // rare, and refilled in milliseconds
	}
	e := c.entries[key]
	if e == nil {
		e = &blockCounts{}
		c.entries[key] = e
	}
	c.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shape != o.shape || len(e.counts) != len(o.blocks) {
		e.shape, e.versions, e.counts = o.shape, make([]uint64, len(o.blocks)), make([]int32, len(o.blocks))
		for i := range e.versions {
			e.versions[i] = ^uint64(0)
		}
	}
	for i, b := range o.blocks {
		if e.versions[i] != b.version {
			e.versions[i], e.counts[i] = b.version, int32(countIn(b.slots, holds))
		}
	}
	return slices.Clone(e.counts)
}
