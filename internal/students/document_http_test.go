package students_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"studbonus/internal/demo"
	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
)

// applied sends an application of a new member to МГУ and returns the member, the form and the student's uuid.
func applied(t *testing.T, a *kit.App, n int) (c *kit.Client, form map[string]any, id string) {
	t.Helper()
	c = a.Member(t, kit.PhoneNumber(n), 0)
	form = c.Application()
	c.Post("/s/v1/application", form).Is(201)
	return c, form, kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", kit.PhoneNumber(n))
}

func cleanUp(t *testing.T, a *kit.App) {
	t.Helper()
	for _, clean := range []func(context.Context) error{a.Students.CleanUp, a.Files.CleanUp} {
		if err := clean(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// rules 25.4: every role of every university × the document of an application to МГУ.
func TestWhoMayOpenADocument(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		_, form, id := applied(t, a, 1)
		key := form["document"].(string)
		opened := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'files.download' AND object = ?", key)
		}
		may := map[string]bool{"all": true, "student": true, "chairman": true}
		for _, account := range demo.Accounts {
			login, _, _ := strings.Cut(account.Login, "@")
			c := a.As(t, login)
			p, err := a.Auth.Authenticate(t.Context(), c.Access)
			if err != nil {
				t.Fatal(err)
			}
			before, want := opened(), 404
			if may[login] {
				want = 200
			}
			link := a.Files.DocumentLink(access.WithPrincipal(t.Context(), p), key)
			if got := a.Anyone(t).Get(link); got.Status != want {
				t.Errorf("%s opens the document: %d, want %d", login, got.Status, want)
			}
			if audited := opened() - before; audited != 0 != may[login] {
				t.Errorf("%s: %d views are audited", login, audited)
			}
			if card := c.Get("/v1/student/" + id); (card.Status == 200) != may[login] {
				t.Errorf("%s sees the card: %d", login, card.Status)
			}
			a.Guest(t).Get(link).Is(404) // not on the students' face
		}
		var card struct{ Document string }
		operator := a.As(t, "student")
		operator.Get("/v1/student/" + id).OK().Into(&card)
		a.Clock.Advance(5*time.Minute - time.Second)
		a.Anyone(t).Get(card.Document).OK()
		a.Clock.Advance(time.Second)
		a.Anyone(t).Get(card.Document).Is(404)
		operator = a.As(t, "student")
		operator.Get("/v1/student/" + id).OK().Into(&card)
		operator.Delete("/v1/auth/session", map[string]string{"refreshToken": operator.Refresh}).OK()
		a.Anyone(t).Get(card.Document).Is(404) // the link ends with the session
	})
}

// rules 25.6
func TestTheDocumentOfARejectedApplicationIsKeptThirtyDays(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, form, id := applied(t, a, 1)
		key := form["document"].(string)
		exists := func() bool { return kit.One[int](t, a, "SELECT count(*) FROM files WHERE key = ?", key) == 1 }
		a.As(t, "student").Decide(id, "rejected", "Другое")
		a.Clock.Advance(30*24*time.Hour - time.Minute)
		if cleanUp(t, a); !exists() || progressOf(c).Application.Document != key {
			t.Error("the document is gone before thirty days")
		}
		a.Clock.Advance(2 * time.Minute)
		if cleanUp(t, a); exists() || progressOf(c).Application.Document != "" {
			t.Error("the document is there after thirty days")
		}
		if wrong, err := a.Students.Verify(t.Context()); err != nil || len(wrong) != 0 {
			t.Errorf("%v, %v", wrong, err)
		}
		if got := c.Put("/s/v1/application", form).Is(422); got.Problem().Field("document") == "" { // a deleted one is not sent again
			t.Errorf("%s", got.Body)
		}
		form["document"] = c.Photo("document")
		c.Put("/s/v1/application", form).OK()
	})
}

// rules 25.5
func TestAnActiveAndAnExpiredStudentSendAgain(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, form, id := applied(t, a, 1)
		operator := a.As(t, "student")
		c.Put("/s/v1/application", form).Is(409) // waiting
		operator.Decide(id, "active", "")
		phone := c.TakeCard()
		verdict := func() string { return string(a.Guest(t).Get("/c/" + phone.Shows(a.Clock.Now())).OK().Body) }
		if got := verdict(); !strings.Contains(got, "Действует до") {
			t.Errorf("approved: %s", got)
		}
		form["course"] = 2
		c.Put("/s/v1/application", form).OK()
		if got := verdict(); progressOf(c).Status != "moderation" || !strings.Contains(got, "Карта не действует") {
			t.Errorf("sent again by an active student: %s", got)
		}
		operator.Decide(id, "active", "")
		if got := verdict(); !strings.Contains(got, "Действует до") { // the same phone shows the card again
			t.Errorf("approved again: %s", got)
		}

		kit.Exec(t, a, "UPDATE students SET end_year = 2026 WHERE uuid = ?", id)
		if got := verdict(); progressOf(c).Status != "expired" || !strings.Contains(got, "Срок карты истёк") {
			t.Errorf("expired: %s", got)
		}
		form["endYear"] = 2026
		if got := c.Put("/s/v1/application", form).Is(422); got.Problem().Field("endYear") == "" {
			t.Errorf("%s", got.Body)
		}
		form["endYear"] = 2028
		c.Put("/s/v1/application", form).OK()
		operator.Decide(id, "active", "")
		if got := verdict(); !strings.Contains(got, "Действует до 30.09.2028") {
			t.Errorf("renewed: %s", got)
		}

		operator.Decide(id, "blocked", "Другое")
		c.Put("/s/v1/application", form).Is(409)
		c.Post("/s/v1/application", form).Is(409)
		var history []struct{ Action, Operator string }
		operator.Get("/v1/audit/student/" + id).OK().Into(&history)
		resent := 0
		for _, h := range history {
			if h.Operator == "Студент" && h.Action == "students.resend" {
				resent++
			}
		}
		if resent != 2 {
			t.Errorf("sent again twice, the history has %d: %+v", resent, history)
		}
	})
}
