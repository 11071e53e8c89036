package index_test

import (
	"slices"
	"testing"

	"studbonus/internal/access"
	"studbonus/internal/index"
	"studbonus/internal/list"
	"studbonus/internal/students"
	"studbonus/internal/testkit"
)

func TestALoadInManySteps(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		want := testkit.All[int64](t, a, "SELECT id FROM students WHERE status IN ('active', 'blocked') ORDER BY id")
		rows := testkit.One[int](t, a, "SELECT count(*) FROM students")
		for _, step := range []int{1, 7, rows - 1, rows, rows + 1} { // the last row may end a step or begin one
			index.LoadInSteps(t, step)
			testkit.Exec(t, a, "INSERT INTO list_changes (list, row_id, at) VALUES ('students', 0, '2026-11-15 09:00:00+00:00')") // load anew
			if err := a.Students.Index().Follow(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got []int64
			for len(got) < len(want) {
				page, err := a.Students.List(access.WithPrincipal(t.Context(), access.Principal{Role: access.OperatorAll}), list.Query[students.Filter]{
					Sort: "idStudent", Direction: list.Ascending, Limit: 100, Offset: len(got),
				})
				if err != nil || page.Total != len(want) || len(page.Rows) == 0 {
					t.Fatalf("steps of %d: %d of %d rows, total %d: %v", step, len(got), len(want), page.Total, err)
				}
				for _, r := range page.Rows {
					got = append(got, r.ID)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("steps of %d: other rows", step)
			}
		}
	})
}
