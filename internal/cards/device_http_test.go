package cards_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

func TestAPhoneGetsTheSecretOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := signIn(t, a, student(t, a, 0)).take()
		got := p.issued
		if !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{10}$`).MatchString(got.Handle) || got.StepSeconds != 30 || !got.Now.Equal(a.Clock.Now()) || !got.LeaseUntil.Equal(a.Clock.Now().Add(7*24*time.Hour)) {
			t.Errorf("issued %+v", got)
		}
		c := p.card()
		number := kit.One[string](t, a, "SELECT student_code FROM students WHERE uuid = ?", p.student)
		if c.Number != number || !c.IsActive || !strings.HasSuffix(c.ValidUntil, "-09-30") || c.LeaseUntil == nil || c.Name == "" || c.University == "" || !c.Now.Equal(a.Clock.Now()) {
			t.Errorf("the card is %+v", c)
		}
		sealed := kit.One[[]byte](t, a, "SELECT secret FROM devices WHERE handle = ?", got.Handle)
		if strings.Contains(string(sealed), got.Secret) || len(sealed) < 48 {
			t.Error("the secret is stored as it is")
		}
		// The answer contains a secret, so it is never stored and repeated.
		key := []string{"Authorization", "Bearer " + p.token, "Idempotency-Key", "7f0c2f1e-0000-4000-8000-000000000001"}
		first, second := call(t, a, "POST", "/s/v1/card/device", nil, key...).Is(http.StatusOK), call(t, a, "POST", "/s/v1/card/device", nil, key...).Is(http.StatusOK)
		if string(first.Body) == string(second.Body) || kit.One[int](t, a, "SELECT count(*) FROM member_idempotency_keys") != 0 {
			t.Error("the answer with the secret was stored")
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'cards.device.issue' AND object = ?", p.student); n != 3 {
			t.Errorf("%d audit rows, want 3", n)
		}
	})
}

func TestMovesToAnotherPhone(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		of := student(t, a, 1)
		phones := make([]*phone, 6)
		for i := range phones {
			phones[i] = signIn(t, a, of)
		}
		if phones[0].card().IsElsewhere {
			t.Error("no phone shows the card, and one is said to")
		}
		phones[0].take().take().take() // the same session: this does not count as a move
		for i := 1; i <= 3; i++ {
			a.Clock.Advance(time.Hour)
			phones[i].take()
			if before := phones[i-1].card(); before.LeaseUntil != nil || !before.IsElsewhere || look(t, a, phones[i-1].shows(a.Clock.Now())) != "red" {
				t.Errorf("phone %d still shows the card", i-1)
			}
			if now := phones[i].card(); now.LeaseUntil == nil || now.IsElsewhere || look(t, a, phones[i].shows(a.Clock.Now())) != "green" {
				t.Errorf("phone %d does not show the card", i)
			}
		}
		refused := phones[4].do("POST", "/s/v1/card/device").Is(http.StatusConflict)
		if !strings.Contains(refused.Problem().Detail, "15.12.2026 в 13:00") {
			t.Errorf("refused with %q", refused.Problem().Detail)
		}
		if look(t, a, phones[3].shows(a.Clock.Now())) != "green" {
			t.Error("the refused move has ended the card")
		}
		a.Clock.Advance(7 * 24 * time.Hour)
		phones[4].take() // allowed: the other phone was last seen a week ago
		a.Clock.Advance(23 * 24 * time.Hour)
		phones[5].take()
		if n := kit.One[int](t, a, "SELECT count(*) FROM devices WHERE ended_at IS NULL"); n != 1+demoDevices {
			t.Errorf("%d live devices", n-demoDevices)
		}
	})
}

func TestAnOperatorResetsTheDevice(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		of := kit.One[string](t, a, `SELECT CAST(s.uuid AS TEXT) FROM students s JOIN operators o ON o.university_id = s.university_id
			WHERE o.login = 'student@demo.studbonus.ru' AND s.status = 'active' AND s.end_year > 2027 ORDER BY s.id LIMIT 1`)
		path := "/v1/student/" + of + "/device"
		operator := a.As(t, "student")
		var state struct {
			ValidUntil    string
			Since, SeenAt *string
			IsSignedIn    bool
			CountMoves    int
		}
		operator.Get(path).OK().Into(&state)
		if state.Since != nil || !strings.HasPrefix(state.ValidUntil, "30.09.") {
			t.Errorf("without a phone: %+v", state)
		}
		operator.Delete(path, nil).Is(http.StatusConflict)
		for range 4 {
			signIn(t, a, of).take()
		}
		last := signIn(t, a, of)
		last.do("POST", "/s/v1/card/device").Is(http.StatusConflict)
		operator.Get(path).OK().Into(&state)
		if state.Since == nil || state.SeenAt == nil || !state.IsSignedIn || state.CountMoves != 3 {
			t.Errorf("after three moves: %+v", state)
		}
		kit.Exec(t, a, "DELETE FROM member_sessions WHERE id = (SELECT session_id FROM devices WHERE ended_at IS NULL AND student_id = (SELECT id FROM students WHERE uuid = ?))", of)
		operator.Get(path).OK().Into(&state)
		if state.Since == nil || state.IsSignedIn {
			t.Errorf("after signing out on the phone: %+v", state)
		}
		a.As(t, "student2").Get(path).Is(http.StatusNotFound)
		a.As(t, "student2").Delete(path, nil).Is(http.StatusNotFound)
		a.As(t, "univer").Delete(path, nil).Is(http.StatusForbidden)
		operator.Delete(path, nil).OK()
		operator.Delete(path, nil).Is(http.StatusConflict)
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'cards.device.reset' AND object = ?", of); n != 1 {
			t.Errorf("%d audit rows of the reset", n)
		}
		if look(t, a, last.take().shows(a.Clock.Now())) != "green" {
			t.Error("the next phone does not get the card")
		}
	})
}

func TestWhoHasACard(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for name, test := range map[string]struct {
			where        string
			device, card int
			isActive     bool
		}{
			"active":     {"status = 'active' AND end_year > 2027", 200, 200, true},
			"expired":    {"status = 'active' AND end_year <= 2026", 403, 200, false},
			"blocked":    {"status = 'blocked'", 403, 200, false},
			"moderation": {"status = 'moderation'", 403, 404, false},
			"rejected":   {"status = 'rejected'", 403, 404, false},
		} {
			if name == "expired" {
				kit.Exec(t, a, "UPDATE students SET end_year = 2026 WHERE id = (SELECT max(id) FROM students WHERE status = 'active')")
			}
			p := signIn(t, a, kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE "+test.where+" ORDER BY id LIMIT 1"))
			p.do("POST", "/s/v1/card/device").Is(test.device)
			if got := p.do("GET", "/s/v1/card").Is(test.card); test.card == http.StatusOK {
				var c ownCard
				if got.Into(&c); c.IsActive != test.isActive {
					t.Errorf("%s: %+v", name, c)
				}
			}
		}
		call(t, a, "GET", "/s/v1/card", nil).Is(http.StatusUnauthorized)
		call(t, a, "POST", "/s/v1/card/device", nil).Is(http.StatusUnauthorized)
		call(t, a, "GET", "/s/v1/card/portrait", nil).Is(http.StatusUnauthorized)
	})
}

func TestTheLeaseEndsAWeekAfterTheLastContact(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := signIn(t, a, student(t, a, 2)).take()
		seen := func() time.Time {
			return kit.One[time.Time](t, a, "SELECT seen_at FROM devices WHERE handle = ?", p.issued.Handle).UTC()
		}
		a.Clock.Advance(23 * time.Hour)
		if p.card(); !seen().Equal(kit.Start) {
			t.Error("a contact within a day was written")
		}
		a.Clock.Advance(time.Hour)
		if c := p.card(); !seen().Equal(a.Clock.Now()) || !c.LeaseUntil.Equal(a.Clock.Now().Add(7*24*time.Hour)) {
			t.Errorf("a day later the contact is %v, the lease %v", seen(), c.LeaseUntil)
		}
		a.Clock.Advance(7 * 24 * time.Hour)
		if got := look(t, a, p.shows(a.Clock.Now())); got != "green" {
			t.Errorf("on the last day of the lease: %s", got)
		}
		a.Clock.Advance(time.Second)
		page := call(t, a, "GET", "/c/"+p.shows(a.Clock.Now()), nil)
		if tone(page) != "red" || !strings.Contains(string(page.Body), "Карту нужно обновить") {
			t.Errorf("after the lease: %s", page.Body)
		}
		p.card() // contact renews the lease
		if got := look(t, a, p.shows(a.Clock.Now())); got != "green" {
			t.Errorf("after the next contact: %s", got)
		}
	})
}

// Without the lock on the student's row, two simultaneous requests on PostgreSQL violate the unique index.
func TestTwoPhonesTakeTheCardAtOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		of := student(t, a, 3)
		phones := []*phone{signIn(t, a, of), signIn(t, a, of), signIn(t, a, of)}
		var all sync.WaitGroup
		for _, p := range phones {
			all.Go(func() {
				if got := p.do("POST", "/s/v1/card/device"); got.Status != http.StatusOK {
					t.Errorf("status %d: %s", got.Status, got.Body)
				}
			})
		}
		all.Wait()
		if n := kit.One[int](t, a, "SELECT count(*) FROM devices WHERE ended_at IS NULL"); n != 1+demoDevices {
			t.Errorf("%d live devices", n-demoDevices)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM devices WHERE is_move"); n != 2 {
			t.Errorf("%d moves are counted, want 2", n)
		}
	})
}

// A member who leaves the programme loses the card and the portrait at the till that has just checked it (rules 25.9).
func TestLeavingEndsTheCard(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		of := student(t, a, 12)
		kit.Exec(t, a, "UPDATE students SET photo = (SELECT min(key) FROM files WHERE kind = 'image') WHERE uuid = ?", of)
		k, p := pairedAt(t, a, point(t, a, 0)), signIn(t, a, of).take()
		number, shown := p.card().Number, p.shows(a.Clock.Now())
		before := k.check(shown)
		k.portrait(*before.PortraitURL).Is(http.StatusOK)
		p.do("POST", "/s/v1/me/erasure").Is(http.StatusOK)
		k.portrait(*before.PortraitURL).Is(http.StatusNotFound)
		if got := k.check(shown); got.Verdict != "invalid" || got.Name != nil {
			t.Errorf("the till says %+v", got)
		}
		if got := k.checkNumber(number); got.Verdict != "invalid" || got.reason() != "blocked" {
			t.Errorf("by number: %+v", got)
		}
		if got := look(t, a, shown); got != "red" {
			t.Errorf("the page is %s", got)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM devices WHERE ended_at IS NULL OR length(secret) > 0"); n != demoDevices {
			t.Errorf("%d devices are left", n)
		}
		// After a new sign-in the phone still has no card.
		again := signIn(t, a, of)
		again.do("POST", "/s/v1/card/device").Is(http.StatusForbidden)
		if again.card().IsActive {
			t.Error("the card is active")
		}
	})
}
