package rest

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"studbonus/internal/access"
)

//go:embed docs.html
var docsPage string

type docsSection struct {
	Area  access.Area
	Roles []access.Role
	Calls []Route
}

// serveDocs offers the OpenAPI document and a page to read it by, which needs no foreign host.
func (a *API) serveDocs() error {
	document, err := a.OpenAPI()
	if err != nil {
		return err
	}
	page, err := template.New("docs").Parse(docsPage)
	if err != nil {
		return err
	}
	var html bytes.Buffer
	if err := page.Execute(&html, a.docsSections()); err != nil {
		return err
	}
	a.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
	a.mux.HandleFunc("GET /api-docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
		_, _ = w.Write(html.Bytes())
	})
	return nil
}

func (a *API) docsSections() []docsSection {
	byArea := map[access.Area]*docsSection{}
	var order []access.Area
	for _, r := range a.routes {
		if byArea[r.Area] == nil {
			byArea[r.Area] = &docsSection{Area: r.Area, Roles: access.Table[r.Area]}
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
