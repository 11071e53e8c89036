package members_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// codes reads the outbox: number → code.
func codes(t *testing.T, a *kit.App) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a.Dir, "outbox", "*.sms"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		phone, text, _ := strings.Cut(string(content), "\n")
		out[phone], _, _ = strings.Cut(text, ":")
	}
	return out
}

// each calls f with 0 to n-1 on eight goroutines.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	var next atomic.Int64
	for range 8 {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}

// A campus shares one address (rules 23.6). The clock stands still, so the server sees all sign-ins within one minute.
func TestACampusSignsInFromOneAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		n := kit.Reps(t, 70) // more than pass at the lowest difficulty
		attempts, started := make([]string, n), time.Now()
		each(n, func(i int) {
			attempts[i] = a.Guest(t).AskCode(kit.PhoneNumber(i)).Attempt()
		})
		settled(t, a)
		sent := codes(t, a)
		each(n, func(i int) {
			a.Guest(t).Post("/s/v1/auth/session", map[string]any{"attempt": attempts[i], "code": sent[kit.PhoneNumber(i)], "isNative": true}).OK()
		})
		kit.Figure(t, "signed in", fmt.Sprintf("%d within %.0f s, work included", n, time.Since(started).Seconds()))
		if got := kit.One[int](t, a, "SELECT count(*) FROM member_sessions"); got != n {
			t.Errorf("%d sessions of %d", got, n)
		}
	})
}

// rules 23.7: requests for one number, spread over a day, from strangers.
func TestOneNumberCostsSixMessages(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		n, phone, accepted := kit.Reps(t, 160), kit.PhoneNumber(1), 0
		const atOnce = 8
		for range n / atOnce {
			var taken atomic.Int32
			each(atOnce, func(int) {
				if got := a.Guest(t).AskCode(phone); got.Status == 202 {
					taken.Add(1)
				} else if got.Status != 429 {
					t.Errorf("%d: %s", got.Status, got.Body)
				}
			})
			if taken.Load() > 0 {
				accepted += int(taken.Load())
				settled(t, a) // a message still in flight is not counted
			}
			a.Clock.Advance(day / time.Duration(n/atOnce+1))
		}
		if sent := len(a.Messages(t, phone)); sent != 6 || accepted != 6 {
			t.Errorf("%d requests cost %d messages, %d were accepted", n, sent, accepted)
		}
	})
}

func TestNoBudgetSendsNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		attempt := c.AskCode(kit.PhoneNumber(1)).Attempt()
		settled(t, a)
		var out struct{ State string }
		if c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out); out.State != "failed" || len(codes(t, a)) != 0 {
			t.Errorf("%s, messages %v", out.State, codes(t, a))
		}
	}, kit.WithConfig(func(c *app.Config) { c.SMSBudget = 0 }))
}

// rules 23.7: many decisions at once leave a fifth of the budget to codes.
func TestDecisionsLeaveMessagesForCodes(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		over := counted(t, "studbonus_sms_total", "over_budget")
		for n := range 5 {
			decideAbout(t, a, n, "", false) // each has its notice in the app
		}
		told := func() (n int) {
			for i := range 5 {
				n += len(a.Messages(t, kit.PhoneNumber(i)))
			}
			return n
		}
		watch.Until(t, minute, "four decisions are sent and one has found no budget", func() bool {
			return told() == 4 && counted(t, "studbonus_sms_total", "over_budget") == over+1
		})
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'members.noticeMessage' AND state NOT IN ('running', 'completed')"); n != 0 {
			t.Errorf("%d messages wait for another day", n)
		}
		for i, want := range []string{"sent", "failed"} {
			if got := ended(t, a, kit.PhoneNumber(8+i)); got != want {
				t.Errorf("code %d is %s, want %s", i+1, got, want)
			}
		}
	}, kit.WithConfig(func(c *app.Config) { c.SMSBudget = 5 }))
}

// rules 23.12
func TestASessionHas120CallsAMinute(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, other := a.Member(t, kit.PhoneNumber(1), 0), a.Member(t, kit.PhoneNumber(2), 0)
		public := kit.One[string](t, a, "SELECT key FROM files WHERE is_public ORDER BY key LIMIT 1")
		for range 119 {
			c.Get("/s/v1/me").OK()
		}
		c.Get("/s/v1/documents").OK() // public calls count too
		for range 3 {
			c.Get("/files/" + public).OK() // pictures do not count
		}
		for _, path := range []string{"/s/v1/me", "/s/v1/documents"} {
			if got := c.Get(path).Is(429); got.Header.Get("Retry-After") != "60" || got.Problem().Detail == "" {
				t.Errorf("%v: %s", got.Header, got.Body)
			}
		}
		c.Get("/files/" + public).OK()
		other.Get("/s/v1/me").OK()
		a.Clock.Advance(59 * time.Second)
		c.Get("/s/v1/me").Is(429)
		a.Clock.Advance(time.Second)
		c.Get("/s/v1/me").OK()
	})
}

// rules 23.12: guests of a network share a count, which neither members nor sign-ins use up.
func TestGuestsOfANetworkHave1200CallsAMinute(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		guest, member := a.Guest(t), a.Member(t, kit.PhoneNumber(1), 0)
		for range 10 {
			guest.Get("/s/v1/challenge").OK()
			member.Get("/s/v1/documents").OK()
		}
		for range 1200 {
			guest.Get("/s/v1/documents").OK()
		}
		if got := a.Guest(t).Get("/s/v1/documents").Is(429); got.Header.Get("Retry-After") != "60" {
			t.Errorf("%v: %s", got.Header, got.Body)
		}
		guest.Get("/s/v1/challenge").OK()
		member.Get("/s/v1/documents").OK()
		a.Clock.Advance(time.Minute)
		guest.Get("/s/v1/documents").OK()
	})
}
