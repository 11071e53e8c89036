// Package memindex is the in-memory index of one list: column storage, one block-wise sort order per sort key, an
// inverted index for search, and cached counts per filter. It answers which rows match, how many, and which are at a
// position. It knows nothing of SQL; package listengine fills it and keeps it up to date.
package memindex

import "sync"

// Row is what the index stores of a row.
type Row struct {
	ID      int64
	Scope   int64     // university; 0 in a list without scope
	Facets  []int64   // one value per facet
	Sets    [][]int64 // any number of values per multi-valued facet
	Texts   []string  // one folded sort key per Shape.ByText
	Numbers []int64   // one sort key per Shape.ByNumber
	Search  string    // listquery.SearchText
}

// Shape says how many facets a list has and names its sort orders.
type Shape struct {
	Facets, Sets           int
	ByID, ByText, ByNumber []string
}

const (
	cachedFilters    = 2048 // 20 bytes per block each: 40 MiB at a million rows
	cachedHistograms = 256
)

// Index holds the rows of a list. Reads may run concurrently; a write needs exclusive access, which the caller
// arranges.
type Index struct {
	slots      slotMap
	free       []int32 // slots of removed rows
	columns    columns
	orders     map[string]*order
	dictionary *dictionary
	counts     blockCache[int32]
	histograms blockCache[[]uint16]
}

// New returns an empty index.
func New(s Shape) *Index {
	x := &Index{columns: newColumns(s), orders: map[string]*order{}, dictionary: newDictionary()}
	x.counts.limit, x.histograms.limit = cachedFilters, cachedHistograms
	for _, name := range s.ByID {
		x.orders[name] = orderByID(&x.columns)
	}
	for i, name := range s.ByText {
		x.orders[name] = orderByText(&x.columns, i)
	}
	for i, name := range s.ByNumber {
		x.orders[name] = orderByNumber(&x.columns, i)
	}
	return x
}

// Len returns the number of rows.
func (x *Index) Len() int { return x.slots.n }

// Load fills an empty index. It sorts once at the end, which is faster than Put for many rows.
func (x *Index) Load(rows func(add func(Row)) error) error {
	err := x.dictionary.bulkLoad(func() error { return rows(func(r Row) { x.add(r) }) })
	if err != nil {
		return err
	}
	x.columns.shrink()
	var done sync.WaitGroup
	for _, o := range x.orders {
		done.Go(func() { o.build(x.liveSlots()) })
	}
	done.Wait()
	return nil
}

func (x *Index) liveSlots() []int32 {
	out := make([]int32, 0, x.slots.n)
	for slot, live := range x.columns.live {
		if live {
			out = append(out, int32(slot))
		}
	}
	return out
}

// Put adds or replaces a row.
func (x *Index) Put(r Row) {
	slot, known := x.slots.get(r.ID)
	if !known {
		slot = x.add(r)
		for _, o := range x.orders {
			o.insert(slot)
		}
		return
	}
	words, digits := x.dictionary.encode(r.Search)
	x.dictionary.replace(slot, x.wordsOf(slot), words, digits)
	var moved []*order
	for _, o := range x.orders {
		if o.sameKey(slot, r) {
			o.touch(slot)
		} else {
			o.remove(slot) // while the columns still have the old key
			moved = append(moved, o)
		}
	}
	x.columns.clear(slot)
	x.columns.set(slot, r, words)
	for _, o := range moved {
		o.insert(slot)
	}
}

// Remove deletes a row; an unknown id is ignored.
func (x *Index) Remove(id int64) {
	slot, known := x.slots.get(id)
	if !known {
		return
	}
	for _, o := range x.orders {
		o.remove(slot)
	}
	x.dictionary.replace(slot, x.wordsOf(slot), nil, "")
	x.slots.remove(id)
	x.columns.clear(slot)
	x.free = append(x.free, slot)
}

// add stores a new row everywhere but in the orders.
func (x *Index) add(r Row) (slot int32) {
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
	} else {
		slot = int32(len(x.columns.id))
		x.columns.grow()
	}
	x.slots.put(r.ID, slot)
	words, digits := x.dictionary.encode(r.Search)
	x.columns.set(slot, r, words)
	x.dictionary.replace(slot, nil, words, digits)
	return slot
}

// wordsOf returns the encoded search words of a row.
func (x *Index) wordsOf(slot int32) []byte { return x.columns.arena.get(x.columns.words[slot]) }
