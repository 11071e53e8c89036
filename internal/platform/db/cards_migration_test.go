package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// Before numbers were unique, two students could share one, and a bulk load could leave it out.
func TestSharedStudentNumbersBecomeUnique(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			d.OnlyMigrationsBefore("00120")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			addStudents(t, d, e, "4800000001", "4800000002", "4800000001", "", "", "4800000001")
			d.OnlyMigrationsBefore("99999")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := []string{"4800000001", "4800000002", "7000000003", "7000000004", "7000000005", "7000000006"}
			if diff := cmp.Diff(want, all[string](t, d, "SELECT student_code FROM students ORDER BY id")); diff != "" {
				t.Errorf("numbers (-want +got):\n%s", diff)
			}
			found := []string{"иванов 79000000000 4800000001", "иванов 79000000000 4800000002", "иванов 79000000000 7000000003", "иванов 79000000000 7000000004", "иванов 79000000000 7000000005", "иванов 79000000000 7000000006"}
			if diff := cmp.Diff(found, all[string](t, d, "SELECT search_text FROM students ORDER BY id")); diff != "" {
				t.Errorf("search texts (-want +got):\n%s", diff)
			}
		})
	}
}

func addStudents(t *testing.T, d *db.DB, e testdb.Engine, numbers ...string) {
	t.Helper()
	uuid := func(n int) string { return "00000000-0000-4000-8000-00000000000" + string(rune('0'+n)) }
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO regions (id, code, name) VALUES (1, '77', 'Москва')"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO cities (id, uuid, region_id, name, name_key) VALUES (1, ?, 1, 'Москва', 'москва')", uuid(1)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO universities (id, uuid, city_id, short_name, full_name, name_key, inn, created_at) VALUES (1, ?, 1, 'МГУ', 'МГУ', 'мгу', '7729082090', ?)", uuid(1), now); err != nil {
			return err
		}
		for i, number := range numbers {
			search := "иванов 79000000000"
			if number != "" {
				search += " " + number
			}
			if _, err := tx.Exec(ctx, `INSERT INTO students (uuid, university_id, city_id, surname, name, patronymic, name_key, search_text, phone, student_code, birth_date, course, start_year, end_year, status, created_at)
				VALUES (?, 1, 1, 'Иванов', '', '', 'иванов', ?, '79000000000', ?, '', 1, 2025, 2029, 'active', ?)`, uuid(i+1), search, number, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", e, err)
	}
}
