package rest

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"studbonus/internal/access"
)

//go:embed docs.html
var docsTemplate string

type docsSection struct {
	Title string
	Roles []access.Role
	Calls []Route
}

// serveDocs offers the OpenAPI document and a page to read it by, which needs no foreign host. Both are made when first
// asked for: most instances never are, and a start should not wait for them.
func (a *API) serveDocs() {
	a.mux.HandleFunc("GET /openapi.json", madeOnce("application/json", a.OpenAPI))
	page := madeOnce("text/html; charset=utf-8", a.docsPage)
	a.mux.HandleFunc("GET /api-docs", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
		page(w, r)
	})
}

func madeOnce(contentType string, content func() ([]byte, error)) http.HandlerFunc {
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
	err = page.Execute(&html, a.docsSections())
	return html.Bytes(), err
}

func (a *API) docsSections() []docsSection {
	byArea := map[access.Area]*docsSection{}
	var order []access.Area
	for _, r := range a.routes {
		if byArea[r.Area] == nil {
			byArea[r.Area] = &docsSection{Title: areaTitles[r.Area], Roles: access.Table[r.Area]}
			order = append(order, r.Area)
		}
		byArea[r.Area].Calls = append(byArea[r.Area].Calls, r)
	}
	slices.Sort(order)
	out := make([]docsSection, 0, len(order))
	for _, area := range order {
		s := byArea[area]
		slices.SortFunc(s.Calls, func(x, y Route) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
		out = append(out, *s)
	}
	return out
}
