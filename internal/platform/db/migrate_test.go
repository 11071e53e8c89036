package db_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

var engines = testdb.Engines()

// eachMigration calls use with every migration as rendered for both engines.
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
	destructive = regexp.MustCompile(`(?i)\b(DROP|RENAME)\b`)
	truncating  = regexp.MustCompile(`(?i)(^|;)\s*TRUNCATE\b`) // as a statement, because triggers may contain the word
)

// exceptions are drops and renames that a migration may use: name → statements, as rendered. Each of them keeps every row,
// and the previous release can still read and write the table.
var exceptions = map[string][]string{
	"00125_member_files.sql": { // members' files have no operator and at first no university
		"ALTER TABLE files ALTER COLUMN operator_id DROP NOT NULL;", "ALTER TABLE files ALTER COLUMN university_id DROP NOT NULL;",
		"DROP TABLE files;", "ALTER TABLE files_new RENAME TO files;",
	},
	"00195_faculties_version.sql": {"DROP TABLE faculty_catalogue;", "ALTER TABLE faculty_catalogue_new RENAME TO faculty_catalogue;"},
}

// forbidden returns the statements that would break the previous release, which may still be running.
func forbidden(text string, allowed ...string) []string {
	bare := comment.ReplaceAllString(text, "")
	for _, statement := range allowed {
		bare = strings.Replace(bare, statement, "", 1)
	}
	return append(destructive.FindAllString(bare, -1), truncating.FindAllString(bare, -1)...)
}

func TestMigrationsOnlyAdd(t *testing.T) {
	eachMigration(t, func(t *testing.T, name, text string) {
		if found := forbidden(text, exceptions[name]...); len(found) > 0 {
			t.Errorf("%q: expand first, contract one release later (rules 18.5)", found)
		}
		if !regexp.MustCompile(`^\d{5}_[a-z_]+\.sql$`).MatchString(name) || !strings.HasPrefix(text, "-- +goose Up\n") {
			t.Error("want NNNNN_name.sql that begins with -- +goose Up")
		}
		if strings.Contains(text, "+goose Down") {
			t.Error("there is no way back: the next migration fixes a mistake")
		}
		if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") {
			t.Error("not rendered to the end")
		}
		if strings.Contains(strings.ToUpper(comment.ReplaceAllString(text, "")), "CURRENT_TIMESTAMP") {
			t.Error("times are stamped in Go: SQLite would write them in another form")
		}
	})
}

func TestTheMigrationLinterDetectsViolations(t *testing.T) {
	for _, bad := range []string{
		"DROP TABLE a;", "drop index b;", "ALTER TABLE a DROP COLUMN b;", "ALTER TABLE a RENAME TO b;", "alter table a rename column b to c;",
		"TRUNCATE a;", "CREATE TABLE b (id INT);\n  truncate a;", "-- harmless\nDROP VIEW v;",
	} {
		if len(forbidden(bad)) == 0 {
			t.Errorf("let through: %s", bad)
		}
	}
	if found := forbidden("DROP TABLE a; DROP TABLE b; DROP TABLE a;", "DROP TABLE a;"); len(found) != 2 {
		t.Errorf("an exception covers one statement: %q left of two", found)
	}
	for _, good := range []string{
		"CREATE TABLE droplets (renamed BOOLEAN);", "-- DROP later\nCREATE TABLE a (id INT);", "CREATE TRIGGER t BEFORE DELETE OR TRUNCATE ON a;",
	} {
		if found := forbidden(good); len(found) > 0 {
			t.Errorf("refused for %q: %s", found, good)
		}
	}
}

var (
	created = regexp.MustCompile(`(?im)^\s*CREATE TABLE (\w+)`)
	changed = regexp.MustCompile(`(?im)^\s*(?:(?:ALTER|DROP) TABLE|UPDATE|INSERT INTO|CREATE (?:UNIQUE )?INDEX \w+ ON|CREATE TRIGGER .* ON) (\w+)`)
)

// changes returns the tables that a migration changes and does not create.
func changes(text string) []string {
	bare := comment.ReplaceAllString(text, "")
	var found []string
	for _, match := range changed.FindAllStringSubmatch(bare, -1) {
		isNew := slices.ContainsFunc(created.FindAllStringSubmatch(bare, -1), func(c []string) bool { return c[1] == match[1] })
		if !isNew && !slices.Contains(found, match[1]) {
			found = append(found, match[1])
		}
	}
	return found
}

// On PostgreSQL a migration that holds one table and waits for another blocks each request that locked them in the other order, and
// gives way every time while such requests keep coming: it would never end.
func TestAMigrationChangesOneTable(t *testing.T) {
	eachMigration(t, func(t *testing.T, _, text string) {
		if tables := changes(text); len(tables) > 1 {
			t.Errorf("changes %v: one file each", tables)
		}
	})
	want := []string{"a", "b", "d"}
	if got := changes("ALTER TABLE a ADD COLUMN x;\nCREATE UNIQUE INDEX i ON b (x);\nCREATE TABLE c (x);\nCREATE INDEX j ON c (x);\nUPDATE a SET x = 1;\nCREATE TRIGGER t BEFORE UPDATE ON d\n"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
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

const later = "CREATE TABLE later (id BIGINT);"

// goose would skip a migration whose number is below an applied one, so the program refuses to start and names it.
func TestAnOutOfOrderMigrationIsRefused(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			d.AddMigration("90002_later.sql", later)
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			d.AddMigration("90001_between.sql", "CREATE TABLE between_two (id BIGINT);")
			if err := d.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "missing") || !strings.Contains(err.Error(), "90001") {
				t.Errorf("error %v, want one that names the migration", err)
			}
			if err := d.Ready(t.Context()); err == nil {
				t.Error("ready without one of the migrations")
			}
		})
	}
}

// Previews numbered their migrations from 1 to 11. The baseline cannot be applied on top of them.
func TestADatabaseOfAPreviewIsRefusedUntouched(t *testing.T) {
	for _, e := range engines {
		for _, newest := range []int64{1, 11} {
			t.Run(fmt.Sprintf("%s/version %d", e, newest), func(t *testing.T) {
				d := open(t, empty(t, e))
				exec(t, d, "CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL, tstamp TIMESTAMP)")
				exec(t, d, "CREATE TABLE refresh_tokens (hash TEXT)")
				for version := range newest + 1 {
					exec(t, d, "INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (?, ?, TRUE)", version+1, version)
				}
				if err := d.Migrate(t.Context()); !errors.Is(err, db.ErrPreview) {
					t.Errorf("error %v, want ErrPreview", err)
				}
				if n := one[int64](t, d, "SELECT max(version_id) FROM goose_db_version"); n != newest {
					t.Errorf("version %d, want %d", n, newest)
				}
				if e == testdb.SQLite && len(copiesOf(t, d)) > 0 {
					t.Error("it was copied")
				}
			})
		}
	}
	for _, e := range engines {
		t.Run(string(e)+"/control", func(t *testing.T) {
			d := open(t, empty(t, e))
			for range 2 {
				if err := d.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestFourConcurrentFirstStartsSucceed(t *testing.T) {
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
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "INSERT INTO meta (name, value) VALUES ('test', 'before')")
	const version = "SELECT max(version_id) FROM goose_db_version"
	was := one[int64](t, d, version)
	d.AddMigration("90001_later.sql", later)
	if err := d.Ready(t.Context()); err == nil {
		t.Fatal("ready with migrations pending")
	}
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "UPDATE meta SET value = 'after'")
	copies := copiesOf(t, d)
	if len(copies) != 1 || !strings.HasPrefix(filepath.Base(copies[0]), "studbonus.db.before-90001-") {
		t.Fatalf("copies %v, want one that names the first migration after it", copies)
	}
	if info, err := os.Stat(copies[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; others must not read it", info.Mode(), err)
	}
	kept := open(t, copies[0])
	if got := one[string](t, kept, "SELECT value FROM meta"); got != "before" {
		t.Errorf("the copy says %q", got)
	}
	if got := one[int64](t, kept, version); got != was {
		t.Errorf("the copy has version %d, want %d", got, was)
	}
}

func TestADatabaseThatCannotFoldCyrillicIsRefused(t *testing.T) {
	dsn := empty(t, testdb.PostgreSQL, "TEMPLATE template0", "LC_COLLATE 'C'", "LC_CTYPE 'C'")
	_, err := db.Open(t.Context(), dsn)
	if err == nil || !strings.Contains(err.Error(), "LC_CTYPE=C ") || !strings.Contains(err.Error(), "C.UTF-8") {
		t.Errorf("error %v, want one that names the setting and its remedy", err)
	}
}

func TestACloseReleasesAllConnections(t *testing.T) {
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
	watch.Until(t, 30*time.Second, "all its connections are gone", func() bool { return connections() <= before })
}
