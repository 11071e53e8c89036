package index

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"studbonus/internal/access"
	"studbonus/internal/list"
)

var shape = Shape{Facets: 2, Sets: 1, Texts: 2, Numbers: 1}.ByID("id").ByText("name", 0).ByText("faculty", 1).ByNumber("course", 0)

var surnames = []string{"иванов", "петрова", "сидоров", "соловьев", "петров-водкин", "ким", "ли", "иваненко", "щукина", "ян"}

// world is the plain model that the index must agree with: a slice of rows.
type world struct {
	rows map[int64]Row
	rng  *rand.Rand
}

func (w *world) random(id int64) Row {
	name := list.Fold(surnames[w.rng.IntN(len(surnames))] + " " + surnames[w.rng.IntN(len(surnames))])
	phone := fmt.Sprintf("79%09d", w.rng.IntN(1_000_000_000))
	faculty := fmt.Sprintf("факультет %d", w.rng.IntN(5))
	return Row{
		ID: id, Scope: int64(1 + w.rng.IntN(3)), Facets: []int64{int64(w.rng.IntN(4)), int64(w.rng.IntN(20))},
		Sets: [][]int64{{int64(w.rng.IntN(5)), int64(w.rng.IntN(5))}}, Texts: []string{name, faculty}, Numbers: []int64{int64(w.rng.IntN(6))},
		Search: list.SearchText(name, phone, fmt.Sprintf("%08d", id)),
	}
}

func (w *world) find(q Query) []int64 {
	var found []Row
	for _, r := range w.rows {
		if matches(r, q) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b Row) int {
		d := 0
		switch q.Sort {
		case "name":
			d = strings.Compare(a.Texts[0], b.Texts[0])
		case "faculty":
			d = strings.Compare(a.Texts[1], b.Texts[1])
		case "course":
			d = cmp.Compare(a.Numbers[0], b.Numbers[0])
		}
		if d == 0 {
			d = cmp.Compare(a.ID, b.ID)
		}
		if q.Desc {
			d = -d
		}
		return d
	})
	ids := make([]int64, len(found))
	for i, r := range found {
		ids[i] = r.ID
	}
	return ids
}

func matches(r Row, q Query) bool {
	if !q.Scope.Covers(r.Scope) {
		return false
	}
	for _, in := range q.Facets {
		if in.Values != nil && slices.Contains(in.Values, r.Facets[in.Facet]) == in.Not {
			return false
		}
	}
	for _, in := range q.Sets {
		if in.Values != nil && !slices.ContainsFunc(r.Sets[in.Facet], func(v int64) bool { return slices.Contains(in.Values, v) }) {
			return false
		}
	}
	for _, b := range q.Ranges {
		if v := r.Facets[b.Facet]; v < b.From || v > b.To {
			return false
		}
	}
	return list.Matches(r.Search, q.Terms)
}

func (w *world) query() Query {
	q := Query{Sort: []string{"id", "name", "faculty", "course"}[w.rng.IntN(4)], Desc: w.rng.IntN(2) == 0, Limit: 1 + w.rng.IntN(40)}
	q.Scope = access.Everything()
	if w.rng.IntN(2) == 0 {
		q.Scope = access.Principal{University: int64(1 + w.rng.IntN(3))}.Scope()
	}
	if w.rng.IntN(2) == 0 {
		q.Facets = append(q.Facets, In{Facet: 0, Values: []int64{int64(w.rng.IntN(4))}, Not: w.rng.IntN(3) == 0})
	}
	if w.rng.IntN(3) == 0 {
		q.Facets = append(q.Facets, In{Facet: 1, Values: []int64{int64(w.rng.IntN(20)), int64(w.rng.IntN(20))}})
	}
	if w.rng.IntN(4) == 0 {
		q.Sets = append(q.Sets, In{Facet: 0, Values: []int64{int64(w.rng.IntN(5))}})
	}
	if w.rng.IntN(3) == 0 {
		from := int64(w.rng.IntN(20))
		q.Ranges = append(q.Ranges, Between{1, from, from + int64(w.rng.IntN(8))})
	}
	if w.rng.IntN(6) == 0 {
		q.Ranges = append(q.Ranges, Between{0, -1, 2})
	}
	if w.rng.IntN(2) == 0 {
		searches := []string{"иван", "ив", "я", "петров", "во", "водк", "bdfy", "916", "8 (9", "7", "ким ли", "нетникого", "%", "ёж", "0000001", "иван 79"}
		q.Terms = list.Terms(searches[w.rng.IntN(len(searches))])
	}
	return q
}

func TestTheIndexAgreesWithAPlainModelWhileRowsChange(t *testing.T) {
	w := &world{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(1, 2))}
	x := New(shape)
	err := x.Load(func(add func(Row)) error {
		for id := int64(1); id <= 6000; id++ {
			w.rows[id] = w.random(id)
			add(w.rows[id])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	next := int64(6001)
	for step := range 3000 {
		switch w.rng.IntN(4) {
		case 0:
			w.rows[next] = w.random(next)
			x.Put(w.rows[next])
			next++
		case 1:
			id := 1 + w.rng.Int64N(next-1)
			delete(w.rows, id)
			x.Remove(id)
		default:
			id := 1 + w.rng.Int64N(next-1)
			if _, ok := w.rows[id]; ok {
				w.rows[id] = w.random(id)
				x.Put(w.rows[id])
			}
		}
		if step%10 == 0 {
			compareOnce(t, w, x)
		}
	}
}

func TestTextsOfRowsThatChangeOftenAreForgotten(t *testing.T) {
	w := &world{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(3, 4))}
	x := New(shape)
	for step := range 25_000 {
		id := 1 + w.rng.Int64N(2000)
		w.rows[id] = w.random(id)
		w.rows[id].Texts[1] = fmt.Sprintf("кафедра %d", w.rng.IntN(1_000_000)) // not shared by others
		x.Put(w.rows[id])
		if step%1000 == 0 {
			compareOnce(t, w, x)
		}
	}
	live := 0
	for _, r := range w.rows {
		live += len(r.Search) + len(r.Texts[1])
	}
	if held := x.col.texts.used; held > live+2*pageLength {
		t.Errorf("%d bytes are held for %d", held, live)
	}
}

func compareOnce(t *testing.T, w *world, x *Index) {
	t.Helper()
	q := w.query()
	want := w.find(q)
	if len(want) > 0 {
		q.Offset = w.rng.IntN(len(want) + 3)
	}
	got := x.Find(q)
	page := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
	if got.Total != len(want) || !slices.Equal(got.IDs, page) {
		t.Fatalf("%+v: total %d, want %d: %s", q, got.Total, len(want), gocmp.Diff(page, got.IDs))
	}
	if len(want) == 0 {
		return
	}
	i := w.rng.IntN(len(want))
	wantPlace := Place{Position: i + 1, Total: len(want)}
	if i > 0 {
		wantPlace.Previous = want[i-1]
	}
	if i+1 < len(want) {
		wantPlace.Next = want[i+1]
	}
	if place, ok := x.Around(q, want[i]); !ok || place != wantPlace {
		t.Fatalf("%+v: around %d: %s", q, want[i], gocmp.Diff(wantPlace, place))
	}
}
