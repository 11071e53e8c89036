package auth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/kit"
)

const grace = 10 * time.Second

func TestRefresh(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("returns a new pair that works", func(t *testing.T) {
			c := a.As(t, "student")
			next := refreshed(t, a, c.Refresh)
			if next.AccessToken == c.Access || next.RefreshToken == c.Refresh {
				t.Error("a token was not renewed")
			}
			works(t, a, next.AccessToken)
			works(t, a, c.Access) // until it expires: calls in progress must not fail
			refreshed(t, a, next.RefreshToken)
			if was, is := payload(t, c.Access)["sid"], payload(t, next.AccessToken)["sid"]; was != is {
				t.Errorf("session %v became %v", was, is)
			}
		})
		t.Run("the previous token stays valid for ten seconds and leads to the same successor", func(t *testing.T) {
			c := a.As(t, "student")
			next := refreshed(t, a, c.Refresh)
			a.Clock.Advance(grace)
			if again := refreshed(t, a, c.Refresh); again.RefreshToken != next.RefreshToken {
				t.Error("two live refresh tokens")
			}
			works(t, a, next.AccessToken)
		})
		t.Run("a replayed token ends the session", func(t *testing.T) {
			c := a.As(t, "univer")
			next := refreshed(t, a, c.Refresh)
			a.Clock.Advance(grace + time.Microsecond)
			refresh(a.Anyone(t), c.Refresh).Is(401)
			familyEnded(t, a, "univer", next)
		})
		t.Run("an older token ends the session even within ten seconds", func(t *testing.T) {
			c := a.As(t, "chairman")
			last := refreshed(t, a, refreshed(t, a, c.Refresh).RefreshToken)
			refresh(a.Anyone(t), c.Refresh).Is(401)
			familyEnded(t, a, "chairman", last)
		})
		t.Run("the operator's other sessions stay valid", func(t *testing.T) {
			stolen, other := a.As(t, "flag"), a.As(t, "flag")
			refreshed(t, a, stolen.Refresh)
			a.Clock.Advance(grace + time.Second)
			refresh(a.Anyone(t), stolen.Refresh).Is(401)
			works(t, a, other.Access)
			refreshed(t, a, other.Refresh)
		})
		t.Run("a forged token is a 401 and ends nothing", func(t *testing.T) {
			c := a.As(t, "all")
			for _, bad := range []string{"", "x", c.Refresh[:85], c.Refresh[:64] + strings.Repeat("A", 22), c.Refresh + "=", c.Refresh + "A", " " + c.Refresh, c.Access,
				strings.Repeat("A", 43), strings.Repeat("A", 86), strings.Repeat("A", 100_000)} {
				refresh(a.Anyone(t), bad).Is(401)
			}
			works(t, a, c.Access)
			refreshed(t, a, c.Refresh)
		})
		t.Run("a request without a token is a 422", func(t *testing.T) {
			if p := a.Anyone(t).Put("/v1/auth/refreshtoken", map[string]any{}).Is(422).Problem(); p.Field("refreshToken") == "" {
				t.Errorf("the field is not named: %+v", p)
			}
		})
	})
}

// familyEnded checks that the session is dead, audited once, and its owner notified once.
func familyEnded(t *testing.T, a *kit.App, account string, last pair) {
	t.Helper()
	isDead(t, a, last.AccessToken)
	refresh(a.Anyone(t), last.RefreshToken).Is(401)
	if n := audited(t, a, "auth.refreshReused", login(account)); n != 1 {
		t.Errorf("%d audit rows, want 1", n)
	}
	if n := notices(t, a, payload(t, last.AccessToken)["sid"]); n != 1 {
		t.Errorf("%d notices are to be sent, want 1", n)
	}
}

func notices(t *testing.T, a *kit.App, session any) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'auth.notice' AND CAST(args AS TEXT) LIKE ?", fmt.Sprintf("%%%s%%", session))
}

func TestParallelRefresh(t *testing.T) {
	const tabs = 50
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		var mu sync.Mutex
		got := map[string]int{}
		var lastAccess string
		atOnce(tabs, func(int) {
			answer := refresh(c, c.Refresh)
			mu.Lock()
			defer mu.Unlock()
			if answer.Status != 200 {
				t.Errorf("status %d: %s", answer.Status, answer.Body)
				return
			}
			var p pair
			answer.Into(&p)
			got[p.RefreshToken]++
			lastAccess = p.AccessToken
		})
		if len(got) != 1 {
			t.Fatalf("%d successors of one token", len(got))
		}
		works(t, a, lastAccess)
		session := payload(t, c.Access)["sid"]
		if n := kit.One[int](t, a, "SELECT count(*) FROM sessions WHERE id = ? AND previous_hash = ?", session, refreshHash(t, c.Refresh)); n != 1 {
			t.Error("the token was not rotated exactly once")
		}
		// Control: after the grace period the same fifty calls are a theft and all fail.
		a.Clock.Advance(grace + time.Second)
		atOnce(tabs, func(int) {
			if got := refresh(c, c.Refresh).Status; got != 401 {
				t.Errorf("status %d of a replayed token", got)
			}
		})
		isDead(t, a, lastAccess)
		if n := audited(t, a, "auth.refreshReused", login("student")); n != 1 {
			t.Errorf("%d audit rows of one theft", n)
		}
		if n := notices(t, a, session); n != 1 {
			t.Errorf("%d letters about one theft", n)
		}
	})
}

func TestTheOwnerIsMailedAboutATheft(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		refreshed(t, a, c.Refresh)
		a.Clock.Advance(time.Minute)
		refresh(a.Anyone(t), c.Refresh).Is(401)
		letter := a.LetterAbout(t, "Сеанс в СтудБонус завершён", 1)
		if letter.To != login("student") || letter.Link != "http://console.test/auth/resetpassword" {
			t.Errorf("got %+v", letter)
		}
	}, kit.WithJobs())
}

func TestSessionLimits(t *testing.T) {
	const day = 24 * time.Hour
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("a session unused for a day ends", func(t *testing.T) {
			c := a.As(t, "student")
			a.Clock.Advance(day)
			next := refreshed(t, a, c.Refresh)
			a.Clock.Advance(day + time.Second)
			refresh(a.Anyone(t), next.RefreshToken).Is(401)
		})
		t.Run("a session in daily use ends after thirty days", func(t *testing.T) {
			token := a.As(t, "student").Refresh
			for range 29 {
				a.Clock.Advance(day)
				token = refreshed(t, a, token).RefreshToken
			}
			a.Clock.Advance(day - time.Minute)
			last := refreshed(t, a, token)
			works(t, a, last.AccessToken)
			a.Clock.Advance(time.Minute + time.Second)
			isDead(t, a, last.AccessToken) // the token itself would be valid for nine more minutes
			refresh(a.Anyone(t), last.RefreshToken).Is(401)
		})
	})
}

func TestSignOut(t *testing.T) {
	signOut := func(c *kit.Client, token string) {
		c.Delete("/v1/auth/session", map[string]string{"refreshToken": token}).OK()
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("ends the session at once and needs no access token", func(t *testing.T) {
			c, other := a.As(t, "student"), a.As(t, "student")
			before := audited(t, a, "auth.signOut", login("student"))
			signOut(a.Anyone(t), c.Refresh)
			isDead(t, a, c.Access)
			refresh(a.Anyone(t), c.Refresh).Is(401)
			works(t, a, other.Access)
			if n := audited(t, a, "auth.signOut", login("student")) - before; n != 1 {
				t.Errorf("%d audit rows, want 1", n)
			}
		})
		t.Run("on one instance takes effect on another", func(t *testing.T) {
			c, second := a.As(t, "student"), kit.Open(t, a.Engine, a.Config)
			works(t, second, c.Access)
			signOut(a.Anyone(t), c.Refresh)
			isDead(t, second, c.Access)
		})
		t.Run("with a token that was just rotated ends the session too", func(t *testing.T) {
			c := a.As(t, "student")
			next := refreshed(t, a, c.Refresh)
			signOut(a.Anyone(t), c.Refresh)
			isDead(t, a, next.AccessToken)
		})
		t.Run("is always possible", func(t *testing.T) {
			c := a.As(t, "student")
			for _, token := range []string{"", "x", strings.Repeat("A", 43), c.Access} {
				signOut(a.Anyone(t), token)
			}
			signOut(a.Anyone(t), c.Refresh)
			signOut(a.Anyone(t), c.Refresh)
		})
	})
}

// refreshHash returns the SHA-256 of a token's secret, which is between the session id and the seal.
func refreshHash(t *testing.T, token string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != 16+32+16 {
		t.Fatalf("token of %d bytes, %v", len(raw), err)
	}
	sum := sha256.Sum256(raw[16:48])
	return sum[:]
}

// rules 5.4: a refresh token has 256 bits, and only its SHA-256 is stored.
func TestRefreshTokensAreStoredHashed(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		tokens := []string{c.Refresh, refreshed(t, a, c.Refresh).RefreshToken}
		for column, token := range map[string]string{"previous_hash": tokens[0], "refresh_hash": tokens[1]} {
			kept := kit.One[[]byte](t, a, "SELECT "+column+" FROM sessions WHERE id = ?", payload(t, c.Access)["sid"])
			if diff := cmp.Diff(refreshHash(t, token), kept); diff != "" {
				t.Errorf("%s (-want +got):\n%s", column, diff)
			}
		}
		if hash := kit.One[string](t, a, "SELECT password_hash FROM operators WHERE login = ?", login("student")); !strings.HasPrefix(hash, "$argon2id$v=19$") || strings.Contains(hash, right) {
			t.Errorf("password kept as %q", hash)
		}
		nothingKept(t, a, append(tokens, c.Access, right)...)
	})
}
