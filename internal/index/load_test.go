package index_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/testkit/testdb"
)

const things = 40

// thing is a row of a list that only this test has.
type thing struct {
	ID int64 `db:"id"`
}

func idOf(row thing) int64 { return row.ID }

const thingsByID = "SELECT id FROM things WHERE id IN (?)"

// onBoth runs a test on each engine with a table of things, whose ids it is given.
func onBoth(t *testing.T, test func(t *testing.T, d *db.DB, ids []int64)) {
	t.Helper()
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "CREATE TABLE things (id BIGINT PRIMARY KEY)")
		ids := make([]int64, things)
		for i := range ids {
			ids[i] = int64(3*i + 2)
			exec(t, d, "INSERT INTO things (id) VALUES (?)", ids[i])
		}
		test(t, d, ids)
	})
}

func exec(t *testing.T, d *db.DB, text string, args ...any) {
	t.Helper()
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func touchAll(t *testing.T, d *db.DB, list string) {
	t.Helper()
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error { return index.TouchAll(ctx, tx, list, time.Now()) })
	if err != nil {
		t.Fatal(err)
	}
}

func idsOf(rows []thing) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}

func TestALoadInManySteps(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB, ids []int64) {
		l := index.Open(d, index.Source{
			Name: "things", From: "things t", ID: "t.id", Search: "''", Sorts: map[string]index.Sort{"id": index.ByID()},
		}, time.Now, slog.New(slog.DiscardHandler))
		for _, step := range []int{1, 7, things - 1, things, things + 1} { // the last row may end a step or begin one
			index.LoadInSteps(t, step)
			touchAll(t, d, "things")
			if err := l.Follow(t.Context()); err != nil {
				t.Fatal(err)
			}
			rows, total, err := index.Page(t.Context(), l, index.Query{Scope: access.Everything(), Sort: "id", Limit: 2 * things}, thingsByID, idOf)
			if err != nil || total != things || !slices.Equal(idsOf(rows), ids) {
				t.Errorf("steps of %d: %d rows, %v: %v", step, total, idsOf(rows), err)
			}
		}
	})
}

func TestAPageThatWaitsForSQLIsTakenFromTheIndexOnceThatIsLoaded(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB, ids []int64) {
		const endless = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT count(*) FROM n) IN (?)"
		l := index.Open(d, index.Source{
			Name: "things", From: "things t", ID: "t.id", Search: "''",
			Sets: []index.Set{{Values: "'1'", Any: endless}}, Sorts: map[string]index.Sort{"id": index.ByID()},
		}, time.Now, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got := make(chan []int64, 1)
		go func() {
			q := index.Query{Scope: access.Everything(), Sets: []index.In{{Values: []int64{1}}}, Sort: "id", Limit: 15}
			rows, _, err := index.Page(ctx, l, q, thingsByID, idOf)
			if err != nil {
				t.Errorf("%v", err)
			}
			got <- idsOf(rows)
		}()
		for index.AskingSQL(l) == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		if err := l.Follow(ctx); err != nil {
			t.Fatal(err)
		}
		if found := <-got; !slices.Equal(found, ids[:15]) {
			t.Errorf("%v, want %v", found, ids[:15])
		}
	})
}
