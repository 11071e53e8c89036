package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// api is a server with the test's own routes.
type api struct {
	*rest.API
	*httptest.Server
	log    *lines
	denied []string
}

// lines is a log that tests can read while the server writes it.
type lines struct{ watch.Buffer }

// entries returns the log entries with this message.
func (l *lines) entries(t *testing.T, message string) []map[string]any {
	t.Helper()
	var out []map[string]any
	for line := range strings.Lines(l.String()) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if e["msg"] == message {
			out = append(out, e)
		}
	}
	return out
}

// open starts an API; the name of a role is a valid token.
func open(t *testing.T, routes []rest.Route, changes ...func(*rest.Config)) *api {
	t.Helper()
	a := &api{log: &lines{}}
	config := rest.Config{
		Clock: clock.NewFake(kit.Start).Now, Log: loggerTo(a.log),
		Authenticate: func(_ context.Context, token string) (access.Principal, error) {
			if token == "broken database" {
				return access.Principal{}, errors.New("pq: connection lost")
			}
			if !access.Role(token).Valid() {
				return access.Principal{}, fault.Unauthenticated("Войдите.")
			}
			return access.Principal{Operator: 7, University: 1, Role: access.Role(token)}, nil
		},
		Denied: func(_ context.Context, _ int, route string) { a.denied = append(a.denied, route) },
	}
	for _, change := range changes {
		change(&config)
	}
	a.API = rest.New(config)
	if err := a.Register(routes...); err != nil {
		t.Fatal(err)
	}
	handler, err := a.Handler(rest.AlwaysReady)
	if err != nil {
		t.Fatal(err)
	}
	a.Server = httptest.NewServer(handler)
	t.Cleanup(a.Close)
	return a
}

func loggerTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func withConsole(files fs.FS) func(*rest.Config) {
	return func(c *rest.Config) { c.Pages = files }
}

// as returns a client with a role; "" is not signed in.
func (a *api) as(t *testing.T, role access.Role) *kit.Client {
	c := (&kit.App{URL: a.URL}).Anyone(t)
	c.Access = string(role)
	return c
}

type echoIn struct {
	Body struct {
		Name  string   `json:"name" maxLength:"10"`
		Count int      `json:"count,omitempty" minimum:"0" maximum:"100"`
		ID    *string  `json:"id,omitempty" format:"uuid"`
		Tags  []string `json:"tags,omitempty" maxItems:"3"`
	}
}

type echoOut struct {
	Name  string   `json:"name"`
	Count int      `json:"count"`
	ID    *string  `json:"id"`
	Tags  []string `json:"tags"`
}

// echo returns its input.
func echo(_ context.Context, in *echoIn) (echoOut, error) {
	return echoOut{in.Body.Name, in.Body.Count, in.Body.ID, in.Body.Tags}, nil
}

var echoRoute = rest.Call("PUT /v1/echo", access.Public, "Эхо", echo)

// answering is a route whose handler returns this error.
func answering(pattern string, err error) rest.Route {
	return rest.Call(pattern, access.Public, "Отказ", func(context.Context, *struct{}) (rest.Nothing, error) { return rest.Nothing{}, err })
}

type rowsIn struct {
	rest.Paging
}

// rowsRoute is a list of one row that holds the requested page.
var rowsRoute = rest.List("PUT /v1/rows", access.Public, "Список",
	rest.Sorting{Keys: []string{"id", "name"}, Direction: listquery.Descending, PageSize: 15}, rowsHandler)

func rowsHandler(_ context.Context, in *rowsIn) (listquery.Page[rest.Paging], error) {
	return listquery.Page[rest.Paging]{Rows: []rest.Paging{in.Paging}, Total: 42}, nil
}

func route(pattern string, area access.Area, h func(context.Context) (rest.Nothing, error)) rest.Route {
	return rest.Call(pattern, area, "Проверка", func(ctx context.Context, _ *struct{}) (rest.Nothing, error) { return h(ctx) })
}
