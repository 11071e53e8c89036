package rest_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

const index = "<!doctype html><title>СтудБонус</title>"

var built = fstest.MapFS{
	"index.html":             {Data: []byte(index)},
	"favicon.svg":            {Data: []byte("<svg/>")},
	"assets/app-1a2b.js.gz":  {Data: zipped("console.log(1)")},
	"assets/app-3c4d.css":    {Data: []byte("body{}")},
	"assets/img-5e6f.png":    {Data: []byte("\x89PNG")},
	"assets/fonts/a-7.woff2": {Data: []byte("wOF2")},
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// fetch requests no compression, unlike the default client.
func fetch(t *testing.T, a *api, method, path string, headers ...string) kit.Answer {
	t.Helper()
	return a.as(t, "").Do(method, path, nil, append([]string{"Accept-Encoding", "identity"}, headers...)...)
}

func TestConsole(t *testing.T) {
	a := open(t, []rest.Route{echoRoute}, withConsole(built))
	for _, page := range []string{"/", "/auth", "/auth/resetpassword", "/card/1/edit", "/partners/new", "/index.html", "/v1", "/v3/x", "/nowhere?x=1", "/confirmreset/abc", "/structure.php"} {
		t.Run("the page "+page+" is the index", func(t *testing.T) {
			got := fetch(t, a, "GET", page, "Accept", "text/html").OK()
			if string(got.Body) != index || got.Header.Get("Content-Type") != "text/html; charset=utf-8" || got.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%v: %s", got.Header, got.Body)
			}
			checkPolicy(t, got.Header.Get("Content-Security-Policy"))
		})
	}
	for _, call := range []string{"GET /v1/nowhere", "GET /v2/nowhere", "GET /files/", "GET /operator/nothing", "GET /s/v1/me", "GET /t", "GET /t/v1/check", "GET /c/ABC", "GET /C/ABC", "POST /", "PUT /auth/nothing", "DELETE /card/1", "PATCH /v1/echo", "POST /v1/echo", "OPTIONS /v1/echo"} {
		t.Run(call+" is a JSON 404 even if the client accepts HTML", func(t *testing.T) {
			method, path, _ := strings.Cut(call, " ")
			got := fetch(t, a, method, path, "Accept", "text/html").Is(404)
			if got.Header.Get("Content-Type") != "application/problem+json" || got.Problem().Detail != "Не найдено." || got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%v: %s", got.Header, got.Body)
			}
		})
	}
	t.Run("an asset is cached forever", func(t *testing.T) {
		for path, kind := range map[string]string{
			"/assets/app-1a2b.js": "text/javascript; charset=utf-8", "/assets/app-3c4d.css": "text/css; charset=utf-8", "/assets/img-5e6f.png": "image/png", "/assets/fonts/a-7.woff2": "font/woff2",
		} {
			got := fetch(t, a, "GET", path).OK()
			if got.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || got.Header.Get("Content-Type") != kind {
				t.Errorf("%s: %v", path, got.Header)
			}
		}
	})
	t.Run("a compressed asset is sent as it is to clients that accept gzip, and unpacked for others", func(t *testing.T) {
		packed := fetch(t, a, "GET", "/assets/app-1a2b.js", "Accept-Encoding", "gzip, br").OK()
		if packed.Header.Get("Content-Encoding") != "gzip" || !bytes.Equal(packed.Body, zipped("console.log(1)")) || packed.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%v: %s", packed.Header, packed.Body)
		}
		plain := fetch(t, a, "GET", "/assets/app-1a2b.js").OK()
		if plain.Header.Get("Content-Encoding") != "" || string(plain.Body) != "console.log(1)" || plain.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%v: %s", plain.Header, plain.Body)
		}
		if kind := packed.Header.Get("Content-Type"); kind != plain.Header.Get("Content-Type") {
			t.Errorf("packed it is a %s", kind)
		}
		for _, coding := range []string{"gzip", "identity"} {
			if head := fetch(t, a, "HEAD", "/assets/app-1a2b.js", "Accept-Encoding", coding).OK(); len(head.Body) != 0 || head.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %v: %s", coding, head.Header, head.Body)
			}
		}
	})
	t.Run("an asset of an old version is a 404 and not the index", func(t *testing.T) {
		for _, path := range []string{"/assets/app-old.js", "/assets/fonts", "/assets/../assets/x.js"} {
			got := fetch(t, a, "GET", path)
			if got.Status != 404 || strings.Contains(string(got.Body), "doctype") {
				t.Errorf("%s: status %d, %s", path, got.Status, got.Body)
			}
		}
	})
	t.Run("a file beside the index is revalidated each time", func(t *testing.T) {
		if got := fetch(t, a, "GET", "/favicon.svg").OK(); got.Header.Get("Cache-Control") != "no-cache" || string(got.Body) != "<svg/>" {
			t.Errorf("%v: %s", got.Header, got.Body)
		}
	})
	t.Run("nothing outside the build is served", func(t *testing.T) {
		for _, path := range []string{"/../kit_test.go", "/..%2fkit_test.go", "/%2e%2e/kit_test.go", "/assets/..%2f..%2fkit_test.go", "//etc/passwd", `/..\kit_test.go`, "/assets/%00"} {
			if got := fetch(t, a, "GET", path); strings.Contains(string(got.Body), "package") || strings.Contains(string(got.Body), "root:") {
				t.Errorf("%s: %.100s", path, got.Body)
			}
		}
	})
	t.Run("a HEAD returns only headers", func(t *testing.T) {
		if got := fetch(t, a, "HEAD", "/partners").OK(); len(got.Body) != 0 || got.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%v: %s", got.Header, got.Body)
		}
	})
	t.Run("a redirect never leads to another host", func(t *testing.T) {
		for _, path := range []string{"//evil.test", "//evil.test/..", "/%2f/evil.test", `/\evil.test`, "///evil.test/%2e%2e"} {
			req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.URL.Opaque = path
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				continue // rejected before it reached a handler
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if to := res.Header.Get("Location"); strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`) || strings.Contains(to, "://") {
				t.Errorf("%s leads to %s", path, to)
			}
		}
	})
}

// checkPolicy checks the headers of rules 17.10 and 17.11.
func checkPolicy(t *testing.T, policy string) {
	t.Helper()
	for _, rule := range []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "font-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'",
		"object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'",
	} {
		if !strings.Contains(policy+";", rule+";") {
			t.Errorf("%q is missing in %q", rule, policy)
		}
	}
	for _, hole := range []string{"unsafe-eval", "script-src 'self' 'unsafe-inline'", "*", "http:"} {
		if strings.Contains(policy, hole) {
			t.Errorf("%q is in %q", hole, policy)
		}
	}
}

func TestTileSource(t *testing.T) {
	a := open(t, []rest.Route{echoRoute}, withConsole(built), func(c *rest.Config) { c.TileSource = "https://tiles.test" })
	policy := fetch(t, a, "GET", "/").OK().Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "img-src 'self' blob: data: https://tiles.test;") || strings.Count(policy, "tiles.test") != 1 {
		t.Error(policy)
	}
}

func TestWithoutConsole(t *testing.T) {
	for name, a := range map[string]*api{
		"no build":             open(t, []rest.Route{echoRoute}),
		"a build without page": open(t, []rest.Route{echoRoute}, withConsole(fstest.MapFS{".gitkeep": {}})),
	} {
		t.Run(name, func(t *testing.T) {
			if got := fetch(t, a, "GET", "/", "Accept", "text/html").Is(404); got.Problem().Detail != "Не найдено." {
				t.Errorf("%s", got.Body)
			}
			a.as(t, "").Put("/v1/echo", `{"name":"я"}`).OK()
		})
	}
}
