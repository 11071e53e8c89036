package rest

import (
	"context"
	"mime"
	"net/http"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

// caller is who makes a request: at most one of the fields is set.
type caller struct {
	operator access.Principal
	member   access.Member
	till     access.Till
	cookie   string // the token, if it came in a cookie
}

// callerKey identifies a caller in limits and idempotency keys.
type callerKey struct {
	kind string // operator, member or till
	id   int64
}

func (c caller) key() callerKey {
	switch {
	case c.member.ID != 0:
		return callerKey{"member", c.member.ID}
	case c.till.ID != 0:
		return callerKey{"till", c.till.ID}
	}
	return callerKey{"operator", c.operator.Operator}
}

// callerFrom returns the key of the caller that the guard has attached.
func callerFrom(ctx context.Context) callerKey {
	return caller{operator: access.From(ctx), member: access.MemberFrom(ctx), till: access.TillFrom(ctx)}.key()
}

func (c caller) attach(ctx context.Context) context.Context {
	switch {
	case c.member.ID != 0:
		return access.WithMember(ctx, c.member)
	case c.till.ID != 0:
		return access.WithTill(ctx, c.till)
	}
	return access.WithPrincipal(ctx, c.operator)
}

// may reports whether the caller may make the call.
func (c caller) may(r Route) bool {
	switch {
	case r.IsOpen():
		return true
	case r.Caller == access.PairedTill:
		return c.till.ID != 0
	case r.Caller != "":
		return c.member.May(r.Caller)
	}
	return c.operator.Can(r.Area)
}

// identify authenticates the caller of a route.
func (a *API) identify(ctx context.Context, req *http.Request, r Route) (c caller, err error) {
	switch r.Caller {
	case "":
		if r.Area != access.Public {
			c.operator, err = a.Authenticate(ctx, req.Header.Get(accessHeader))
		}
		return c, err
	case access.PairedTill:
		c.cookie = a.cookie(req, TillCookie)
		c.till, err = a.AuthenticateTill(ctx, c.cookie)
	case access.Anyone, access.SignedInMember, access.ActiveStudent:
		token, isBearer := bearer(req)
		if !isBearer {
			token = a.cookie(req, SessionCookie)
			c.cookie = token
		}
		if token == "" && r.Caller == access.Anyone {
			break
		}
		c.member, err = a.AuthenticateMember(ctx, token)
		if r.Caller == access.Anyone && fault.Is(err, fault.KindUnauthenticated) { // an expired session is a guest
			c, err = caller{}, nil
		}
	}
	if err != nil {
		return c, err
	}
	return c, a.checkOrigin(req, c.cookie != "")
}

// bearer returns the token of a native app. It takes precedence over cookies.
func bearer(req *http.Request) (token string, has bool) {
	scheme, token, has := strings.Cut(req.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), has && strings.EqualFold(scheme, "Bearer")
}

// checkOrigin refuses requests that another site makes a browser send (rules 23.4). A browser names the origin of every
// unsafe request; one with a cookie must come from a browser.
func (a *API) checkOrigin(req *http.Request, hasCookie bool) error {
	if req.Method == http.MethodGet || req.Method == http.MethodHead {
		return nil
	}
	site, origin := req.Header.Get("Sec-Fetch-Site"), req.Header.Get("Origin")
	switch {
	case site != "" && site != "same-origin", site == "" && origin != "" && origin != a.Origin, site == "" && origin == "" && hasCookie:
		return fault.Forbidden()
	case hasCookie && req.ContentLength != 0 && !isPlainData(req.Header.Get("Content-Type")):
		return fault.WrongType("Данные такого типа не принимаются.")
	}
	return nil
}

// isPlainData reports whether the body is JSON or multipart, which a form of another site cannot send unnoticed.
func isPlainData(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || kind == "multipart/form-data")
}
