package memindex

import "slices"

// Result is a page of matching rows and the number of all of them.
type Result struct {
	IDs   []int64
	Total int
}

// Place is a row's position among the matching rows, with its neighbours; 0 where there is none. A row that no longer
// matches still has neighbours: those it would sort between.
type Place struct {
	Previous, Next int64
	Position       int // from 1; 0 when the row does not match
	Before         int // matching rows before it
	Total          int
}

// Find returns one page of a query.
func (x *Index) Find(q Query) Result {
	v := x.view(q)
	out := Result{Total: v.total, IDs: []int64{}}
	if q.Offset >= v.total || q.Limit <= 0 {
		return out
	}
	v.walk(q.Offset, func(slot int32) bool {
		out.IDs = append(out.IDs, x.columns.id[slot])
		return len(out.IDs) < q.Limit
	})
	return out
}

// Among returns those of the ids that match a query, in their order.
func (x *Index) Among(q Query, ids []int64) []int64 {
	filter, out := x.filter(q), []int64{}
	found := bitmap(nil)
	if len(q.Terms) > 0 {
		found = x.dictionary.match(q.Terms, len(x.columns.id))
	}
	for _, id := range ids {
		slot, known := x.slots.get(id)
		if known && (filter == nil || filter(slot)) && (found == nil || found.has(slot)) {
			out = append(out, id)
		}
	}
	return out
}

// Locate finds a row among those that match.
func (x *Index) Locate(q Query, id int64) Place {
	slot, known := x.slots.get(id)
	v := x.view(q)
	if !known {
		return Place{Total: v.total}
	}
	before, itself := v.countBefore(slot), 0
	if v.matches(slot) {
		itself = 1
	}
	if v.desc {
		before = v.total - itself - before
	}
	place := Place{Total: v.total, Before: before, Previous: x.idAt(v, before-1), Next: x.idAt(v, before+itself)}
	if itself == 1 {
		place.Position = before + 1
	}
	return place
}

func (x *Index) idAt(v view, position int) (id int64) {
	if position >= 0 && position < v.total {
		v.walk(position, func(slot int32) bool { id = x.columns.id[slot]; return false })
	}
	return id
}

// sortedMatches is up to how many search results are sorted themselves. For more, walking the whole order is faster.
const sortedMatches = 2000

// view is a sort order seen through a query.
type view struct {
	order   *order
	desc    bool
	matches matcher
	counts  []int32 // matching rows per block; nil for a search
	sorted  []int32 // all matching slots in order, for a search with few
	total   int
}

func (x *Index) view(q Query) view {
	o := x.orders[q.Sort]
	v := view{order: o, desc: q.Desc, matches: x.filter(q)}
	if len(q.Terms) > 0 {
		// Searches rarely repeat, so their block counts are not worth caching.
		found := x.dictionary.match(q.Terms, len(x.columns.id))
		if v.matches != nil {
			found.retain(v.matches)
		}
		v.matches, v.total = found.has, found.count()
		if v.total <= sortedMatches {
			v.sorted = found.slots(v.total)
			slices.SortFunc(v.sorted, o.compare)
		}
		return v
	}
	if v.matches == nil {
		v.matches = func(int32) bool { return true }
		v.counts = make([]int32, len(o.blocks))
		for i, b := range o.blocks {
			v.counts[i] = int32(len(b.slots))
		}
	} else {
		v.counts = x.counts.get(q.filterKey(), o, func(b *block) int32 { return int32(count(b.slots, v.matches)) })
	}
	for _, n := range v.counts {
		v.total += int(n)
	}
	return v
}

// walk visits the matching slots in order, starting at a position, until visit returns false.
func (v view) walk(from int, visit func(slot int32) bool) {
	if v.sorted != nil {
		v.walkSlots(v.sorted, &from, visit)
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
		if !v.walkSlots(v.order.blocks[at].slots, &from, visit) {
			return
		}
	}
}

func (v view) walkSlots(slots []int32, skip *int, visit func(slot int32) bool) bool {
	for i := range slots {
		slot := slots[i]
		if v.desc {
			slot = slots[len(slots)-1-i]
		}
		if !v.matches(slot) {
			continue
		}
		if *skip > 0 {
			*skip--
			continue
		}
		if !visit(slot) {
			return false
		}
	}
	return true
}

// countBefore counts the matching rows before a slot in ascending order.
func (v view) countBefore(slot int32) int {
	if v.sorted != nil {
		at, _ := slices.BinarySearchFunc(v.sorted, slot, v.order.compare)
		return at
	}
	at, within := v.order.find(slot)
	before := count(v.order.blocks[at].slots[:within], v.matches)
	for i, b := range v.order.blocks[:at] {
		if v.counts != nil {
			before += int(v.counts[i])
		} else {
			before += count(b.slots, v.matches)
		}
	}
	return before
}

func count(slots []int32, matches matcher) int {
	n := 0
	for _, s := range slots {
		if matches(s) {
			n++
		}
	}
	return n
}
