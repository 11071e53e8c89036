package rest

import (
	"context"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/access"
	"studbonus/internal/list"
)

// Route is one call of the product. The table of routes is the single source for the router,
// the policy check, the OpenAPI document and the permission tests.
type Route struct {
	Method  string
	Path    string
	Area    access.Area
	Summary string
	Policy  Policy

	list     listSpec
	again    any // see OnReplay
	register func(*API, Route)
}

// Policy is what else a route is held to besides its area.
type Policy struct {
	MaxBody    int64 // bytes; security §1.13
	Unhurried  bool  // uploads, downloads and what reads whole files: no 7 s deadline, see security §1.13
	Upload     bool  // only a few at once, see admission
	Idempotent bool  // honours Idempotency-Key
	Forgets    bool  // the browser is told to forget what it keeps of us: logout
}

const defaultBody = 1 << 20

// Nothing is the answer of a call that has nothing to say: {}.
type Nothing struct{}

// Tagged is a card with the version of its row, which becomes the ETag.
type Tagged[T any] struct {
	Body    T
	Version int64
}

type bodyOut[T any] struct{ Body T }

type cardOut[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

type listOut[T any] struct {
	Total int `header:"X-Record-Count" doc:"Сколько записей всего"`
	Body  []T
}

func newRoute(pattern string, area access.Area, summary string) Route {
	method, path, _ := strings.Cut(pattern, " ")
	return Route{
		Method: method, Path: path, Area: area, Summary: summary,
		// contract §1: every signed-in POST may be repeated safely.
		Policy: Policy{MaxBody: defaultBody, Idempotent: method == http.MethodPost && area != access.Public},
	}
}

// Call is a call with JSON in and out.
func Call[In, Out any](pattern string, area access.Area, summary string, h func(context.Context, *In) (Out, error)) Route {
	r := newRoute(pattern, area, summary)
	r.register = func(a *API, r Route) {
		huma.Register(a.huma, a.operation(r), func(ctx context.Context, in *In) (*bodyOut[Out], error) {
			out, err := run(ctx, a, r, in, h)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			return &bodyOut[Out]{out}, nil
		})
	}
	return r
}

// Card is a GET of one thing, answered with its ETag.
func Card[In, Out any](pattern string, area access.Area, summary string, h func(context.Context, *In) (Tagged[Out], error)) Route {
	r := newRoute(pattern, area, summary)
	r.register = func(a *API, r Route) {
		huma.Register(a.huma, a.operation(r), func(ctx context.Context, in *In) (*cardOut[Out], error) {
			out, err := h(ctx, in)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			return &cardOut[Out]{ETag: etag(out.Version), Body: out.Body}, nil
		})
	}
	return r
}

// Sorting is how a list may be sorted and how long its page is.
type Sorting struct {
	Keys      []string // the first is the default
	Direction list.Direction
	PageSize  int
	MaxLimit  int // 0: list.MaxLimit
}

// List is a page of rows with the exact total in x-record-count. In embeds Paging.
func List[In, Row any](pattern string, area access.Area, summary string, sorting Sorting, h func(context.Context, *In) (list.Page[Row], error)) Route {
	r := newRoute(pattern, area, summary)
	r.list = listSpec{Sorting: sorting}
	r.register = func(a *API, r Route) {
		huma.Register(a.huma, a.operation(r), func(ctx context.Context, in *In) (*listOut[Row], error) {
			page, err := h(ctx, in)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			if page.Rows == nil {
				page.Rows = []Row{}
			}
			return &listOut[Row]{Total: page.Total, Body: page.Rows}, nil
		})
	}
	return r
}

// Upload is a multipart POST; In has RawBody huma.MultipartFormFiles. Its body is read before anything is locked.
func Upload[In, Out any](pattern string, area access.Area, summary string, maxBody int64, h func(context.Context, *In) (Out, error)) Route {
	r := Call(pattern, area, summary, h)
	r.Policy.MaxBody, r.Policy.Unhurried, r.Policy.Upload = maxBody, true, true
	return r
}

// Unhurried lets a call take its time: it works through a whole file, and nothing is locked meanwhile.
func Unhurried(r Route) Route {
	r.Policy.Unhurried = true
	return r
}

// Download answers with a file that the returned function writes.
func Download[In any](pattern string, area access.Area, summary string, h func(context.Context, *In) (func(http.ResponseWriter, *http.Request), error)) Route {
	r := newRoute(pattern, area, summary)
	r.Policy.Unhurried = true
	r.register = func(a *API, r Route) {
		huma.Register(a.huma, a.operation(r), func(ctx context.Context, in *In) (*huma.StreamResponse, error) {
			write, err := h(ctx, in)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			return &huma.StreamResponse{Body: func(hctx huma.Context) {
				req, w := unwrap(hctx)
				write(w, req)
			}}, nil
		})
	}
	return r
}

// Spreadsheet writes an .xlsx file that is ready in memory, under the name by which the browser saves it.
func Spreadsheet(name string, file []byte) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		h.Set("Content-Length", strconv.Itoa(len(file)))
		_, _ = w.Write(file) // whoever hung up does not need it
	}
}

// IfMatch is embedded by the input of a call that changes a card.
type IfMatch struct {
	Tag string `header:"If-Match" doc:"ETag карточки, которую меняют"`
}

// Stale tells whether the caller changes another version than the present one; no header claims nothing.
func (m IfMatch) Stale(version int64) bool {
	return m.Tag != "" && m.Tag != "*" && m.Tag != etag(version)
}

func etag(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }
