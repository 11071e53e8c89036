package members_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// letters counts the letters in the outbox.
func letters(t *testing.T, a *kit.App) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a.Dir, "outbox", "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

type address struct {
	Email            *string
	IsEmailConfirmed bool
}

func addressOf(c *kit.Client) (out address) {
	c.Get("/s/v1/me").OK().Into(&out)
	return out
}

func setEmail(c *kit.Client, email string) kit.Answer {
	return c.Do("PATCH", "/s/v1/me", map[string]any{"email": email})
}

// linkOf waits for the n-th letter and returns the path of its link.
func linkOf(t *testing.T, a *kit.App, n int, to string) string {
	t.Helper()
	l := a.Letter(t, n)
	path, isOurs := strings.CutPrefix(l.Link, kit.StudentsOrigin)
	if !isOurs || l.To != to || l.Subject != "Подтвердите почту в СтудБонус" {
		t.Fatalf("%+v", l)
	}
	return path
}

// rules 25.10
func TestAnAddressIsConfirmedByAButton(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		const first, second = "vera@example.org", "vera@example.com"
		c, browser := a.Member(t, kit.PhoneNumber(1), 0), a.Browser(t)
		for _, bad := range []string{"vera", "vera@", "a b@example.org", "vera@example.org\r\nBcc: x@example.org", strings.Repeat("a", 250) + "@a.ru"} {
			if got := setEmail(c, bad).Is(422); got.Problem().Field("email") == "" {
				t.Errorf("%q: %s", bad, got.Body)
			}
		}
		setEmail(c, " "+first+" ").OK()
		if got := addressOf(c); *got.Email != first || got.IsEmailConfirmed {
			t.Errorf("%+v", got)
		}
		link := linkOf(t, a, 1, first)
		page := browser.Get(link).OK()
		if text := string(page.Body); !strings.Contains(text, first) || !strings.Contains(text, "<button>") || strings.Contains(text, "<script") {
			t.Errorf("%s", text)
		}
		if policy := page.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
		if addressOf(c).IsEmailConfirmed {
			t.Error("opening the link has confirmed the address")
		}
		browser.Post(link, nil, "Origin", "http://evil.test").Is(http.StatusForbidden)
		browser.Post(link, nil).OK()
		if !addressOf(c).IsEmailConfirmed {
			t.Error("the button has not confirmed the address")
		}
		browser.Post(link, nil).Is(404)
		if got := browser.Get(link).Is(404); !strings.Contains(string(got.Body), "Ссылка не действует") {
			t.Errorf("%s", got.Body)
		}

		setEmail(c, first).OK() // unchanged and confirmed: no letter
		setEmail(c, second).OK()
		old := linkOf(t, a, 2, second)
		if addressOf(c).IsEmailConfirmed {
			t.Error("a changed address is confirmed")
		}
		setEmail(c, second).OK() // another letter replaces the link
		link = linkOf(t, a, 3, second)
		browser.Post(old, nil).Is(404)
		a.Clock.Advance(day + time.Second)
		browser.Post(link, nil).Is(404)
		browser.Get("/email/" + strings.Repeat("x", 43)).Is(404)
		setEmail(c, second).OK()
		link = linkOf(t, a, 4, second)
		setEmail(c, "").OK()
		browser.Post(link, nil).Is(404)
		if got := addressOf(c); got.Email != nil || got.IsEmailConfirmed {
			t.Errorf("%+v", got)
		}
	})
}

func TestFiveLettersADay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		for range 5 {
			setEmail(c, "vera@example.org").OK()
		}
		if got := setEmail(c, "vera@example.com").Is(429); got.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		if got := addressOf(c); *got.Email != "vera@example.org" {
			t.Errorf("the refused address was stored: %+v", got)
		}
		setEmail(c, "").OK() // removing it sends nothing
		a.Clock.Advance(day)
		setEmail(c, "vera@example.com").OK()
	})
}

// decideAbout gives a student of МГУ an account and an address, and blocks the student.
func decideAbout(t *testing.T, a *kit.App, n int, email string, isConfirmed bool) *kit.Client {
	t.Helper()
	row := kit.One[int64](t, a, "SELECT id FROM students WHERE status = 'active' AND university_id = (SELECT university_id FROM operators WHERE login = 'student@demo.studbonus.ru') ORDER BY id LIMIT 1 OFFSET ?", n)
	c := a.Member(t, kit.PhoneNumber(n), row)
	kit.Exec(t, a, "UPDATE members SET email = ? WHERE student_id = ?", email, row)
	if isConfirmed {
		kit.Exec(t, a, "UPDATE members SET email_confirmed_at = created_at WHERE student_id = ?", row)
	}
	a.As(t, "student").Decide(kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row), "blocked", "Академический отпуск")
	watch.Until(t, minute, "the notice", func() bool {
		return kit.One[int](t, a, "SELECT count(*) FROM notices n JOIN members m ON m.id = n.member_id WHERE m.student_id = ?", row) == 1
	})
	return c
}

// tellsBySMS returns whether the app promises decisions by SMS.
func tellsBySMS(c *kit.Client) bool {
	var out struct{ DecisionsBySms bool }
	c.Get("/s/v1/me").OK().Into(&out)
	return out.DecisionsBySms
}

// rules 25.8
func TestADecisionComesByLetterAndMessage(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		if c := decideAbout(t, a, 0, "stranger@example.org", false); !tellsBySMS(c) {
			t.Error("the app does not tell of the message")
		}
		decideAbout(t, a, 1, "", false)
		decideAbout(t, a, 2, "vera@example.org", true)
		got := a.Letter(t, 1)
		if got.To != "vera@example.org" || got.Subject != "СтудБонус: карта заблокирована" || !strings.Contains(got.Text, "Академический отпуск") || got.Link != kit.StudentsOrigin {
			t.Errorf("%+v", got)
		}
		for n := range 3 {
			watch.Until(t, minute, "the message", func() bool { return len(a.Messages(t, kit.PhoneNumber(n))) == 1 })
			if text := a.Messages(t, kit.PhoneNumber(n))[0]; strings.Contains(text, "Академический отпуск") {
				t.Errorf("the message tells the reason: %s", text)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'members.noticeMessage' AND queue = 'sms'"); n != 0 {
			t.Errorf("%d notices wait in the queue of the sign-in codes", n)
		}
		if n := letters(t, a); n != 1 {
			t.Errorf("%d letters, want one: the others have no confirmed address", n)
		}
	})
}

func TestDecisionsWithoutMessages(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		if c := decideAbout(t, a, 0, "vera@example.org", true); tellsBySMS(c) {
			t.Error("the app promises a message")
		}
		a.Letter(t, 1)
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'members.noticeMessage'"); n != 0 || len(a.Messages(t, kit.PhoneNumber(0))) != 0 {
			t.Errorf("%d messages are queued, %d sent", n, len(a.Messages(t, kit.PhoneNumber(0))))
		}
	}, kit.WithConfig(func(c *app.Config) { c.SMSDecisions = false }))
}
