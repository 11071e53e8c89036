package auth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/kit"
)

func askReset(c *kit.Client, login any, headers ...string) kit.Answer {
	return c.Put("/auth/reset", map[string]any{"login": login}, headers...)
}

func confirm(c *kit.Client, hash, password string) kit.Answer {
	return c.Put("/auth/reset-confirm", map[string]any{"hash": hash, "password": password})
}

// hashOf returns the secret of the link in a letter.
func hashOf(t *testing.T, l kit.Letter) string {
	t.Helper()
	hash, ok := strings.CutPrefix(l.Link, "http://console.test/confirmreset/")
	if !ok {
		t.Fatalf("link %q", l.Link)
	}
	return hash
}

func TestReset(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		sent := 0
		// link requests a letter and returns the secret of its link.
		link := func(t *testing.T, account string) string {
			t.Helper()
			askReset(a.Anyone(t), login(account)).OK()
			sent++
			l := a.LetterAbout(t, resetSubject, sent)
			if l.To != login(account) {
				t.Fatalf("got %+v", l)
			}
			if !strings.Contains(l.HTML, `href="`+l.Link+`"`) {
				t.Errorf("the link is no link in %s", l.HTML)
			}
			return hashOf(t, l)
		}
		t.Run("the link works once and ends every session", func(t *testing.T) {
			one, two := a.As(t, "student"), a.As(t, "student")
			hash := link(t, "student")
			works(t, a, one.Access) // the request alone changes nothing
			confirm(a.Anyone(t), hash, fresh).OK()
			isDead(t, a, one.Access)
			isDead(t, a, two.Access)
			refresh(a.Anyone(t), two.Refresh).Is(401)
			tryIn(a.Anyone(t), login("student"), right).Is(401)
			a.SignIn(t, login("student"), fresh)
			if got := confirm(a.Anyone(t), hash, fresh+"!").Is(404).Problem().Detail; got != "Не найдено." {
				t.Errorf("detail %q", got)
			}
			if n := audited(t, a, "auth.resetRequest", login("student")) + audited(t, a, "auth.password", login("student")); n != 2 {
				t.Errorf("%d audit rows, want one for the request and one for the password", n)
			}
		})
		t.Run("a refused password leaves it valid", func(t *testing.T) {
			hash := link(t, "univer")
			for password, text := range map[string]string{
				"a1b2c3d": "Пароль содержит меньше 8 символов", "12345678": "Слишком простой пароль", strings.Repeat("x", 129): "Пароль длиннее 128 символов",
				login("univer"): "Слишком простой пароль", " Univer@demo.studbonus.ru": "Слишком простой пароль",
			} {
				if p := confirm(a.Anyone(t), hash, password).Is(422).Problem(); p.Field("password") != text {
					t.Errorf("%+v, want %q", p, text)
				}
			}
			confirm(a.Anyone(t), hash, "новый пароль").OK()
		})
		t.Run("it is valid for thirty minutes from sending", func(t *testing.T) {
			hash := link(t, "chairman")
			a.Clock.Advance(30 * time.Minute)
			confirm(a.Anyone(t), hash, fresh).Is(404)
			hash = link(t, "chairman")
			a.Clock.Advance(30*time.Minute - time.Second)
			confirm(a.Anyone(t), hash, fresh).OK()
		})
		t.Run("a newer link invalidates it", func(t *testing.T) {
			older, newer := link(t, "flag"), link(t, "flag")
			confirm(a.Anyone(t), older, fresh).Is(404)
			confirm(a.Anyone(t), newer, fresh).OK()
		})
		t.Run("a password change invalidates it", func(t *testing.T) {
			hash := link(t, "student2")
			change(a.As(t, "student2"), right, fresh).OK()
			confirm(a.Anyone(t), hash, fresh+"!").Is(404)
		})
		t.Run("one operator's link is not another's", func(t *testing.T) {
			link(t, "all")
			confirm(a.Anyone(t), link(t, "new"), fresh).OK()
			a.As(t, "all")
		})
		t.Run("only its hash is stored", func(t *testing.T) {
			hash := link(t, "chairman2")
			raw, err := base64.RawURLEncoding.DecodeString(hash)
			if err != nil || len(raw) != 32 {
				t.Fatalf("a secret of %d bytes, %v", len(raw), err)
			}
			sum := sha256.Sum256(raw)
			operator := kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", login("chairman2"))
			if diff := cmp.Diff(sum[:], kit.One[[]byte](t, a, "SELECT hash FROM password_resets WHERE operator_id = ?", operator)); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			nothingKept(t, a, hash, fresh)
		})
	}, kit.WithJobs())
}

func TestParallelConfirmations(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		askReset(a.Anyone(t), login("student")).OK()
		hash := hashOf(t, a.LetterAbout(t, resetSubject, 1))
		statuses := make([]int, 10)
		atOnce(len(statuses), func(i int) { statuses[i] = confirm(a.Anyone(t), hash, fmt.Sprintf("%s %d", fresh, i)).Status })
		set := -1
		for i, status := range statuses {
			switch {
			case status == 200 && set >= 0:
				t.Fatalf("the link worked twice: %v", statuses)
			case status == 200:
				set = i
			case status != 404:
				t.Errorf("status %d", status)
			}
		}
		if set < 0 {
			t.Fatalf("the link never worked: %v", statuses)
		}
		a.SignIn(t, login("student"), fmt.Sprintf("%s %d", fresh, set))
	}, kit.WithJobs())
}

func TestResetRequestRules(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for name, test := range map[string]struct {
			login any
			text  string
		}{
			"empty":       {"", "Заполните поле E-mail"},
			"blank":       {"  ", "Заполните поле E-mail"},
			"malformed":   {"student@demo", "Некорректный E-mail"},
			"two":         {"student@demo.studbonus.ru,evil@evil.ru", "Некорректный E-mail"},
			"line break":  {"student@demo.studbonus.ru\r\nBcc: evil@evil.ru", "Некорректный E-mail"},
			"with a name": {"S <student@demo.studbonus.ru>", "Некорректный E-mail"},
			"a list":      {[]string{login("student"), "evil@evil.ru"}, "Ожидается текст."},
			"an object":   {map[string]string{"to": login("student")}, "Ожидается текст."},
		} {
			t.Run(name+" is a 422", func(t *testing.T) {
				if p := askReset(a.Anyone(t), test.login).Is(422).Problem(); p.Field("login") != test.text {
					t.Errorf("%+v, want %q", p, test.text)
				}
			})
		}
		t.Run("an unknown login is a 404", func(t *testing.T) {
			if p := askReset(a.Anyone(t), "nobody@demo.studbonus.ru").Is(404).Problem(); p.Field("login") != "Такого пользователя нет" {
				t.Errorf("%+v", p)
			}
		})
		t.Run("a blocked operator gets no letter", func(t *testing.T) {
			if err := a.Operators.Block(t.Context(), login("chairman2"), true); err != nil {
				t.Fatal(err)
			}
			askReset(a.Anyone(t), login("chairman2")).Is(404)
		})
		t.Run("an invalid link is a 404", func(t *testing.T) {
			for _, hash := range []string{"", "x", strings.Repeat("A", 42), strings.Repeat("A", 43), strings.Repeat("A", 44), "../" + strings.Repeat("A", 40)} {
				confirm(a.Anyone(t), hash, fresh).Is(404)
			}
		})
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'auth.reset'"); n != 0 {
			t.Errorf("%d letters are to be sent after refusals", n)
		}
	})
}

func TestResetLimits(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("the fourth request for a login within an hour is refused from anywhere", func(t *testing.T) {
			for i := range 3 {
				askReset(a.Anyone(t), login("student"), from(elsewhere(i))...).OK()
			}
			isThrottled(t, askReset(a.Anyone(t), login("student"), from(another)...))
			askReset(a.Anyone(t), login("univer"), from(another)...).OK()
			a.Clock.Advance(time.Hour - time.Second)
			isThrottled(t, askReset(a.Anyone(t), "Student@demo.studbonus.ru", from(another)...))
			a.Clock.Advance(time.Second)
			askReset(a.Anyone(t), login("student"), from(another)...).OK()
		})
		t.Run("the eleventh from an address too", func(t *testing.T) {
			for i := range 10 { // unknown logins count too, so that the call cannot be used to find logins
				askReset(a.Anyone(t), fmt.Sprintf("guess%d@demo.studbonus.ru", i), from(attack)...).Is(404)
			}
			isThrottled(t, askReset(a.Anyone(t), login("all"), from(attack)...))
			askReset(a.Anyone(t), login("all"), from(home)...).OK()
		})
		t.Run("fifty at once send three letters", func(t *testing.T) {
			const kind = "SELECT count(*) FROM river_job WHERE kind = 'auth.reset'"
			before := kit.One[int](t, a, kind)
			atOnce(50, func(i int) { askReset(a.Anyone(t), login("flag"), from(elsewhere(100+i))...) })
			if n := kit.One[int](t, a, kind) - before; n != 3 {
				t.Errorf("%d letters, want 3", n)
			}
		})
	}, behindProxy)
}

// rules 5.12: the link is built from the configured address, not from request headers.
func TestHeadersDoNotChangeTheResetLink(t *testing.T) {
	a := kit.New(t, kit.SQLite, kit.WithJobs(), behindProxy)
	req, err := http.NewRequestWithContext(t.Context(), "PUT", a.URL+"/auth/reset", strings.NewReader(`{"login":"student@demo.studbonus.ru"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "evil.test"
	for _, name := range []string{"X-Forwarded-Host", "X-Forwarded-Server", "X-Host", "X-Original-Host", "Origin", "Referer"} {
		req.Header.Set(name, "https://evil.test")
	}
	req.Header.Set("Forwarded", "host=evil.test;proto=https")
	req.Header.Set("X-Forwarded-Proto", "https")
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != 200 {
		t.Fatal(res.Status)
	}
	l := a.LetterAbout(t, resetSubject, 1)
	hashOf(t, l)
	if strings.Contains(l.Text+l.HTML, "evil") {
		t.Errorf("the request's words are in the letter: %s", l.Text)
	}
}
