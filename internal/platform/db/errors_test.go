package db_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/testdb"
)

// verdict is the classification of an error.
type verdict struct{ unique, foreignKey, unavailable, lockTimeout bool }

func judge(err error) verdict {
	return verdict{db.IsUnique(err), db.IsForeignKey(err), db.IsUnavailable(err), db.IsLockTimeout(err)}
}

func wantVerdict(t *testing.T, what string, err error, want verdict) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error at all", what)
	} else if got := judge(err); got != want {
		t.Errorf("%s: %+v, want %+v: %v", what, got, want, err)
	}
}

func TestConstraintViolationsAreClassified(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, insertThing, "стол")
		exec(t, d, "CREATE TABLE plain (code TEXT PRIMARY KEY)")
		exec(t, d, "INSERT INTO plain VALUES ('a')")
		for _, c := range []struct {
			what, text string
			want       verdict
		}{
			{"a unique column", "INSERT INTO things (name) VALUES ('стол')", verdict{unique: true}},
			{"an identity", "INSERT INTO things (id, name) VALUES (1, 'стул')", verdict{unique: true}},
			{"a primary key of text", "INSERT INTO plain VALUES ('a')", verdict{unique: true}},
			{"a missing parent", "INSERT INTO things (name, parent_id) VALUES ('ящик', 77)", verdict{foreignKey: true}},
			{"a check", "INSERT INTO things (name, size) VALUES ('ящик', -1)", verdict{}},
			{"a required column", "INSERT INTO things (size) VALUES (1)", verdict{}},
			{"a mistake of ours", "INSERT INTO nothings VALUES (1)", verdict{}},
		} {
			wantVerdict(t, c.what, tryExec(t.Context(), d, c.text), c.want)
		}
		exec(t, d, "INSERT INTO things (name, parent_id) VALUES ('ящик', 1)")
		wantVerdict(t, "a parent that is still needed", tryExec(t.Context(), d, "DELETE FROM things WHERE name = 'стол'"), verdict{foreignKey: true})
	})
}

func TestAMissingRowIsNotFoundAndOtherErrorsStay(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		if _, err := db.Get[int](t.Context(), d, "SELECT 5 WHERE 1 = 0"); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("no rows: %v", err)
		}
		if _, err := db.Get[int](t.Context(), d, "SELECT 5 FROM nothings"); err == nil || fault.Is(err, fault.KindNotFound) {
			t.Errorf("a mistake of ours: %v", err)
		}
		if got, err := db.Get[int](t.Context(), d, "SELECT 5"); got != 5 || err != nil {
			t.Errorf("a row: %v, %v", got, err)
		}
	})
}

func TestAnElapsedDeadlineIsUnavailable(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		_, err := db.All[string](ctx, d, "SELECT name FROM things")
		wantVerdict(t, "a read", err, verdict{unavailable: true})
		wantVerdict(t, "a write", tryExec(ctx, d, insertThing, "стол"), verdict{unavailable: true})
	})
}

func TestAFullDiskRefusesWritesAndLeavesReadsAndThenRecovers(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "full.db"))
	exec(t, d, "CREATE TABLE things (name TEXT)")
	exec(t, d, "INSERT INTO things VALUES ('стол')")
	// max_page_count of the only write connection simulates a full disk.
	pages := one[int64](t, d, "SELECT page_count FROM pragma_page_count")
	limit := func(pages int64) { exec(t, d, fmt.Sprintf("PRAGMA max_page_count = %d", pages)) }
	limit(pages)
	big := strings.Repeat("я", 1<<20)
	wantVerdict(t, "a full disk", tryExec(t.Context(), d, insertThing, big), verdict{unavailable: true})
	if got := names(t, d); len(got) != 1 || got[0] != "стол" {
		t.Errorf("reads on a full disk give %v", got)
	}
	limit(1 << 30)
	exec(t, d, insertThing, big)
	if got := one[string](t, d, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("integrity: %s", got)
	}
}

func TestSQLiteHeldByAnotherProcessIsUnavailable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "held.db")
	const wait = 300 * time.Millisecond
	d, err := db.OpenWithin(t.Context(), path, db.Limits{FileLock: wait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	other := open(t, path)
	exec(t, d, "CREATE TABLE things (name TEXT)")
	err = other.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if got := names(t, d); len(got) != 0 { // readers still work
			t.Errorf("read %v", got)
		}
		started := time.Now()
		wantVerdict(t, "a held database", tryExec(ctx, d, insertThing, "стол"), verdict{unavailable: true})
		if waited := time.Since(started); waited < wait {
			t.Errorf("waited %v for the other writer, want %v", waited, wait)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d, insertThing, "стол")
}

func TestStatementsEndedByPostgreSQLAreUnavailable(t *testing.T) {
	d := testdb.New(t, testdb.PostgreSQL)
	exec(t, d, "CREATE TABLE things (name TEXT)")
	exec(t, d, "INSERT INTO things VALUES ('стол')")
	script := func(texts ...string) error {
		return d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			for _, text := range texts {
				if _, err := tx.Exec(ctx, text); err != nil {
					return err
				}
			}
			return nil
		})
	}
	gone := verdict{unavailable: true}
	wantVerdict(t, "a statement that takes too long", script("SET LOCAL statement_timeout = 50", "SELECT pg_sleep(5)"), gone)
	wantVerdict(t, "a connection that the administrator ends", script("SELECT pg_terminate_backend(pg_backend_pid())"), gone)
	wantVerdict(t, "a commit on a connection that has gone", d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, _ = tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())") // the connection is lost between the last statement and the commit
		return nil
	}), gone)
	wantVerdict(t, "a standby", script("SET TRANSACTION READ ONLY", "INSERT INTO things VALUES ('стул')"), gone)
	wantVerdict(t, "a full disk", script("DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$"), gone)
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE things SET name = 'стул'"); err != nil {
			return err
		}
		wantVerdict(t, "a row that somebody else holds", script("SET LOCAL lock_timeout = 50", "UPDATE things SET name = 'шкаф'"), verdict{unavailable: true, lockTimeout: true})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, d); len(got) != 1 || got[0] != "стул" {
		t.Errorf("after all this: %v", got)
	}
}

func TestAMissingDatabaseIsUnavailable(t *testing.T) {
	_, err := db.Open(t.Context(), "postgres://postgres@/nothing?host="+t.TempDir())
	wantVerdict(t, "no server", err, verdict{unavailable: true})
	_, err = db.Open(t.Context(), filepath.Join(t.TempDir(), "no", "such", "folder.db"))
	wantVerdict(t, "no folder", err, verdict{unavailable: true})
}

func TestTheClientReconnectsToARestartedDatabase(t *testing.T) {
	server, err := testdb.StartPostgres(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	d := open(t, server.URL("postgres"))
	exec(t, d, "CREATE TABLE things (name TEXT)")
	for _, how := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		server.Stop(how)
		_, err := db.All[string](t.Context(), d, "SELECT name FROM things")
		wantVerdict(t, "a read while it is down", err, verdict{unavailable: true})
		wantVerdict(t, "a write while it is down", tryExec(t.Context(), d, insertThing, "стол"), verdict{unavailable: true})
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		exec(t, d, insertThing, how.String())
		// rows written earlier are not checked, because the test server is not durable
		if got := names(t, d); !slices.Contains(got, how.String()) || time.Since(started) > 30*time.Second {
			t.Errorf("after %v: %v in %v", how, got, time.Since(started))
		}
	}
}
