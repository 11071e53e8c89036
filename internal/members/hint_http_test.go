package members_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// hintOf asks for a code and returns the hint of its state once it is sent; "" for null.
func hintOf(t *testing.T, c *kit.Client, phone string) (attempt, hint string) {
	t.Helper()
	var out struct {
		State string
		Hint  *string
	}
	attempt = c.AskCode(phone).Attempt()
	watch.Until(t, minute, "the code is sent", func() bool {
		c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out)
		return out.State == "sent"
	})
	if out.Hint == nil {
		return attempt, ""
	}
	return attempt, *out.Hint
}

// rules 22.6
func TestADemoShowsTheCode(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c, phone := a.Guest(t), kit.PhoneNumber(1)
		attempt, hint := hintOf(t, c, phone)
		if want := a.Code(t, attempt, phone); hint != want {
			t.Errorf("hint %q, want %q", hint, want)
		}
		var in struct{ Member struct{ DecisionsBySms bool } }
		c.Post("/s/v1/auth/session", map[string]any{"attempt": attempt, "code": hint, "isNative": true}).OK().Into(&in)
		if in.Member.DecisionsBySms {
			t.Error("the app promises a message that reaches no phone")
		}
	}, kit.WithConfig(func(c *app.Config) { c.Demo = true }))
}

func TestNoOtherInstallationShowsTheCode(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		if _, hint := hintOf(t, a.Guest(t), kit.PhoneNumber(1)); hint != "" {
			t.Errorf("hint %q", hint)
		}
	})
}

// A demo with a real provider sends codes to real phones: only they have them.
func TestADemoThatSendsMessagesHidesTheCode(t *testing.T) {
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"status":"OK","status_code":100,"sms":{"` + r.FormValue("to") + `":{"status":"OK","status_code":100}}}`))
	}))
	t.Cleanup(provider.Close)
	a := kit.New(t, kit.SQLite, kit.WithJobs(), kit.WithConfig(func(c *app.Config) {
		c.Demo, c.SMS = true, "smsru://key@"+strings.TrimPrefix(provider.URL, "http://")+"?tls=none"
	}))
	if _, hint := hintOf(t, a.Guest(t), kit.PhoneNumber(1)); hint != "" {
		t.Errorf("hint %q", hint)
	}
}
