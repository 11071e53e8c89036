package auth_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/app"
	"studbonus/internal/demo"
	"studbonus/internal/test/kit"
)

func TestSignIn(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for _, account := range demo.Accounts {
			t.Run("as "+account.Login, func(t *testing.T) {
				c := a.SignIn(t, account.Login, right)
				var info struct{ OperatorInfo struct{ IDUser string } }
				c.Get("/operator/info").OK().Into(&info)
				checkPayload(t, a, payload(t, c.Access), account, info.OperatorInfo.IDUser)
			})
		}
		t.Run("the login is case-insensitive and trimmed", func(t *testing.T) {
			a.SignIn(t, "  All@Demo.STUDBONUS.ru ", right)
		})
		t.Run("the password is compared byte for byte", func(t *testing.T) {
			for _, almost := range []string{right + " ", " " + right, "demo-2026!", right[:len(right)-1]} {
				tryIn(a.Anyone(t), login("all"), almost).Is(401)
			}
		})
		t.Run("each sign-in is audited with its request", func(t *testing.T) {
			before := audited(t, a, "auth.signIn", login("univer"))
			answer := tryIn(a.Anyone(t), login("univer"), right).OK()
			if got := audited(t, a, "auth.signIn", login("univer")) - before; got != 1 {
				t.Errorf("%d audit rows, want 1", got)
			}
			id := answer.Header.Get("X-Request-Id")
			if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'auth.signIn' AND address = '127.0.0.1'", id); n != 1 {
				t.Errorf("request %s has %d audit rows, want 1", id, n)
			}
		})
	})
}

// checkPayload checks the claims of rules 5.1.
func checkPayload(t *testing.T, a *kit.App, got map[string]any, account demo.Account, idUser string) {
	t.Helper()
	want := []string{"adminSupportingRole", "aud", "exp", "factorFrom", "hierarchyFilled", "iat", "isAdmin", "iss", "jti", "login", "name", "opensAttention", "pageKeys", "role", "sid", "slashKey", "sub", "surname"}
	keys := make([]string, 0, len(got))
	for name := range got {
		keys = append(keys, name)
	}
	slices.Sort(keys)
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	var chairman any
	if account.IsChairman || account.Role == "chairman" {
		chairman = "chairman"
	}
	filled := kit.One[bool](t, a, "SELECT EXISTS (SELECT 1 FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ?)", account.University)
	for name, want := range map[string]any{
		"login": account.Login, "name": account.Name, "surname": account.Surname, "role": string(account.Role), "sub": idUser,
		"adminSupportingRole": chairman, "hierarchyFilled": filled, "isAdmin": account.IsAdmin, "factorFrom": nil, "slashKey": true, "pageKeys": true, "iat": float64(kit.Start.Unix()), "exp": float64(kit.Start.Add(10 * time.Minute).Unix()),
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

func TestSignInRules(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for name, test := range map[string]struct {
		body            any
		login, password string
	}{
		"both empty":                        {map[string]any{"login": "", "password": ""}, "Заполните поля", "Заполните поля"},
		"both absent":                       {map[string]any{}, "Заполните поля", "Заполните поля"},
		"blanks are no login":               {map[string]any{"login": "  ", "password": ""}, "Заполните поля", "Заполните поля"},
		"empty password":                    {map[string]any{"login": login("all"), "password": ""}, "", "Заполните пароль"},
		"empty e-mail":                      {map[string]any{"login": "", "password": right}, "Заполните E-mail", ""},
		"malformed e-mail":                  {map[string]any{"login": "all@demo", "password": right}, "E-mail неверного формата", ""},
		"two e-mails":                       {map[string]any{"login": "a@b.ru,c@d.ru", "password": right}, "E-mail неверного формата", ""},
		"malformed e-mail, empty password":  {map[string]any{"login": "all", "password": ""}, "E-mail неверного формата", ""},
		"a list of e-mails":                 {map[string]any{"login": []string{login("all")}, "password": right}, "Ожидается текст.", ""},
		"a number for a password":           {map[string]any{"login": login("all"), "password": 12345678}, "", "Ожидается текст."},
		"null for an e-mail":                {map[string]any{"login": nil, "password": right}, "Заполните E-mail", ""},
		"a place that is not a text":        {map[string]any{"login": login("all"), "password": right, "place": 1}, "", ""},
		"an e-mail longer than any address": {map[string]any{"login": strings.Repeat("a", 250) + "@b.ru", "password": right}, "E-mail неверного формата", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := a.Anyone(t).Post("/v1/auth/email", test.body).Is(422).Problem()
			if got := p.Field("login"); got != test.login {
				t.Errorf("login: %q, want %q", got, test.login)
			}
			if got := p.Field("password"); got != test.password {
				t.Errorf("password: %q, want %q", got, test.password)
			}
		})
	}
	if n := kit.One[int](t, a, "SELECT count(*) FROM attempts"); n != 0 {
		t.Errorf("%d refused forms were counted as tries to guess a password", n)
	}
}

func TestSignInRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("an unknown login is a 404", func(t *testing.T) {
			p := tryIn(a.Anyone(t), "nobody@demo.studbonus.ru", right).Is(404).Problem()
			if p.Detail != "Такого пользователя нет" || p.Field("login") != p.Detail {
				t.Errorf("got %+v", p)
			}
		})
		t.Run("a wrong password is a 401", func(t *testing.T) {
			p := tryIn(a.Anyone(t), login("all"), "wrong password").Is(401).Problem()
			if p.Detail != "Неверный пароль" || p.Field("password") != p.Detail {
				t.Errorf("got %+v", p)
			}
			if n := audited(t, a, "auth.signInFailed", login("all")); n != 1 {
				t.Errorf("%d audit rows, want 1", n)
			}
		})
		t.Run("a blocked operator is refused, and sees why only with the right password", func(t *testing.T) {
			c := a.As(t, "chairman2")
			if err := a.Operators.Block(context.Background(), login("chairman2"), true); err != nil {
				t.Fatal(err)
			}
			tryIn(a.Anyone(t), login("chairman2"), "wrong password").Is(401)
			tryIn(a.Anyone(t), login("chairman2"), right).Is(403)
			isDead(t, a, c.Access)
			refresh(a.Anyone(t), c.Refresh).Is(401)
			if err := a.Operators.Block(context.Background(), login("chairman2"), false); err != nil {
				t.Fatal(err)
			}
			isDead(t, a, c.Access) // unblocking does not restore sessions
			a.As(t, "chairman2")
		})
	})
}

func TestHideUnknownUsers(t *testing.T) {
	hide := kit.WithConfig(func(c *app.Config) { c.HideUnknownUsers = true })
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("sign-in gives the same answer", func(t *testing.T) {
			known := tryIn(a.Anyone(t), login("all"), "wrong password").Is(401)
			unknown := tryIn(a.Anyone(t), "nobody@demo.studbonus.ru", "wrong password").Is(401)
			if diff := cmp.Diff(string(known.Body), string(unknown.Body)); diff != "" {
				t.Errorf("answers differ:\n%s", diff)
			}
		})
		t.Run("the reset request gives the same answer", func(t *testing.T) {
			known := a.Anyone(t).Put("/auth/reset", map[string]string{"login": login("all")}).OK()
			unknown := a.Anyone(t).Put("/auth/reset", map[string]string{"login": "nobody@demo.studbonus.ru"}).OK()
			if diff := cmp.Diff(string(known.Body), string(unknown.Body)); diff != "" {
				t.Errorf("answers differ:\n%s", diff)
			}
		})
		t.Run("the right password still signs in", func(t *testing.T) { a.As(t, "all") })
	}, hide)
}
