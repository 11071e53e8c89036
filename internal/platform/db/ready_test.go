package db_test

import (
	"context"
	"os"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

func TestADatabaseIsReadyWithItsSchemaOrANewerOne(t *testing.T) {
	for name, c := range map[string]struct {
		change string
		ready  bool
	}{
		"as it is":             {"SELECT 1", true},
		"a newer version":      {"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)", true},
		"a table more":         {"CREATE TABLE later (id BIGINT)", true},
		"an older version":     {"DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)", false},
		"without its versions": {"DROP TABLE goose_db_version", false},
		"without a table":      {"DROP TABLE list_changes", false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, e := range testdb.Engines() {
				t.Run(string(e), func(t *testing.T) {
					d := open(t, empty(t, e))
					if err := d.Migrate(t.Context()); err != nil {
						t.Fatal(err)
					}
					exec(t, d, c.change)
					if err := d.Ready(t.Context()); (err == nil) != c.ready {
						t.Errorf("%v, want ready: %v", err, c.ready)
					}
				})
			}
		})
	}
}

func TestACorruptFileIsNotReady(t *testing.T) {
	garbage := func(t *testing.T, d *db.DB, at int64) {
		t.Helper()
		if err := tryExec(t.Context(), d, "INSERT INTO meta (name, value) VALUES ('x', 'y')"); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(d.Path(), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close() //nolint:errcheck // a test
		info, _ := f.Stat()
		if _, err := f.WriteAt(make([]byte, info.Size()-at), at); err != nil {
			t.Fatal(err)
		}
	}
	made := func(t *testing.T) *db.DB {
		t.Helper()
		d := open(t, empty(t, testdb.SQLite))
		if err := d.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.One[int](context.Background(), d, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Log(err) // a reader may not checkpoint; the writer does
		}
		return d
	}
	t.Run("overwritten from the beginning", func(t *testing.T) {
		d := made(t)
		garbage(t, d, 0)
		if d.Ready(t.Context()) == nil {
			t.Error("ready")
		}
	})
	t.Run("found by a query", func(t *testing.T) {
		made := made(t)
		path := made.Path()
		made.Close()
		d := open(t, path)
		garbage(t, d, 8192)
		_, err := db.All[string](t.Context(), d, "SELECT name FROM operators ORDER BY name")
		if err == nil {
			t.Fatal("control: the query found nothing wrong")
		}
		d.NoteCorruption(err)
		if d.Ready(t.Context()) == nil {
			t.Errorf("ready after %v", err)
		}
	})
}
