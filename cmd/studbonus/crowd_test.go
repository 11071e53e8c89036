package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

// The operator model of rules 14.0: a screen of three calls every 10 s, a new token every 4 minutes, counters every 3.
const (
	perScreen    = 10 * time.Second
	perRefresh   = 240 * time.Second
	perCounters  = 180 * time.Second
	clientsLimit = 8 * time.Second // the console's timeout
)

// crowd is a set of simulated operators.
type crowd struct {
	t       *testing.T
	at      *server
	screen  time.Duration
	ended   chan struct{}
	all     sync.WaitGroup
	mu      sync.Mutex
	took    map[string][]time.Duration // by kind of call
	failed  map[string]int             // by kind and status; 0: no answer
	surname []string
}

// pair holds the tokens of a session.
type pair struct{ AccessToken, RefreshToken string }

// session is a signed-in operator.
type session struct {
	pair
	seesPartners bool
}

// signInMany opens sessions; every fourth operator sees all universities.
func signInMany(t *testing.T, s *server, count int) []session {
	t.Helper()
	accounts := []string{"all", "student", "student2", "student"}
	out := make([]session, count)
	for i := range out {
		account := accounts[i%len(accounts)]
		var in struct{ Tokens pair }
		body := map[string]any{"login": account + "@demo.studbonus.ru", "password": "Demo-2026!", "place": "operator"}
		if status := s.call("POST", "/v1/auth/email", "", body, &in); status != http.StatusOK {
			t.Fatalf("sign-in %d: %d", i, status)
		}
		out[i] = session{in.Tokens, account == "all"}
	}
	return out
}

func newCrowd(t *testing.T, at *server, screen time.Duration) *crowd {
	t.Helper()
	return &crowd{
		t: t, at: at, screen: screen, ended: make(chan struct{}), took: map[string][]time.Duration{}, failed: map[string]int{},
		surname: []string{"иванов", "петрова", "смирн", "куз", "соколов анд"},
	}
}

// startReaders starts a few fast operators who read lists and cards until stopped.
func startReaders(t *testing.T, at *server, operators int) *crowd {
	t.Helper()
	c := newCrowd(t, at, 150*time.Millisecond)
	for i, who := range signInMany(t, at, operators) {
		c.join(who, uint64(i))
	}
	return c
}

// join adds an operator with a random initial delay, so that operators are not in step.
func (c *crowd) join(who session, seed uint64) {
	c.all.Go(func() {
		chance := rand.New(rand.NewPCG(seed, 1))
		refreshed, counted := time.Now(), time.Now()
		wait := time.Duration(chance.Int64N(int64(c.screen)))
		for {
			select {
			case <-c.ended:
				return
			case <-time.After(wait):
			}
			if who.RefreshToken != "" && time.Since(refreshed) > perRefresh {
				c.call("refresh", "", "PUT", "/v1/auth/refreshtoken", map[string]string{"refreshToken": who.RefreshToken}, &who.pair)
				refreshed = time.Now()
			}
			if time.Since(counted) > perCounters {
				c.call("count", who.AccessToken, "GET", "/v1/student/request/count", nil, nil)
				counted = time.Now()
			}
			c.look(chance, who)
			wait = c.screen/2 + time.Duration(chance.Int64N(int64(c.screen)))
		}
	})
}

// look loads one screen: a list, its next page or a search in it, and a card.
func (c *crowd) look(chance *rand.Rand, who session) {
	list, card, key := "/v1/student", "/v1/student/", "uuidUser"
	token := who.AccessToken
	if who.seesPartners && chance.IntN(3) == 0 {
		list, card, key = "/v1/partner", "/v2/partner/", "uuidPartner"
	}
	var rows []map[string]any
	c.call("list", token, "PUT", list, map[string]any{}, &rows, "X-Offset", fmt.Sprint(15*chance.IntN(20)), "X-Sort-Direction", []string{"ASC", "DESC"}[chance.IntN(2)])
	c.call("list", token, "PUT", list, map[string]any{"searchString": c.surname[chance.IntN(len(c.surname))]}, nil)
	if len(rows) > 0 {
		id, _ := rows[chance.IntN(len(rows))][key].(string)
		c.call("card", token, "GET", card+id, nil, nil)
	}
}

func (c *crowd) call(kind, token, method, path string, body, out any, headers ...string) int {
	status, _ := c.exchange(kind, token, method, path, body, out, headers)
	return status
}

// callFor also returns the request id.
func (c *crowd) callFor(kind, token, method, path string, body any) (status int, request string) {
	return c.exchange(kind, token, method, path, body, nil, nil)
}

func (c *crowd) exchange(kind, token, method, path string, body, out any, headers []string) (status int, request string) {
	payload, _ := json.Marshal(body) // string maps always marshal
	ctx, cancel := context.WithTimeout(context.Background(), clientsLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.at.url+path, bytes.NewReader(payload))
	if err != nil {
		panic(err) // the URL is valid
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Access-Token", token)
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	started := time.Now()
	if res, err := c.at.client.Do(req); err == nil {
		read, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err == nil {
			status, request = res.StatusCode, res.Header.Get("X-Request-Id")
		}
		if status == http.StatusOK && out != nil {
			_ = json.Unmarshal(read, out) // a bad body makes the next call fail
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if status == http.StatusOK {
		c.took[kind] = append(c.took[kind], time.Since(started))
	} else {
		c.failed[fmt.Sprint(kind, " ", status)]++
	}
	return status, request
}

func (c *crowd) stop() {
	c.t.Helper()
	close(c.ended)
	c.all.Wait()
	c.at.client.CloseIdleConnections()
}

// forget resets the measurements.
func (c *crowd) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took, c.failed = map[string][]time.Duration{}, map[string]int{}
}

// check reports latencies and fails the test if a call was refused.
func (c *crowd) check(t *testing.T) (calls int) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for kind, all := range c.took {
		calls += len(all)
		kit.Figure(t, kind+" p50/p95/p99", fmt.Sprint(percentile(all, 50), percentile(all, 95), percentile(all, 99)))
	}
	kit.Figure(t, "calls", calls)
	if len(c.failed) > 0 || calls == 0 {
		t.Errorf("of %d calls failed: %v", calls, c.failed)
	}
	return calls
}

// quiet returns the p99 of lists before a load. With few of them it would be the slowest one, so a drill reads for a while, after
// the indexes have followed the preparation.
func (c *crowd) quiet() time.Duration {
	c.t.Helper()
	lasts := time.Second
	if kit.Drilling() {
		time.Sleep(6 * time.Second) // an index syncs every five
		c.forget()
		lasts = 15 * time.Second
	}
	time.Sleep(lasts)
	quiet := c.latency("list", 99)
	kit.Figure(c.t, "lists p99 before", quiet)
	c.forget()
	return quiet
}

// latency returns a percentile of a kind of call.
func (c *crowd) latency(kind string, percent int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return percentile(c.took[kind], percent)
}

func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)].Round(100 * time.Microsecond)
}
