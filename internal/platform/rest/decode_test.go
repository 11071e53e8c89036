package rest_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/platform/tuning"
)

const someID = "6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11"

func TestBody(t *testing.T) {
	const unread = "Запрос не удалось прочитать."
	a := open(t, []rest.Route{echoRoute})
	for _, test := range []struct {
		name, body string
		status     int
		field      string // named by a 422
		detail     string
	}{
		{"a sound body", `{"name":"я","count":3,"tags":["a"],"id":"` + someID + `"}`, 200, "", ""},
		{"unknown fields are ignored", `{"name":"я","role":"operator_all","x":{"y":[1,2]},"$schema":1}`, 200, "", ""},
		{"null for what may be absent", `{"name":"я","count":null,"id":null,"tags":null}`, 200, "", ""},
		{"not JSON", `name=я`, 400, "", unread},
		{"half a JSON", `{"name":"я"`, 400, "", unread},
		{"two JSONs", `{"name":"я"}{"name":"ю"}`, 400, "", unread},
		{"a raw control character", "{\"name\":\"a\x00b\"}", 400, "", unread},
		{"an empty body", "", 400, "", unread},
		{"a list instead of an object", `[]`, 422, "body", "Ожидается объект."},
		{"a text instead of an object", `"name"`, 422, "body", "Ожидается объект."},
		{"null instead of an object", `null`, 422, "body", "Ожидается объект."},
		{"a missing field", `{}`, 422, "name", "Не хватает поля «name»."},
		{"null for a required field", `{"name":null}`, 422, "name", "Ожидается текст."},
		{"a number for a text", `{"name":1}`, 422, "name", "Ожидается текст."},
		{"a text for a number", `{"name":"я","count":"3"}`, 422, "count", "Ожидается целое число."},
		{"a broken number", `{"name":"я","count":1.5}`, 422, "count", "Ожидается целое число."},
		{"a number over its limit", `{"name":"я","count":101}`, 422, "count", "Не больше 100."},
		{"a number under its limit", `{"name":"я","count":-1}`, 422, "count", "Не меньше 0."},
		{"a huge number", `{"name":"я","count":99999999999999999999999999}`, 422, "count", ""},
		{"ten characters", `{"name":"йцукенгшщз"}`, 200, "", ""},
		{"eleven characters", `{"name":"йцукенгшщзх"}`, 422, "name", "Не длиннее 10 символов."},
		{"three items", `{"name":"я","tags":["1","2","3"]}`, 200, "", ""},
		{"four items", `{"name":"я","tags":["1","2","3","4"]}`, 422, "tags", "Не больше 3."},
		{"an item of a wrong type", `{"name":"я","tags":["1",2]}`, 422, "tags[1]", "Ожидается текст."},
		{"a bad identifier", `{"name":"я","id":"1"}`, 422, "id", "Неверный идентификатор."},
		{"an identifier in braces", `{"name":"я","id":"{` + someID + `}"}`, 422, "id", "Неверный идентификатор."},
		{"an identifier as a URN", `{"name":"я","id":"urn:uuid:` + someID + `"}`, 422, "id", "Неверный идентификатор."},
		{"an identifier without hyphens", `{"name":"я","id":"` + strings.ReplaceAll(someID, "-", "") + `"}`, 422, "id", "Неверный идентификатор."},
		{"an escaped NUL", `{"name":"a\u0000b"}`, 422, "", "Недопустимый символ в тексте."},
		{"an escaped NUL in a field that we do not know", `{"name":"я","x":"\u0000"}`, 422, "", "Недопустимый символ в тексте."},
		{"an escaped backslash before u0000 is no NUL", `{"name":"\\u0000"}`, 200, "", ""},
		{"a field twice", `{"name":"first","name":"second"}`, 400, "", unread},
		{"a field twice, equal", `{"name":"я","name":"я"}`, 400, "", unread},
		{"a field twice, with an escape", `{"name":"я","n\u0061me":"я"}`, 400, "", unread},
		{"a field twice, in other letters", `{"name":"я","NAME":"я"}`, 400, "", unread},
		{"a field twice, with a long s", `{"name":"я","tags":[],"tagſ":[]}`, 400, "", unread},
		{"a field twice where we ignore it", `{"name":"я","x":{"y":[{"z":1},{"z":1,"z":2}]}}`, 400, "", unread},
		{"a field twice after an object", `{"name":"я","x":{"y":1},"x":1}`, 400, "", unread},
		{"a field of the same name in another object", `{"name":"я","x":{"name":{"name":1}},"y":[{"name":1},{"name":1},"name","name"]}`, 200, "", ""},
		{"half a surrogate pair", `{"name":"\ud800"}`, 200, "", ""},
		{"bytes that are no UTF-8", "{\"name\":\"\xff\xfe\"}", 200, "", ""},
		{"an object ten thousand deep", strings.Repeat(`{"name":`, 10_001) + "1" + strings.Repeat("}", 10_001), 400, "", unread},
		{"a list ten thousand deep where we ignore it", `{"name":"я","x":` + strings.Repeat("[", 9_990) + strings.Repeat("]", 9_990) + "}", 200, "", ""},
		{"a number that no computer holds", `{"name":"я","count":1e400}`, 400, "", unread},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := a.as(t, "").Put("/v1/echo", test.body).Is(test.status)
			if test.status == 200 {
				return
			}
			p := got.Problem()
			if test.detail != "" && p.Detail != test.detail {
				t.Errorf("detail %q, want %q", p.Detail, test.detail)
			}
			if test.field != "" && p.Field(test.field) == "" {
				t.Errorf("the field %q is not named: %+v", test.field, p)
			}
		})
	}
	t.Run("what is validated is what is decoded", func(t *testing.T) {
		// Validation is case-sensitive and decoding is not: the second name must not bypass validation.
		for _, body := range []string{
			`{"name":"я","NAME":"йцукенгшщзх"}`, `{"NAME":"я","name":"я","Name":"йцукенгшщзх"}`, `{"name":"я","id":"` + someID + `","ID":"1"}`, `{"name":"я","Count":101,"count":1}`, `{"name":"я","tagſ":[],"tags":["1","2","3","4"]}`,
		} {
			a.as(t, "").Put("/v1/echo", body).Is(400)
		}
	})
}

func TestContentType(t *testing.T) {
	a := open(t, []rest.Route{echoRoute})
	for kind, status := range map[string]int{
		"application/json": 200, "application/json; charset=utf-8": 200, "application/merge-patch+json": 200,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "multipart/form-data; boundary=x": 415, "application/xml": 415, "nonsense": 415,
	} {
		t.Run(kind, func(t *testing.T) {
			got := a.as(t, "").Put("/v1/echo", `{"name":"я"}`, "Content-Type", kind).Is(status)
			if status == 415 && got.Problem().Detail != "Данные такого типа не принимаются." {
				t.Errorf("detail %q", got.Problem().Detail)
			}
		})
	}
}

func TestBodyLimit(t *testing.T) {
	const limit = 1 << 20
	a := open(t, []rest.Route{echoRoute})
	body := func(size int) string {
		const core = `{"name":"я"}`
		return core + strings.Repeat(" ", size-len(core))
	}
	tooLarge := func(t *testing.T, status int, detail string) {
		t.Helper()
		if status != 413 || detail != "Слишком много данных." {
			t.Errorf("status %d, detail %q", status, detail)
		}
	}
	t.Run("up to a mebibyte", func(t *testing.T) {
		a.as(t, "").Put("/v1/echo", body(limit)).OK()
	})
	t.Run("and not a byte more", func(t *testing.T) {
		got := a.as(t, "").Put("/v1/echo", body(limit+1))
		tooLarge(t, got.Status, got.Problem().Detail)
	})
	t.Run("also without a Content-Length", func(t *testing.T) {
		req, err := http.NewRequestWithContext(t.Context(), "PUT", a.URL+"/v1/echo", io.MultiReader(strings.NewReader(body(limit)), strings.NewReader(body(limit))))
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // a test
		raw, _ := io.ReadAll(res.Body)
		if res.StatusCode != 413 || !strings.Contains(string(raw), "Слишком много данных.") {
			t.Errorf("status %d: %s", res.StatusCode, raw)
		}
	})
	t.Run("a body announced as a gibibyte is refused at once", func(t *testing.T) {
		answer := raw(t, a, "PUT /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n"+body(limit+10))
		if !strings.HasPrefix(answer, "HTTP/1.1 413 ") { // waiting for the rest would end in a 408
			t.Errorf("%.200s", answer)
		}
	})
}

// raw sends bytes unchanged and returns the raw response.
func raw(t *testing.T, a *api, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", a.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // a test
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(conn, request) }()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // a test
	body, _ := io.ReadAll(res.Body)
	return fmt.Sprintf("HTTP/1.1 %s\n%s\n%s", res.Status, res.Header.Get("Content-Type"), body)
}

// A truncated or stalled body is the client's error: a problem with a text, never a 500.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	a := open(t, []rest.Route{echoRoute})
	t.Run("invalid chunks", func(t *testing.T) {
		t.Parallel()
		answer := raw(t, a, "PUT /v1/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnonsense")
		if !strings.HasPrefix(answer, "HTTP/1.1 400 ") || !strings.Contains(answer, "Запрос не удалось прочитать.") {
			t.Error(answer)
		}
	})
	t.Run("a stalled body times out after five seconds", func(t *testing.T) {
		t.Parallel()
		started := time.Now()
		answer := raw(t, a, "PUT /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"name\":")
		if took := time.Since(started); took < 4*time.Second {
			t.Errorf("answered after %v", took)
		}
		if !strings.HasPrefix(answer, "HTTP/1.1 408 ") || !strings.Contains(answer, "application/problem+json") || !strings.Contains(answer, `"title":"Запрос`) {
			t.Error(answer)
		}
	})
}

func TestQuery(t *testing.T) {
	a := open(t, []rest.Route{echoRoute, rowsRoute})
	t.Run("a NUL is refused anywhere", func(t *testing.T) {
		for _, query := range []string{"?x=%00", "?%00", "?x=a%00b&y=1"} {
			if got := a.as(t, "").Put("/v1/echo"+query, `{"name":"я"}`).Is(422).Problem(); got.Detail != "Недопустимый символ в запросе." {
				t.Errorf("%s: %+v", query, got)
			}
		}
		a.as(t, "").Put("/v1/echo?x=%2500", `{"name":"я"}`).OK() // an escaped per cent sign followed by zeros
	})
	t.Run("unknown parameters are ignored", func(t *testing.T) {
		a.as(t, "").Put("/v1/rows?offset=5&limit=1", nil).OK()
	})
	t.Run("every message is translated", func(t *testing.T) {
		got := a.as(t, "").Put("/v1/rows", nil, "X-Offset", "x").Is(422).Problem()
		want := []struct{ Field, Message string }{{"X-Offset", "Ожидается целое число."}}
		if diff := cmp.Diff(want, got.Errors); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// FuzzBody: every body is accepted or refused with a message, never a 500.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{"name":"я","count":3,"tags":["a"],"id":"` + someID + `"}`, `{}`, `[]`, `null`, "\xff\xfe", `{"name":"\u0000"}`, `{"name":"\ud800"}`, `{"count":1e400}`, `{"name":{"name":{}}}`, `{"name":"a","NAME":1}`, `{"x":{"y":1,"\u0079":2}}`, "",
	} {
		f.Add([]byte(seed))
	}
	api := rest.New(rest.Config{Log: slog.New(slog.DiscardHandler)})
	if err := api.Register(echoRoute); err != nil {
		f.Fatal(err)
	}
	handler, err := api.Handler(rest.AlwaysReady)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequestWithContext(t.Context(), echoRoute.Method, echoRoute.Path, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusOK:
			if !utf8.Valid(w.Body.Bytes()) || bytes.Contains(w.Body.Bytes(), []byte(`\u0000`)) && !bytes.Contains(body, []byte(`\\`)) {
				t.Errorf("let through %q", w.Body)
			}
		case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge:
		default:
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}

// Background work pauses for requests in progress, but not for clients that send nothing.
func TestOnlyARequestThatHasArrivedPausesBackgroundWork(t *testing.T) {
	asked, inside, release := make(chan struct{}, 3), make(chan struct{}), make(chan struct{})
	hold := func() (rest.Nothing, error) {
		inside <- struct{}{}
		<-release
		return rest.Nothing{}, nil
	}
	a := open(t, []rest.Route{
		rest.Call("PUT /v1/held", access.SignedIn, "Ожидание", func(context.Context, *echoIn) (rest.Nothing, error) { return hold() }),
		route("GET /v1/held", access.SignedIn, func(context.Context) (rest.Nothing, error) { return hold() }),
	}, func(c *rest.Config) {
		authenticate := c.Authenticate
		c.Authenticate = func(ctx context.Context, token string) (access.Principal, error) {
			asked <- struct{}{}
			return authenticate(ctx, token)
		}
	})
	pause := func() time.Duration {
		began := time.Now()
		tuning.YieldToRequests()
		return time.Since(began)
	}
	ask(t, a, "PUT /v1/held HTTP/1.1\r\nHost: x\r\nX-Access-Token: chairman\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	<-asked
	shortest := time.Hour // the shortest of several: another process may take the core
	for range 20 {
		shortest = min(shortest, pause())
	}
	if shortest >= time.Millisecond {
		t.Errorf("a silent client pauses background work for %s", shortest)
	}
	for _, body := range []any{nil, `{"name":"x"}`} {
		method := "PUT"
		if body == nil {
			method = "GET"
		}
		var under sync.WaitGroup
		under.Go(func() { a.as(t, access.Chairman).Do(method, "/v1/held", body).OK() })
		<-inside
		if took := pause(); took < time.Millisecond {
			t.Errorf("a %s in progress pauses background work for %s", method, took)
		}
		release <- struct{}{}
		under.Wait()
	}
}
