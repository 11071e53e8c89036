package rest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"
)

type headerLog struct {
	http.ResponseWriter
	statuses []int
}

func (h *headerLog) WriteHeader(status int) {
	h.statuses = append(h.statuses, status)
	h.ResponseWriter.WriteHeader(status)
}

func TestAHeaderIsWrittenOnce(t *testing.T) {
	conn := &headerLog{ResponseWriter: httptest.NewRecorder()}
	e := &exchange{deadlines: &deadlines{conn: http.NewResponseController(conn), call: time.Minute, idle: time.Minute, until: time.Now().Add(time.Minute)}}
	w := &statusWriter{conn, e}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte("half an answer"))
	w.WriteHeader(499) // as huma does when the client is gone
	if !slices.Equal(conn.statuses, []int{http.StatusOK}) || e.status != http.StatusOK {
		t.Errorf("headers %v, logged as %d", conn.statuses, e.status)
	}
}
