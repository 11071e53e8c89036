package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// rush simulates students who claim codes of one promotion at once, each over HTTP with a session and a key of their own.
type rush struct {
	t         *testing.T
	d         *db.DB
	client    *http.Client
	bases     []string // base URLs of the students' API, one per instance
	promotion string
	tokens    []string

	mu    sync.Mutex
	codes map[int]string // by student
	seen  map[int]int    // number of answers by status; 0: no answer
}

// claimants returns how many students take part.
func claimants(t *testing.T) int {
	t.Helper()
	short := 300
	if kit.Drilling() {
		short = 10_000
	}
	return kit.Drill(t, "claims", "STUDBONUS_CLAIMS", short)
}

// installation makes demo data; in a drill with so many students, and the database is durable.
func installation(t *testing.T, e testdb.Engine, students int) (dir string, where []string) {
	t.Helper()
	if !kit.Drilling() {
		c := kit.Copy(t, e)
		if where = []string{"--data", c.Data}; e == testdb.PostgreSQL {
			where = append(where, "--database", c.Database)
		}
		return c.Data, where
	}
	dir = t.TempDir()
	where = []string{"--data", dir}
	if e == testdb.PostgreSQL {
		server, err := testdb.StartPostgres(t.Context(), "fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=512MB")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Remove)
		if err := server.Exec(t.Context(), "CREATE DATABASE studbonus"); err != nil {
			t.Fatal(err)
		}
		where = append(where, "--database", server.URL("studbonus"))
	}
	run(t, "", with([]string{"demo", "--students", fmt.Sprint(students)}, where...)...).ok()
	return dir, where
}

// newRush activates the students, opens their sessions and adds a promotion with a code for each.
func newRush(t *testing.T, s *server, d *db.DB, students ...string) *rush {
	t.Helper()
	n := claimants(t)
	r := &rush{t: t, d: d, codes: map[int]string{}, seen: map[int]int{}}
	for _, at := range students {
		r.bases = append(r.bases, "http://"+at)
	}
	r.client = &http.Client{Timeout: clientsLimit, Transport: &http.Transport{MaxIdleConnsPerHost: n}}
	change(t, d, "UPDATE students SET status = 'active', end_year = 2040 WHERE document = ''") // students with a document would stay active past their term
	ids, err := db.All[int64](t.Context(), d, "SELECT s.id FROM students s WHERE s.document = '' AND NOT EXISTS (SELECT 1 FROM members m WHERE m.student_id = s.id) ORDER BY s.id LIMIT ?", n)
	if err != nil || len(ids) != n {
		t.Fatalf("%d students, %v", len(ids), err)
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	bulk := func(table string, columns []string, row func(i int) []any) {
		t.Helper()
		i := 0
		_, err := d.Bulk(context.Background(), table, columns, func() []any {
			if i++; i > n {
				return nil
			}
			return row(i - 1)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	accounts := make([]string, n)
	first := one[int64](t, d, "SELECT coalesce(max(id), 0) + 1 FROM members")
	bulk("members", []string{"id", "uuid", "phone", "student_id", "created_at", "last_seen_at"}, func(i int) []any {
		accounts[i] = uuid.NewString()
		return []any{first + int64(i), accounts[i], kit.PhoneNumber(i), ids[i], now, now}
	})
	bulk("member_sessions", []string{"uuid", "member_id", "token_hash", "is_native", "agent", "address", "created_at", "last_used_at"}, func(i int) []any {
		r.tokens = append(r.tokens, uuid.NewString())
		hash := sha256.Sum256([]byte(r.tokens[i]))
		return []any{uuid.NewString(), first + int64(i), hash[:], true, "rush", "127.0.0.1", now, now}
	})
	bulk("audit_log", []string{"at", "operator_name", "action", "kind", "object", "subject", "reason", "changes", "request_id", "address", "member_id"}, func(i int) []any {
		return []any{now, "Студент", "members.signIn", "member", accounts[i], "", "", "{}", "", "", first + int64(i)}
	})
	var file strings.Builder
	for i := range n {
		fmt.Fprintf(&file, "RUSH-%06d\n", i)
	}
	r.promotion = s.promotionWith(one[string](t, d, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1"), []byte(file.String()))
	watch.Until(t, time.Minute, "the codes are imported", func() bool {
		return one[int](t, d, "SELECT codes_total FROM promotions WHERE uuid = ?", r.promotion) == n
	})
	change(t, d, "UPDATE promotions SET win_limit = 1 WHERE uuid = ?", r.promotion)
	return r
}

// begin sends all claims at once, those of the last few students when late is closed. Each student repeats the claim as
// instructed until there is a code; done is closed when all have one.
func (r *rush) begin(few int, late <-chan struct{}) (done chan struct{}) {
	var all sync.WaitGroup
	done = make(chan struct{})
	for i := range r.tokens {
		all.Go(func() {
			if i >= len(r.tokens)-few {
				<-late
			}
			for tries := 0; ; tries++ {
				status, wait := r.claim(i)
				if status == http.StatusOK {
					return
				}
				if status != 0 && status != http.StatusAccepted && status != http.StatusServiceUnavailable {
					r.t.Errorf("student %d: status %d", i, status)
					return
				}
				if status == 0 { // exponential backoff, up to about three seconds
					wait = 100 * time.Millisecond << min(tries, 5)
				}
				time.Sleep(wait)
			}
		})
	}
	go func() { all.Wait(); close(done) }()
	return done
}

// claim asks once and returns how long to wait before asking again.
func (r *rush) claim(i int) (status int, wait time.Duration) {
	body, _ := json.Marshal(map[string]string{"key": fmt.Sprintf("key-of-student-%d", i)}) // strings always marshal
	req, err := http.NewRequest(http.MethodPost, r.bases[i%len(r.bases)]+"/s/v1/promotions/"+r.promotion+"/claims", bytes.NewReader(body))
	if err != nil {
		panic(err) // the URL is valid
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+r.tokens[i])
	var out struct {
		Code       string
		RetryAfter int
	}
	if res, err := r.client.Do(req); err == nil {
		if json.NewDecoder(res.Body).Decode(&out) == nil {
			told, _ := strconv.Atoi(res.Header.Get("Retry-After")) // on a 503
			status, wait = res.StatusCode, time.Duration(max(out.RetryAfter, told))*time.Second
		}
		_ = res.Body.Close()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[status]++
	if status == http.StatusOK {
		r.codes[i] = out.Code
	}
	return status, wait
}

func (r *rush) answered() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.codes)
}

// check compares the answers with the database: each student holds exactly the code that was returned.
func (r *rush) check() {
	r.t.Helper()
	type kept struct {
		Token string `db:"claim_key"`
		Code  string `db:"code"`
	}
	rows, err := db.All[kept](r.t.Context(), r.d, `SELECT g.claim_key, g.code FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id
		WHERE p.uuid = ? AND g.student_id IS NOT NULL`, r.promotion)
	if err != nil {
		r.t.Fatal(err)
	}
	has := map[string]string{}
	for _, row := range rows {
		has[row.Token] = row.Code
	}
	wrong := 0
	for i := range r.tokens {
		if code := has[fmt.Sprintf("key-of-student-%d", i)]; code == "" || code != r.codes[i] {
			wrong++
		}
	}
	holders := one[int](r.t, r.d, "SELECT count(DISTINCT g.student_id) FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ?", r.promotion)
	audited := one[int](r.t, r.d, "SELECT count(*) FROM audit_log WHERE action = 'promotions.grant' AND member_id IS NOT NULL")
	if n := len(r.tokens); wrong > 0 || len(rows) != n || holders != n || audited != n {
		r.t.Errorf("%d students were told another code than they hold; %d codes, %d students, %d audit rows, want %d", wrong, len(rows), holders, audited, n)
	}
	kit.Figure(r.t, "answers by status", r.seen)
}

// inTime reports how long a rush took. Its goal counts in a drill only.
func inTime(t *testing.T, what string, took time.Duration) {
	t.Helper()
	what, took = what+": all have a code after", took.Round(10*time.Millisecond)
	if kit.Drilling() {
		atMost(t, what, took, 3*time.Second)
	} else {
		kit.Figure(t, what, took)
	}
}

// Students claim the codes of a promotion at once while operators work (rules 14.12).
func TestARushForCodes(t *testing.T) {
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			dir, where := installation(t, e, claimants(t)+100) // some have accounts already
			students := freeport.Address(t)
			s := serve(t, with(where, "--students-listen", students, "--log-level", "warn")...) // the test reads the log, and a line per request would slow it down
			d := openBeside(t, dir, where)
			r := newRush(t, s, d, students)
			c := startReaders(t, s, 4)
			quiet := c.quiet()
			started, server, clients := time.Now(), s.worked(), kit.OwnCPU()
			<-r.begin(0, nil)
			took := time.Since(started)
			server, clients = s.worked()-server, kit.OwnCPU()-clients
			c.stop()
			kit.Figure(t, "CPU ms for a claim and the lists, of the server", server/float64(len(r.tokens)))
			kit.Figure(t, "of the clients", clients/float64(len(r.tokens)))
			inTime(t, string(e), took)
			if kit.Drilling() {
				atMost(t, string(e)+": lists p99", c.latency("list", 99), max(2*quiet, 20*time.Millisecond))
			}
			c.check(t)
			r.check()
			s.stop()
			run(t, "", with([]string{"verify"}, where...)...).ok()
		})
	}
}

// Three instances share the codes: the lock on the promotion keeps their batches apart (rules 14.12).
func TestARushOnThreeInstances(t *testing.T) {
	dir, where := installation(t, testdb.PostgreSQL, claimants(t)+100)
	instances, students := make([]*server, 3), make([]string, 3)
	for i := range instances {
		students[i] = freeport.Address(t)
		instances[i] = serve(t, with(where, "--students-listen", students[i], "--log-level", "warn")...)
	}
	r := newRush(t, instances[0], openBeside(t, dir, where), students...)
	started := time.Now()
	<-r.begin(0, nil)
	inTime(t, "three instances", time.Since(started))
	r.check()
	for i, s := range instances {
		if s.gauge(`studbonus_claims_total\{outcome="granted"\}`) == 0 {
			t.Errorf("control: instance %d has granted nothing", i)
		}
		s.stop()
	}
	run(t, "", with([]string{"verify"}, where...)...).ok()
}

// The server is killed when a third of the students have their codes, and started again (rules 14.12). Some claims reach it
// while it is stopped (SIGSTOP), so that even a fast server leaves requests without an answer.
func TestARushSurvivesAKill(t *testing.T) {
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			dir, where := installation(t, e, claimants(t)+100) // some have accounts already
			students := freeport.Address(t)
			flags := with(where, "--students-listen", students, "--log-level", "warn")
			s := serve(t, flags...)
			d := openBeside(t, dir, where)
			r := newRush(t, s, d, students)
			started := time.Now()
			late := make(chan struct{})
			done := r.begin(len(r.tokens)/10, late)
			for r.answered() < len(r.tokens)/3 {
				time.Sleep(time.Millisecond)
			}
			s.signal(syscall.SIGSTOP)
			told := r.answered()
			close(late)
			time.Sleep(20 * time.Millisecond) // on their way
			s.kill()
			s = serve(t, flags...)
			<-done
			took := time.Since(started)
			kit.Figure(t, string(e)+": killed when so many had a code", told)
			if r.seen[0] == 0 {
				t.Error("control: the kill left no claim without an answer")
			}
			inTime(t, string(e)+", killed", took)
			r.check()
			s.stop()
			run(t, "", with([]string{"verify"}, where...)...).ok()
		})
	}
}
