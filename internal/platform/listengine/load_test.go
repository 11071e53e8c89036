package listengine_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/test/testdb"
)

const things = 40

// thing is a row of a test-only list.
type thing struct {
	ID int64 `db:"id"`
}

var thingsList = listengine.Definition{
	Table: "things", From: "things t", ID: "t.id", Search: "''", Rows: "SELECT id FROM things WHERE id IN (?)",
	Sorts: map[string]listengine.Sort{"id": listengine.ByID()},
}

// onBoth runs a test on each engine with a table of things; ids are those of its rows.
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

func touchAll(t *testing.T, d *db.DB, x *listengine.Index) {
	t.Helper()
	if err := d.Tx(t.Context(), x.TouchAll); err != nil {
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

func TestLoadInBatches(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB, ids []int64) {
		x := listengine.Open(d, thingsList, time.Now, slog.New(slog.DiscardHandler))
		for _, batch := range []int{1, 7, things - 1, things, things + 1} {
			listengine.SetLoadBatch(t, batch)
			touchAll(t, d, x)
			if err := x.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			page, err := listengine.Page[thing](t.Context(), x, listengine.Query{Scope: access.Everything(), Sort: "id", Limit: 2 * things})
			if err != nil || page.Total != things || !slices.Equal(idsOf(page.Rows), ids) {
				t.Errorf("batches of %d: %d rows, %v: %v", batch, page.Total, idsOf(page.Rows), err)
			}
		}
	})
}

func TestSlowFallbackIsCancelledOnceTheIndexIsLoaded(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB, ids []int64) {
		const endless = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT count(*) FROM n) IN (?)"
		def := thingsList
		def.Sets = []listengine.Set{{Values: "'1'", Any: endless}}
		x := listengine.Open(d, def, time.Now, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got := make(chan []int64, 1)
		go func() {
			q := listengine.Query{Scope: access.Everything(), Sets: []listengine.In{{Values: []int64{1}}}, Sort: "id", Limit: 15}
			page, err := listengine.Page[thing](ctx, x, q)
			if err != nil {
				t.Error(err)
			}
			got <- idsOf(page.Rows)
		}()
		for listengine.RunningFallbacks(x) == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		if err := x.Sync(ctx); err != nil {
			t.Fatal(err)
		}
		if found := <-got; !slices.Equal(found, ids[:15]) {
			t.Errorf("%v, want %v", found, ids[:15])
		}
	})
}
