package memindex

import (
	"slices"
	"strconv"
)

// Buckets divide the values of a facet. There is one bucket more than edges: each edge is the first value of a bucket,
// and bucket 0 holds what is less than all of them.
type Buckets struct {
	Facet int
	Edges []int64 // ascending
}

// Bucket returns the bucket of a value.
func (b Buckets) Bucket(value int64) int {
	at, exact := slices.BinarySearch(b.Edges, value)
	if exact {
		at++
	}
	return at
}

// Histogram counts the matching rows of a query without search terms by bucket.
func (x *Index) Histogram(q Query, b Buckets) []int {
	key := q.filterKey() + "~" + strconv.Itoa(b.Facet)
	for _, edge := range b.Edges {
		key += "," + strconv.FormatInt(edge, 10)
	}
	matches, column := x.filter(q), x.columns.facets[b.Facet]
	out := make([]int, len(b.Edges)+1)
	perBlock := x.histograms.get(key, x.orders[q.Sort], func(in *block) []uint16 {
		counts := make([]uint16, len(out)) // a block has at most maxBlockRows rows
		for _, slot := range in.slots {
			if matches == nil || matches(slot) {
				counts[b.Bucket(int64(column[slot]))]++
			}
		}
		return counts
	})
	for _, counts := range perBlock {
		for i, n := range counts {
			out[i] += int(n)
		}
	}
	return out
}
