package members_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// viaProvider sends messages to a provider that answers with a status of HTTP and one of its own for the number.
func viaProvider(t *testing.T, budget int, answer func(phone string) (status, code int)) kit.Option {
	t.Helper()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		phone := r.FormValue("to")
		status, code := answer(phone)
		verdict := map[bool]string{true: "OK", false: "ERROR"}[code == 100]
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"status":"OK","status_code":100,"sms":{%q:{"status":%q,"status_code":%d}}}`, phone, verdict, code)
	}))
	t.Cleanup(provider.Close)
	return kit.WithConfig(func(c *app.Config) {
		c.SMS, c.SMSBudget = "smsru://key@"+strings.TrimPrefix(provider.URL, "http://")+"?tls=none", budget
	})
}

// ended asks for a code and waits until its message is sent or has failed.
func ended(t *testing.T, a *kit.App, phone string) (state string) {
	t.Helper()
	c := a.Guest(t)
	attempt := c.AskCode(phone).Attempt()
	watch.Until(t, minute, "the message is sent or has failed", func() bool {
		var out struct{ State string }
		c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out)
		state = out.State
		return state != "sending"
	})
	return state
}

// counted returns a counter of this process by its label.
func counted(t *testing.T, name, label string) (sum float64) {
	t.Helper()
	families, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && m.GetLabel()[0].GetValue() == label {
				sum += m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

// rules 23.7: a retry is the same message.
func TestAMessageCountsOnce(t *testing.T) {
	var asked atomic.Int64
	onBoth(t, func(t *testing.T, a *kit.App) {
		asked.Store(0)
		over := counted(t, "studbonus_sms_total", "over_budget")
		if state := ended(t, a, kit.PhoneNumber(1)); state != "sent" || asked.Load() != 2 {
			t.Errorf("%s after %d attempts", state, asked.Load())
		}
		if state := ended(t, a, kit.PhoneNumber(2)); state != "failed" || asked.Load() != 2 {
			t.Errorf("over the budget: %s after %d attempts", state, asked.Load())
		}
		if now := counted(t, "studbonus_sms_total", "over_budget"); now != over+1 {
			t.Errorf("the metric was %v and is %v", over, now)
		}
	}, viaProvider(t, 1, func(string) (int, int) {
		if asked.Add(1) == 1 {
			return http.StatusBadGateway, 100
		}
		return http.StatusOK, 100
	}))
}

// rules 23.7: what the provider has refused costs nothing.
func TestARefusedMessageIsGivenBackToTheBudget(t *testing.T) {
	const wrongNumber = 202
	onBoth(t, func(t *testing.T, a *kit.App) {
		failed := counted(t, "studbonus_sms_total", "failed")
		if state := ended(t, a, kit.PhoneNumber(1)); state != "failed" {
			t.Errorf("refused: %s", state)
		}
		if now := counted(t, "studbonus_sms_total", "failed"); now != failed+1 {
			t.Errorf("the metric was %v and is %v", failed, now)
		}
		if state := ended(t, a, kit.PhoneNumber(2)); state != "sent" {
			t.Errorf("the next one: %s", state)
		}
	}, viaProvider(t, 1, func(phone string) (int, int) {
		if phone == kit.PhoneNumber(1) {
			return http.StatusOK, wrongNumber
		}
		return http.StatusOK, 100
	}))
}

// A stopped queue does not leave a phone waiting for ever.
func TestACodeThatIsNotSentInItsTimeHasFailed(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { // without jobs
		c := a.Guest(t)
		attempt := c.AskCode(kit.PhoneNumber(1)).Attempt()
		for _, want := range []string{"sending", "failed"} {
			var out struct{ State string }
			if c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out); out.State != want {
				t.Errorf("%s, want %s", out.State, want)
			}
			a.Clock.Advance(5 * minute)
		}
	})
}
