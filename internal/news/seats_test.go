package news_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func TestRegistrationDates(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		early := create(t, c, form("university", object{"event": event(object{"date": "2026-11-15 15:00", "endDate": nil, "endRegistration": "2026-11-15 13:00", "placesCount": nil})}))
		late := create(t, c, form("university", object{"event": event(object{"date": "2026-11-15 14:00", "endDate": nil, "endRegistration": nil, "placesCount": nil})}))
		const over = "Запись на мероприятие закончена."
		for i, moment := range []struct {
			at          time.Duration
			early, late string
		}{{0, "", ""}, {time.Hour - time.Second, "", ""}, {time.Hour, over, ""}, {2*time.Hour - time.Second, over, ""}, {2 * time.Hour, over, over}} {
			a.Clock.Set(kit.Start.Add(moment.at))
			for item, want := range map[string]string{early: moment.early, late: moment.late} {
				got := ""
				if err := a.News.Register(t.Context(), item, reader(t, a, universityA, i)); err != nil {
					got = err.Error()
				}
				if got != want {
					t.Errorf("after %v: %q, want %q", moment.at, got, want)
				}
			}
		}
	})
}

func TestRefusedRegistrations(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"event": event(object{"placesCount": 1})}))
		free, plain, waiting := create(t, c, form("university", object{"event": event()})), create(t, c, form("university")), create(t, c, form("region", object{"event": event()}))
		if err := a.News.Register(t.Context(), id, reader(t, a, universityA, 0)); err != nil {
			t.Fatal(err)
		}
		inStatus := func(status string) string {
			return kit.One[string](t, a, "SELECT CAST(s.uuid AS TEXT) FROM students s JOIN universities u ON u.id = s.university_id WHERE u.inn = ? AND s.status = ? ORDER BY s.id LIMIT 1", universityA, status)
		}
		before := snapshot(t, a)
		for name, bad := range map[string]struct {
			news, student string
			kind          fault.Kind
		}{
			"a blocked student": {free, inStatus("blocked"), fault.KindForbidden}, "an application that waits": {free, inStatus("moderation"), fault.KindForbidden}, "a rejected one": {free, inStatus("rejected"), fault.KindForbidden},
			"an expired student": {free, expired(t, a, universityA), fault.KindForbidden},
			"no seat left":       {id, reader(t, a, universityA, 1), fault.KindConflict},
			"no event":           {plain, reader(t, a, universityA, 1), fault.KindNotFound}, "no item": {unknown, reader(t, a, universityA, 1), fault.KindNotFound}, "nobody": {id, unknown, fault.KindNotFound},
			"an item on moderation": {waiting, reader(t, a, universityA, 1), fault.KindNotFound}, "a student of another university": {id, reader(t, a, universityB, 0), fault.KindNotFound},
		} {
			if err := a.News.Register(t.Context(), bad.news, bad.student); !fault.Is(err, bad.kind) {
				t.Errorf("%s: %v", name, err)
			}
			if bad.kind == fault.KindConflict {
				continue
			}
			if err := a.News.Cancel(t.Context(), bad.news, bad.student); !fault.Is(err, bad.kind) {
				t.Errorf("%s cancels: %v", name, err)
			}
		}
		unchanged(t, a, before)
	})
}

const seats, rush = 7, 40

// Seats are never oversold under concurrency (rules 9.11).
func TestSeatsAreNeverExceeded(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := create(t, a.As(t, "student"), form("university", object{"event": event(object{"placesCount": seats})}))
		students := readers(t, a, universityA, rush)
		var seated atomic.Int32
		kit.Together(rush, func(i int) {
			switch err := a.News.Register(context.Background(), id, students[i]); {
			case err == nil:
				seated.Add(1)
			case !fault.Is(err, fault.KindConflict):
				t.Error(err)
			}
		})
		if got := booked(t, a, id); seated.Load() != seats || got != seats {
			t.Errorf("%d were told that they have a seat, %d participants, %d seats", seated.Load(), got, seats)
		}
		if wrong, err := a.News.Verify(context.Background()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

// Negative control of the test above: counting first and booking afterwards oversells.
func TestControlCountThenBookOversells(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := create(t, a.As(t, "student"), form("university", object{"event": event(object{"placesCount": seats})}))
		numbers, err := db.All[int64](context.Background(), a.DB, "SELECT id FROM students WHERE status = 'active' AND end_year > 2026 ORDER BY id LIMIT ?", rush)
		if err != nil {
			t.Fatal(err)
		}
		number := kit.One[int64](t, a, "SELECT e.id FROM events e JOIN news n ON n.id = e.news_id WHERE n.uuid = ?", id)
		var room [rush]bool
		kit.Together(rush, func(i int) {
			taken, err := db.One[int](context.Background(), a.DB, "SELECT count(*) FROM event_participants WHERE event_id = ?", number)
			room[i] = err == nil && taken < seats
		})
		kit.Together(rush, func(i int) {
			if !room[i] {
				return
			}
			err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO event_participants (event_id, student_id, created_at) VALUES (?, ?, ?)", number, numbers[i], a.Clock.Now())
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		if got := booked(t, a, id); got <= seats {
			t.Errorf("%d participants for %d seats: the rush is no rush", got, seats)
		}
	})
}

func booked(t *testing.T, a *kit.App, id string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM event_participants p JOIN events e ON e.id = p.event_id JOIN news n ON n.id = e.news_id WHERE n.uuid = ?", id)
}

// A CHECK constraint rejects oversold events even if the code forgets the rule.
func TestConstraintRefusesOversoldEvent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := create(t, a.As(t, "student"), form("university", object{"event": event(object{"placesCount": 2})}))
		set := func(n int) error {
			return a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE events SET booked = ? WHERE news_id = (SELECT id FROM news WHERE uuid = ?)", n, id)
				return err
			})
		}
		if set(2) != nil || set(3) == nil || set(-1) == nil {
			t.Error("want two of two seats taken and not three")
		}
	})
}
