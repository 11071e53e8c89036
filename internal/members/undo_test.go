package members_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// told counts the notices of a student.
func told(t *testing.T, a *kit.App, row int64) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM notices n JOIN members m ON m.id = n.member_id WHERE m.student_id = ?", row)
}

// Of an undo and the job that tells the decision exactly one wins: a letter is queued only with the notice.
func TestAnUndoRacesTheNotice(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		rows := kit.All[int64](t, a, `SELECT id FROM students WHERE university_id = 1 AND status = 'active'
			AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT ?`, kit.Reps(t, 20))
		for n, row := range rows {
			a.Member(t, kit.PhoneNumber(n), row)
			id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
			c.Decide(id, "blocked", "Выход из профсоюза")
			at := kit.One[time.Time](t, a, "SELECT status_at FROM students WHERE id = ?", row)
			undone := 0
			kit.Together(2, func(i int) {
				if i == 0 {
					undone = c.Put("/v1/user/status/undo", map[string]any{"uuidUser": id}).Status
				} else if err := a.Members.Tell(context.Background(), row, "blocked", at); err != nil {
					t.Error(err)
				}
			})
			if got := fmt.Sprint(undone, told(t, a, row)); got != "200 0" && got != "409 1" {
				t.Fatalf("the undo and the notices: %s", got)
			}
			if err := a.Members.Tell(t.Context(), row, "blocked", at); err != nil || told(t, a, row) > 1 {
				t.Fatalf("told twice: %d, %v", told(t, a, row), err)
			}
		}
	})
}

// The notice of a block is dropped while a second decision stands; once that one is undone, the block is told after all, once.
func TestADecisionThatStandsAgainIsTold(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		row := kit.One[int64](t, a, "SELECT id FROM students WHERE university_id = 1 AND status = 'active' AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 1")
		a.Member(t, kit.PhoneNumber(1), row)
		id, c := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row), a.As(t, "student")
		queued := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'members.decision' AND CAST(args AS TEXT) LIKE '%blocked%'")
		}
		a.Clock.Advance(time.Second)
		c.Decide(id, "blocked", "Выход из профсоюза")
		at := kit.One[time.Time](t, a, "SELECT status_at FROM students WHERE id = ?", row)
		a.Clock.Advance(time.Second)
		c.Decide(id, "active", "")
		tell := func(want int) {
			t.Helper()
			if err := a.Members.Tell(t.Context(), row, "blocked", at); err != nil || told(t, a, row) != want {
				t.Fatalf("%d notices, want %d: %v", told(t, a, row), want, err)
			}
		}
		tell(0)
		before := queued()
		c.Put("/v1/user/status/undo", map[string]any{"uuidUser": id}).OK()
		if after := queued(); after != before+1 {
			t.Errorf("queued %d, were %d", after, before)
		}
		tell(1)
		tell(1)
	})
}

// Negative control of the race above: without the lock the decision is read, undone, and told all the same.
func TestWithoutTheLockAnUndoneDecisionIsTold(t *testing.T) {
	a := kit.New(t, kit.PostgreSQL) // SQLite has one writer, so there is no race
	c := a.As(t, "student")
	row := kit.One[int64](t, a, "SELECT id FROM students WHERE university_id = 1 AND status = 'active' AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 1")
	a.Member(t, kit.PhoneNumber(1), row)
	id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
	c.Decide(id, "blocked", "Выход из профсоюза")
	err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if stands, err := db.Exists(ctx, tx, "SELECT 1 FROM students WHERE id = ? AND status = 'blocked'", row); err != nil || !stands {
			t.Errorf("the decision does not stand: %v", err)
		}
		c.Put("/v1/user/status/undo", map[string]any{"uuidUser": id}).OK()
		_, err := tx.Exec(ctx, `INSERT INTO notices (uuid, member_id, kind, title, body, created_at)
			SELECT ?, id, 'blocked', '', '', ? FROM members WHERE student_id = ?`, uuid.NewString(), a.Clock.Now(), row)
		return err
	})
	if err != nil || told(t, a, row) != 1 {
		t.Errorf("the race that the lock is for does not happen: %d, %v", told(t, a, row), err)
	}
}
