package rest

import (
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"studbonus/internal/fault"
)

// apiPrefixes are never the console's: an unknown path below them is a JSON 404.
var apiPrefixes = []string{"/v1/", "/v2/", "/files/", "/operator/"}

// console serves the built single-page application: its files by name, its index for every page.
func (a *API) console() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		switch {
		case a.Console == nil || isAPI(r) || !readable(a.Console, "index.html"):
			exchangeFrom(r.Context()).route = "unknown"
			a.writeProblem(w, r, fault.NotFound())
		case name != "" && name != "index.html" && readable(a.Console, name):
			serveAsset(w, r, a.Console, name)
		case strings.HasPrefix(name, "assets/"): // a stale chunk must not be answered with the index
			a.writeProblem(w, r, fault.NotFound())
		default:
			a.serveIndex(w)
		}
	})
}

func isAPI(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return true
	}
	for _, p := range apiPrefixes {
		if strings.HasPrefix(r.URL.Path, p) {
			return true
		}
	}
	return false
}

func readable(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && !info.IsDir()
}

func serveAsset(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") { // named by content
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		h.Set("Content-Type", kind)
	}
	if readable(files, name+".gz") {
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			name += ".gz"
		}
	}
	file, err := files.Open(name)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	defer file.Close() //nolint:errcheck // only read
	// Not read into memory: a client that is slow to take it would hold a copy.
	http.ServeContent(w, r, "", time.Time{}, file.(io.ReadSeeker))
}

func (a *API) serveIndex(w http.ResponseWriter) {
	body, err := fs.ReadFile(a.Console, "index.html")
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", a.consolePolicy())
	_, _ = w.Write(body)
}

// consolePolicy is security §1.19: inline styles because the component library writes <style> elements.
func (a *API) consolePolicy() string {
	images := "'self' blob: data:"
	if a.TileSource != "" {
		images += " " + a.TileSource
	}
	return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src " + images +
		"; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; manifest-src 'self'"
}
