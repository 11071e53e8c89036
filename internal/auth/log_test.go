package auth_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// rules 17.13: whatever an operator does with the account, the log has neither secrets nor names.
func TestTheLogHasNoSecrets(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, made *kit.App) {
		log := &watch.Buffer{}
		logged, err := app.New(context.Background(), made.Config, app.Parts{
			Clock: made.Clock.Now, Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), Cost: auth.Cost{MemoryKiB: 64, Passes: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer logged.Close()
		handlers, err := logged.Handlers()
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(handlers.Console)
		defer server.Close()
		if err := logged.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		a := &kit.App{App: logged, Clock: made.Clock, URL: server.URL, Engine: made.Engine, Dir: made.Dir}

		const wrong = "неверный секретный пароль"
		c := a.As(t, "student")
		tryIn(a.Anyone(t), login("student"), wrong).Is(401)
		tryIn(a.Anyone(t), "stranger@secret.test", wrong).Is(404)
		next := refreshed(t, a, c.Refresh)
		change(c, wrong, fresh).Is(401)
		change(c, right, fresh).OK()
		askReset(a.Anyone(t), login("student")).OK()
		hash := hashOf(t, a.LetterAbout(t, resetSubject, 1))
		a.Anyone(t).Get("/confirmreset/" + hash)
		confirm(a.Anyone(t), hash, right+right).OK()
		confirm(a.Anyone(t), hash, right+right).Is(404)
		a.Clock.Advance(time.Minute)
		refresh(a.Anyone(t), c.Refresh).Is(401)
		a.Anyone(t).Delete("/v1/auth/session", map[string]string{"refreshToken": next.RefreshToken}).OK()
		stop, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := logged.Stop(stop); err != nil {
			t.Fatal(err)
		}

		text := log.String()
		for what, secret := range map[string]string{
			"access token": c.Access, "refresh token": c.Refresh, "next access token": next.AccessToken, "next refresh token": next.RefreshToken, "reset secret": hash,
			"password": right, "wrong password": wrong, "new password": fresh, "login": login("student"), "unknown login": "stranger@secret.test", "surname": "Кузнецов", "signature": strings.Split(c.Access, ".")[2],
		} {
			if strings.Contains(text, secret) {
				t.Errorf("the %s is in the log:\n%s", what, text)
			}
		}
		if strings.Count(text, `"msg":"request"`) < 10 {
			t.Errorf("the log is too empty to prove anything:\n%s", text)
		}
	})
}
