package memindex

import (
	"slices"
	"strconv"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listquery"
)

// Query selects, sorts and pages the rows of a list.
type Query struct {
	Scope  access.Scope
	Facets []In
	Sets   []In // Facet is the position in Row.Sets
	Ranges []Between
	Terms  []listquery.Term
	Sort   string
	Desc   bool
	Offset int
	Limit  int
}

// In filters by the values of a facet. Nil Values filter nothing; empty ones match no row.
type In struct {
	Facet  int
	Values []int64
	Not    bool // inverts the filter; not for sets, and Values must not be empty
}

// Between filters a facet by a range, both ends included. It serves conditions that change with the clock, such as
// "ends today", without a write.
type Between struct {
	Facet    int
	From, To int64
}

// filterKey identifies sort and filters, which decide the cached block counts.
func (q Query) filterKey() string {
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
