package auth_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

const fresh = "Совсем новый пароль 1"

func change(c *kit.Client, old, password any) kit.Answer {
	return c.Put("/auth/password", map[string]any{"oldPassword": old, "newPassword": password})
}

func TestChangePassword(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, other, stranger := a.As(t, "student"), a.As(t, "student"), a.As(t, "univer")
		change(c, right, fresh).OK()
		t.Run("the old password is refused", func(t *testing.T) {
			tryIn(a.Anyone(t), login("student"), right).Is(401)
			a.SignIn(t, login("student"), fresh)
		})
		t.Run("the operator's other sessions end", func(t *testing.T) {
			isDead(t, a, other.Access)
			refresh(a.Anyone(t), other.Refresh).Is(401)
		})
		t.Run("the caller's own session stays valid", func(t *testing.T) {
			works(t, a, c.Access)
			works(t, a, refreshed(t, a, c.Refresh).AccessToken)
		})
		t.Run("other operators keep theirs", func(t *testing.T) { works(t, a, stranger.Access) })
		t.Run("it is audited once, without the password", func(t *testing.T) {
			if n := audited(t, a, "auth.password", login("student")); n != 1 {
				t.Errorf("%d audit rows, want 1", n)
			}
			nothingKept(t, a, fresh)
		})
		t.Run("it needs a session", func(t *testing.T) {
			change(a.Anyone(t), fresh, right).Is(401)
		})
	})
}

func TestNewPasswordRules(t *testing.T) {
	const short, long, simple = "Пароль содержит меньше 8 символов", "Пароль длиннее 128 символов", "Слишком простой пароль"
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, present := a.As(t, "student"), right
		for _, test := range []struct {
			name, password, refusal string
		}{
			{"empty", "", short},
			{"seven characters", "a1b2c3d", short},
			{"seven Cyrillic letters are fourteen bytes", "абвгдеж", short},
			{"eight characters", "x7kq-9vz", ""},
			{"eight Cyrillic letters", "жпрхцщэю", ""},
			{"blanks at both ends are kept", "  x7kq-9vz  ", ""},
			{"128 Cyrillic letters", strings.Repeat("щ", 128), ""},
			{"129 characters", strings.Repeat("щ", 129), long},
			{"a common one", "12345678", simple},
			{"a common one in other letters", "PassWord1", simple},
			{"a word of the product", "StudBonus1", simple},
			{"the own login", "STUDENT@demo.studbonus.ru", simple},
			{"the own login between blanks", " student@demo.studbonus.ru ", simple},
		} {
			t.Run(test.name, func(t *testing.T) {
				answer := change(with(t, a, c.Access), present, test.password)
				if test.refusal == "" {
					answer.OK()
					present = test.password
					a.SignIn(t, login("student"), present)
					return
				}
				p := answer.Is(422).Problem()
				if p.Field("newPassword") != test.refusal {
					t.Errorf("refused with %+v, want %q", p, test.refusal)
				}
				a.SignIn(t, login("student"), present) // nothing changed
			})
		}
		t.Run("a missing field or a non-string is a 422", func(t *testing.T) {
			c := with(t, a, c.Access)
			c.Put("/auth/password", map[string]any{"oldPassword": present}).Is(422)
			c.Put("/auth/password", map[string]any{"newPassword": fresh}).Is(422)
			change(c, present, nil).Is(422)
			change(c, present, []string{fresh}).Is(422)
		})
	})
}

func TestTheCommandsRefuseALoginAsPassword(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for name, set := range map[string]func(password string) error{
		"set-password": func(password string) error {
			return a.Auth.SetPassword(t.Context(), " Student@demo.studbonus.ru ", password)
		},
		"add": func(password string) error {
			return a.Operators.Add(t.Context(), operators.NewOperator{Login: " Student@demo.studbonus.ru ", Password: password, Role: access.OperatorAll, University: 1})
		},
	} {
		if err := set("STUDENT@demo.studbonus.ru"); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}

// rules 5.14: a wrong old password is a 401, however short, and is checked before the new one.
func TestWrongOldPassword(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		for i, wrong := range []string{"", "x", "wrong password", right + " ", strings.Repeat("x", 1000)} {
			newOne := fresh
			if i%2 == 0 {
				newOne = "short"
			}
			p := change(c, wrong, newOne).Is(401).Problem()
			if p.Detail != "Неверный пароль" || p.Field("oldPassword") != p.Detail {
				t.Errorf("%q: %+v", wrong, p)
			}
		}
		works(t, a, c.Access)
		t.Run("a refused new password is not a failed attempt", func(t *testing.T) {
			for range 12 {
				change(with(t, a, c.Access), right, "short").Is(422)
			}
		})
		t.Run("guessing it with a stolen token is limited like sign-in", func(t *testing.T) {
			for range 5 {
				change(with(t, a, c.Access), "wrong password", fresh).Is(401)
			}
			isThrottled(t, change(with(t, a, c.Access), right, fresh))
			isThrottled(t, tryIn(a.Anyone(t), login("student"), right))
			a.Clock.Advance(window)
			change(with(t, a, refreshed(t, a, c.Refresh).AccessToken), right, fresh).OK()
		})
	})
}

// rules 5.15: a hash with old parameters is upgraded at sign-in.
func TestAnOutdatedHashIsUpgradedAtSignIn(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		salt := []byte("sixteen bytes ok")
		b64 := base64.RawStdEncoding.EncodeToString
		old := "$argon2id$v=19$m=32,t=1,p=1$" + b64(salt) + "$" + b64(argon2.IDKey([]byte(fresh), salt, 1, 32, 1, 32))
		kit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", old, login("student"))
		hash := func() string {
			return kit.One[string](t, a, "SELECT password_hash FROM operators WHERE login = ?", login("student"))
		}
		tryIn(a.Anyone(t), login("student"), right).Is(401)
		if hash() != old {
			t.Error("a failed sign-in changed the hash")
		}
		a.SignIn(t, login("student"), fresh)
		renewed := hash()
		if !strings.HasPrefix(renewed, "$argon2id$v=19$m=64,t=1,p=1$") { // what the test kit sets
			t.Errorf("the hash is %q", renewed)
		}
		a.SignIn(t, login("student"), fresh)
		if hash() != renewed {
			t.Error("an up-to-date hash was replaced")
		}
	})
}
