package db_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
)

type named struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

// thing embeds one struct and inlines another, as list rows do.
type thing[Extra any] struct {
	named
	Extra Extra `db:",inline"`
	Note  string
}

type extra struct {
	Parent *int64     `db:"parent_id"`
	Size   *int64     `db:"size"`
	Made   *time.Time `db:"made_at"`
}

var made = time.Date(2026, 11, 15, 9, 0, 0, 123456000, time.UTC)

func addThings(t *testing.T, d *db.DB) {
	t.Helper()
	exec(t, d, "INSERT INTO things (name, size, made_at) VALUES ('стол', 4, ?)", made)
	exec(t, d, "INSERT INTO things (name, parent_id) VALUES ('ящик', 1)")
}

func TestRowsFillEmbeddedAndInlineStructs(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		four, first := int64(4), int64(1)
		want := []thing[extra]{
			{named: named{1, "стол"}, Extra: extra{Size: &four, Made: &made}},
			{named: named{2, "ящик"}, Extra: extra{Parent: &first}},
		}
		got := all[thing[extra]](t, d, "SELECT made_at, size, name, id, parent_id FROM things ORDER BY id")
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(thing[extra]{})); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	})
}

func TestAColumnWithoutAFieldIsAnError(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		_, err := db.All[named](t.Context(), d, "SELECT id, name, size FROM things")
		if err == nil || !strings.Contains(err.Error(), `"size"`) {
			t.Errorf("error %v, want one that names the column", err)
		}
	})
}

func TestTimesAreTheSameFromColumnsAndFromExpressions(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		for _, text := range []string{
			"SELECT made_at FROM things WHERE id = 1",
			"SELECT max(made_at) FROM things",
			"SELECT coalesce(made_at, made_at) FROM things WHERE id = 1",
			"SELECT (SELECT min(made_at) FROM things)",
		} {
			got := one[time.Time](t, d, text)
			if !got.Equal(made) || got.Location() != time.UTC {
				t.Errorf("%s: %v, want %v", text, got, made)
			}
		}
		if n := one[int](t, d, "SELECT count(*) FROM things WHERE made_at >= ? AND made_at <= ?", made, made); n != 1 {
			t.Errorf("a time compared with itself finds %d rows, want 1", n)
		}
	})
}

func TestANullTimeIsNilOrZero(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		if got := one[*time.Time](t, d, "SELECT made_at FROM things WHERE id = 2"); got != nil {
			t.Errorf("pointer: %v, want nil", got)
		}
		if got := one[time.Time](t, d, "SELECT max(made_at) FROM things WHERE id = 2"); !got.IsZero() {
			t.Errorf("value: %v, want zero", got)
		}
		if got := one[sql.NullString](t, d, "SELECT CAST(NULL AS TEXT)"); got.Valid {
			t.Errorf("a type that scans itself: %v, want null", got)
		}
	})
}

func TestListsAndQuotesReachTheDatabaseUnchanged(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		odd := `o'Нил "?" -- $1 %_\`
		exec(t, d, insertThing, odd)
		if got := all[string](t, d, "SELECT name FROM things WHERE name IN (?) AND name <> '?'", []string{odd, "нет такого"}); !cmp.Equal(got, []string{odd}) {
			t.Errorf("by a list: %q", got)
		}
		if got := all[int64](t, d, "SELECT id FROM things WHERE id IN (?)", []int64{}); len(got) != 0 || got == nil {
			t.Errorf("by an empty list: %v, want an empty slice", got)
		}
	})
}

func TestNoRowAndAnEmptyRowAreDistinguished(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		if _, err := db.One[named](t.Context(), d, "SELECT id, name FROM things"); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("One of nothing: %v", err)
		}
		for want, text := range map[bool]string{false: "SELECT 1 FROM things", true: "SELECT 1 FROM things UNION SELECT 1"} {
			if got, err := db.Exists(t.Context(), d, text); err != nil || got != want {
				t.Errorf("Exists(%s) = %v, %v", text, got, err)
			}
		}
	})
}

func TestEachStopsWithTheCallbacksError(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		addThings(t, d)
		enough, seen := errors.New("enough"), 0
		err := db.Each(t.Context(), d, func(named) error { seen++; return enough }, "SELECT id, name FROM things")
		if !errors.Is(err, enough) || seen != 1 {
			t.Errorf("%v after %d rows, want the user's own error after one", err, seen)
		}
		// The connection must be free again: SQLite has only one write connection.
		for range 10 {
			err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
				_ = db.Each(ctx, tx, func(named) error { return enough }, "SELECT id, name FROM things")
				_, err := tx.Exec(ctx, "UPDATE things SET size = 1")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// letters appends to its existing array, as encoding/json does.
type letters []string

func (l *letters) Scan(src any) error {
	*l = append((*l)[:0], strings.Split(src.(string), ",")...)
	return nil
}

func TestRowsDoNotShareMemory(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		rows := all[struct {
			List letters `db:"list"`
		}](t, d, "SELECT CAST('a,b' AS TEXT) AS list UNION ALL SELECT 'c,d' UNION ALL SELECT 'e'")
		var got []string
		for _, r := range rows {
			got = append(got, strings.Join(r.List, ""))
		}
		if diff := cmp.Diff([]string{"ab", "cd", "e"}, got); diff != "" {
			t.Error(diff)
		}
	})
}
