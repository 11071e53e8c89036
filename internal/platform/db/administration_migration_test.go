package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
)

// oldSignIn is what the release before administration writes to add an operator and open a session.
func oldSignIn(t *testing.T, d *db.DB, id int64, login string) {
	t.Helper()
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	uuid := "00000000-0000-4000-8000-00000000000" + login[:1]
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO operators (id, uuid, login, password_hash, role, is_chairman, university_id, surname, name, patronymic, phone, job, created_at, password_set_at)
			VALUES (?, ?, ?, 'x', 'operator_all', FALSE, 1, 'Ёлкина', 'Анна', '', '', '', ?, ?)`, id, uuid, login, now, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO sessions (id, operator_id, created_at, last_seen_at, refresh_hash) VALUES (?, ?, ?, ?, ?)", uuid, id, now, now, []byte(login))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The previous release keeps serving after the migration: its statements work, and its rows get no rights.
func TestThePreviousReleaseKeepsWorkingOnTheNewSchema(t *testing.T) {
	for _, e := range engines {
		t.Run(string(e), func(t *testing.T) {
			d := open(t, empty(t, e))
			d.OnlyMigrationsBefore("00170")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			addStudents(t, d, e, "4800000001") // with their university
			oldSignIn(t, d, 1, "1@example.ru")
			d.OnlyMigrationsBefore("99999")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			oldSignIn(t, d, 2, "2@example.ru")
			type row struct {
				Login     string `db:"login"`
				IsAdmin   bool   `db:"is_admin"`
				Version   int64  `db:"version"`
				Device    string `db:"device"`
				Confirmed bool   `db:"confirmed"`
			}
			want := []row{{Login: "1@example.ru", Version: 1}, {Login: "2@example.ru", Version: 1}}
			got := all[row](t, d, "SELECT o.login, o.is_admin, o.version, s.device, s.confirmed_at IS NOT NULL AS confirmed FROM operators o JOIN sessions s ON s.operator_id = o.id ORDER BY o.id")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if got := all[string](t, d, "SELECT required_of FROM factor_policy"); len(got) != 1 || got[0] != "nobody" {
				t.Errorf("the second factor is required of %v", got)
			}
		})
	}
}
