package rest

import (
	"cmp"
	"context"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// Route is one call of the API. The router, the policy check, the OpenAPI document and the permission tests all read the
// route table.
//
// To add a kind of route, write a constructor that starts from newRoute, sets its Policy and registers a handler with Huma.
type Route struct {
	Method  string
	Path    string
	Area    access.Area   // on the console's face
	Caller  access.Caller // on the students' face
	Summary string
	Policy  Policy

	status   int                                             // of success; 0: 200
	list     Sorting                                         // of a List or ListCall
	feed     int                                             // rows of a Feed's page
	onReplay func(ctx context.Context, out any) any          // see OnReplay; out is a pointer
	confirm  func(ctx context.Context, in any) (bool, error) // see ConfirmedWhen
	register func(*API, Route)
}

// Policy is what the guard enforces besides the area.
type Policy struct {
	MaxBody        int64 // bytes (rules 18.2)
	Slow           bool  // uploads, downloads and work on whole files: bounded by progress instead of 7 s (rules 18.1)
	Upload         bool  // counts against the upload limits, see uploadLimiter
	Idempotent     bool  // honours Idempotency-Key
	ClearsSiteData bool  // tells the browser to drop its storage: logout
	Confirmed      bool  // needs a recent proof of identity (rules 26.9)
	OwnPace        bool  // not counted among the calls of guests: sign-in has limits of its own (rules 23.6)
	Enrolment      bool  // open to an operator who must set up a second factor first (rules 26.8)
}

const defaultBody = 1 << 20

func newRoute(pattern string, who access.Who, summary string) Route {
	method, path, _ := strings.Cut(pattern, " ")
	r := Route{Method: method, Path: path, Summary: summary, Policy: Policy{MaxBody: defaultBody}}
	switch w := who.(type) {
	case access.Area:
		r.Area = w
	case access.Caller:
		r.Caller = w
	}
	r.Policy.Idempotent = method == http.MethodPost && !r.IsOpen() && r.Caller != access.PairedTill // rules 1.8
	return r
}

// IsOpen reports whether the call needs no session.
func (r Route) IsOpen() bool { return r.Area == access.Public || r.Caller == access.Anyone }

// tag groups the call in the OpenAPI document.
func (r Route) tag() string {
	if r.Caller != "" {
		return string(r.Caller)
	}
	return string(r.Area)
}

// WithStatus sets the status of success: 201 or 202.
func WithStatus(r Route, status int) Route {
	r.status = status
	return r
}

// Nothing is the empty response {}.
type Nothing struct{}

type bodyOut struct{ Body any }

// register hands a call to Huma. Out has a body of type any, and the document the real type: Huma's code is compiled for each
// pair of In and Out, 20 KB a time (decision 0039).
func register[In, Out any](a *API, r Route, body reflect.Type, h func(context.Context, *In) (*Out, error)) {
	status := cmp.Or(r.status, http.StatusOK)
	op := a.operation(r)
	op.Responses = map[string]*huma.Response{strconv.Itoa(status): a.jsonResponse(http.StatusText(status), body)}
	huma.Register(a.huma, op, h)
}

// handler is the handler of a Call without its types. What all calls do is written with it, so that it is compiled once.
type handler struct {
	run    func(ctx context.Context, in any) (any, error)
	newOut func() any // a pointer to an empty answer
}

// Call is a call with JSON in and out.
func Call[In, Out any](pattern string, who access.Who, summary string, h func(context.Context, *In) (Out, error)) Route {
	r := newRoute(pattern, who, summary)
	plain := handler{
		run:    func(ctx context.Context, in any) (any, error) { return h(ctx, in.(*In)) }, //nolint:forcetypeassert // from below
		newOut: func() any { return new(Out) },
	}
	r.register = func(a *API, r Route) {
		register(a, r, reflect.TypeFor[Out](), func(ctx context.Context, in *In) (*bodyOut, error) { return a.call(ctx, r, in, plain) })
	}
	return r
}

func (a *API) call(ctx context.Context, r Route, in any, h handler) (*bodyOut, error) {
	var out any
	err := a.checkConfirmed(ctx, r, in)
	if err == nil {
		out, err = a.runIdempotent(ctx, r, in, h)
	}
	if err != nil {
		return nil, a.problem(ctx, err)
	}
	return &bodyOut{Body: out}, nil
}

// CallOrWait is a Call whose result may take its time: until it is there, h returns a Wait, which is answered with 202. The
// body of the request has a key of its own, so that it can be repeated; it takes no Idempotency-Key.
func CallOrWait[In, Out, Wait any](pattern string, who access.Who, summary string, h func(context.Context, *In) (Out, *Wait, error)) Route {
	type either struct {
		Status int
		Body   any
	}
	r := newRoute(pattern, who, summary)
	r.Policy.Idempotent = false
	r.register = func(a *API, r Route) {
		op := a.operation(r)
		op.Responses = map[string]*huma.Response{
			strconv.Itoa(http.StatusOK):       a.jsonResponse("OK", reflect.TypeFor[Out]()),
			strconv.Itoa(http.StatusAccepted): a.jsonResponse("Accepted", reflect.TypeFor[Wait]()),
		}
		huma.Register(a.huma, op, func(ctx context.Context, in *In) (*either, error) {
			out, wait, err := h(ctx, in)
			switch {
			case err != nil:
				return nil, a.problem(ctx, err)
			case wait != nil:
				return &either{http.StatusAccepted, wait}, nil
			}
			return &either{http.StatusOK, out}, nil
		})
	}
	return r
}

func (a *API) jsonResponse(description string, of reflect.Type) *huma.Response {
	return &huma.Response{Description: description, Content: map[string]*huma.MediaType{
		"application/json": {Schema: a.huma.OpenAPI().Components.Schemas.Schema(of, true, "")},
	}}
}

// Tagged is a card with its row version, which becomes the ETag.
type Tagged[T any] struct {
	Body    T
	Version int64
}

type cardOut struct {
	ETag string `header:"ETag"`
	Body any
}

// Card is a GET of one object, answered with an ETag.
func Card[In, Out any](pattern string, who access.Who, summary string, h func(context.Context, *In) (Tagged[Out], error)) Route {
	r := newRoute(pattern, who, summary)
	r.register = func(a *API, r Route) {
		register(a, r, reflect.TypeFor[Out](), func(ctx context.Context, in *In) (*cardOut, error) {
			out, err := h(ctx, in)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			return &cardOut{ETag: etag(out.Version), Body: out.Body}, nil
		})
	}
	return r
}

// IfMatch is embedded in the input of a call that changes a card.
type IfMatch struct {
	Tag string `header:"If-Match" doc:"ETag карточки, которую меняют"`
}

// Stale reports whether If-Match names another version. A missing header matches every version.
func (m IfMatch) Stale(version int64) bool {
	return m.Tag != "" && m.Tag != "*" && m.Tag != etag(version)
}

func etag(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }

// Sorting says how a list may be sorted and how long its pages are.
type Sorting struct {
	Keys      []string // the first is the default
	Direction listquery.Direction
	PageSize  int
	MaxLimit  int // 0: listquery.MaxLimit
}

func (s Sorting) maxLimit() int {
	if s.MaxLimit == 0 {
		return listquery.MaxLimit
	}
	return s.MaxLimit
}

type listOut struct {
	Total int `header:"X-Record-Count" doc:"Сколько записей всего"`
	Body  any
}

// List is a page of rows with the exact total in X-Record-Count. In embeds Paging.
func List[In, Row any](pattern string, who access.Who, summary string, sorting Sorting, h func(context.Context, *In) (listquery.Page[Row], error)) Route {
	r := newRoute(pattern, who, summary)
	r.list = sorting
	r.register = func(a *API, r Route) {
		register(a, r, reflect.TypeFor[[]Row](), func(ctx context.Context, in *In) (*listOut, error) {
			page, err := h(ctx, in)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			if page.Rows == nil {
				page.Rows = []Row{}
			}
			return &listOut{Total: page.Total, Body: page.Rows}, nil
		})
	}
	return r
}

// ListCall is a call that takes the headers and body of a list but returns no page: the export of a list, the neighbours of
// a card in it. In embeds Paging.
func ListCall[In, Out any](pattern string, who access.Who, summary string, sorting Sorting, h func(context.Context, *In) (Out, error)) Route {
	r := Call(pattern, who, summary, h)
	r.list = sorting
	return r
}

// Upload is a multipart POST; In has RawBody huma.MultipartFormFiles. The body is read before the handler takes any lock.
func Upload[In, Out any](pattern string, who access.Who, summary string, maxBody int64, h func(context.Context, *In) (Out, error)) Route {
	r := Call(pattern, who, summary, h)
	r.Policy.MaxBody, r.Policy.Slow, r.Policy.Upload = maxBody, true, true
	return r
}

// Slow lifts the 7 s deadline of a call that works through a whole file and holds no locks meanwhile.
func Slow(r Route) Route {
	r.Policy.Slow = true
	return r
}

// OwnPace leaves a call out of the limit of guests.
func OwnPace(r Route) Route {
	r.Policy.OwnPace = true
	return r
}

// Confirmed makes a call need a recent proof of identity.
func Confirmed(r Route) Route {
	r.Policy.Confirmed = true
	return r
}

// ConfirmedWhen makes a call need a recent proof of identity if needed says so of its input.
func ConfirmedWhen[In any](r Route, needed func(context.Context, *In) (bool, error)) Route {
	r.confirm = func(ctx context.Context, in any) (bool, error) {
		return needed(ctx, in.(*In)) //nolint:forcetypeassert // another input type must not leave the call open
	}
	return r
}

// checkConfirmed runs before a stored answer is repeated, like the guard's check.
func (a *API) checkConfirmed(ctx context.Context, r Route, in any) error {
	if r.confirm == nil || access.From(ctx).IsConfirmed(a.clock()) {
		return nil
	}
	if needed, err := r.confirm(ctx, in); err != nil || !needed {
		return err
	}
	return fault.ConfirmFirst()
}

// Enrolment leaves a call open to an operator who must set up a second factor first.
func Enrolment(r Route) Route {
	r.Policy.Enrolment = true
	return r
}

// Download answers with a file that the returned function writes.
func Download[In any](pattern string, who access.Who, summary string, h func(context.Context, *In) (func(http.ResponseWriter, *http.Request), error)) Route {
	r := Slow(newRoute(pattern, who, summary))
	r.register = func(a *API, r Route) {
		huma.Register(a.huma, a.operation(r), func(ctx context.Context, in *In) (*huma.StreamResponse, error) {
			err := a.checkConfirmed(ctx, r, in)
			var write func(http.ResponseWriter, *http.Request)
			if err == nil {
				write, err = h(ctx, in)
			}
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

// Spreadsheet writes an .xlsx file from memory; name is the file name that the browser saves it under.
func Spreadsheet(name string, file []byte) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		h.Set("Content-Length", strconv.Itoa(len(file)))
		_, _ = w.Write(file) // fails only if the client has disconnected
	}
}
