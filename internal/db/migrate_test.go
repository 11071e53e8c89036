package db_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/db"
	"studbonus/internal/testkit/testdb"
)

var engines = testdb.Engines()

// eachMigration gives every migration in the words of both engines.
func eachMigration(t *testing.T, use func(t *testing.T, name, text string)) {
	t.Helper()
	for _, e := range engines {
		files, err := db.Rendered(e == testdb.PostgreSQL)
		if err != nil {
			t.Fatal(err)
		}
		found, err := fs.Glob(files, "*.sql")
		if err != nil || len(found) == 0 {
			t.Fatalf("no migrations: %v", err)
		}
		for _, name := range found {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(string(e)+"/"+name, func(t *testing.T) { use(t, name, string(text)) })
		}
	}
}

var (
	comment     = regexp.MustCompile(`(?m)--.*$`)
	harmless    = regexp.MustCompile(`\bDROP INDEX sessions_last_seen\b`) // without it the release before is slower, not broken
	destructive = regexp.MustCompile(`(?i)\b(DROP|RENAME)\b`)
	truncating  = regexp.MustCompile(`(?i)(^|;)\s*TRUNCATE\b`) // as a statement: a trigger may name it
)

// forbidden is what of a migration would break the release before it, which may still be running.
func forbidden(text string) []string {
	bare := harmless.ReplaceAllString(comment.ReplaceAllString(text, ""), "")
	return append(destructive.FindAllString(bare, -1), truncating.FindAllString(bare, -1)...)
}

func TestMigrationsOnlyAdd(t *testing.T) {
	eachMigration(t, func(t *testing.T, name, text string) {
		if found := forbidden(text); len(found) > 0 {
			t.Errorf("%q: expand first, contract one release later (security §1.29)", found)
		}
		if !regexp.MustCompile(`^\d{5}_[a-z_]+\.sql$`).MatchString(name) || !strings.HasPrefix(text, "-- +goose Up\n") {
			t.Error("want NNNNN_name.sql that begins with -- +goose Up")
		}
		if strings.Contains(text, "+goose Down") {
			t.Error("there is no way back: a mistake is mended by the next migration")
		}
		if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") {
			t.Error("not rendered to the end")
		}
		if strings.Contains(strings.ToUpper(comment.ReplaceAllString(text, "")), "CURRENT_TIMESTAMP") {
			t.Error("times are stamped in Go: SQLite would write them in another form")
		}
	})
}

func TestTheMigrationLinterSeesWhatItShould(t *testing.T) {
	for _, bad := range []string{
		"DROP TABLE a;", "drop index b;", "ALTER TABLE a DROP COLUMN b;", "ALTER TABLE a RENAME TO b;", "alter table a rename column b to c;",
		"TRUNCATE a;", "CREATE TABLE b (id INT);\n  truncate a;", "-- harmless\nDROP VIEW v;",
	} {
		if len(forbidden(bad)) == 0 {
			t.Errorf("let through: %s", bad)
		}
	}
	for _, good := range []string{
		"CREATE TABLE droplets (renamed BOOLEAN);", "-- DROP later\nCREATE TABLE a (id INT);", "CREATE TRIGGER t BEFORE DELETE OR TRUNCATE ON a;",
	} {
		if found := forbidden(good); len(found) > 0 {
			t.Errorf("refused for %q: %s", found, good)
		}
	}
}

func TestASecondMigrationDoesNothing(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			migrations := func() []int64 { return all[int64](t, d, "SELECT version_id FROM goose_db_version ORDER BY id") }
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			first := migrations()
			if err := d.Ready(t.Context()); err != nil || len(first) < 2 {
				t.Errorf("%v after %v", err, first)
			}
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, migrations()); diff != "" {
				t.Errorf("ran again (-first +second):\n%s", diff)
			}
			if e == testdb.SQLite {
				if copies := copiesOf(t, d); len(copies) != 0 {
					t.Errorf("a database without data was copied: %v", copies)
				}
			}
		})
	}
}

// Numbers may have gaps; one that is put into a gap after later ones have run would be left out for ever, so the
// program refuses to start on such a database and says which it is.
func TestAMigrationThatCameTooLateIsNotLeftOutSilently(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			exec(t, d, "DELETE FROM goose_db_version WHERE version_id = 2") // as if it had not been there
			if err := d.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "missing") || !strings.Contains(err.Error(), "2") {
				t.Errorf("error %v, want one that names the migration", err)
			}
			if err := d.Ready(t.Context()); err == nil {
				t.Error("ready without one of the migrations")
			}
		})
	}
}

func TestFourFirstStartsAtOnceSucceed(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			dsn := empty(t, e)
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					d, err := db.Open(t.Context(), dsn)
					if err != nil {
						t.Error(err)
						return
					}
					defer d.Close()
					if err := d.Migrate(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			d := open(t, dsn)
			if twice := one[int](t, d, "SELECT count(*) - count(DISTINCT version_id) FROM goose_db_version"); twice != 0 {
				t.Errorf("%d migrations ran twice", twice)
			}
		})
	}
}

func copiesOf(t *testing.T, d *db.DB) []string {
	t.Helper()
	found, err := filepath.Glob(d.Path() + ".before-*")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSQLiteIsCopiedBeforeItsSchemaChanges(t *testing.T) {
	d := open(t, empty(t, testdb.SQLite))
	if err := d.MigrateTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "INSERT INTO meta (name, value) VALUES ('test', 'before')")
	if err := d.Ready(t.Context()); err == nil {
		t.Fatal("ready with migrations pending")
	}
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "UPDATE meta SET value = 'after'")
	copies := copiesOf(t, d)
	if len(copies) != 1 || !strings.HasPrefix(filepath.Base(copies[0]), "studbonus.db.before-2-") {
		t.Fatalf("copies %v, want one that names the first migration after it", copies)
	}
	if info, err := os.Stat(copies[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; others must not read it", info.Mode(), err)
	}
	kept := open(t, copies[0])
	if got := one[string](t, kept, "SELECT value FROM meta"); got != "before" {
		t.Errorf("the copy says %q", got)
	}
	if got := one[int64](t, kept, "SELECT max(version_id) FROM goose_db_version"); got != 1 {
		t.Errorf("the copy is of version %d, want 1", got)
	}
}

func TestADatabaseThatCannotFoldCyrillicIsRefused(t *testing.T) {
	dsn := empty(t, testdb.PostgreSQL, "TEMPLATE template0", "LC_COLLATE 'C'", "LC_CTYPE 'C'")
	_, err := db.Open(t.Context(), dsn)
	if err == nil || !strings.Contains(err.Error(), "LC_CTYPE=C ") || !strings.Contains(err.Error(), "C.UTF-8") {
		t.Errorf("error %v, want one that names the setting and its remedy", err)
	}
}

func TestAClosedDatabaseLeavesNoConnectionBehind(t *testing.T) {
	dsn := empty(t, testdb.PostgreSQL)
	first := open(t, dsn)
	exec(t, first, "CREATE TABLE things (name TEXT)")
	connections := func() int {
		return one[int](t, first, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
	}
	before := connections()
	d, err := db.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d, "INSERT INTO things VALUES ('стол')")
	if _, err := db.One[int](db.InBackground(t.Context()), d, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	if connections() <= before {
		t.Fatal("control: the second instance has no connection of its own")
	}
	d.Close()
	eventually(t, "all its connections are gone", func() bool { return connections() <= before })
}
