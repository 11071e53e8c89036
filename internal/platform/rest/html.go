package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"

	"studbonus/internal/platform/access"
)

// View is a call whose answer a browser shows to a person: the returned function writes an HTML page.
func View[In any](pattern string, who access.Who, summary string, h func(context.Context, *In) (func(http.ResponseWriter, *http.Request), error)) Route {
	r := Download(pattern, who, summary, h)
	r.Policy.Slow = false // a page is as quick as a call
	return r
}

// HTML is a small page without scripts that an area serves itself.
type HTML struct {
	page   *template.Template
	policy string
}

// NewHTML parses a page; the template writes the style as {{style}}. The page may load nothing and submit forms to this site only.
func NewHTML(text, style string) HTML {
	page := template.New("page").Funcs(template.FuncMap{"style": func() template.CSS { return template.CSS(style) }}) //nolint:gosec // our own file
	sum := sha256.Sum256([]byte(style))
	return HTML{
		page:   template.Must(page.Parse(text)),
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	}
}

// Answer returns what a View writes: the page with the values of view.
func (p HTML) Answer(status int, view any) (func(http.ResponseWriter, *http.Request), error) {
	var body bytes.Buffer
	if err := p.page.Execute(&body, view); err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Length", strconv.Itoa(body.Len()))
		h.Set("Content-Security-Policy", p.policy)
		w.WriteHeader(status)
		_, _ = w.Write(body.Bytes()) // fails only if the client has disconnected
	}, nil
}
