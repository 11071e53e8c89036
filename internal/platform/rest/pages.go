package rest

import (
	"compress/gzip"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/fault"
)

// apiPrefixes belong to the APIs of both faces: an unknown path below them is a JSON 404, not a page of the single-page
// application. So are the bare names of the students' face, except the till's page.
var (
	apiPrefixes  = []string{"/v1/", "/v2/", "/files/", "/operator/", "/s/", "/t/", "/c/", "/C/", "/email/"}
	studentNames = []string{"/s", "/t", "/c", "/C"}
)

// The till's page is a document of its own on the students' face: only its policy allows WebAssembly, for the scanner.
const (
	tillPath   = "/t"
	indexFile  = "index.html"
	tillFile   = "till.html"
	workerFile = "sw.js"
	packed     = ".gz" // the build keeps such files only compressed
)

// pages serves the built single-page application: files by name, index.html for every page.
func (a *API) pages() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		switch {
		case a.isTillPage(r):
			a.servePage(w, tillFile, a.pagePolicy("'self' 'wasm-unsafe-eval'"))
		case a.Pages == nil || isAPI(r) || !isFile(a.Pages, indexFile):
			exchangeFrom(r.Context()).route = "unknown"
			a.writeProblem(w, r, fault.NotFound())
		case name != "" && path.Ext(name) != ".html" && (isFile(a.Pages, name) || isFile(a.Pages, name+packed)):
			serveAsset(w, r, a.Pages, name)
		case strings.HasPrefix(name, "assets/"): // answering a stale chunk with index.html would break the page
			a.writeProblem(w, r, fault.NotFound())
		default:
			a.servePage(w, indexFile, a.pagePolicy("'self'"))
		}
	})
}

func (a *API) isTillPage(r *http.Request) bool {
	return a.Face == StudentsFace && (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.URL.Path == tillPath && a.Pages != nil && isFile(a.Pages, tillFile)
}

func isAPI(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return true
	}
	return slices.Contains(studentNames, r.URL.Path) || slices.ContainsFunc(apiPrefixes, func(p string) bool { return strings.HasPrefix(r.URL.Path, p) })
}

func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && !info.IsDir()
}

func serveAsset(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") { // names contain a content hash
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if name == workerFile { // a worker obeys the policy of its own file, and this one fetches
		h.Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		h.Set("Content-Type", kind)
	}
	isPacked := isFile(files, name+packed)
	if isPacked {
		h.Set("Vary", "Accept-Encoding")
		name += packed
	}
	file, err := files.Open(name)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	defer file.Close() //nolint:errcheck // read only
	// Streamed, not read into memory: each slow client would hold a copy.
	if isPacked && !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		unpack(w, file)
		return
	}
	if isPacked {
		h.Set("Content-Encoding", "gzip")
	}
	http.ServeContent(w, r, "", time.Time{}, file.(io.ReadSeeker))
}

// unpack answers the rare client that does not take gzip.
func unpack(w http.ResponseWriter, file io.Reader) {
	plain, err := gzip.NewReader(file)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = io.Copy(w, plain) //nolint:gosec // a file of our own build; fails only if the client has disconnected
}

func (a *API) servePage(w http.ResponseWriter, name, policy string) {
	body, err := fs.ReadFile(a.Pages, name)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", policy)
	_, _ = w.Write(body)
}

// pagePolicy is the Content-Security-Policy of rules 17.10. The console allows inline styles because its component library writes
// <style> elements; the students' app has none, and a service worker.
func (a *API) pagePolicy(scripts string) string {
	images := "'self' blob: data:"
	if a.TileSource != "" {
		images += " " + a.TileSource
	}
	styles, workers := "'self' 'unsafe-inline'", ""
	if a.Face == StudentsFace {
		styles, workers = "'self'", "; worker-src 'self'"
	}
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles + "; font-src 'self'; img-src " + images +
		"; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; manifest-src 'self'" + workers
}
