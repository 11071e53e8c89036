package listengine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnumIsComparedAsWordOnPostgreSQLAndAsNumberOnSQLite(t *testing.T) {
	f := Enum("s.status", map[string]int64{"moderation": 3, "active": 1, "blocked": 2})
	if got, want := f.number(), "CASE s.status WHEN 'active' THEN 1 WHEN 'blocked' THEN 2 ELSE 3 END"; got != want {
		t.Errorf("got %s", got)
	}
	def := Definition{Search: "x", Scope: "s.university_id", Facets: []Facet{f, Value("s.course")}}
	q := Query{Facets: []In{{Facet: 0, Values: []int64{1, 3}}, {Facet: 0, Values: []int64{0, 4}, Not: true}, {Facet: 1, Values: []int64{5}}}}
	text, args := newSQLBuilder(def, true).where(q)
	if want := "1 = 1 AND s.university_id = ? AND s.status IN (?) AND s.status NOT IN (?) AND s.course IN (?)"; text != want {
		t.Errorf("got %s", text)
	}
	if diff := cmp.Diff([]any{int64(0), []string{"active", "moderation"}, []string{"", ""}, []int64{5}}, args); diff != "" {
		t.Error(diff)
	}
	text, args = newSQLBuilder(def, false).where(q)
	if want := "1 = 1 AND s.university_id = ? AND " + f.number() + " IN (?) AND " + f.number() + " NOT IN (?) AND s.course IN (?)"; text != want {
		t.Errorf("got %s", text)
	}
	if diff := cmp.Diff([]any{int64(0), []int64{1, 3}, []int64{0, 4}, []int64{5}}, args); diff != "" {
		t.Error(diff)
	}
}
