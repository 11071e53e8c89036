package students_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/app"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// decidable is everything that a decision changes, but the version.
func decidable(t *testing.T, a *kit.App, id string) string {
	t.Helper()
	return kit.One[string](t, a, `SELECT status || '|' || status_reason || '|' || wrong_fields || '|' || coalesce(CAST(status_at AS TEXT), '-') || '|' ||
		coalesce(CAST(decided_at AS TEXT), '-') || '|' || coalesce(CAST(submitted_at AS TEXT), '-') || '|' || document FROM students WHERE uuid = ?`, id)
}

func versionOf(t *testing.T, a *kit.App, id string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT version FROM students WHERE uuid = ?", id)
}

func auditRows(t *testing.T, a *kit.App, id string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE object = ? AND action NOT LIKE '%.view'", id)
}

func undo(c *kit.Client, id string) kit.Answer {
	return c.Put("/v1/user/status/undo", map[string]any{"uuidUser": id})
}

func TestADecisionIsTakenBack(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		count := func() string { return string(c.Get("/v1/student/request/count").OK().Body) }
		waiting := count()
		for _, move := range []string{"moderation→active", "moderation→rejected", "rejected→active", "rejected→rejected", "active→blocked", "blocked→active"} {
			from, to, _ := strings.Cut(move, "→")
			id := someStudent(t, a, from)
			kit.Exec(t, a, "UPDATE students SET wrong_fields = 'surname portrait' WHERE uuid = ? AND status = 'rejected'", id)
			before, version, rows := decidable(t, a, id), versionOf(t, a, id), auditRows(t, a, id)
			a.Clock.Advance(time.Second)
			c.Decide(id, to, "Ошибки в ФИО")
			if decidable(t, a, id) == before {
				t.Fatalf("%s: nothing was decided", move)
			}
			a.Clock.Advance(2*time.Minute - time.Second)
			if got := strings.TrimSpace(string(undo(c, id).OK().Body)); got != `{"undone":1,"skipped":0}` {
				t.Errorf("%s: %s", move, got)
			}
			if after := decidable(t, a, id); after != before || versionOf(t, a, id) != version+2 || auditRows(t, a, id) != rows+2 {
				t.Errorf("%s: was %s, is %s, version %d → %d, %d audit rows", move, before, after, version, versionOf(t, a, id), auditRows(t, a, id)-rows)
			}
			var history []struct{ Action string }
			if c.Get("/v1/audit/student/" + id).OK().Into(&history); history[0].Action != "students.undo" || history[1].Action != "students."+to {
				t.Errorf("%s: %+v", move, history[:2])
			}
			undo(c, id).Is(409)
			c = a.As(t, "student")
		}
		if now := count(); now != waiting {
			t.Errorf("waiting: was %s, is %s", waiting, now)
		}
	})
}

func TestWhatCannotBeTakenBack(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		refused := func(what string, answer kit.Answer, status int, words string) {
			t.Helper()
			if p := answer.Is(status).Problem(); !strings.Contains(p.Detail, words) {
				t.Errorf("%s: %s", what, p.Detail)
			}
		}
		id := apply(t, a, "Отменяемый", 1)
		refused("nothing decided", undo(c, id), 409, "Отменить нечего")
		c.Decide(id, "rejected", "Чёрный список")
		decided := decidable(t, a, id)
		refused("another operator", undo(a.As(t, "chairman"), id), 409, "другой оператор")
		refused("another university", undo(a.As(t, "student2"), id), 404, "")
		refused("unknown", undo(c, uuid.NewString()), 404, "")
		refused("an unknown decision", c.Put("/v1/user/status/undo", map[string]any{"uuidDecision": uuid.NewString()}), 409, "Отменить нечего")
		c.Put("/v1/user/status/undo", map[string]any{}).Is(422)
		c.Put("/v1/user/status/undo", map[string]any{"uuidUser": id, "uuidDecision": uuid.NewString()}).Is(422)
		a.Clock.Advance(2*time.Minute + time.Second)
		refused("too late", undo(a.As(t, "student"), id), 409, "больше двух минут")
		if now := decidable(t, a, id); now != decided {
			t.Errorf("was %s, is %s", decided, now)
		}
		if err := a.Students.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM decisions"); n != 0 {
			t.Errorf("%d decisions are kept past their time", n)
		}
		changed := apply(t, a, "Изменённый", 2)
		c = a.As(t, "student")
		c.Decide(changed, "active", "")
		c.Decide(changed, "blocked", "Выход из профсоюза")
		c.Decide(changed, "active", "")
		kit.Exec(t, a, "UPDATE students SET version = version + 1 WHERE uuid = ?", changed) // as a save of the card does
		refused("changed since", undo(c, changed), 409, "Статус сейчас: активен.")
	})
}

// Of an undo and the decision of another operator, who has seen the first one, exactly one wins.
func TestAnUndoRacesASecondDecision(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		first, second := a.As(t, "student"), a.As(t, "chairman")
		for i := range kit.Reps(t, 40) {
			id := apply(t, a, fmt.Sprintf("Спорный %d", i), i)
			first.Decide(id, "rejected", "Ошибки в ФИО")
			tag := second.Get("/v1/student/" + id).OK().Header.Get("ETag")
			var statuses [2]int
			kit.Together(2, func(n int) {
				if n == 0 {
					statuses[n] = undo(first, id).Status
				} else {
					statuses[n] = second.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "active"}, "If-Match", tag).Status
				}
			})
			got := fmt.Sprint(statuses, " ", statusOf(t, a, id))
			if got != "[200 409] moderation/" && got != "[409 200] active/" {
				t.Fatalf("undo and decision: %s", got)
			}
			if n := auditRows(t, a, id); n != 3 { // sent, rejected and the one that won
				t.Fatalf("%d audit rows", n)
			}
		}
	})
}

// Negative control of the race above: without the lock both find the version unchanged, and a decision is lost.
func TestWithoutTheLockAnUndoLosesADecision(t *testing.T) {
	a := kit.New(t, kit.PostgreSQL) // SQLite has one writer, so there is no race
	id := apply(t, a, "Спорный", 1)
	a.As(t, "student").Decide(id, "rejected", "Ошибки в ФИО")
	var read, together sync.WaitGroup
	read.Add(2)
	won := make([]bool, 2)
	for n, to := range []string{"moderation", "active"} {
		together.Go(func() {
			err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				version, err := db.One[int](ctx, tx, "SELECT version FROM students WHERE uuid = ?", id)
				read.Done()
				if err != nil || version != 2 {
					return err
				}
				read.Wait() // both have read the version
				won[n] = true
				_, err = tx.Exec(ctx, "UPDATE students SET status = ?, version = version + 1 WHERE uuid = ?", to, id)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	if !won[0] || !won[1] {
		t.Error("the race that the lock is for does not happen")
	}
}

// told is what a student without the app could have learnt.
func told(t *testing.T, a *kit.App, row int64, phone, email string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM notices n JOIN members m ON m.id = n.member_id WHERE m.student_id = ?", row) + len(a.Messages(t, phone)) + len(a.Letters(t, email))
}

func TestAnUndoneDecisionSendsNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		rows := kit.All[int64](t, a, "SELECT id FROM students WHERE status = 'active' AND university_id = 1 AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 2")
		c := a.As(t, "student")
		email := func(n int) string { return fmt.Sprintf("student%d@example.org", n) }
		for n, row := range rows {
			a.Member(t, kit.PhoneNumber(n), row)
			kit.Exec(t, a, "UPDATE members SET email = ?, email_confirmed_at = ? WHERE student_id = ?", email(n), a.Clock.Now(), row)
			id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
			a.Clock.Advance(time.Second)
			c.Decide(id, "blocked", "Выход из профсоюза")
			if n == 0 {
				undo(c, id).OK()
			}
		}
		// The second decision stands and is told in all three ways: it shows that the first would have been.
		watch.Until(t, time.Minute, "the notice, the letter and the SMS of the decision that stands", func() bool { return told(t, a, rows[1], kit.PhoneNumber(1), email(1)) == 3 })
		watch.Until(t, time.Minute, "both jobs have run", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind LIKE 'members.%' AND finalized_at IS NULL") == 0
		})
		if n := told(t, a, rows[0], kit.PhoneNumber(0), email(0)); n != 0 {
			t.Errorf("%d messages about a decision that was undone", n)
		}
	}, kit.WithJobs(), kit.WithConfig(func(c *app.Config) { c.DecisionDelay = time.Second }))
}

// What the student has been told stays.
func TestADecisionThatHasBeenToldStays(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		row := kit.One[int64](t, a, "SELECT id FROM students WHERE status = 'active' AND university_id = 1 AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 1")
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
		member, c := a.Member(t, kit.PhoneNumber(1), row), a.As(t, "student")
		told := func() string {
			watch.Until(t, time.Minute, "the jobs of the decisions", func() bool {
				return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'members.decision' AND finalized_at IS NULL") == 0
			})
			return noticesOf(member)
		}
		a.Clock.Advance(time.Second)
		c.Decide(id, "blocked", "Выход из профсоюза")
		if kinds := told(); kinds != "blocked" {
			t.Fatalf("told: %s", kinds)
		}
		if p := undo(c, id).Is(http.StatusConflict).Problem(); !strings.Contains(p.Detail, "уже сообщили") {
			t.Errorf("%s", p.Detail)
		}
		a.Clock.Advance(time.Second)
		c.Decide(id, "active", "")
		undo(c, id).OK()
		if kinds := told(); kinds != "blocked" {
			t.Errorf("told: %s", kinds)
		}
	}, kit.WithJobs(), kit.WithConfig(func(c *app.Config) { c.DecisionDelay = time.Second }))
}

func noticesOf(c *kit.Client) string {
	var kinds []string
	for _, n := range list(c, "/s/v1/notices").Items {
		kinds = append(kinds, n.Kind)
	}
	return strings.Join(kinds, " ")
}
