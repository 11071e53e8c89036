package db_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

func TestBackgroundWorkMayTakeLongerThanARequest(t *testing.T) {
	d := open(t, testdb.NewDatabase(t))
	limits := func(ctx context.Context, q db.Querier) string {
		got, err := db.One[string](ctx, q, "SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('TimeZone'))")
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for want, ctx := range map[string]context.Context{"7s 2s UTC": t.Context(), "1min 2s UTC": db.InBackground(t.Context())} {
		if got := limits(ctx, d); got != want {
			t.Errorf("reads with %s, want %s", got, want)
		}
		err := d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if got := limits(ctx, tx); got != want {
				t.Errorf("writes with %s, want %s", got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSQLiteIsFlushedAndChecksReferences(t *testing.T) {
	d := open(t, empty(t, testdb.SQLite))
	exec(t, d, "CREATE TABLE meta (version TEXT)")
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
		// rules 18.4: FULL is 2. Checked on the write connection.
		err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			if got, err := db.One[string](ctx, tx, "PRAGMA "+pragma); err != nil || got != want {
				t.Errorf("%s is %s (%v), want %s", pragma, got, err, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.All[int](t.Context(), d, "DELETE FROM meta RETURNING 1"); err == nil {
		t.Error("a reader could write")
	}
}

func TestANewFileCanBeOpenedConcurrently(t *testing.T) {
	for range 40 {
		dsn := filepath.Join(t.TempDir(), "studbonus.db")
		var opening sync.WaitGroup
		for range 4 {
			opening.Go(func() {
				d, err := db.OpenWithin(t.Context(), dsn, testdb.Patient)
				if err != nil {
					t.Error(err)
					return
				}
				d.Close()
			})
		}
		opening.Wait()
	}
}

func TestABulkLoadIsAtomic(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "CREATE TABLE things (name TEXT UNIQUE, size BIGINT, made_at TIMESTAMP)")
		rows := func(n int, name func(i int) string) func() []any {
			i := 0
			return func() []any {
				if i == n {
					return nil
				}
				i++
				return []any{name(i), int64(i), made}
			}
		}
		unique := func(i int) string { return string(rune('а'+i%32)) + string(rune(0x4e00+i)) }
		columns := []string{"name", "size", "made_at"}
		const many = 12_000 // more than one SQLite batch
		if n, err := d.Bulk(t.Context(), "things", columns, rows(many, unique)); err != nil || n != many {
			t.Fatalf("%d rows, %v", n, err)
		}
		if sum := one[int64](t, d, "SELECT sum(size) FROM things WHERE made_at = ?", made); sum != many*(many+1)/2 {
			t.Errorf("sum %d, want %d", sum, many*(many+1)/2)
		}
		exec(t, d, "DELETE FROM things")
		if _, err := d.Bulk(t.Context(), "things", columns, rows(many, func(i int) string { return unique(i % (many - 1)) })); !db.IsUnique(err) {
			t.Errorf("a load with a duplicate at its end: %v", err)
		}
		if got := names(t, d); len(got) != 0 {
			t.Errorf("%d rows of a failed load stayed", len(got))
		}
		if d.Postgres() {
			for range 30 { // on any connection of the pool
				if got := one[string](t, d, "SELECT current_setting('statement_timeout')"); got != "1min" {
					t.Fatalf("the load left a statement_timeout of %s behind", got)
				}
			}
		}
	})
}
