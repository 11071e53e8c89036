package memindex

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listquery"
)

var shape = Shape{Facets: 2, Sets: 1, ByID: []string{"id"}, ByText: []string{"name", "faculty"}, ByNumber: []string{"course"}}

var surnames = []string{"иванов", "петрова", "сидоров", "соловьев", "петров-водкин", "ким", "ли", "иваненко", "щукина", "ян"}

// model is the reference implementation that the index must agree with.
type model struct {
	rows map[int64]Row
	rng  *rand.Rand
}

func (m *model) random(id int64) Row {
	name := listquery.Fold(surnames[m.rng.IntN(len(surnames))] + " " + surnames[m.rng.IntN(len(surnames))])
	phone := fmt.Sprintf("79%09d", m.rng.IntN(1_000_000_000))
	faculty := fmt.Sprintf("факультет %d", m.rng.IntN(5))
	return Row{
		ID: id, Scope: int64(1 + m.rng.IntN(3)), Facets: []int64{int64(m.rng.IntN(4)), int64(m.rng.IntN(20))},
		Sets: [][]int64{{int64(m.rng.IntN(5)), int64(m.rng.IntN(5))}}, Texts: []string{name, faculty}, Numbers: []int64{int64(m.rng.IntN(6))},
		Search: listquery.SearchText(name, phone, fmt.Sprintf("%08d", id)),
	}
}

func (m *model) find(q Query) []int64 {
	var found []Row
	for _, r := range m.rows {
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
	return listquery.Matches(r.Search, q.Terms)
}

func (m *model) query() Query {
	q := Query{Sort: []string{"id", "name", "faculty", "course"}[m.rng.IntN(4)], Desc: m.rng.IntN(2) == 0, Limit: 1 + m.rng.IntN(40)}
	q.Scope = access.Everything()
	if m.rng.IntN(2) == 0 {
		q.Scope = access.Principal{University: int64(1 + m.rng.IntN(3))}.Scope()
	}
	if m.rng.IntN(2) == 0 {
		q.Facets = append(q.Facets, In{Facet: 0, Values: []int64{int64(m.rng.IntN(4))}, Not: m.rng.IntN(3) == 0})
	}
	if m.rng.IntN(3) == 0 {
		q.Facets = append(q.Facets, In{Facet: 1, Values: []int64{int64(m.rng.IntN(20)), int64(m.rng.IntN(20))}})
	}
	if m.rng.IntN(4) == 0 {
		q.Sets = append(q.Sets, In{Facet: 0, Values: []int64{int64(m.rng.IntN(5))}})
	}
	if m.rng.IntN(3) == 0 {
		from := int64(m.rng.IntN(20))
		q.Ranges = append(q.Ranges, Between{1, from, from + int64(m.rng.IntN(8))})
	}
	if m.rng.IntN(6) == 0 {
		q.Ranges = append(q.Ranges, Between{0, -1, 2})
	}
	if m.rng.IntN(2) == 0 {
		searches := []string{"иван", "ив", "я", "петров", "во", "водк", "bdfy", "916", "8 (9", "7", "ким ли", "нетникого", "%", "ёж", "0000001", "иван 79"}
		q.Terms = listquery.Terms(searches[m.rng.IntN(len(searches))])
	}
	return q
}

func TestIndexAgreesWithTheModelWhileRowsChange(t *testing.T) {
	m := &model{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(1, 2))}
	x := New(shape)
	err := x.Load(func(add func(Row)) error {
		for id := int64(1); id <= 6000; id++ {
			m.rows[id] = m.random(id)
			add(m.rows[id])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	next := int64(6001)
	for step := range 3000 {
		switch m.rng.IntN(4) {
		case 0:
			m.rows[next] = m.random(next)
			x.Put(m.rows[next])
			next++
		case 1:
			id := 1 + m.rng.Int64N(next-1)
			delete(m.rows, id)
			x.Remove(id)
		default:
			id := 1 + m.rng.Int64N(next-1)
			if _, ok := m.rows[id]; ok {
				m.rows[id] = m.random(id)
				x.Put(m.rows[id])
			}
		}
		if step%10 == 0 {
			compareOnce(t, m, x)
		}
	}
}

func TestArenaIsCompactedWhenRowsChangeOften(t *testing.T) {
	m := &model{rows: map[int64]Row{}, rng: rand.New(rand.NewPCG(3, 4))}
	x := New(shape)
	for step := range 25_000 {
		id := 1 + m.rng.Int64N(2000)
		m.rows[id] = m.random(id)
		m.rows[id].Texts[1] = fmt.Sprintf("кафедра %d", m.rng.IntN(1_000_000)) // an ever-changing text, which is rarely interned
		x.Put(m.rows[id])
		if step%1000 == 0 {
			compareOnce(t, m, x)
		}
	}
	live := 0
	for _, r := range m.rows {
		live += len(r.Search) + len(r.Texts[1])
	}
	if held := x.columns.arena.used; held > live+2*pageSize {
		t.Errorf("arena holds %d bytes, live rows have %d", held, live)
	}
}

func compareOnce(t *testing.T, m *model, x *Index) {
	t.Helper()
	q := m.query()
	want := m.find(q)
	if len(want) > 0 {
		q.Offset = m.rng.IntN(len(want) + 3)
	}
	got := x.Find(q)
	page := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
	if got.Total != len(want) || !slices.Equal(got.IDs, page) {
		t.Fatalf("%+v: total %d, want %d: %s", q, got.Total, len(want), gocmp.Diff(page, got.IDs))
	}
	asked, among := make([]int64, 50), []int64{}
	for i := range asked {
		asked[i] = m.rng.Int64N(7000) // some are deleted, some never existed
		if slices.Contains(want, asked[i]) {
			among = append(among, asked[i])
		}
	}
	if found := x.Among(q, asked); !slices.Equal(found, among) {
		t.Fatalf("%+v among %v: %s", q, asked, gocmp.Diff(among, found))
	}
	if len(want) == 0 {
		return
	}
	// A row of the list, and one that need not be in it.
	everything := m.find(Query{Scope: access.Everything(), Sort: q.Sort, Desc: q.Desc})
	for _, id := range []int64{want[m.rng.IntN(len(want))], everything[m.rng.IntN(len(everything))]} {
		if place, wanted := x.Locate(q, id), placeIn(want, everything, id); place != wanted {
			t.Fatalf("%+v: place of %d: %s", q, id, gocmp.Diff(wanted, place))
		}
	}
}

// placeIn finds the place of a row among the wanted ones, which are a part of all rows in order.
func placeIn(want, everything []int64, id int64) Place {
	before := everything[:slices.Index(everything, id)]
	place := Place{Total: len(want)}
	for _, other := range want {
		switch {
		case other == id:
			place.Position = place.Before + 1
		case slices.Contains(before, other):
			place.Before, place.Previous = place.Before+1, other
		case place.Next == 0:
			place.Next = other
		}
	}
	return place
}
