package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

func TestProblemShape(t *testing.T) {
	cause := errors.New("pq: duplicate key value violates unique constraint")
	several := fault.Check{}
	several.Add("name", "Укажите имя.")
	several.Add("phone", "Телефон состоит из 11 цифр.")
	for name, test := range map[string]struct {
		err    error
		status int
		title  string
		detail string
		retry  string
		fields map[string]string
	}{
		"malformed":           {fault.Malformed("Не читается."), 400, "Некорректный запрос", "Не читается.", "", nil},
		"unauthenticated":     {fault.Unauthenticated("Войдите."), 401, "Требуется вход", "Войдите.", "", nil},
		"forbidden":           {fault.Forbidden(), 403, "Доступ запрещён", "Доступ запрещён.", "", nil},
		"not found":           {fault.NotFound(), 404, "Не найдено", "Не найдено.", "", nil},
		"conflict":            {fault.Conflict("Уже есть."), 409, "Действие невозможно", "Уже есть.", "", nil},
		"stale":               {fault.Stale(), 409, "Действие невозможно", "Данные уже изменил кто-то другой. Обновите страницу и повторите.", "", nil},
		"too large":           {fault.TooLarge("Файл больше 5 МБ."), 413, "Слишком много данных", "Файл больше 5 МБ.", "", nil},
		"wrong type":          {fault.WrongType("Не то."), 415, "Неподходящий тип данных", "Не то.", "", nil},
		"one field":           {fault.Invalid("name", "Укажите имя."), 422, "Ошибка в данных", "Укажите имя.", "", map[string]string{"name": "Укажите имя."}},
		"several fields":      {several.Err(), 422, "Ошибка в данных", "Проверьте заполнение полей.", "", map[string]string{"name": "Укажите имя.", "phone": "Телефон состоит из 11 цифр."}},
		"too many":            {fault.TooMany("Позже.", 1500*time.Millisecond), 429, "Слишком много попыток", "Позже.", "2", nil},
		"unavailable":         {fault.Unavailable("Нет связи.", 10*time.Second), 503, "Сервис временно недоступен", "Нет связи.", "10", nil},
		"a wrapped refusal":   {fmt.Errorf("save: %w", fault.NotFound()), 404, "Не найдено", "Не найдено.", "", nil},
		"a refusal's cause":   {fault.Conflict("Уже есть.").Because(cause), 409, "Действие невозможно", "Уже есть.", "", nil},
		"the database's time": {context.DeadlineExceeded, 503, "Сервис временно недоступен", "Сервер сейчас не может выполнить запрос. Повторите через несколько секунд.", "2", nil},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, []rest.Route{answering("GET /v1/x", test.err)})
			got := a.as(t, "").Get("/v1/x").Is(test.status)
			p := got.Problem()
			if p.Title != test.title || p.Detail != test.detail || p.Status != test.status {
				t.Errorf("got %+v", p)
			}
			if kind := got.Header.Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("Content-Type %q", kind)
			}
			if retry := got.Header.Get("Retry-After"); retry != test.retry {
				t.Errorf("Retry-After %q, want %q", retry, test.retry)
			}
			fields := map[string]string{}
			for _, e := range p.Errors {
				fields[e.Field] = e.Message
			}
			if !maps.Equal(fields, test.fields) {
				t.Errorf("fields %v, want %v", fields, test.fields)
			}
			checkKeys(t, got.Body)
			if strings.Contains(string(got.Body), "pq:") {
				t.Errorf("the cause is shown: %s", got.Body)
			}
		})
	}
}

func checkKeys(t *testing.T, body []byte) {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(body, &keys); err != nil {
		t.Fatal(err)
	}
	for name := range keys {
		if !slices.Contains([]string{"title", "status", "detail", "errors", "number"}, name) {
			t.Errorf("unexpected key %q in %s", name, body)
		}
	}
}

// rules 4.7: an unexpected error is generic in the response and complete in the log, under the same number.
func TestUnexpectedErrors(t *testing.T) {
	const secret = "pq: password authentication failed for user studbonus"
	for name, handler := range map[string]func(context.Context) (rest.Nothing, error){
		"an error": func(context.Context) (rest.Nothing, error) { return rest.Nothing{}, errors.New(secret) },
		"a panic":  func(context.Context) (rest.Nothing, error) { panic(secret) },
		"a nil pointer": func(context.Context) (rest.Nothing, error) {
			var in *echoIn
			in.Body.Name = secret
			return rest.Nothing{}, nil
		},
	} {
		t.Run(name+" is a number that is in the log", func(t *testing.T) {
			a := open(t, []rest.Route{route("GET /v1/x", access.Public, handler), echoRoute})
			got := a.as(t, "").Get("/v1/x").Is(500)
			p := got.Problem()
			if p.Title != "Внутренняя ошибка" || p.Detail != "Внутренняя ошибка сервера. Номер ошибки: "+p.Number+"." || len(p.Number) != 8 {
				t.Errorf("got %+v", p)
			}
			checkKeys(t, got.Body)
			if strings.Contains(string(got.Body), "pq:") || strings.Contains(string(got.Body), "runtime") || strings.Contains(string(got.Body), "goroutine") {
				t.Errorf("the cause is shown: %s", got.Body)
			}
			logged := a.log.entries(t, "unexpected error")
			if len(logged) != 1 || logged[0]["number"] != p.Number || logged[0]["request"] != got.Header.Get("X-Request-Id") {
				t.Errorf("logged %v, want number %s", logged, p.Number)
			}
			if !strings.HasPrefix(strings.ToUpper(got.Header.Get("X-Request-Id")), p.Number) {
				t.Errorf("number %s of request %s", p.Number, got.Header.Get("X-Request-Id"))
			}
			a.as(t, "").Put("/v1/echo", map[string]any{"name": "жив"}).OK() // the server keeps running
		})
	}
}

// A phone that loses its network during an upload is no error of the server.
func TestClientIsGone(t *testing.T) {
	isIn, isOut := make(chan struct{}), make(chan struct{})
	a := open(t, []rest.Route{route("GET /v1/x", access.Public, func(ctx context.Context) (rest.Nothing, error) {
		defer close(isOut)
		close(isIn)
		<-ctx.Done()
		return rest.Nothing{}, fmt.Errorf("picture: decode: %w", ctx.Err())
	})})
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-isIn
		leave()
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+"/v1/x", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if response, err := a.Client().Do(request); err == nil {
		_ = response.Body.Close()
		t.Fatal("the client got a response")
	}
	<-isOut
	a.Close() // waits for the handler
	if logged := a.log.entries(t, "unexpected error"); len(logged) != 0 {
		t.Errorf("logged %v", logged)
	}
}

func TestGuard(t *testing.T) {
	reached := 0
	count := func(context.Context) (rest.Nothing, error) { reached++; return rest.Nothing{}, nil }
	a := open(t, []rest.Route{
		route("GET /v1/public", access.Public, count), route("GET /v1/any", access.SignedIn, count),
		route("GET /v1/knowledge", access.Knowledge, count), route("GET /v1/thing/{uuidThing}", access.Public, count),
	})
	for _, test := range []struct {
		name, path string
		role       access.Role
		status     int
	}{
		{"anybody may call what is public", "/v1/public", "", 200},
		{"a bad token does not matter there", "/v1/public", "root", 200},
		{"anybody signed in may call what is for all", "/v1/any", access.OperatorUniver, 200},
		{"nobody else", "/v1/any", "", 401},
		{"nor with an unknown role", "/v1/any", "root", 401},
		{"a role that has the area may", "/v1/knowledge", access.OperatorStudent, 200},
		{"a role that has it not may not", "/v1/knowledge", access.Chairman, 403},
		{"when it cannot be known who calls, nobody may", "/v1/any", "broken database", 500},
		{"a malformed identifier in a path is a 404", "/v1/thing/1", "", 404},
		{"so is one in braces", "/v1/thing/%7B6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11%7D", "", 404},
		{"so is one with a NUL", "/v1/thing/6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a1%00", "", 404},
		{"a sound one is let through", "/v1/thing/6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11", "", 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := reached
			a.as(t, test.role).Get(test.path).Is(test.status)
			if got := reached - before; (got == 1) != (test.status == 200) {
				t.Errorf("the handler was reached %d times", got)
			}
		})
	}
	if diff := cmp.Diff([]string{"GET /v1/any", "GET /v1/any", "GET /v1/knowledge"}, a.denied); diff != "" {
		t.Errorf("reported to the audit log (-want +got):\n%s", diff)
	}
}

func TestRegister(t *testing.T) {
	nothing := func(context.Context) (rest.Nothing, error) { return rest.Nothing{}, nil }
	for name, r := range map[string]rest.Route{
		"a route without an area":               route("GET /v1/x", "", nothing),
		"a route with an area not in the table": route("GET /v1/x", "moon", nothing),
		"a route that was not made by rest":     {Method: "GET", Path: "/v1/x", Area: access.Public, Summary: "x"},
		"a route without a summary":             rest.Call("GET /v1/x", access.Public, "", echo),
		"a list without a page size":            rest.List("PUT /v1/x", access.Public, "x", rest.Sorting{Keys: []string{"id"}, Direction: "ASC"}, rowsHandler),
		"a list without a direction":            rest.List("PUT /v1/x", access.Public, "x", rest.Sorting{Keys: []string{"id"}, PageSize: 15}, rowsHandler),
	} {
		t.Run(name+" is refused at start", func(t *testing.T) {
			if err := rest.New(rest.Config{}).Register(r); err == nil {
				t.Error("it was taken")
			}
		})
	}
	t.Run("an API without routes is refused too", func(t *testing.T) {
		if _, err := rest.New(rest.Config{}).Handler(rest.AlwaysReady); err == nil {
			t.Error("it was taken")
		}
	})
}
