package auth_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// Every dangerous route is refused without a fresh confirmation, and accepted with one (rules 26.9).
func TestDangerousRoutesAskForAConfirmation(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		asks := func() (calls []string) {
			for _, r := range a.API.Routes() {
				if !r.Policy.Confirmed {
					continue
				}
				got := c.Do(r.Method, replaceParameters(r.Path), "{}")
				if got.Status == 403 && got.Problem().Type == "confirm" {
					calls = append(calls, r.Method+" "+r.Path)
				}
			}
			return calls
		}
		if early := asks(); len(early) > 0 {
			t.Errorf("right after signing in: %v", early)
		}
		c = a.As(t, "all") // a call above may have changed the account
		a.Clock.Advance(15*time.Minute + time.Second)
		c.Access = refreshed(t, a, c.Refresh).AccessToken
		want := 0
		for _, r := range a.API.Routes() {
			if r.Policy.Confirmed {
				want++
			}
		}
		if late := asks(); len(late) != want || want < 9 {
			t.Errorf("after 15 minutes %d of %d ask: %v", len(late), want, late)
		}
		c.Put("/v1/auth/confirm", object{}).Is(422)
		if field := c.Put("/v1/auth/confirm", object{"password": "wrong"}).Is(401).Problem().Field("password"); field == "" {
			t.Error("the field is not blamed")
		}
		c.Put("/v1/auth/confirm", object{"password": right}).OK()
		if again := asks(); len(again) > 0 {
			t.Errorf("after the confirmation: %v", again)
		}
	})
}

// harmless lists the administrator's changes that need no proof of identity: they only take rights away.
var harmless = []string{
	"DELETE /v1/invitations/{uuidInvitation}", "DELETE /v1/operators/{uuidOperator}/sessions", "DELETE /v1/operators/{uuidOperator}/sessions/{uuidSession}",
}

// readsByBody change nothing, though their method could.
var readsByBody = []string{
	"PUT /v1/operators", "PUT /v1/operators/{uuidOperator}/neighbours", "POST /v1/operators/export", "PUT /v1/journal", "PUT /v1/journal/people", "POST /v1/journal/export",
}

var dangerousInCatalogues = []string{
	"POST /v1/catalog/cities/{uuid}/merge", "POST /v1/catalog/partner-categories/{uuid}/merge", "POST /v1/catalog/knowledge-categories/{uuid}/merge",
	"POST /v1/catalog/consents/{kind}", "PUT /v1/student/{uuidUser}/university",
}

// Every administration route that writes is listed as dangerous or as harmless.
func TestChangesByAdministratorsNeedAProof(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for _, r := range a.API.Routes() {
		call := r.Method + " " + r.Path
		reads := r.Method == "GET" || slices.Contains(readsByBody, call)
		isCatalogue := r.Area == access.Catalogues // its ordinary changes can be undone by hand
		if isCatalogue && r.Policy.Confirmed != slices.Contains(dangerousInCatalogues, call) ||
			!isCatalogue && access.Administration[r.Area] != nil && r.Policy.Confirmed == (reads || slices.Contains(harmless, call)) {
			t.Errorf("%s: confirmed is %v", call, r.Policy.Confirmed)
		}
	}
}

func TestACodeConfirmsToo(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		p := enrol(t, a, c)
		a.Clock.Advance(20 * time.Minute)
		c.Access = refreshed(t, a, c.Refresh).AccessToken
		c.Put("/v1/auth/factor/codes", nil).Is(403)
		code := p.code(t, a.Clock.Now())
		c.Put("/v1/auth/confirm", object{"code": "000000"}).Is(401)
		c.Put("/v1/auth/confirm", object{"code": code}).OK()
		c.Put("/v1/auth/confirm", object{"code": code}).Is(401) // used
		c.Put("/v1/auth/factor/codes", nil).OK()
	})
}

// A recovery code that proves the identity signs nobody in, and its letter does not say so.
func TestARecoveryCodeOfAConfirmationIsReported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		p := enrol(t, a, c)
		c.Put("/v1/auth/confirm", object{"code": p.codes[0]}).OK()
		watch.Until(t, 30*time.Second, "the letter", func() bool {
			return slices.ContainsFunc(a.Letters(t, login("all")), func(l kit.Letter) bool {
				return strings.Contains(l.Text, "Использован резервный код")
			})
		})
	}, kit.WithJobs())
}

// An export of more than 1,000 students asks, a small one does not; the check precedes the stored answer of a repeated request.
func TestALargeExportAsksForAConfirmation(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		const path = "/v2/student/list/file/generate"
		key := []string{"Idempotency-Key", "5b0c1f5e-0000-4000-8000-00000000000a"}
		c.Post(path, object{}, key...).OK()
		a.Clock.Advance(16 * time.Minute)
		c.Access = refreshed(t, a, c.Refresh).AccessToken
		for _, headers := range [][]string{nil, key} {
			if p := c.Post(path, object{}, headers...).Is(403).Problem(); p.Type != "confirm" {
				t.Errorf("%+v", p)
			}
		}
		c.Post(path, object{"searchString": "иванов"}).OK()
		c.Put("/v1/auth/confirm", object{"password": right}).OK()
		c.Post(path, object{}, key...).OK()
	})
}

// Guessing the password behind a stolen token has the limits of sign-in.
func TestConfirmationsAreLimited(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	for range 10 {
		c.Put("/v1/auth/confirm", object{"password": "wrong"}).Is(401)
	}
	c.Put("/v1/auth/confirm", object{"password": right}).Is(429)
}

func TestOwnSessions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
		here := a.As(t, "student")
		var elsewhere struct{ Tokens pair }
		tryIn(a.Anyone(t), login("student"), right, "User-Agent", firefox).OK().Into(&elsewhere)
		var sessions []struct {
			UUID, Device, Address string
			IsCurrent             bool
		}
		here.Get("/v1/auth/sessions").OK().Into(&sessions)
		if len(sessions) != 2 || sessions[0].Address != "127.0.0.1" {
			t.Fatalf("%+v", sessions)
		}
		for _, s := range sessions {
			if s.IsCurrent == (s.Device == "Firefox, Linux") {
				t.Errorf("%+v", s)
			}
			a.As(t, "univer").Delete("/v1/auth/sessions/"+s.UUID, nil).Is(404) // somebody else's
			if !s.IsCurrent {
				here.Delete("/v1/auth/sessions/"+s.UUID, nil).OK()
				here.Delete("/v1/auth/sessions/"+s.UUID, nil).Is(404)
			}
		}
		isDead(t, a, elsewhere.Tokens.AccessToken)
		third := a.As(t, "student")
		here.Delete("/v1/auth/sessions", nil).OK()
		isDead(t, a, third.Access)
		works(t, a, here.Access)
	})
}

// A sign-in from a new device or network is reported by letter; the first of all and a known one are not.
func TestANewDeviceIsReported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		reported := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'auth.account' AND CAST(args AS TEXT) LIKE '%device%'")
		}
		for i, step := range []struct {
			headers []string
			want    int
		}{
			{from("10.0.0.1"), 0}, {from("10.0.0.1"), 0}, {from("10.0.0.2"), 1}, {from("10.0.0.2"), 1},
			{append(from("10.0.0.2"), "User-Agent", "Mozilla/5.0 (iPhone) Safari/605"), 2},
		} {
			tryIn(a.Anyone(t), login("student"), right, step.headers...).OK()
			if got := reported(); got != step.want {
				t.Errorf("after sign-in %d: %d letters, want %d", i+1, got, step.want)
			}
		}
	}, behindProxy)
}
