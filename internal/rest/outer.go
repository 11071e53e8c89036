package rest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
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

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"

	"studbonus/internal/access"
)

// exchange is what the log and the metrics want to know of a request when it is over.
type exchange struct {
	route    string
	operator int64
	status   int
	pace     *pace
}

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) *exchange {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return e
	}
	return &exchange{}
}

// compressFrom: below this an answer fits into a few packets and compressing only costs time.
const compressFrom = 8 << 10

// outer is what every request passes through, also those that no route takes.
func (a *API) outer(next http.Handler) http.Handler {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(1), gzhttp.ContentTypes([]string{"application/json", "application/problem+json", "text/html"}))
	if err != nil {
		panic(err) // the options above are constants
	}
	inner := compress(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		origin := access.Request{ID: newRequestID(), Address: a.clientAddress(r)}
		e := &exchange{route: "console", pace: a.paceOf(w, started)}
		ctx := context.WithValue(access.WithRequest(r.Context(), origin), exchangeKey{}, e)
		r = r.WithContext(ctx)
		seen := &statusWriter{ResponseWriter: w, exchange: e}
		a.setHeaders(w.Header(), r, origin.ID)
		e.pace.begin(r, started)
		defer func() {
			if cause := recover(); cause != nil {
				a.recovered(seen, r, cause)
			}
			a.finished(r, e, time.Since(started))
		}()
		inner.ServeHTTP(seen, r)
	})
}

func (a *API) recovered(w *statusWriter, r *http.Request, cause any) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return
	}
	a.log.LogAttrs(r.Context(), slog.LevelError, "panic", slog.String("request", access.RequestFrom(r.Context()).ID),
		slog.Any("cause", cause), slog.String("stack", string(debug.Stack())))
	if w.exchange.status == 0 {
		a.writeProblem(w, r, fmt.Errorf("panic: %v", cause))
	}
}

func (a *API) finished(r *http.Request, e *exchange, took time.Duration) {
	requestSeconds.WithLabelValues(knownMethod(r.Method), e.route, strconv.Itoa(e.status)).Observe(took.Seconds())
	level := slog.LevelInfo
	if e.route == "console" || e.route == "/readyz" && e.status == http.StatusOK { // a proxy asks each second
		level = slog.LevelDebug
	}
	// The route, never the path or the query: they may carry what must not be written down.
	a.log.LogAttrs(r.Context(), level, "request",
		slog.String("method", knownMethod(r.Method)), slog.String("route", e.route), slog.Int("status", e.status),
		slog.Duration("took", took), slog.Int64("operator", e.operator),
		slog.String("request", access.RequestFrom(r.Context()).ID), slog.String("address", access.RequestFrom(r.Context()).Address))
}

// knownMethod keeps a stranger from filling the memory with metrics of methods that he makes up.
func knownMethod(method string) string {
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

// safeHeaders are on every answer; files and the console set their own on top.
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

// clientAddress is the right-most hop that is not a proxy of ours (security V27).
func (a *API) clientAddress(r *http.Request) string {
	at := hostOf(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.isTrusted(at); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		at = hop.Unmap().WithZone("").String() // one spelling an address, for limits and the audit log
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

// writeProblem answers with an error where the library does not.
func (a *API) writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	shown := a.problem(r.Context(), err)
	if withHeaders, ok := errors.AsType[huma.HeadersError](shown); ok {
		for name, values := range withHeaders.GetHeaders() {
			w.Header()[name] = values
		}
	}
	p, ok := errors.AsType[*Problem](shown)
	if !ok {
		p = a.internal(r.Context(), err)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// statusWriter remembers the status for the log.
type statusWriter struct {
	http.ResponseWriter
	exchange *exchange
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	if w.exchange.status == 0 {
		w.exchange.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.exchange.status == 0 {
		w.exchange.status = http.StatusOK
	}
	return w.exchange.pace.write(w.ResponseWriter, b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
