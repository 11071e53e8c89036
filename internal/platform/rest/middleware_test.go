package rest_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// rules 17.13: the log has the route and outcome of a request, not its contents.
func TestAccessLog(t *testing.T) {
	const token, secret = "token-never-to-be-logged", "secret-never-to-be-logged"
	a := open(t, []rest.Route{
		echoRoute, answering("GET /v1/boom", fmt.Errorf("broken")),
		rest.Call("PUT /v1/confirm/{hash}", access.Public, "Ссылка", func(_ context.Context, _ *struct {
			Hash string `path:"hash"`
		}) (rest.Nothing, error) {
			return rest.Nothing{}, nil
		}),
		route("GET /v1/any", access.SignedIn, func(context.Context) (rest.Nothing, error) { return rest.Nothing{}, nil }),
	}, withConsole(built))
	c := a.as(t, token)
	answers := map[string]string{} // request id → description
	note := func(what string, id string) { answers[id] = what }
	note("PUT /v1/echo 200", c.Put("/v1/echo?phone="+secret, `{"name":"я","password":"`+secret+`"}`, "Cookie", secret, "User-Agent", secret).Header.Get("X-Request-Id"))
	note("PUT /v1/echo 422", c.Put("/v1/echo", `{"name":"`+secret+`"}`).Header.Get("X-Request-Id"))
	note("PUT /v1/echo 400", c.Put("/v1/echo", secret).Header.Get("X-Request-Id"))
	note("PUT /v1/confirm/{hash} 200", c.Put("/v1/confirm/"+secret, nil).Header.Get("X-Request-Id"))
	note("GET /v1/any 401", c.Get("/v1/any", "Idempotency-Key", secret).Header.Get("X-Request-Id"))
	note("GET /v1/any 200", a.as(t, access.Chairman).Get("/v1/any").Header.Get("X-Request-Id"))
	note("GET unknown 404", c.Get("/v1/"+secret).Header.Get("X-Request-Id"))
	note("GET console 200", c.Get("/confirmreset/"+secret).Header.Get("X-Request-Id"))
	note("GET /v1/boom 500", c.Get("/v1/boom?x="+secret).Header.Get("X-Request-Id"))
	note("other unknown 404", c.Do("STEAL", "/"+secret, nil).Header.Get("X-Request-Id"))
	if text := a.log.String(); strings.Contains(text, "never-to-be-logged") {
		t.Errorf("the log contains secrets:\n%s", text)
	}
	logged := map[string]string{}
	for _, e := range a.log.entries(t, "request") {
		logged[e["request"].(string)] = fmt.Sprintf("%s %s %v", e["method"], e["route"], e["status"])
		if e["address"] != "127.0.0.1" || e["took"] == nil {
			t.Errorf("logged %v", e)
		}
		if wantOperator := 0.0; e["route"] == "/v1/any" && e["status"] == 200.0 && e["operator"] == wantOperator {
			t.Errorf("the operator is missing: %v", e)
		}
	}
	if diff := cmp.Diff(answers, logged); diff != "" {
		t.Errorf("one line per request, under its id (-want +got):\n%s", diff)
	}
}

func TestRequestID(t *testing.T) {
	var inside string
	a := open(t, []rest.Route{route("GET /v1/x", access.Public, func(ctx context.Context) (rest.Nothing, error) {
		inside = access.RequestFrom(ctx).ID
		return rest.Nothing{}, nil
	})})
	const claimed = "000000000000000000000000"
	ids := map[string]bool{}
	for range 100 {
		got := a.as(t, "").Get("/v1/x", "X-Request-Id", claimed).OK().Header.Get("X-Request-Id")
		if got == claimed || got != inside || ids[got] {
			t.Fatalf("id %q, inside %q", got, inside)
		}
		ids[got] = true
	}
}

// A caller must not be able to create metrics without limit (client_golang CVE-2022-21698).
func TestMetricsHaveFewLabels(t *testing.T) {
	a := open(t, []rest.Route{echoRoute})
	for i := range 50 {
		a.as(t, "").Do(fmt.Sprintf("STEAL%d", i), fmt.Sprintf("/v1/made-up%d?y=%d", i, i), nil)
	}
	families, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if strings.Contains(l.GetValue(), "STEAL") || strings.Contains(l.GetValue(), "made-up") {
					t.Errorf("%s has the label %s=%q", f.GetName(), l.GetName(), l.GetValue())
				}
			}
		}
	}
}

func TestCompression(t *testing.T) {
	sized := func(pattern string, size int) rest.Route {
		return rest.Call(pattern, access.Public, "Ответ", func(context.Context, *struct{}) (string, error) { return strings.Repeat("я", size/2), nil })
	}
	a := open(t, []rest.Route{sized("GET /v1/short", 4<<10), sized("GET /v1/long", 64<<10)})
	get := func(path, accepted string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", accepted)
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	t.Run("a long response is compressed for clients that accept it", func(t *testing.T) {
		res := get("/v1/long", "gzip, deflate, br")
		if res.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(res.Header.Get("Vary"), "Accept-Encoding") {
			t.Fatalf("%v", res.Header)
		}
		unpacked, err := gzip.NewReader(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil || len(text) < 64<<10 {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
	t.Run("and for no others", func(t *testing.T) {
		for _, accepted := range []string{"identity", "br", "gzip;q=0"} {
			if got := get("/v1/long", accepted).Header.Get("Content-Encoding"); got != "" {
				t.Errorf("%s: %s", accepted, got)
			}
		}
	})
	t.Run("a short response is not compressed", func(t *testing.T) {
		if got := get("/v1/short", "gzip").Header.Get("Content-Encoding"); got != "" {
			t.Errorf("Content-Encoding %s", got)
		}
	})
}

// endsWithin fails unless the context of a request that was asked at a moment has a limit.
func endsWithin(ctx context.Context, t *testing.T, asked time.Time, limit time.Duration) {
	t.Helper()
	until, limited := ctx.Deadline()
	if !limited || until.Before(asked.Add(limit)) || until.After(time.Now().Add(limit)) {
		t.Errorf("it may take until %v (%v), want %v", until, limited, limit)
	}
}

const callLimit = 7 * time.Second // the console times out after eight (rules 18.1)

// errOutOfTime is what a query returns at the deadline.
var errOutOfTime = fmt.Errorf("query: %w", context.DeadlineExceeded)

func TestDeadline(t *testing.T) {
	t.Parallel()
	asked := time.Now()
	waits := func(ctx context.Context) (rest.Nothing, error) {
		endsWithin(ctx, t, asked, callLimit)
		return rest.Nothing{}, errOutOfTime
	}
	a := open(t, []rest.Route{route("GET /v1/slow", access.Public, waits)})
	got := a.as(t, "").Get("/v1/slow").Is(503)
	if got.Header.Get("Retry-After") == "" || got.Problem().Title != "Сервис временно недоступен" {
		t.Errorf("%v %s", got.Header, got.Body)
	}
}

// Authentication has the deadline too, because the database may hang.
func TestDeadlineOfAuthentication(t *testing.T) {
	t.Parallel()
	asked := time.Now()
	waits := func(ctx context.Context, _ string) (access.Principal, error) {
		endsWithin(ctx, t, asked, callLimit)
		return access.Principal{}, errOutOfTime
	}
	a := open(t, []rest.Route{route("GET /v1/known", access.SignedIn, func(context.Context) (rest.Nothing, error) { return rest.Nothing{}, nil })},
		func(c *rest.Config) { c.Authenticate = waits })
	a.as(t, "x").Get("/v1/known").Is(503)
}

// Uploads and downloads have a later deadline.
func TestSlowDeadline(t *testing.T) {
	asked, long := time.Now(), 15*time.Minute
	a := open(t, []rest.Route{
		route("GET /v1/x", access.Public, func(ctx context.Context) (rest.Nothing, error) {
			endsWithin(ctx, t, asked, callLimit)
			return rest.Nothing{}, nil
		}),
		rest.Download("GET /v1/file", access.Public, "Файл", func(ctx context.Context, _ *struct{}) (func(http.ResponseWriter, *http.Request), error) {
			endsWithin(ctx, t, asked, long)
			return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("file")) }, nil
		}),
	})
	a.as(t, "").Get("/v1/x").OK()
	if body := a.as(t, "").Get("/v1/file").OK().Body; string(body) != "file" {
		t.Errorf("got %q", body)
	}
}

func TestHealth(t *testing.T) {
	for name, test := range map[string]struct {
		health rest.Health
		status int
		body   string
	}{
		"ready":     {rest.Health{Ready: true}, 200, `{"ready":true}`},
		"degraded":  {rest.Health{Ready: true, Degraded: map[string]string{"files": "down"}}, 200, `{"ready":true,"degraded":{"files":"down"}}`},
		"not ready": {rest.Health{}, 503, `{"ready":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			api := rest.New(rest.Config{Log: loggerTo(io.Discard)})
			if err := api.Register(echoRoute); err != nil {
				t.Fatal(err)
			}
			handler, err := api.Handler(func(context.Context) rest.Health { return test.health })
			if err != nil {
				t.Fatal(err)
			}
			get := func(path string) string {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
				return fmt.Sprintf("%d %s", w.Code, strings.TrimSpace(w.Body.String()))
			}
			if ready := get("/readyz"); ready != fmt.Sprintf("%d %s", test.status, test.body) {
				t.Errorf("/readyz: %s", ready)
			}
			if live := get("/livez"); live != "200 ok" {
				t.Errorf("/livez: %s", live)
			}
		})
	}
}
