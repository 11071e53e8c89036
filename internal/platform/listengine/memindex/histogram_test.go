package memindex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"studbonus/internal/platform/access"
)

func TestHistogramAgreesWithTheModelWhileRowsChange(t *testing.T) {
	m := &model{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(7, 8))}
	x := New(shape)
	err := x.Load(func(add func(Row)) error {
		for id := int64(1); id <= 5000; id++ {
			m.rows[id] = m.random(id)
			add(m.rows[id])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	next := int64(5001)
	for step := range 2000 {
		id := 1 + m.rng.Int64N(next-1)
		switch _, known := m.rows[id]; {
		case step%3 == 0:
			m.rows[next] = m.random(next)
			x.Put(m.rows[next])
			next++
		case known && step%3 == 1:
			delete(m.rows, id)
			x.Remove(id)
		case known:
			m.rows[id] = m.random(id)
			x.Put(m.rows[id])
		}
		if step%10 != 0 {
			continue
		}
		q := m.query()
		q.Terms = nil
		if step%20 == 0 { // repeat one query: cached counts must not be outdated
			q = Query{Scope: access.Everything(), Facets: []In{{Facet: 0, Values: []int64{1, 2}}}, Sort: "id"}
		}
		buckets := Buckets{Facet: 1, Edges: [][]int64{nil, {7}, {3, 4, 12}, {0, 19}, {-5, 100}}[m.rng.IntN(5)]}
		want := make([]int, len(buckets.Edges)+1)
		for _, r := range m.rows {
			if matches(r, q) {
				at := 0
				for at < len(buckets.Edges) && r.Facets[1] >= buckets.Edges[at] {
					at++
				}
				want[at]++
			}
		}
		if got := x.Histogram(q, buckets); !slices.Equal(got, want) {
			t.Fatalf("step %d, %+v by %v: %v, want %v", step, q, buckets.Edges, got, want)
		}
	}
}

// BenchmarkHistogram counts a million rows in thirteen buckets: uncached, and after one row has changed.
func BenchmarkHistogram(b *testing.B) {
	const rows = 1_000_000
	x := New(Shape{Facets: 2, ByID: []string{"id"}})
	row := func(id int64) Row {
		return Row{ID: id, Scope: id % 50, Facets: []int64{id % 4, id / 1000}, Search: "x"}
	}
	err := x.Load(func(add func(Row)) error {
		for id := int64(1); id <= rows; id++ {
			add(row(id))
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	q := Query{Scope: access.Everything(), Facets: []In{{Facet: 0, Values: []int64{1, 2}}}, Sort: "id"}
	buckets := Buckets{Facet: 1}
	for edge := range int64(12) {
		buckets.Edges = append(buckets.Edges, 400+edge*50)
	}
	b.Run("uncached", func(b *testing.B) {
		for b.Loop() {
			x.histograms.queries = nil
			x.Histogram(q, buckets)
		}
	})
	b.Run("after a change", func(b *testing.B) {
		for id := int64(1); b.Loop(); id = id%rows + 1 {
			x.Put(row(id))
			x.Histogram(q, buckets)
		}
	})
}
