package rest

import (
	"context"
	"net/http"
	"strings"
	"time"

	"studbonus/internal/platform/access"
)

// Cookie is a kind of cookie of the students' face.
type Cookie string

// The cookies. All are HttpOnly and SameSite=Lax.
const (
	SessionCookie Cookie = "session" // of a member
	DeviceCookie  Cookie = "device"  // recognises a browser that has signed in before
	TillCookie    Cookie = "till"    // of a paired till
)

const cookiePrefix = "studbonus-"

// cookieName adds __Host- on HTTPS, so that no subdomain can set the cookie. On plain HTTP browsers refuse such names.
func (a *API) cookieName(c Cookie) string {
	if a.isSecure() {
		return "__Host-" + cookiePrefix + string(c)
	}
	return cookiePrefix + string(c)
}

func (a *API) isSecure() bool { return strings.HasPrefix(a.Origin, "https://") }

func (a *API) cookie(req *http.Request, c Cookie) string {
	if found, err := req.Cookie(a.cookieName(c)); err == nil {
		return found.Value
	}
	return ""
}

func (a *API) setCookie(h http.Header, c Cookie, value string, life time.Duration) {
	set := http.Cookie{ //nolint:gosec // Secure follows the scheme of the public address (rules 23.3)
		Name: a.cookieName(c), Value: value, Path: "/", MaxAge: int(life.Seconds()), Secure: a.isSecure(), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		set.MaxAge = -1
	}
	h.Add("Set-Cookie", set.String())
}

// SetCookie sends a cookie with the response of this request; an empty value deletes it.
func SetCookie(ctx context.Context, c Cookie, value string, life time.Duration) {
	if e := exchangeFrom(ctx); e.api != nil {
		e.api.setCookie(e.header, c, value, life)
	}
}

// CookieFrom returns a cookie of this request, or "".
func CookieFrom(ctx context.Context, c Cookie) string {
	if e := exchangeFrom(ctx); e.api != nil {
		return e.api.cookie(e.request, c)
	}
	return ""
}

// IsBrowser reports whether the request has a header that only browsers send.
func IsBrowser(ctx context.Context) bool {
	r := exchangeFrom(ctx).request
	return r != nil && (r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "")
}

// UserAgent returns the User-Agent of this request, cut to 200 bytes.
func UserAgent(ctx context.Context) string { return access.RequestFrom(ctx).Agent }

func shortAgent(r *http.Request) string {
	const longest = 200
	agent := r.UserAgent()
	return strings.ToValidUTF8(agent[:min(len(agent), longest)], "")
}
