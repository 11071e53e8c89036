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

	"studbonus/internal/db"
	"studbonus/internal/testkit"
)

// ledger is a client's own book: what it asked for and what was acknowledged. What it asks for are questions of the
// knowledge base, because nothing but the Idempotency-Key keeps two equal ones apart.
type ledger struct {
	client   *http.Client
	category string
	pace     time.Duration                           // between two questions of a client
	signIn   func() (accessToken string, status int) // begins a session, and another one when it has ended

	mu      sync.Mutex
	token   string
	acked   map[string]bool // every question asked for
	seen    map[int]int     // how often each status came; 0: no answer at all
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

// ask wants one question, and asks again with the same key until it is acknowledged, refused or it is too late.
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
	body, _ := json.Marshal(map[string]string{"uuidCategory": l.category, "question": name, "answer": "<p>Ответ</p>"}) // texts
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/v1/knowledge/question", bytes.NewReader(body))
	if err != nil {
		panic(err) // the address is ours
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

// statuses is what came so far.
func (l *ledger) statuses() map[int]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.seen)
}

// onlyUnavailable checks that whoever was not served was told to try again: 503, or 409 while his first try is under way.
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

// keepWriting has clients ask for one question after another, each at the address that base gives, until it is told to stop.
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

// check compares the book with the database (security §4: nothing lost): what was acknowledged is there, once and with one
// row of the audit log; what was not is there wholly or not at all, and never twice.
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
	testkit.Figure(t, "acknowledged", acked)
	testkit.Figure(t, "lost", lost)
	testkit.Figure(t, "answers by status", l.seen)
	testkit.Figure(t, "slowest write", l.slowest.Round(time.Millisecond))
}
