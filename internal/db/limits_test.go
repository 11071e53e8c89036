package db_test

import (
	"context"
	"testing"

	"studbonus/internal/db"
	"studbonus/internal/testkit/testdb"
)

func TestBackgroundWorkMayTakeLongerThanARequest(t *testing.T) {
	d := testdb.New(t, testdb.PostgreSQL)
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
	d := testdb.New(t, testdb.SQLite)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
		// security §1.27: FULL is 2. Asked of the connection that writes.
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

func TestABulkLoadIsThereWholeOrNotAtAll(t *testing.T) {
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
		const many = 12_000 // more than SQLite takes in one statement
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
			for range 30 { // whichever connection comes: the load's own limit is gone
				if got := one[string](t, d, "SELECT current_setting('statement_timeout')"); got != "7s" {
					t.Fatalf("the load left a statement_timeout of %s behind", got)
				}
			}
		}
	})
}
