package rest

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"studbonus/internal/platform/access"
)

//go:embed docs.html
var docsTemplate string

type docsPage struct {
	IsConsole bool
	Sections  []docsSection
}

type docsSection struct {
	Title string
	Roles []access.Role
	Calls []Route
}

// serveDocs serves the OpenAPI document and a page to read it, which loads nothing from other hosts. Both are built on the
// first request, so that they do not slow down the start.
func (a *API) serveDocs() {
	a.mux.HandleFunc("GET /openapi.json", builtOnce("application/json", a.OpenAPI))
	page := builtOnce("text/html; charset=utf-8", a.docsPage)
	a.mux.HandleFunc("GET /api-docs", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
		page(w, r)
	})
}

func builtOnce(contentType string, content func() ([]byte, error)) http.HandlerFunc {
	content = sync.OnceValues(content)
	return func(w http.ResponseWriter, _ *http.Request) {
		body, err := content()
		if err != nil {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body)
	}
}

func (a *API) docsPage() ([]byte, error) {
	page, err := template.New("docs").Parse(docsTemplate)
	if err != nil {
		return nil, err
	}
	var html bytes.Buffer
	err = page.Execute(&html, docsPage{IsConsole: a.Face == ConsoleFace, Sections: a.docsSections()})
	return html.Bytes(), err
}

func (a *API) docsSections() []docsSection {
	byTag := map[string]*docsSection{}
	var order []string
	for _, r := range a.routes {
		tag := r.tag()
		if byTag[tag] == nil {
			byTag[tag] = &docsSection{Title: r.title(), Roles: access.Table[r.Area]}
			order = append(order, tag)
		}
		byTag[tag].Calls = append(byTag[tag].Calls, r)
	}
	slices.Sort(order)
	out := make([]docsSection, 0, len(order))
	for _, tag := range order {
		s := byTag[tag]
		slices.SortFunc(s.Calls, func(x, y Route) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
		out = append(out, *s)
	}
	return out
}
