package listengine

import (
	"context"
	"strconv"
	"time"

	"studbonus/internal/platform/listengine/memindex"
)

// Histogram counts the matching rows of a query without search terms by bucket, as of now.
func (x *Index) Histogram(ctx context.Context, q Query, b Buckets) ([]int, error) {
	return upToDate(ctx, x,
		func(memory *memindex.Index) []int { return memory.Histogram(q, b) },
		func(ctx context.Context) ([]int, error) { return x.sql.histogram(ctx, x.db, q, b) })
}

// HourBuckets divides an Hour facet at these times, which are full hours.
func HourBuckets(facet int, edges []time.Time) Buckets {
	b := Buckets{Facet: facet, Edges: make([]int64, len(edges))}
	for i, t := range edges {
		b.Edges[i] = hourNumber(t)
	}
	return b
}

// BeforeHour is the range of an Hour facet before the hour of a time.
func BeforeHour(facet int, t time.Time) Between {
	return Between{Facet: facet, From: 0, To: hourNumber(t) - 1}
}

// hourNumber returns a time as an Hour facet stores it.
func hourNumber(t time.Time) int64 {
	n, _ := strconv.ParseInt(t.UTC().Format("2006010215"), 10, 64)
	return n
}
