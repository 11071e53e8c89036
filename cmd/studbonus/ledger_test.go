package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// ledger records what clients requested and what was acknowledged. They create questions of the knowledge base, because
// only the Idempotency-Key prevents duplicates of those.
type ledger struct {
	client   *http.Client
	category string
	pace     time.Duration                           // between two questions of a client
	signIn   func() (accessToken string, status int) // also called again after the session has ended

	mu      sync.Mutex
	token   string
	acked   map[string]bool // requested question → acknowledged
	seen    map[int]int     // counts by status; 0: no response
	slowest time.Duration
}

func openLedger(t *testing.T, d *db.DB, s *server, login, secret string) *ledger {
	t.Helper()
	l := &ledger{
		client: &http.Client{Timeout: 15 * time.Second, Transport: s.client.Transport}, signIn: func() (string, int) { return s.signIn(login, secret) },
		category: one[string](t, d, "SELECT CAST(uuid AS TEXT) FROM knowledge_categories ORDER BY id LIMIT 1"),
		acked:    map[string]bool{}, seen: map[int]int{}, pace: 20 * time.Millisecond,
	}
	if l.token, _ = l.signIn(); l.token == "" {
		t.Fatalf("%s cannot sign in", login)
	}
	return l
}

// ask creates one question; it retries with the same key until an acknowledgement, a refusal or the deadline.
func (l *ledger) ask(ctx context.Context, base, name string) (status int) {
	key := uuid.NewString()
	l.note(name, false)
	for {
		status = l.once(ctx, base, key, name)
		if status == http.StatusOK {
			l.note(name, true)
		}
		if status == http.StatusUnauthorized {
			l.renew()
		}
		again := status == 0 || status == http.StatusUnauthorized || status == http.StatusConflict || status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
		if !again || ctx.Err() != nil {
			return status
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// renew signs in again: access tokens last ten minutes, and drills hours.
func (l *ledger) renew() {
	token, status := l.signIn()
	if status == http.StatusOK {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.token = token
	}
}

func (l *ledger) once(ctx context.Context, base, key, name string) int {
	body, _ := json.Marshal(map[string]string{"uuidCategory": l.category, "question": name, "answer": "<p>Ответ</p>"}) // strings always marshal
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/v1/knowledge/question", bytes.NewReader(body))
	if err != nil {
		panic(err) // the URL is valid
	}
	req.Header.Set("Content-Type", "application/json")
	l.mu.Lock()
	req.Header.Set("X-Access-Token", l.token)
	l.mu.Unlock()
	req.Header.Set("Idempotency-Key", key)
	started, status := time.Now(), 0
	if res, err := l.client.Do(req); err == nil {
		if _, err := io.Copy(io.Discard, res.Body); err == nil {
			status = res.StatusCode
		}
		_ = res.Body.Close()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[status]++
	l.slowest = max(l.slowest, time.Since(started))
	return status
}

func (l *ledger) note(name string, acked bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked[name] = acked
}

// statuses returns the statuses so far.
func (l *ledger) statuses() map[int]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.seen)
}

// onlyUnavailable checks that every failure was retryable: 503, or 409 while the first attempt is in progress.
func (l *ledger) onlyUnavailable(t *testing.T, instances ...*server) {
	t.Helper()
	for status, n := range l.statuses() {
		switch status {
		case http.StatusOK, http.StatusServiceUnavailable, http.StatusConflict:
			continue
		}
		t.Errorf("%d writes were answered with %d", n, status)
		for _, s := range instances {
			for line := range strings.Lines(s.log.String()) {
				if strings.Contains(line, `"level":"ERROR"`) {
					t.Log(line)
				}
			}
		}
	}
}

// keepWriting runs clients that create one question after another, each at the address that base returns, until stopped.
func (l *ledger) keepWriting(t *testing.T, clients int, base func(client int) string) (stop func()) {
	ended, all := make(chan struct{}), sync.WaitGroup{}
	for client := range clients {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-ended:
					return
				case <-time.After(l.pace):
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				l.ask(ctx, base(client), fmt.Sprintf("Запись %d-%d %s", client, n, uuid.NewString()))
				cancel()
			}
		})
	}
	return sync.OnceFunc(func() { close(ended); all.Wait() })
}

// check compares the ledger with the database (rules 15.0): an acknowledged write is there once, with one audit row; an
// unacknowledged one is there completely or not at all, and never twice.
func (l *ledger) check(t *testing.T, d *db.DB) {
	t.Helper()
	type kept struct {
		Question string `db:"question"`
		Rows     int    `db:"rows_kept"`
		Audited  int    `db:"audited"`
	}
	found, err := db.All[kept](t.Context(), d, `SELECT q.question, count(DISTINCT q.id) AS rows_kept, count(l.seq) AS audited FROM knowledge_questions q
		LEFT JOIN audit_log l ON l.kind = 'question' AND l.object = CAST(q.uuid AS TEXT) AND l.action = 'knowledge.create'
		WHERE q.question LIKE 'Запись %' GROUP BY q.question`)
	if err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	have, acked, lost := map[string]bool{}, 0, 0
	for _, f := range found {
		have[f.Question] = true
		if f.Rows != 1 || f.Audited != 1 {
			t.Errorf("%s is there %d times with %d rows of the audit log", f.Question, f.Rows, f.Audited)
		}
	}
	for name, ok := range l.acked {
		if ok {
			acked++
		}
		if ok && !have[name] {
			lost++
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
	if acked == 0 {
		t.Error("control: nothing was acknowledged")
	}
	kit.Figure(t, "acknowledged", acked)
	kit.Figure(t, "lost", lost)
	kit.Figure(t, "answers by status", l.seen)
	kit.Figure(t, "slowest write", l.slowest.Round(time.Millisecond))
}
