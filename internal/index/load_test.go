package index_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

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

func TestAPageThatWaitsForSQLIsTakenFromTheIndexOnceThatIsLoaded(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		want := testkit.All[int64](t, a, "SELECT id FROM cities ORDER BY id LIMIT 15")
		const endless = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT count(*) FROM n) IN (?)"
		l := index.Open(a.DB, index.Source{
			Name: "cities", From: "cities c", ID: "c.id", Search: "''",
			Sets: []index.Set{{Values: "'1'", Any: endless}}, Sorts: map[string]index.Sort{"id": index.ByID()},
		}, a.Clock.Now, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		type city struct {
			ID int64 `db:"id"`
		}
		got := make(chan []int64, 1)
		go func() {
			q := index.Query{Scope: access.Everything(), Sets: []index.In{{Values: []int64{1}}}, Sort: "id", Limit: 15}
			rows, _, err := index.Page(ctx, l, q, "SELECT id FROM cities WHERE id IN (?)", func(c city) int64 { return c.ID })
			if err != nil {
				t.Errorf("%v", err)
			}
			ids := make([]int64, len(rows))
			for i, c := range rows {
				ids[i] = c.ID
			}
			got <- ids
		}()
		for index.AskingSQL(l) == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		if err := l.Follow(ctx); err != nil {
			t.Fatal(err)
		}
		if ids := <-got; !slices.Equal(ids, want) {
			t.Errorf("%v, want %v", ids, want)
		}
	})
}
