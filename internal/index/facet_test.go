package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAWordIsANumberInTheIndexAndItselfInSQL(t *testing.T) {
	f := Word("s.status", map[string]int64{"moderation": 3, "active": 1, "blocked": 2})
	if got, want := f.number(), "CASE s.status WHEN 'active' THEN 1 WHEN 'blocked' THEN 2 ELSE 3 END"; got != want {
		t.Errorf("got %s", got)
	}
	text, args := prepare(Source{Search: "x", Scope: "s.university_id", Facets: []Facet{f, Value("s.course")}}).where(Query{
		Facets: []In{{Facet: 0, Values: []int64{1, 3}}, {Facet: 0, Values: []int64{0, 4}, Not: true}, {Facet: 1, Values: []int64{5}}},
	})
	if want := "1 = 1 AND s.university_id = ? AND s.status IN (?) AND s.status NOT IN (?) AND s.course IN (?)"; text != want {
		t.Errorf("got %s", text)
	}
	if diff := cmp.Diff([]any{int64(0), []string{"active", "moderation"}, []string{"", ""}, []int64{5}}, args); diff != "" {
		t.Error(diff)
	}
}
