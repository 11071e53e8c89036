package auth_test

import (
	"encoding/base32"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"studbonus/internal/test/kit"
)

type object = map[string]any

// phone is an authenticator app.
type phone struct {
	key   string
	codes []string // recovery codes, on paper
}

func (p phone) code(t testing.TB, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(p.key, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// scanKey starts the set-up of a second factor for a signed-in operator.
func scanKey(t testing.TB, c *kit.Client) phone {
	t.Helper()
	var started struct{ Key, URL string }
	c.Put("/v1/auth/factor", nil).OK().Into(&started)
	if !strings.HasPrefix(started.URL, "otpauth://totp/") || !strings.Contains(started.URL, started.Key) {
		t.Fatalf("%+v", started)
	}
	return phone{key: started.Key}
}

// enrol sets up a second factor for a signed-in operator.
func enrol(t testing.TB, a *kit.App, c *kit.Client) phone {
	t.Helper()
	p := scanKey(t, c)
	var made struct{ Codes []string }
	c.Put("/v1/auth/factor/confirm", object{"code": p.code(t, a.Clock.Now())}).OK().Into(&made)
	p.codes = made.Codes
	a.Clock.Advance(time.Minute) // the set-up has used this code
	return p
}

// ticket signs in by password and expects to be asked for a code.
func ticket(t testing.TB, a *kit.App, account string) string {
	t.Helper()
	var out struct {
		Tokens *pair
		Second *struct{ Ticket string }
	}
	tryIn(a.Anyone(t), login(account), right).OK().Into(&out)
	if out.Tokens != nil || out.Second == nil {
		t.Fatalf("%+v", out)
	}
	return out.Second.Ticket
}

func second(a *kit.App, t testing.TB, ticket, code string, headers ...string) kit.Answer {
	t.Helper()
	return a.Anyone(t).Put("/v1/auth/second", object{"ticket": ticket, "code": code}, headers...)
}

func TestSignInAsksForACode(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, other := a.As(t, "student"), a.As(t, "student")
		p := enrol(t, a, c)
		other.Get("/operator/info").Is(401) // signed in without the factor
		if len(p.codes) != 10 {
			t.Errorf("%d recovery codes", len(p.codes))
		}
		raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(p.key)
		if err != nil || kit.One[int](t, a, "SELECT count(*) FROM second_factors WHERE secret = ?", raw) != 0 {
			t.Errorf("the secret is stored in clear, %v", err)
		}
		var out struct {
			Tokens    pair
			CodesLeft int
		}
		second(a, t, ticket(t, a, "student"), p.code(t, a.Clock.Now())).OK().Into(&out)
		works(t, a, out.Tokens.AccessToken)
		if out.CodesLeft != 10 {
			t.Errorf("%+v", out)
		}
		t.Run("a reset password does not remove it", func(t *testing.T) {
			if err := a.Auth.SetPassword(t.Context(), login("student"), right); err != nil {
				t.Fatal(err)
			}
			ticket(t, a, "student")
		})
	})
}

// ±1 step, and no code twice (rules 26.6).
func TestCodesDriftAndAreUsedOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := enrol(t, a, a.As(t, "student"))
		for _, step := range []struct {
			drift time.Duration
			want  int
		}{{-60 * time.Second, 401}, {-30 * time.Second, 200}, {0, 200}, {30 * time.Second, 200}, {60 * time.Second, 401}} {
			a.Clock.Advance(5 * time.Minute)
			code := p.code(t, a.Clock.Now().Add(step.drift))
			got := second(a, t, ticket(t, a, "student"), code)
			if got.Status != step.want {
				t.Errorf("drift %v: status %d, want %d", step.drift, got.Status, step.want)
			}
			if step.want == 200 {
				if field := second(a, t, ticket(t, a, "student"), code).Is(401).Problem().Field("code"); field != "Неверный код" {
					t.Errorf("a code twice: %q", field)
				}
			}
		}
		a.Clock.Advance(5 * time.Minute)
		late, early := p.code(t, a.Clock.Now()), p.code(t, a.Clock.Now().Add(-30*time.Second))
		second(a, t, ticket(t, a, "student"), late).OK()
		second(a, t, ticket(t, a, "student"), early).Is(401) // older than the last one used
	})
}

func TestParallelUsesOfACodeSignInOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := enrol(t, a, a.As(t, "student"))
		var tickets [5]string
		for i := range tickets {
			tickets[i] = ticket(t, a, "student")
		}
		code := p.code(t, a.Clock.Now())
		var in atomic.Int32
		atOnce(len(tickets), func(i int) {
			if second(a, t, tickets[i], code).Status == 200 {
				in.Add(1)
			}
		})
		if in.Load() != 1 {
			t.Errorf("%d signed in by one code", in.Load())
		}
	})
}

func TestRecoveryCodes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		p := enrol(t, a, c)
		var out struct {
			Tokens    pair
			CodesLeft int
		}
		typed := " " + strings.ToLower(strings.ReplaceAll(p.codes[3], "-", " ")) // as people type
		second(a, t, ticket(t, a, "student"), typed).OK().Into(&out)
		if out.CodesLeft != 9 {
			t.Errorf("%d left", out.CodesLeft)
		}
		second(a, t, ticket(t, a, "student"), p.codes[3]).Is(401) // works only once
		in := with(t, a, out.Tokens.AccessToken)
		var renewed struct{ Codes []string }
		in.Put("/v1/auth/factor/codes", nil).OK().Into(&renewed)
		second(a, t, ticket(t, a, "student"), p.codes[0]).Is(401) // replaced by the new set
		second(a, t, ticket(t, a, "student"), renewed.Codes[0]).OK()
		in.Delete("/v1/auth/factor", nil).OK()
		a.As(t, "student")
		in.Put("/v1/auth/factor/codes", nil).Is(409)
	})
}

func TestTicketsAndBruteForce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := enrol(t, a, a.As(t, "student"))
		one := ticket(t, a, "student")
		for range 5 {
			second(a, t, one, "000000").Is(401)
		}
		if field := second(a, t, one, p.code(t, a.Clock.Now())).Is(401).Problem().Field("code"); field != "" {
			t.Errorf("a sixth try: %q", field)
		}
		late := ticket(t, a, "student")
		a.Clock.Advance(5*time.Minute + time.Second)
		second(a, t, late, p.code(t, a.Clock.Now())).Is(401)
		for _, wrong := range []string{"", "x", one[:42], one + "A"} {
			if status := second(a, t, wrong, "000000").Status; status != 401 {
				t.Errorf("%q: status %d", wrong, status)
			}
		}
		for { // fresh tickets do not reset the sign-in limit: 10 failures per login and network
			got := second(a, t, ticket(t, a, "student"), "000000")
			if got.Status == 429 {
				break
			}
			got.Is(401)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM attempts WHERE kind = 'code'"); n != 10 {
			t.Errorf("%d attempts before the limit, want 10", n)
		}
		second(a, t, ticket(t, a, "student"), p.code(t, a.Clock.Now())).Is(429)
		a.Clock.Advance(16 * time.Minute)
		second(a, t, ticket(t, a, "student"), p.code(t, a.Clock.Now())).OK()
	})
}

func TestABlockInvalidatesTheTicket(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := enrol(t, a, a.As(t, "student"))
		waiting := ticket(t, a, "student")
		if err := a.Operators.Block(t.Context(), login("student"), true); err != nil {
			t.Fatal(err)
		}
		second(a, t, waiting, p.code(t, a.Clock.Now())).Is(401)
	})
}

// The policy requires the factor of nobody, of administrators or of everybody from a date. Before the date everything is
// open, after it only the set-up (rules 26.8).
func TestTheFactorIsRequiredFromADate(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		all := a.As(t, "all")
		all.Put("/v1/second-factor", object{"requiredOf": "all", "since": nil}).Is(422)
		all.Put("/v1/second-factor", object{"requiredOf": "all", "since": "31.02.2027"}).Is(422)
		all.Put("/v1/second-factor", object{"requiredOf": "all", "since": "01.01.2020"}).Is(422) // nobody was warned
		all.Put("/v1/second-factor", object{"requiredOf": "administrators", "since": "17.11.2026"}).OK()
		admin := a.As(t, "admin2")
		admin.Get("/v1/operators/" + kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = ?", login("student2"))).OK()
		if from := payload(t, admin.Access)["factorFrom"]; from != "2026-11-17" {
			t.Errorf("the token says %v", from)
		}
		a.Clock.Advance(48 * time.Hour)
		admin = a.As(t, "admin2")
		if p := admin.Get("/v1/student/request/count").Is(403).Problem(); p.Type != "factor" {
			t.Errorf("%+v", p)
		}
		a.As(t, "student").Get("/v1/student/request/count").OK()
		enrol(t, a, admin)
		admin.Get("/v1/student/request/count").OK()
		admin.Delete("/v1/auth/factor", nil).Is(409) // required
	})
}

// A new phone replaces the old one only after it has shown a code.
func TestANewPhone(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		old := enrol(t, a, c)
		c.Put("/v1/auth/factor", nil).OK()
		c.Put("/v1/auth/factor/confirm", object{"code": "000000"}).Is(422)
		second(a, t, ticket(t, a, "student"), old.code(t, a.Clock.Now())).OK()
		fresh := enrol(t, a, c)
		second(a, t, ticket(t, a, "student"), old.code(t, a.Clock.Now())).Is(401)
		second(a, t, ticket(t, a, "student"), fresh.code(t, a.Clock.Now())).OK()
		c.Put("/v1/auth/factor/confirm", object{"code": fresh.code(t, a.Clock.Now())}).Is(409) // nothing is pending
	})
}
