package rest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"studbonus/internal/platform/access"
)

// exchange collects what the access log and the metrics record about a request.
type exchange struct {
	route     string
	caller    callerKey
	status    int
	deadlines *deadlines
	upload    *timedBody // nil for other calls
	api       *API
	request   *http.Request
	header    http.Header // of the response
}

// timeBody holds a slow call's body to its pace.
func (e *exchange) timeBody(req *http.Request) {
	if hasBody(req) {
		e.upload = e.deadlines.body(req.Body)
		req.Body = e.upload
	}
}

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) *exchange {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return e
	}
	return &exchange{}
}

const pageRoute = "console" // a page or asset of the face's single-page application

// compressFrom is the least size worth compressing: a smaller response fits into a few packets anyway.
const compressFrom = 8 << 10

// middleware wraps every request, including those that match no route.
func (a *API) middleware(next http.Handler) http.Handler {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(1), gzhttp.ContentTypes([]string{"application/json", "application/problem+json", "text/html"}))
	if err != nil {
		panic(err) // the options above are constants
	}
	inner := compress(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		origin := access.Request{ID: newRequestID(), Address: a.clientAddress(r), Agent: shortAgent(r)}
		e := &exchange{route: pageRoute, deadlines: a.newDeadlines(w, started), api: a, request: r, header: w.Header()}
		ctx := context.WithValue(access.WithRequest(r.Context(), origin), exchangeKey{}, e)
		r = r.WithContext(ctx)
		recorder := &statusWriter{ResponseWriter: w, exchange: e}
		a.setHeaders(w.Header(), r, origin.ID)
		e.deadlines.begin(r, started)
		defer func() {
			if cause := recover(); cause != nil {
				a.handlePanic(recorder, r, cause)
			}
			a.record(r, e, time.Since(started))
		}()
		inner.ServeHTTP(recorder, r)
	})
}

func (a *API) handlePanic(w *statusWriter, r *http.Request, cause any) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return
	}
	a.log.LogAttrs(r.Context(), slog.LevelError, "panic", slog.String("request", access.RequestFrom(r.Context()).ID),
		slog.Any("cause", cause), slog.String("stack", string(debug.Stack())))
	if w.exchange.status == 0 {
		a.writeProblem(w, r, fmt.Errorf("panic: %v", cause))
	}
}

// record writes the metric and the log line of a finished request.
func (a *API) record(r *http.Request, e *exchange, took time.Duration) {
	requestSeconds.WithLabelValues(string(a.Face), methodLabel(r.Method), e.route, strconv.Itoa(e.status)).Observe(took.Seconds())
	level := slog.LevelInfo
	if e.route == pageRoute || e.route == "/readyz" && e.status == http.StatusOK { // proxies poll it every second
		level = slog.LevelDebug
	}
	// The route pattern, not the path or query, which may contain secrets.
	a.log.LogAttrs(r.Context(), level, "request",
		slog.String("method", methodLabel(r.Method)), slog.String("route", e.route), slog.Int("status", e.status),
		slog.Duration("took", took), slog.Int64(cmp.Or(e.caller.kind, "operator"), e.caller.id),
		slog.String("request", access.RequestFrom(r.Context()).ID), slog.String("address", access.RequestFrom(r.Context()).Address))
}

// methodLabel bounds the label values: a caller could otherwise create metrics without limit with made-up methods.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions:
		return method
	}
	return "other"
}

func newRequestID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return hex.EncodeToString(b[:])
}

// safeHeaders are sent with every response; files and the console override some.
var safeHeaders = http.Header{
	"X-Content-Type-Options":       {"nosniff"},
	"Referrer-Policy":              {"no-referrer"},
	"X-Frame-Options":              {"DENY"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	"Cache-Control":                {"no-store"},
}

func (a *API) setHeaders(h http.Header, r *http.Request, requestID string) {
	maps.Copy(h, safeHeaders)
	h.Set("X-Request-Id", requestID)
	if r.TLS != nil || (a.isTrusted(r.RemoteAddr) && r.Header.Get("X-Forwarded-Proto") == "https") {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// clientAddress returns the right-most hop that is not a trusted proxy (rules 17.12).
func (a *API) clientAddress(r *http.Request) string {
	at := hostOf(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.isTrusted(at); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		at = hop.Unmap().WithZone("").String() // canonical form, for limits and the audit log
	}
	return at
}

func (a *API) isTrusted(remote string) bool {
	addr, err := netip.ParseAddr(hostOf(remote))
	if err != nil {
		return false
	}
	for _, p := range a.TrustedProxies {
		if p.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	return host
}

// statusWriter records the status for the log.
type statusWriter struct {
	http.ResponseWriter
	exchange *exchange
}

// WriteHeader implements http.ResponseWriter. Only the first status counts: when a client disconnects during the answer,
// huma sets 499 on top of the status that was sent, and net/http would log "superfluous response.WriteHeader".
func (w *statusWriter) WriteHeader(status int) {
	if w.exchange.status != 0 {
		return
	}
	w.begin(status)
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.exchange.status == 0 {
		w.begin(http.StatusOK)
	}
	return w.exchange.deadlines.write(w.ResponseWriter, b)
}

func (w *statusWriter) begin(status int) {
	w.exchange.status = status
	if w.exchange.upload != nil {
		w.exchange.upload.abandon(w.Header())
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
