package db_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// oldWrites are statements of the release of the baseline, one per table that people write all day.
func oldWrites(t *testing.T, d *db.DB, n int, uuid string) {
	t.Helper()
	now := time.Date(2026, 11, 15, 9, n, 0, 0, time.UTC)
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		for text, args := range map[string][]any{
			`INSERT INTO students (uuid, university_id, city_id, surname, name, patronymic, name_key, search_text, phone, student_code, birth_date, course, start_year, end_year, status, created_at)
				VALUES (?, 1, 1, 'Ёлкин', '', '', 'елкин', '', '79000000001', '', '', 1, 2025, 2029, 'active', ?)`: {uuid, now},
			`INSERT INTO audit_log (at, operator_id, operator_name, university_id, action, kind, object, subject, subject_university_id, reason, changes, request_id, address)
				VALUES (?, 1, 'Ёлкина Анна', 1, 'students.save', 'student', ?, '', 1, '', '{}', 'r', '127.0.0.1')`: {now, uuid},
			"INSERT INTO exports (uuid, operator_id, question, status, progress, file, created_at) VALUES (?, 1, '{}', 'uploading', 0, '', ?)": {uuid, now},
		} {
			if _, err := tx.Exec(ctx, text, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// needed returns the columns of each table; those that every INSERT must name end with an exclamation mark.
func needed(t *testing.T, d *db.DB) []string {
	t.Helper()
	if d.Postgres() {
		return all[string](t, d, `SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' THEN '!' ELSE '' END COLLATE "C"
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name`+foreign+` ORDER BY 1`)
	}
	return all[string](t, d, `SELECT table_name || '.' || name || needed FROM (
		SELECT m.name AS table_name, c.name, CASE WHEN c."notnull" AND c.dflt_value IS NULL AND NOT (c.pk > 0 AND c.type = 'INTEGER') THEN '!' ELSE '' END AS needed
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table') AS columns WHERE table_name`+foreign+` ORDER BY 1`)
}

// A database of the baseline with data is brought to the newest schema while the program of the baseline still writes: no table or
// column of its is gone, no column is required that its statements do not name, and the log verifies.
func TestADatabaseOfTheBaselineIsUpgradedWhileItsProgramWrites(t *testing.T) {
	for _, e := range []testdb.Engine{testdb.SQLite, testdb.PostgreSQL} {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			d.OnlyMigrationsBefore("00110")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			addStudents(t, d, e, "4800000001")
			oldSignIn(t, d, 1, "1@example.ru")
			oldWrites(t, d, 1, "00000000-0000-4000-8000-00000000000a")
			before := needed(t, d)

			d.OnlyMigrationsBefore("99999")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			oldSignIn(t, d, 2, "2@example.ru")
			oldWrites(t, d, 2, "00000000-0000-4000-8000-00000000000b")
			if diff := cmp.Diff([]string(nil), broken(before, needed(t, d))); diff != "" {
				t.Errorf("the program of the baseline cannot work (-want +got):\n%s", diff)
			}
			for table, want := range map[string]int64{"students": 3, "operators": 2, "sessions": 2, "audit_log": 2, "exports": 2, "list_exports": 1} {
				if got := all[int64](t, d, "SELECT count(*) FROM "+table)[0]; got != want {
					t.Errorf("%d rows in %s, want %d", got, table, want)
				}
			}
			log := audit.Sealer{DB: d, Clock: clock.NewFake(time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)).Now, Log: slog.New(slog.DiscardHandler)}
			if err := log.Seal(t.Context()); err != nil {
				t.Fatal(err)
			}
			if wrong, err := log.Verify(t.Context()); err != nil || len(wrong) > 0 {
				t.Errorf("%v, %v", wrong, err)
			}
		})
	}
}

// broken returns what a program that knows the schema before cannot work with.
func broken(before, after []string) (out []string) {
	tables := map[string]bool{}
	for _, column := range before {
		table, _, _ := strings.Cut(column, ".")
		tables[table] = true
		if name := strings.TrimSuffix(column, "!"); !slices.Contains(after, name) && !slices.Contains(after, name+"!") {
			out = append(out, name+" is gone")
		}
	}
	for _, column := range after {
		table, _, _ := strings.Cut(column, ".")
		if tables[table] && strings.HasSuffix(column, "!") && !slices.Contains(before, column) {
			out = append(out, column+" is required")
		}
	}
	return out
}

func TestAMigrationThatBreaksThePreviousProgramIsNoticed(t *testing.T) {
	got := broken([]string{"students.id", "students.name!", "students.phone!"}, []string{"students.id", "students.name", "students.passport!", "news.title!"})
	if diff := cmp.Diff([]string{"students.phone is gone", "students.passport! is required"}, got); diff != "" {
		t.Error(diff)
	}
}
