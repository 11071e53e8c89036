package app_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/platform/clock"
	"studbonus/internal/test/kit"
)

// rules 15.13: with a wrong clock on one instance, sessions of each instance are valid at the other, no token lasts too long,
// and the audit log has the database's time.
func TestAnInstanceWithAWrongClockHasTheTimeOfTheOthers(t *testing.T) {
	for name, wrong := range map[string]time.Duration{"ten minutes fast": 10 * time.Minute, "ten minutes slow": -10 * time.Minute, "an hour back": -time.Hour, "a day ahead": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			config := kit.Copy(t, kit.PostgreSQL)
			right, odd := instance(t, config, 0, true), instance(t, config, wrong, true)
			for _, pass := range [][2]*kit.App{{right, odd}, {odd, right}} {
				c := pass[0].As(t, "student")
				there := pass[1].Anyone(t)
				there.Access = c.Access
				there.Get("/operator/info").OK()
				there.Put("/v1/auth/refreshtoken", map[string]string{"refreshToken": c.Refresh}).OK()
				c.Get("/operator/info").OK()
			}
			if off := time.Since(odd.App.Clock()).Abs(); off > time.Minute {
				t.Errorf("its time is %v off", off)
			}
			// Control: with its own clock, one instance refuses the tokens of the other.
			alone := instance(t, config, wrong, false)
			fresh, there := alone.As(t, "student"), right.Anyone(t)
			there.Access = fresh.Access
			back := alone.Anyone(t)
			back.Access = right.As(t, "student").Access
			if wrong.Abs() > 30*time.Minute && there.Get("/operator/info").Status == http.StatusOK && back.Get("/operator/info").Status == http.StatusOK {
				t.Error("control: a wrong clock does no harm, so nothing was tested")
			}
		})
	}
}

// instance starts one with a clock that is ahead.
func instance(t *testing.T, c app.Config, ahead time.Duration, corrected bool) *kit.App {
	t.Helper()
	own := func() time.Time { return clock.System().Add(ahead) }
	made, err := app.New(t.Context(), c, app.Parts{Clock: own, Log: slog.New(slog.DiscardHandler), Cost: auth.Cost{MemoryKiB: 64, Passes: 1}, SharedTime: corrected})
	if err != nil {
		t.Fatal(err)
	}
	handlers, err := made.Handlers()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handlers.Console)
	t.Cleanup(func() { server.Close(); made.Close() })
	return &kit.App{App: made, URL: server.URL, Server: server, Engine: kit.PostgreSQL, Dir: c.Data}
}
