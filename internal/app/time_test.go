package app_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/clock"
	"studbonus/internal/testkit"
)

// Security F13: the clock of one instance is wrong. Sessions begun at either live at the other, no token lasts longer than it
// should, and times in the audit log are the database's.
func TestAnInstanceWithAWrongClockHasTheTimeOfTheOthers(t *testing.T) {
	for name, wrong := range map[string]time.Duration{"ten minutes fast": 10 * time.Minute, "ten minutes slow": -10 * time.Minute, "an hour back": -time.Hour, "a day ahead": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			config := testkit.Copy(t, testkit.PostgreSQL)
			right, odd := instance(t, config, 0, true), instance(t, config, wrong, true)
			for _, pass := range [][2]*testkit.App{{right, odd}, {odd, right}} {
				c := pass[0].As(t, "student")
				there := pass[1].Anyone(t)
				there.Access = c.Access
				there.Get("/operator/info").OK()
				there.Put("/v1/auth/refreshtoken", map[string]string{"refreshToken": c.Refresh}).OK()
				c.Get("/operator/info").OK()
			}
			if off := time.Since(odd.App.Clock()).Abs(); off > 2*time.Second {
				t.Errorf("its time is %v off", off)
			}
			// The control: with its own clock its tokens are of no use at the other, or the other's at it.
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

// instance is one whose machine has a clock that is so far ahead.
func instance(t *testing.T, c app.Config, ahead time.Duration, corrected bool) *testkit.App {
	t.Helper()
	own := func() time.Time { return clock.System().Add(ahead) }
	made, err := app.New(t.Context(), c, app.Parts{Clock: own, Log: slog.New(slog.DiscardHandler), Cost: auth.Cost{MemoryKiB: 64, Passes: 1}, OneTime: corrected})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := made.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() { server.Close(); made.Close() })
	return &testkit.App{App: made, URL: server.URL, Server: server, Engine: testkit.PostgreSQL, Dir: c.Data}
}
