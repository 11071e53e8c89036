package rest

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const requestLimit = 7 * time.Second // the console gives up after 8

// guard runs before every handler and enforces the route's policy: authentication, permission and limits.
func (a *API) guard(ctx huma.Context, next func(huma.Context)) {
	started, r := time.Now(), routeOf(ctx)
	req, w := unwrap(ctx)
	exchange := exchangeFrom(req.Context())
	exchange.route = r.Path
	if err := checkURL(ctx, r); err != nil {
		a.refuse(ctx, err)
		return
	}
	limited, cancel := context.WithDeadline(req.Context(), started.Add(a.RequestLimit))
	defer cancel()
	who, err := a.identify(limited, req, r)
	if err != nil {
		a.deny(ctx, r, err)
		return
	}
	exchange.caller = who.key()
	if err := a.checkPace(req.Context(), who, r); err != nil {
		a.refuse(ctx, err)
		return
	}
	if who.cookie != "" && who.member.RenewFor > 0 {
		a.setCookie(w.Header(), SessionCookie, who.cookie, who.member.RenewFor)
	}
	req.Body = http.MaxBytesReader(w, req.Body, r.Policy.MaxBody)
	if r.Policy.Slow { // the short deadline still covers authentication
		limited, cancel = context.WithDeadline(req.Context(), exchange.deadlines.until)
		defer cancel()
		exchange.timeBody(req)
	} else {
		defer countFromTheBodyOn(req)()
	}
	ctx = huma.WithContext(ctx, who.attach(limited))
	if !who.may(r) {
		a.deny(ctx, r, fault.Forbidden())
		return
	}
	if err := a.checkProof(who.operator, r); err != nil {
		a.refuse(ctx, err)
		return
	}
	if r.Policy.Upload {
		release, err := a.uploads.acquire(who.key())
		if err != nil {
			a.refuse(ctx, err)
			return
		}
		defer release()
		defer removeForm(ctx)
	}
	if r.Policy.ClearsSiteData {
		w.Header().Set("Clear-Site-Data", `"storage"`)
	}
	if r.Policy.Idempotent {
		ctx = huma.WithValue(ctx, idempotencyCtx{}, req.Header.Get(keyHeader))
	}
	next(ctx)
}

// removeForm deletes the temporary files of the request's form, also of one that is refused before the handler sees it. net/http
// does so only for its own copy of the request.
func removeForm(ctx huma.Context) {
	if req, _ := unwrap(ctx); req.MultipartForm != nil {
		_ = req.MultipartForm.RemoveAll()
	}
}

// checkProof refuses an operator without a required second factor, and dangerous calls without a recent proof of identity. It
// runs before a stored answer is repeated.
func (a *API) checkProof(operator access.Principal, r Route) error {
	switch {
	case operator.FactorDue && !r.Policy.Enrolment:
		return fault.SetUpFactorFirst()
	case r.Policy.Confirmed && !operator.IsConfirmed(a.clock()):
		return fault.ConfirmFirst()
	}
	return nil
}

// Calls a minute (rules 23.12).
const (
	callsPerSession = 120
	callsOfGuests   = 1_200 // from one network, which may be a campus
)

// checkPace refuses the calls of a session, or of a network's guests, that makes too many. Pages and files are not counted: a
// screen shows dozens of pictures.
func (a *API) checkPace(ctx context.Context, who caller, r Route) error {
	if !strings.HasPrefix(r.Path, memberCalls) {
		return nil
	}
	var wait time.Duration
	if who.member.Session != 0 {
		wait = a.calls.Count(who.member.Session, a.clock())
	} else if !r.Policy.OwnPace {
		wait = a.guests.Count(access.RequestFrom(ctx).Network(), a.clock())
	}
	if wait > 0 {
		return fault.TooMany("Слишком много запросов. Подождите минуту.", wait)
	}
	return nil
}

// checkURL refuses a NUL in the query and malformed identifiers in the path, which name nothing that exists (rules 4.2).
func checkURL(ctx huma.Context, r Route) error {
	for part := range strings.SplitSeq(r.Path, "/") {
		name, isParam := strings.CutPrefix(part, "{")
		name = strings.TrimSuffix(name, "}")
		if isParam && strings.HasPrefix(name, "uuid") && !form.IsUUID(ctx.Param(name)) {
			return fault.NotFound()
		}
	}
	if url := ctx.URL(); strings.Contains(url.RawQuery, "%00") {
		return fault.Invalid("", "Недопустимый символ в запросе.")
	}
	return nil
}

// deny refuses a call and reports it if the caller lacks a session or a permission.
func (a *API) deny(ctx huma.Context, r Route, err error) {
	for _, kind := range []fault.Kind{fault.KindUnauthenticated, fault.KindForbidden} {
		if fault.Is(err, kind) && a.Denied != nil {
			a.Denied(ctx.Context(), statuses[kind], r.Method+" "+r.Path)
		}
	}
	a.refuse(ctx, err)
}

// refuse answers without calling the handler.
func (a *API) refuse(ctx huma.Context, err error) {
	req, w := unwrap(ctx)
	a.writeProblem(w, req.WithContext(ctx.Context()), err)
}
