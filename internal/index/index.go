// Package index keeps of every list what is needed to answer its questions without asking the table:
// which rows match, how many, and which stand at a position of a sort order. The rows shown are then
// read by key. Each instance has its own index; a feed of changes in the database keeps all of them
// exact (see sync.go and docs/decisions/0003-list-engine.md).
package index

import (
	"cmp"
	"sync"

	"studbonus/internal/access"
	"studbonus/internal/list"
)

// Row is what the index knows of one row of a list.
type Row struct {
	ID      int64
	Scope   int64     // the university; 0 where the list is shared
	Facets  []int64   // one value per facet
	Sets    [][]int64 // several values per facet, where a list has such
	Texts   []string  // folded sort keys
	Numbers []int64   // numeric sort keys
	Search  string    // list.SearchText
}

// key says where a sort order finds its keys in a row.
type key struct {
	text   int // position in Texts, or -1
	number int // position in Numbers, or -1; both -1 sorts by id
}

// Shape says how many of each a list has, and how it may be sorted.
type Shape struct {
	Facets, Sets, Texts, Numbers int
	sorts                        map[string]key
}

// ByID adds a sort order by id under its wire name; likewise the two below.
func (s Shape) ByID(name string) Shape { return s.with(name, key{-1, -1}) }

// ByText sorts by the i-th text.
func (s Shape) ByText(name string, i int) Shape { return s.with(name, key{i, -1}) }

// ByNumber sorts by the i-th number.
func (s Shape) ByNumber(name string, i int) Shape { return s.with(name, key{-1, i}) }

func (s Shape) with(name string, k key) Shape {
	sorts := map[string]key{name: k}
	for n, was := range s.sorts {
		sorts[n] = was
	}
	s.sorts = sorts
	return s
}

// Query is a list's question in the index's terms.
type Query struct {
	Scope  access.Scope
	Facets []In
	Sets   []In
	Ranges []Between
	Terms  []list.Term
	Sort   string
	Desc   bool
	Offset int
	Limit  int
}

// In asks that a facet has one of these values, or none of them; nil asks nothing.
type In struct {
	Facet  int
	Values []int64
	Not    bool // facets alone have it; the values must not be empty
}

// how is the comparison in SQL.
func (in In) how() string {
	if in.Not {
		return " NOT IN (?)"
	}
	return " IN (?)"
}

// Between asks that a facet lies within two numbers, both included: for what changes with the clock (a day that has come)
// and not with a write.
type Between struct {
	Facet    int
	From, To int64
}

// Index answers a list's questions from memory. It is safe for concurrent use.
type Index struct {
	mu      sync.RWMutex
	shape   Shape
	slots   slotTable
	free    []int32
	col     columns
	orders  map[string]*order
	words   *words
	counts  countCache
	spreads spreadCache
}

// New makes an empty index.
func New(shape Shape) *Index {
	x := &Index{shape: shape, col: newColumns(shape), orders: map[string]*order{}, words: newWords()}
	for name, k := range shape.sorts {
		x.orders[name] = &order{compare: x.comparer(k)}
	}
	return x
}

// comparer orders slots by a key, and by id where keys are equal: pages never overlap.
func (x *Index) comparer(k key) func(a, b int32) int {
	c := &x.col
	byID := func(a, b int32) int { return cmp.Compare(c.id[a], c.id[b]) }
	switch {
	case k.text >= 0:
		return func(a, b int32) int {
			if d := c.texts.compare(c.sorted[k.text][a], c.sorted[k.text][b]); d != 0 {
				return d
			}
			return byID(a, b)
		}
	case k.number >= 0:
		return func(a, b int32) int {
			if d := cmp.Compare(c.numbers[k.number][a], c.numbers[k.number][b]); d != 0 {
				return d
			}
			return byID(a, b)
		}
	}
	return byID
}

// Len is the number of rows.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.slots.n
}

// Load fills an empty index; quicker than Put for many rows.
func (x *Index) Load(rows func(add func(Row)) error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.words.load(func() error { return rows(func(r Row) { x.add(r) }) })
	if err != nil {
		return err
	}
	x.col.fit()
	var done sync.WaitGroup
	for _, o := range x.orders {
		done.Go(func() { o.build(x.allSlots()) })
	}
	done.Wait()
	return nil
}

func (x *Index) allSlots() []int32 {
	out := make([]int32, 0, x.slots.n)
	for slot := range x.col.id {
		if x.col.live[slot] {
			out = append(out, int32(slot))
		}
	}
	return out
}

// Put adds or replaces a row.
func (x *Index) Put(r Row) {
	x.mu.Lock()
	defer x.mu.Unlock()
	slot, known := x.slots.get(r.ID)
	if !known {
		slot = x.add(r)
		for _, o := range x.orders {
			o.insert(slot)
		}
		return
	}
	code, numbers := x.words.code(r.Search)
	if !x.col.texts.is(x.col.words[slot], string(code)) || !x.words.numbers.is(slot, numbers) {
		x.words.change(slot, x.col.texts.get(x.col.words[slot]), code, numbers)
	}
	moved := x.movedOrders(slot, r)
	for _, o := range moved {
		o.remove(slot)
	}
	x.col.empty(slot)
	x.col.set(slot, r, code)
	for name, o := range x.orders {
		if _, ok := moved[name]; ok {
			o.insert(slot)
		} else {
			o.touch(slot)
		}
	}
}

// add puts a new row everywhere but into the orders.
func (x *Index) add(r Row) (slot int32) {
	slot = x.slot(r.ID)
	code, numbers := x.words.code(r.Search)
	x.col.set(slot, r, code)
	x.words.change(slot, nil, code, numbers)
	return slot
}

// movedOrders are those in which the row changes its place.
func (x *Index) movedOrders(slot int32, r Row) map[string]*order {
	out := map[string]*order{}
	for name, k := range x.shape.sorts {
		if k.text >= 0 && !x.col.texts.is(x.col.sorted[k.text][slot], r.Texts[k.text]) || k.number >= 0 && x.col.numbers[k.number][slot] != int32(r.Numbers[k.number]) {
			out[name] = x.orders[name]
		}
	}
	return out
}

// Remove forgets a row; an unknown one is no mistake.
func (x *Index) Remove(id int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	slot, known := x.slots.get(id)
	if !known {
		return
	}
	for _, o := range x.orders {
		o.remove(slot)
	}
	x.words.change(slot, x.col.texts.get(x.col.words[slot]), nil, "")
	x.slots.remove(id)
	x.col.empty(slot)
	x.free = append(x.free, slot)
}

// slot finds a place for a new row.
func (x *Index) slot(id int64) int32 {
	var slot int32
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
	} else {
		slot = int32(len(x.col.id))
		x.col.grow()
	}
	x.slots.put(id, slot)
	return slot
}
