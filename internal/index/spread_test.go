package index

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"studbonus/internal/access"
)

func TestSpreadsAgreeWithAPlainModelWhileRowsChange(t *testing.T) {
	w := &world{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(7, 8))}
	x := New(shape)
	err := x.Load(func(add func(Row)) error {
		for id := int64(1); id <= 5000; id++ {
			w.rows[id] = w.random(id)
			add(w.rows[id])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	next := int64(5001)
	for step := range 2000 {
		id := 1 + w.rng.Int64N(next-1)
		switch _, known := w.rows[id]; {
		case step%3 == 0:
			w.rows[next] = w.random(next)
			x.Put(w.rows[next])
			next++
		case known && step%3 == 1:
			delete(w.rows, id)
			x.Remove(id)
		case known:
			w.rows[id] = w.random(id)
			x.Put(w.rows[id])
		}
		if step%10 != 0 {
			continue
		}
		q := w.query()
		q.Terms = nil
		if step%20 == 0 { // the same question again and again: what is remembered must not be old
			q = Query{Scope: access.Everything(), Facets: []In{{Facet: 0, Values: []int64{1, 2}}}, Sort: "id"}
		}
		split := Split{Facet: 1, Edges: [][]int64{nil, {7}, {3, 4, 12}, {0, 19}, {-5, 100}}[w.rng.IntN(5)]}
		want := make([]int, len(split.Edges)+1)
		for _, r := range w.rows {
			if matches(r, q) {
				part := 0
				for part < len(split.Edges) && r.Facets[1] >= split.Edges[part] {
					part++
				}
				want[part]++
			}
		}
		if got := x.Spread(q, split); !slices.Equal(got, want) {
			t.Fatalf("step %d, %+v by %v: %v, want %v", step, q, split.Edges, got, want)
		}
	}
}

func TestMoscowDaysBeginWithAnHour(t *testing.T) {
	midnight := time.Date(2026, 11, 14, 21, 0, 0, 0, time.UTC)
	s := Hours(0, []time.Time{midnight})
	for moment, part := range map[time.Time]int{
		midnight.Add(-time.Microsecond): 0, midnight: 1, midnight.Add(time.Hour): 1, midnight.Add(-24 * time.Hour): 0, midnight.AddDate(1, 0, 0): 1,
	} {
		if got := s.part(HourOf(moment)); got != part {
			t.Errorf("%s is in part %d, want %d", moment, got, part)
		}
	}
}

// BenchmarkSpread counts a million rows in thirteen parts: the first time, and when one row has changed since.
func BenchmarkSpread(b *testing.B) {
	const rows = 1_000_000
	x := New(Shape{Facets: 2}.ByID("id"))
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
	split := Split{Facet: 1}
	for edge := range int64(12) {
		split.Edges = append(split.Edges, 400+edge*50)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			x.spreads = spreadCache{}
			x.Spread(q, split)
		}
	})
	b.Run("after a change", func(b *testing.B) {
		for id := int64(1); b.Loop(); id = id%rows + 1 {
			x.Put(row(id))
			x.Spread(q, split)
		}
	})
}
