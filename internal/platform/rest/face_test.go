package rest_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

func answer(context.Context, *struct{}) (rest.Nothing, error) { return rest.Nothing{}, nil }

func TestARouteBelongsToOneFace(t *testing.T) {
	area, caller := rest.Call("GET /v1/x", access.Students, "Вызов", answer), rest.Call("GET /s/v1/x", access.SignedInMember, "Вызов", answer)
	till := rest.Call("GET /t/v1/x", access.PairedTill, "Вызов", answer)
	for name, test := range map[string]struct {
		face    rest.Face
		route   rest.Route
		refused bool
	}{
		"an area on the console":           {rest.ConsoleFace, area, false},
		"a caller on the students' face":   {rest.StudentsFace, caller, false},
		"a caller on the console":          {rest.ConsoleFace, caller, true},
		"an area on the students' face":    {rest.StudentsFace, area, true},
		"an unknown caller":                {rest.StudentsFace, rest.Call("GET /s/v1/x", access.Caller("moon"), "Вызов", answer), true},
		"a till that nobody authenticates": {rest.StudentsFace, till, true},
	} {
		if err := rest.New(rest.Config{Face: test.face}).Register(test.route); (err != nil) != test.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// memberAPI is a students' API where a number is the token of the member with this number.
func memberAPI(t *testing.T, a *kit.App, routes ...rest.Route) func(member string) *kit.Client {
	t.Helper()
	api := rest.New(rest.Config{
		DB: a.DB, Clock: a.Clock.Now, Log: slog.New(slog.DiscardHandler), Face: rest.StudentsFace, Pages: fstest.MapFS{"index.html": {Data: []byte("<html>")}, "till.html": {Data: []byte("<till>")}, "sw.js": {Data: []byte("worker")}},
		AuthenticateMember: func(_ context.Context, token string) (access.Member, error) {
			id, err := strconv.ParseInt(token, 10, 64)
			if err != nil {
				return access.Member{}, fault.Unauthenticated("Войдите.")
			}
			return access.Member{ID: id}, nil
		},
	})
	if err := api.Register(routes...); err != nil {
		t.Fatal(err)
	}
	handler, err := api.Handler(rest.AlwaysReady)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return func(member string) *kit.Client {
		c := (&kit.App{URL: server.URL}).Anyone(t)
		c.Bearer = member
		return c
	}
}

// rules 1.8: a key belongs to one member; the same key of an operator with the same number is another key.
func TestIdempotencyKeysOfMembers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		as := memberAPI(t, a, rest.Call("POST /s/v1/count", access.SignedInMember, "Счёт", func(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
			return rest.Nothing{}, a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO sms_days (day, sent) SELECT coalesce(max(day), 0) + 1, 1 FROM sms_days")
				return err
			})
		}))
		operator := kit.One[int64](t, a, "SELECT id FROM operators WHERE login = 'student@demo.studbonus.ru'")
		makeFaculty(a.As(t, "student"), "key", "Ключи").OK()
		own := strconv.FormatInt(operator, 10)
		for _, call := range []struct {
			member string
			want   int
		}{{own, 1}, {own, 1}, {own + "0", 2}, {own, 2}} {
			as(call.member).Post("/s/v1/count", "{}", "Idempotency-Key", "key").OK()
			if got := kit.One[int](t, a, "SELECT count(*) FROM sms_days"); got != call.want {
				t.Errorf("member %s: %d rows, want %d", call.member, got, call.want)
			}
		}
		if err := rest.DeleteOldAnswers(t.Context(), a.DB, a.Clock.Now().AddDate(0, 0, 2)); err != nil {
			t.Fatal(err)
		}
		if left := kit.One[int](t, a, "SELECT count(*) FROM member_idempotency_keys"); left != 0 {
			t.Errorf("%d old answers are left", left)
		}
	})
}

func TestAPIPrefixesAreNotPages(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := memberAPI(t, a, rest.Call("GET /s/v1/x", access.Anyone, "Вызов", answer))("")
	for _, path := range []string{"/v1/students", "/v2/partner", "/operator/info", "/s/v1/none", "/s", "/t/", "/t/v1/none", "/c/ABC", "/C/ABC", "/files/none"} {
		if got := c.Get(path).Is(404); !strings.HasPrefix(got.Header.Get("Content-Type"), "application/problem+json") {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
	if page := c.Get("/card").OK(); string(page.Body) != "<html>" {
		t.Errorf("the control: %s", page.Body)
	} else if policy := page.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe-inline") || !strings.Contains(policy, "worker-src 'self'") {
		t.Errorf("policy %s", policy)
	}
	c.Get("/s/v1/x").OK()
}

// rules 29.2: only the till's page may run WebAssembly, and a service worker is revalidated each time.
func TestPagesOfTheStudentsFace(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := memberAPI(t, a, rest.Call("GET /s/v1/x", access.Anyone, "Вызов", answer))("")
	for path, want := range map[string]struct {
		body   string
		isTill bool
	}{"/": {"<html>", false}, "/join/photos": {"<html>", false}, "/till.html": {"<html>", false}, "/t": {"<till>", true}} {
		page := c.Get(path).OK()
		policy := page.Header.Get("Content-Security-Policy")
		if string(page.Body) != want.body || page.Header.Get("Cache-Control") != "no-cache" || strings.Contains(policy, "'wasm-unsafe-eval'") != want.isTill {
			t.Errorf("%s: %s, %s", path, page.Body, policy)
		}
		if strings.Contains(policy, "'unsafe-eval'") || strings.Contains(policy, "'unsafe-inline'") {
			t.Errorf("%s: %s", path, policy)
		}
	}
	if worker := c.Get("/sw.js").OK(); string(worker.Body) != "worker" || worker.Header.Get("Cache-Control") != "no-cache" ||
		!strings.Contains(worker.Header.Get("Content-Security-Policy"), "connect-src 'self'") {
		t.Errorf("%v: %s", worker.Header, worker.Body)
	}
}

func TestPagesOfAFeed(t *testing.T) {
	type feedIn struct{ rest.After }
	a := kit.New(t, kit.SQLite)
	c := memberAPI(t, a, rest.Feed("GET /s/v1/numbers", access.Anyone, "Числа", 2, func(_ context.Context, in *feedIn) (rest.Page[int], error) {
		last := 0
		if err := in.Read(&last); err != nil {
			return rest.Page[int]{}, err
		}
		var rows []int
		for n := last + 1; n <= 5 && len(rows) <= in.Limit; n++ {
			rows = append(rows, n)
		}
		return rest.NewPage(rows, in.Limit, func(n int) int { return 10 * n }, func(n int) any { return n })
	}))("")
	path, seen := "/s/v1/numbers", []int{}
	for range 3 {
		var page struct {
			Items []int
			Next  *string
		}
		c.Get(path).OK().Into(&page)
		seen = append(seen, page.Items...)
		if page.Next == nil {
			break
		}
		path = "/s/v1/numbers?after=" + *page.Next
	}
	if len(seen) != 5 || seen[4] != 50 {
		t.Errorf("%v", seen)
	}
	for _, bad := range []string{"?limit=0", "?limit=101", "?after=%2A", "?after=" + strings.Repeat("a", 501)} {
		c.Get("/s/v1/numbers" + bad).Is(422)
	}
}
