package db_test

import (
	"context"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestOnlyOwnTablesAreMissed(t *testing.T) {
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			exec(t, d, "CREATE TABLE others (id BIGINT)")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			own, err := db.OwnTables(d, t.Context())
			if err != nil {
				t.Fatal(err)
			}
			all := slices.DeleteFunc(all[string](t, d, db.Catalogue(d, "name <> 'others'")), func(name string) bool {
				return strings.HasPrefix(name, "sqlite_")
			})
			slices.Sort(own)
			slices.Sort(all)
			if diff := cmp.Diff(all, own); diff != "" {
				t.Errorf("tables of the database and those that the migrations name (-want +got):\n%s", diff)
			}
			exec(t, d, "DROP TABLE others")
			if err := d.Ready(t.Context()); err != nil {
				t.Errorf("not ready without a table of somebody else: %v", err)
			}
		})
	}
}

// A program with SQLite before 3.51 that finds no lock on the database takes itself for its last user and deletes the WAL file.
func TestAForeignProgramTakesNothingFromAnOpenDatabase(t *testing.T) {
	foreign, err := osexec.LookPath("sqlite3")
	if err != nil {
		t.Fatal("apt-get install sqlite3: ", err)
	}
	written := func(t *testing.T, check func(d *db.DB)) []string {
		t.Helper()
		d := open(t, empty(t, testdb.SQLite))
		exec(t, d, "CREATE TABLE things (name TEXT)")
		check(d)
		exec(t, d, insertThing, "before")
		if out, err := osexec.CommandContext(t.Context(), foreign, d.Path(), "SELECT count(*) FROM things").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		exec(t, d, insertThing, "after")
		// What a kill leaves behind: the files as they are.
		killed := filepath.Join(t.TempDir(), "studbonus.db")
		for _, suffix := range []string{"", "-wal"} {
			content, err := os.ReadFile(d.Path() + suffix)
			if err != nil && suffix == "" {
				t.Fatal(err)
			}
			if err := os.WriteFile(killed+suffix, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d2, err := db.Open(t.Context(), killed)
		if err != nil {
			return nil // the files do not belong together
		}
		defer d2.Close()
		names, _ := db.All[string](t.Context(), d2, "SELECT name FROM things ORDER BY name DESC")
		return names
	}
	t.Run("after checks", func(t *testing.T) {
		got := written(t, func(d *db.DB) {
			for range 2 {
				_ = d.Ready(t.Context())
			}
		})
		if want := []string{"before", "after"}; !slices.Equal(got, want) {
			t.Errorf("after a kill the database has %v, want %v", got, want)
		}
	})
	t.Run("control: a file that is opened and closed", func(t *testing.T) {
		got := written(t, func(d *db.DB) {
			f, err := os.Open(d.Path())
			if err != nil {
				t.Fatal(err)
			}
			_ = f.Close()
		})
		if len(got) == 2 {
			t.Skip("this sqlite3 keeps the WAL file of others")
		}
	})
}

func TestAReplacedFileIsNotReady(t *testing.T) {
	d := open(t, empty(t, testdb.SQLite))
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Path()+".new", content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(d.Path()+".new", d.Path()); err != nil {
		t.Fatal(err)
	}
	if d.Ready(t.Context()) == nil {
		t.Error("ready")
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
