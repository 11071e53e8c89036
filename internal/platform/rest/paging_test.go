package rest_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

// rules 3.1, 3.2.
func TestPaging(t *testing.T) {
	wide := rest.List("PUT /v1/wide", access.Public, "Длинный список", rest.Sorting{Keys: []string{"id"}, Direction: listquery.Ascending, PageSize: 15, MaxLimit: 9999}, rowsHandler)
	a := open(t, []rest.Route{rowsRoute, wide})
	for _, test := range []struct {
		name    string
		path    string
		headers []string
		status  int
		want    rest.Paging
		field   string
	}{
		{"no headers", "/v1/rows", nil, 200, rest.Paging{Offset: 0, Limit: 15, SortField: "id", Direction: "DESC"}, ""},
		{"all headers", "/v1/rows", []string{"X-Offset", "30", "X-Limit", "7", "X-Sort-Field", "name", "X-Sort-Direction", "ASC"}, 200, rest.Paging{Offset: 30, Limit: 7, SortField: "name", Direction: "ASC"}, ""},
		{"offset 0", "/v1/rows", []string{"X-Offset", "0"}, 200, rest.Paging{Limit: 15, SortField: "id", Direction: "DESC"}, ""},
		{"offset -1", "/v1/rows", []string{"X-Offset", "-1"}, 422, rest.Paging{}, "X-Offset"},
		{"offset x", "/v1/rows", []string{"X-Offset", "x"}, 422, rest.Paging{}, "X-Offset"},
		{"offset 1.5", "/v1/rows", []string{"X-Offset", "1.5"}, 422, rest.Paging{}, "X-Offset"},
		{"offset 0x10", "/v1/rows", []string{"X-Offset", "0x10"}, 422, rest.Paging{}, "X-Offset"},
		{"offset beyond any list", "/v1/rows", []string{"X-Offset", "9223372036854775807"}, 200, rest.Paging{Offset: 9223372036854775807, Limit: 15, SortField: "id", Direction: "DESC"}, ""},
		{"offset beyond any number", "/v1/rows", []string{"X-Offset", strings.Repeat("9", 30)}, 422, rest.Paging{}, "X-Offset"},
		{"limit 1", "/v1/rows", []string{"X-Limit", "1"}, 200, rest.Paging{Limit: 1, SortField: "id", Direction: "DESC"}, ""},
		{"limit 0", "/v1/rows", []string{"X-Limit", "0"}, 422, rest.Paging{}, "X-Limit"},
		{"limit -5", "/v1/rows", []string{"X-Limit", "-5"}, 422, rest.Paging{}, "X-Limit"},
		{"limit abc", "/v1/rows", []string{"X-Limit", "abc"}, 422, rest.Paging{}, "X-Limit"},
		{"limit 100", "/v1/rows", []string{"X-Limit", "100"}, 200, rest.Paging{Limit: 100, SortField: "id", Direction: "DESC"}, ""},
		{"limit 101 is taken as 100", "/v1/rows", []string{"X-Limit", "101"}, 200, rest.Paging{Limit: 100, SortField: "id", Direction: "DESC"}, ""},
		{"limit 9999 is taken as 100", "/v1/rows", []string{"X-Limit", "9999"}, 200, rest.Paging{Limit: 100, SortField: "id", Direction: "DESC"}, ""},
		{"limit 9999 where it is allowed", "/v1/wide", []string{"X-Limit", "9999"}, 200, rest.Paging{Limit: 9999, SortField: "id", Direction: "ASC"}, ""},
		{"limit 10000 is taken as 9999 there", "/v1/wide", []string{"X-Limit", "10000"}, 200, rest.Paging{Limit: 9999, SortField: "id", Direction: "ASC"}, ""},
		{"unknown sort", "/v1/rows", []string{"X-Sort-Field", "password_hash"}, 422, rest.Paging{}, "X-Sort-Field"},
		{"sort in other letters", "/v1/rows", []string{"X-Sort-Field", "ID"}, 422, rest.Paging{}, "X-Sort-Field"},
		{"sort that is SQL", "/v1/rows", []string{"X-Sort-Field", "id; DROP TABLE students"}, 422, rest.Paging{}, "X-Sort-Field"},
		{"direction desc", "/v1/rows", []string{"X-Sort-Direction", "desc"}, 422, rest.Paging{}, "X-Sort-Direction"},
		{"direction UP", "/v1/rows", []string{"X-Sort-Direction", "UP"}, 422, rest.Paging{}, "X-Sort-Direction"},
		{"empty headers are as absent", "/v1/rows", []string{"X-Offset", "", "X-Limit", "", "X-Sort-Field", "", "X-Sort-Direction", ""}, 200, rest.Paging{Limit: 15, SortField: "id", Direction: "DESC"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := a.as(t, "").Put(test.path, nil, test.headers...).Is(test.status)
			if test.status != 200 {
				if p := got.Problem(); p.Field(test.field) == "" {
					t.Errorf("the header is not named: %+v", p)
				}
				return
			}
			var rows []rest.Paging
			got.Into(&rows)
			if diff := cmp.Diff([]rest.Paging{test.want}, rows); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if total := got.Header.Get("x-record-count"); total != "42" {
				t.Errorf("x-record-count %q", total)
			}
		})
	}
}

func TestEmptyList(t *testing.T) {
	none := rest.List("PUT /v1/none", access.Public, "Пустой список", rest.Sorting{Keys: []string{"id"}, Direction: listquery.Ascending, PageSize: 15},
		func(context.Context, *rowsIn) (listquery.Page[rest.Paging], error) {
			return listquery.Page[rest.Paging]{}, nil
		})
	got := open(t, []rest.Route{none}).as(t, "").Put("/v1/none", nil).OK()
	if body := strings.TrimSpace(string(got.Body)); body != "[]" || got.Header.Get("x-record-count") != "0" {
		t.Errorf("%s, total %q", body, got.Header.Get("x-record-count"))
	}
}

func TestVersions(t *testing.T) {
	type saveIn struct {
		rest.IfMatch
	}
	a := open(t, []rest.Route{
		rest.Card("GET /v1/card", access.Public, "Карточка", func(context.Context, *struct{}) (rest.Tagged[rest.Nothing], error) {
			return rest.Tagged[rest.Nothing]{Version: 7}, nil
		}),
		rest.Call("PUT /v1/card", access.Public, "Изменить", func(_ context.Context, in *saveIn) (bool, error) { return in.Stale(7), nil }),
	})
	tag := a.as(t, "").Get("/v1/card").OK().Header.Get("ETag")
	if tag != `"7"` {
		t.Fatalf("ETag %s", tag)
	}
	for header, stale := range map[string]string{tag: "false", "": "false", "*": "false", `"6"`: "true", "7": "true", `W/"7"`: "true", `"7" `: "false", "nonsense": "true"} {
		if got := strings.TrimSpace(string(a.as(t, "").Put("/v1/card", nil, "If-Match", header).OK().Body)); got != stale {
			t.Errorf("If-Match %s: stale is %s, want %s", header, got, stale)
		}
	}
}

// FuzzPagingHeaders: any headers give a page within the limits or a 422.
func FuzzPagingHeaders(f *testing.F) {
	for _, seed := range [][4]string{
		{"0", "15", "id", "DESC"}, {"-1", "0", "", "desc"}, {"x", "101", "name", "ASC"}, {"9223372036854775808", "-9223372036854775808", "id'", "asc "},
		{" 5", "5 ", "\xff", "ДЕСЦ"}, {"1e3", "٣", "id,name", "ASC,DESC"}, {"+1", "0x1", "\t", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	var asked rest.Paging
	rows := rest.List("PUT /v1/rows", access.Public, "Список", rest.Sorting{Keys: []string{"id", "name"}, Direction: listquery.Descending, PageSize: 15},
		func(_ context.Context, in *rowsIn) (listquery.Page[int], error) {
			asked = in.Paging
			return listquery.Page[int]{}, nil
		})
	api := rest.New(rest.Config{Log: slog.New(slog.DiscardHandler)})
	if err := api.Register(rows); err != nil {
		f.Fatal(err)
	}
	handler, err := api.Handler(rest.AlwaysReady)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, offset, limit, sort, direction string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/v1/rows", nil)
		r.Header = http.Header{"X-Offset": {offset}, "X-Limit": {limit}, "X-Sort-Field": {sort}, "X-Sort-Direction": {direction}}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusUnprocessableEntity:
		case http.StatusOK:
			if asked.Offset < 0 || asked.Limit < 1 || asked.Limit > 100 || asked.SortField != "id" && asked.SortField != "name" || asked.Direction != "ASC" && asked.Direction != "DESC" {
				t.Errorf("let through %+v", asked)
			}
		default:
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}
