package rest

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

var requestSeconds = promauto.NewHistogramVec(prometheus.HistogramOpts{
	Name: "studbonus_request_seconds", Help: "Time to answer, by face, route and status.",
	Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 7},
}, []string{"face", "method", "route", "status"})

// Health is the state of the instance and of what it depends on.
type Health struct {
	Ready    bool              `json:"ready"`
	Degraded map[string]string `json:"degraded,omitempty"` // what is down while the rest works
}

func (a *API) livez(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte("ok\n"))
}

func (a *API) readyz(w http.ResponseWriter, r *http.Request) {
	exchangeFrom(r.Context()).route = "/readyz"
	h := a.health(r.Context())
	w.Header().Set("Content-Type", "application/json")
	if !h.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(h)
}

// AlwaysReady is the health check of an API without dependencies.
func AlwaysReady(context.Context) Health { return Health{Ready: true} }
