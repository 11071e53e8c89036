package rest_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// always are the headers of every response.
var always = map[string]string{
	"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
	"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
}

// changing headers differ between responses.
var changing = []string{"Date", "Content-Length", "X-Request-Id", "Vary", "Accept-Ranges"}

// headersOf returns the headers of a response without always and changing.
func headersOf(t *testing.T, got kit.Answer) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, values := range got.Header {
		if !slices.Contains(changing, name) {
			out[name] = strings.Join(values, ", ")
		}
	}
	for name, want := range always {
		if out[name] != want {
			t.Errorf("%s: %q, want %q", name, out[name], want)
		}
		delete(out, name)
	}
	if id := got.Header.Get("X-Request-Id"); len(id) != 24 {
		t.Errorf("X-Request-Id %q", id)
	}
	return out
}

// rules 17.11: exactly these headers for each class of responses.
func TestHeaders(t *testing.T) {
	const (
		api   = "default-src 'none'; frame-ancestors 'none'"
		page  = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; manifest-src 'self'"
		docs  = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
		asset = "public, max-age=31536000, immutable"
	)
	a := open(t, []rest.Route{echoRoute, rowsRoute, route("GET /v1/any", access.SignedIn, nil)}, withConsole(built))
	for name, test := range map[string]struct {
		got  kit.Answer
		want map[string]string
	}{
		"an answer":       {a.as(t, "").Put("/v1/echo", `{"name":"я"}`), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/json"}},
		"a list":          {a.as(t, "").Put("/v1/rows", nil), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/json", "X-Record-Count": "42"}},
		"a refusal":       {a.as(t, "").Put("/v1/echo", `{}`), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/problem+json"}},
		"a denial":        {a.as(t, "").Get("/v1/any"), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/problem+json"}},
		"an unknown call": {a.as(t, "").Get("/v1/nowhere"), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/problem+json"}},
		"a foreign site's question whether it may": {
			a.as(t, "").Do("OPTIONS", "/v1/echo", nil, "Origin", "https://evil.test", "Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "x-access-token"),
			map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/problem+json"},
		},
		"a foreign site's call": {
			a.as(t, "").Put("/v1/echo", `{"name":"я"}`, "Origin", "https://evil.test", "Cookie", "a=b"),
			map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/json"},
		},
		"the console":  {a.as(t, "").Get("/partners"), map[string]string{"Content-Security-Policy": page, "Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8"}},
		"an asset":     {a.as(t, "").Get("/assets/app-3c4d.css"), map[string]string{"Content-Security-Policy": api, "Cache-Control": asset, "Content-Type": "text/css; charset=utf-8"}},
		"the document": {a.as(t, "").Get("/openapi.json"), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/json"}},
		"its page":     {a.as(t, "").Get("/api-docs"), map[string]string{"Content-Security-Policy": docs, "Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}},
		"being alive":  {a.as(t, "").Get("/livez"), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8"}},
		"being ready":  {a.as(t, "").Get("/readyz"), map[string]string{"Content-Security-Policy": api, "Cache-Control": "no-store", "Content-Type": "application/json"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := headersOf(t, test.got)
			delete(got, "Content-Encoding") // the document is long enough to be compressed
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// upload sends a multipart form with one file.
func upload(t *testing.T, name string, content []byte) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("imageFile", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), form.FormDataContentType()
}

func somePNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHeadersOfFilesAndLogout(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	t.Run("a file", func(t *testing.T) {
		body, kind := upload(t, `п"р.png`, somePNG(t))
		var file struct{ URLFile string }
		c.Post("/v2/upload-photo", body, "Content-Type", kind).OK().Into(&file)
		got := headersOf(t, a.Anyone(t).Get(file.URLFile).OK())
		want := map[string]string{"Content-Security-Policy": "default-src 'none'; sandbox", "Cache-Control": "private, max-age=900", "Content-Type": "image/png"}
		if disposition := got["Content-Disposition"]; !strings.HasPrefix(disposition, "inline;") || strings.ContainsAny(disposition, "\r\n") {
			t.Errorf("Content-Disposition %q", disposition)
		}
		maps.DeleteFunc(got, func(name, _ string) bool { return name == "Content-Disposition" })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("the logout clears the browser's storage", func(t *testing.T) {
		got := a.Anyone(t).Delete("/v1/auth/session", map[string]string{"refreshToken": c.Refresh}).OK()
		if forget := got.Header.Get("Clear-Site-Data"); forget != `"storage"` {
			t.Errorf("Clear-Site-Data %q", forget)
		}
	})
}

func trusting(networks ...string) func(*rest.Config) {
	return func(c *rest.Config) {
		for _, n := range networks {
			c.TrustedProxies = append(c.TrustedProxies, netip.MustParsePrefix(n))
		}
	}
}

// seen calls the API from an address and returns what it records about the call.
func seen(t *testing.T, remote string, secure bool, headers http.Header, changes ...func(*rest.Config)) (address, hsts string) {
	t.Helper()
	a := open(t, []rest.Route{route("GET /v1/x", access.Public, func(ctx context.Context) (rest.Nothing, error) {
		address = access.RequestFrom(ctx).Address
		return rest.Nothing{}, nil
	})}, changes...)
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/v1/x", nil)
	r.RemoteAddr = remote
	maps.Copy(r.Header, headers)
	if secure {
		r.TLS = &tls.ConnectionState{}
	}
	w := httptest.NewRecorder()
	a.Server.Config.Handler.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return address, w.Header().Get("Strict-Transport-Security")
}

// rules 17.11: HSTS only over TLS or behind a trusted proxy that reports it.
func TestHSTS(t *testing.T) {
	proxied := http.Header{"X-Forwarded-Proto": {"https"}}
	for name, test := range map[string]struct {
		remote  string
		secure  bool
		headers http.Header
		want    bool
	}{
		"plain":                          {"203.0.113.9:1", false, nil, false},
		"over TLS":                       {"203.0.113.9:1", true, nil, true},
		"behind our proxy over TLS":      {"10.0.0.1:1", false, proxied, true},
		"behind our proxy without TLS":   {"10.0.0.1:1", false, http.Header{"X-Forwarded-Proto": {"http"}}, false},
		"a stranger who says it was TLS": {"203.0.113.9:1", false, proxied, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := seen(t, test.remote, test.secure, test.headers, trusting("10.0.0.0/8"))
			if (got != "") != test.want || test.want && got != "max-age=31536000; includeSubDomains" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// rules 17.12: the address is that of the connection, or the right-most hop that is not a trusted proxy.
func TestClientAddress(t *testing.T) {
	for name, test := range map[string]struct {
		remote    string
		forwarded []string
		want      string
	}{
		"nobody between":                         {"203.0.113.9:555", nil, "203.0.113.9"},
		"a stranger's claim":                     {"203.0.113.9:555", []string{"1.1.1.1"}, "203.0.113.9"},
		"our proxy's word":                       {"10.0.0.1:555", []string{"203.0.113.9"}, "203.0.113.9"},
		"a claim before our proxy's word":        {"10.0.0.1:555", []string{"1.1.1.1, 203.0.113.9"}, "203.0.113.9"},
		"a claim in a header of its own":         {"10.0.0.1:555", []string{"1.1.1.1", "203.0.113.9"}, "203.0.113.9"},
		"two trusted proxies":                    {"10.0.0.1:555", []string{"203.0.113.9, 10.0.0.2"}, "203.0.113.9"},
		"a forged trusted proxy":                 {"10.0.0.1:555", []string{"10.0.0.7, 203.0.113.9"}, "203.0.113.9"},
		"our proxy that says nothing":            {"10.0.0.1:555", nil, "10.0.0.1"},
		"our proxy that says nonsense":           {"10.0.0.1:555", []string{"unknown"}, "10.0.0.1"},
		"nonsense before our proxy's word":       {"10.0.0.1:555", []string{"'; DROP TABLE x, 203.0.113.9"}, "203.0.113.9"},
		"many hops":                              {"10.0.0.1:555", []string{strings.Repeat("1.1.1.1, ", 5000) + "203.0.113.9"}, "203.0.113.9"},
		"version six":                            {"[fd00::1]:555", []string{"2001:db8::5"}, "2001:db8::5"},
		"version four written as six, trusted":   {"[::ffff:10.0.0.1]:555", []string{"203.0.113.9"}, "203.0.113.9"},
		"a client's version four written as six": {"10.0.0.1:555", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		"an address with a zone":                 {"10.0.0.1:555", []string{"fe80::5%eth0"}, "fe80::5"},
		"all hops are ours: the farthest of us":  {"10.0.0.1:555", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
	} {
		t.Run(name, func(t *testing.T) {
			headers := http.Header{"X-Forwarded-For": test.forwarded, "X-Real-Ip": {"9.9.9.9"}, "Forwarded": {"for=9.9.9.9"}, "True-Client-Ip": {"9.9.9.9"}}
			if got, _ := seen(t, test.remote, false, headers, trusting("10.0.0.0/8", "fd00::/8")); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	t.Run("nobody is trusted by default", func(t *testing.T) {
		if got, _ := seen(t, "127.0.0.1:555", false, http.Header{"X-Forwarded-For": {"1.1.1.1"}}); got != "127.0.0.1" {
			t.Errorf("got %q", got)
		}
	})
}
