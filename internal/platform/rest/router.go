package rest

import (
	"net/http"
	"strings"
)

// router is two ServeMuxes. PUT …/neighbours/{uuid} and PUT …/{uuid}/status (rules 1.12) overlap without either pattern
// being more specific, and ServeMux refuses such a pair, so neighbours routes get a mux of their own that is tried first.
type router struct {
	*http.ServeMux
	neighbours *http.ServeMux
}

func newRouter() *router { return &router{http.NewServeMux(), http.NewServeMux()} }

const neighboursPart = "/neighbours/"

// HandleFunc registers a call.
func (r *router) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	if strings.Contains(pattern, neighboursPart) {
		r.neighbours.HandleFunc(pattern, handler)
		return
	}
	r.ServeMux.HandleFunc(pattern, handler)
}

// ServeHTTP implements http.Handler.
func (r *router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.Contains(req.URL.Path, neighboursPart) {
		if _, pattern := r.neighbours.Handler(req); pattern != "" {
			r.neighbours.ServeHTTP(w, req)
			return
		}
	}
	r.ServeMux.ServeHTTP(w, req)
}
