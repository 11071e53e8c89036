package rest

import (
	"net/http"
	"strings"
)

// router is the standard one, and a second one before it for the neighbours of cards: PUT …/neighbours/{uuid} stands
// beside PUT …/{uuid}/status (contract §10), and the standard router refuses two patterns of which neither is the narrower.
type router struct {
	*http.ServeMux
	first *http.ServeMux
}

func newRouter() *router { return &router{http.NewServeMux(), http.NewServeMux()} }

const neighboursPart = "/neighbours/"

// HandleFunc registers a call.
func (r *router) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	if strings.Contains(pattern, neighboursPart) {
		r.first.HandleFunc(pattern, handler)
		return
	}
	r.ServeMux.HandleFunc(pattern, handler)
}

// ServeHTTP implements http.Handler.
func (r *router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.Contains(req.URL.Path, neighboursPart) {
		if _, pattern := r.first.Handler(req); pattern != "" {
			r.first.ServeHTTP(w, req)
			return
		}
	}
	r.ServeMux.ServeHTTP(w, req)
}
