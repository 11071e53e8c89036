package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// Load tests run only in drills: they take minutes, and their figures need a quiet machine.
func drillOnly(t *testing.T) {
	t.Helper()
	if !kit.Drilling() {
		t.Skip("a load: make drill")
	}
}

func minutes(t *testing.T) time.Duration {
	t.Helper()
	return time.Duration(kit.Drill(t, "minutes", "STUDBONUS_MINUTES", 1)) * time.Minute
}

// crowdedFolder returns a data folder of size D1 (rules chapter 14). It is created once per run and shared.
func crowdedFolder(t *testing.T) string {
	t.Helper()
	students := kit.Drill(t, "students", "STUDBONUS_STUDENTS", 200_000)
	made := filepath.Join(os.Getenv("STUDBONUS_TEST_SHARED"), fmt.Sprint("students-", students))
	if _, err := os.Stat(made); err != nil {
		run(t, "", "demo", "--data", made+".partial", "--students", fmt.Sprint(students), "--partners", fmt.Sprint(students/40)).ok()
		if err := os.Rename(made+".partial", made); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "data")
	if out, err := exec.Command("cp", "-a", made, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// atMost fails a drill whose figure is over its goal.
func atMost[T time.Duration | float64](t *testing.T, what string, got, goal T) {
	t.Helper()
	kit.Figure(t, what, fmt.Sprintf("%v (goal %v)", got, goal))
	if got > goal {
		t.Errorf("%s: %v, the goal is %v", what, got, goal)
	}
}

// memory returns the memory of a server in MiB.
func (s *server) memory() float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	kib, _ := strconv.ParseFloat(string(regexp.MustCompile(`VmRSS:\s+(\d+)`).FindSubmatch(status)[1]), 64)
	return float64(int(kib / 1024))
}

// worked returns the CPU time of a server in ms.
func (s *server) worked() float64 { return 1000 * s.gauge("process_cpu_seconds_total") }

// gauge returns a metric of the server.
func (s *server) gauge(name string) float64 {
	s.t.Helper()
	res, err := http.Get(s.metrics + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	found := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
	if found == nil {
		s.t.Fatalf("no %s among the metrics", name)
	}
	value, _ := strconv.ParseFloat(string(found[1]), 64)
	return value
}

// peak samples a server's memory and returns the maximum when called.
func (s *server) peak() func() float64 {
	ended, most := make(chan struct{}), make(chan float64)
	go func() {
		highest := 0.0
		for {
			highest = max(highest, s.memory())
			select {
			case <-ended:
				most <- highest
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() float64 { close(ended); return <-most }
}

// beginWork signs operators in and starts their reads and one writer.
func beginWork(t *testing.T, s *server, operators int) (c *crowd, who []session) {
	t.Helper()
	s.client.Transport = &http.Transport{MaxIdleConnsPerHost: 4 * operators}
	c, who = newCrowd(t, s, perScreen), signInMany(t, s, operators)
	for i, w := range who {
		c.join(w, uint64(i))
	}
	return c, who
}

// Operators at work on SQLite (rules 14.1); with enough minutes also rules 14.7.
func TestOperatorsAtWork(t *testing.T) {
	drillOnly(t)
	dir, lasts := crowdedFolder(t), minutes(t)
	s := serve(t, "--data", dir)
	c, _ := beginWork(t, s, kit.Drill(t, "operators", "STUDBONUS_OPERATORS", 200))
	d := openBeside(t, dir, nil)
	book := openLedger(t, d, s, "all@demo.studbonus.ru", "Demo-2026!")
	book.pace = time.Second
	stop := book.keepWriting(t, 1, func(int) string { return s.url })
	time.Sleep(lasts / 6)
	begun, routines, open := s.memory(), s.gauge("go_goroutines"), s.gauge("process_open_fds")
	c.forget()
	worked := s.worked()
	time.Sleep(lasts - lasts/6)
	ended := s.memory()
	worked = s.worked() - worked
	grown := func(name string, was float64) float64 { return s.gauge(name) - was }
	atMost(t, "goroutines more", grown("go_goroutines", routines), 100)
	atMost(t, "descriptors more", grown("process_open_fds", open), 100)
	if info, err := os.Stat(filepath.Join(dir, "studbonus.db-wal")); err == nil {
		atMost(t, "write-ahead log, MiB", float64(info.Size()>>20), 64)
	}
	stop()
	c.stop()
	kit.Figure(t, "processor time a call, ms", fmt.Sprintf("%.2f", worked/float64(c.check(t))))
	atMost(t, "lists p95", c.latency("list", 95), 250*time.Millisecond)
	atMost(t, "cards p95", c.latency("card", 95), 150*time.Millisecond)
	atMost(t, "lists p99", c.latency("list", 99), 800*time.Millisecond)
	atMost(t, "memory, MiB", ended, 512)
	const garbage = 32 // MiB that package tuning lets accumulate
	atMost(t, "memory more than at a sixth, MiB", ended-begun, max(begun/10, garbage))
	book.check(t, d)
	s.stop()
	run(t, "", "verify", "--data", dir).ok()
}

// Operators at three instances on PostgreSQL (rules 14.2).
func TestOperatorsAtAFleet(t *testing.T) {
	drillOnly(t)
	students, lasts := kit.Drill(t, "students", "STUDBONUS_STUDENTS", 200_000), minutes(t)
	server, err := testdb.StartPostgres(t.Context(), "fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=512MB")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Remove)
	if err := server.Exec(t.Context(), "CREATE DATABASE studbonus"); err != nil {
		t.Fatal(err)
	}
	where := []string{"--data", t.TempDir(), "--database", server.URL("studbonus")}
	run(t, "", with([]string{"demo", "--students", fmt.Sprint(students), "--partners", fmt.Sprint(students / 50)}, where...)...).ok()
	f := startFleet(t, where)
	kit.Figure(t, "database, MiB", one[int](t, f.db, "SELECT pg_database_size(current_database()) >> 20"))
	f.client.Transport.(*http.Transport).MaxIdleConnsPerHost = 1000
	operators := kit.Drill(t, "operators", "STUDBONUS_OPERATORS", 500)
	c, who := newCrowd(t, f.console, perScreen), signInMany(t, f.console, operators)
	for i, w := range who {
		c.join(w, uint64(i))
	}
	book := openLedger(t, f.db, f.console, "all@demo.studbonus.ru", "Demo-2026!")
	book.pace = time.Second
	stop := book.keepWriting(t, 2, func(int) string { return f.console.url })
	time.Sleep(lasts)
	stop()
	c.stop()
	c.check(t)
	kit.Figure(t, "calls a second", len(c.took["list"])*3/2/int(lasts.Seconds()))
	atMost(t, "lists p95", c.latency("list", 95), 400*time.Millisecond)
	atMost(t, "lists p99", c.latency("list", 99), 1200*time.Millisecond)
	for i, s := range f.instances {
		kit.Figure(t, fmt.Sprint("memory of ", i+1, ", MiB"), s.memory())
		s.stop()
	}
	book.check(t, f.db)
	run(t, "", with([]string{"verify"}, f.where[:6]...)...).ok()
}

// A crowd of sign-ins, each costing a password hash, gets a quick 429 and does not slow other calls down (rules 14.3).
func TestACrowdSigningIn(t *testing.T) {
	drillOnly(t)
	s := serve(t, "--data", crowdedFolder(t))
	c, _ := beginWork(t, s, 50)
	lasts := min(minutes(t), time.Minute)
	time.Sleep(lasts / 2)
	quiet, before := c.latency("list", 95), s.memory()
	kit.Figure(t, "lists p95 before", quiet)
	comeIn := func(perSecond int) (in, out []time.Duration) {
		door := newCrowd(t, s, time.Second)
		for range int(lasts.Seconds()) * perSecond {
			door.all.Go(func() {
				started := time.Now()
				status := door.call("sign-in", "", "POST", "/v1/auth/email", map[string]any{"login": "student@demo.studbonus.ru", "password": "Demo-2026!", "place": "operator"}, nil)
				door.mu.Lock()
				defer door.mu.Unlock()
				switch status {
				case http.StatusOK:
					in = append(in, time.Since(started))
				case http.StatusTooManyRequests, http.StatusServiceUnavailable:
					out = append(out, time.Since(started))
				default:
					t.Errorf("sign-in: %d", status)
				}
			})
			time.Sleep(time.Second / time.Duration(perSecond))
		}
		door.all.Wait()
		return in, out
	}
	in, out := comeIn(5)
	kit.Figure(t, "turned away at 5 a second", len(out))
	atMost(t, "sign-in p95 at 5 a second", percentile(in, 95), time.Second)
	most := s.peak()
	c.forget()
	in, out = comeIn(50)
	kit.Figure(t, "at 50 a second signed in", len(in))
	kit.Figure(t, "turned away", len(out))
	atMost(t, "turned away within, p95", percentile(out, 95), time.Second)
	atMost(t, "lists p95 meanwhile", c.latency("list", 95), max(2*quiet, 20*time.Millisecond))
	atMost(t, "memory more, MiB", most()-before, 128)
	c.stop()
	c.check(t)
}

// All sessions refresh at once, a tenth of them from two tabs (rules 14.4).
func TestAllSessionsRefreshAtOnce(t *testing.T) {
	drillOnly(t)
	s := serve(t, "--data", crowdedFolder(t))
	s.client.Transport = &http.Transport{MaxIdleConnsPerHost: 256}
	who := signInMany(t, s, kit.Drill(t, "sessions", "STUDBONUS_SESSIONS", 1000))
	c := newCrowd(t, s, time.Second)
	for i := range who {
		tabs := 1
		if i%10 == 0 {
			tabs = 2
		}
		wait := time.Duration(rand.Int64N(int64(10 * time.Second)))
		var got [2]pair
		for tab := range tabs {
			c.all.Go(func() {
				time.Sleep(wait)
				c.call("refresh", "", "PUT", "/v1/auth/refreshtoken", map[string]string{"refreshToken": who[i].RefreshToken}, &got[tab])
				if tab == 0 {
					who[i].pair = got[0]
				}
			})
		}
	}
	c.all.Wait()
	atMost(t, "refresh p95", c.latency("refresh", 95), 500*time.Millisecond)
	for _, w := range who { // every session is alive with one valid token
		if status := c.call("info", w.AccessToken, "GET", "/operator/info", nil, nil); status != http.StatusOK {
			t.Fatalf("an honest session was ended: %d", status)
		}
		c.call("refresh again", "", "PUT", "/v1/auth/refreshtoken", map[string]string{"refreshToken": w.RefreshToken}, nil)
	}
	c.check(t)
}

// Half a million codes are imported while operators work (rules 14.5).
func TestAnImportUnderLoad(t *testing.T) {
	drillOnly(t)
	dir := crowdedFolder(t)
	s := serve(t, "--data", dir)
	c, _ := beginWork(t, s, kit.Drill(t, "operators", "STUDBONUS_OPERATORS", 200))
	time.Sleep(30 * time.Second)
	quiet, before := c.latency("list", 95), s.memory()
	c.forget()
	d := openBeside(t, dir, nil)
	file, want := someCodes(rand.New(rand.NewPCG(5, 5)), kit.Drill(t, "codes", "STUDBONUS_CODES", 500_000))
	most, started := s.peak(), time.Now()
	id := s.promotionWith(one[string](t, d, "SELECT uuid FROM partners WHERE status = 'active' ORDER BY id LIMIT 1"), file)
	wantCodes(t, d, id, want)
	atMost(t, "import", time.Since(started).Round(100*time.Millisecond), 120*time.Second)
	atMost(t, "lists p95 meanwhile", c.latency("list", 95), max(3*quiet/2, 20*time.Millisecond))
	atMost(t, "memory more, MiB", most()-before, 64)
	c.stop()
	c.check(t)
	s.stop()
	run(t, "", "verify", "--data", dir).ok()
}

// The students of all universities as a spreadsheet (rules 14.6).
func TestALargeExport(t *testing.T) {
	drillOnly(t)
	dir := crowdedFolder(t)
	s := serve(t, "--data", dir)
	who := signInMany(t, s, 1)[0]
	rows := one[int](t, openBeside(t, dir, nil), "SELECT count(*) FROM students WHERE status IN ('active', 'blocked')")
	time.Sleep(3 * time.Second) // time to load the list indexes
	before, most, started := s.memory(), s.peak(), time.Now()
	var asked struct{ Result struct{ UUIDFile string } }
	if status := s.call("POST", "/v2/student/list/file/generate", who.AccessToken, map[string]any{}, &asked); status != http.StatusOK {
		t.Fatalf("generate: %d", status)
	}
	var check struct{ Status, Link string }
	watch.Until(t, 2*time.Minute, "the export is ready", func() bool {
		s.call("GET", "/v2/student/list/file/check?uuidFile="+asked.Result.UUIDFile, who.AccessToken, nil, &check)
		return check.Status != "uploading"
	})
	atMost(t, "ready after", time.Since(started).Round(10*time.Millisecond), time.Minute)
	atMost(t, "memory more, MiB", most()-before, 128)
	var file []byte
	if status := s.call("GET", check.Link, "", nil, &file); status != http.StatusOK {
		t.Fatalf("%s: %d", check.Status, status)
	}
	if got := sheetRows(t, file); got != rows+1 {
		t.Errorf("%d rows, want %d and the header", got, rows)
	}
	kit.Figure(t, "rows", rows)
}

// Five times the load for a minute: the excess gets Retry-After, and latency is back to normal afterwards (rules 14.8).
func TestFiveTimesTheLoad(t *testing.T) {
	drillOnly(t)
	dir := crowdedFolder(t)
	s := serve(t, "--data", dir)
	operators := kit.Drill(t, "operators", "STUDBONUS_OPERATORS", 200)
	c, who := beginWork(t, s, operators)
	d := openBeside(t, dir, nil)
	book := openLedger(t, d, s, "all@demo.studbonus.ru", "Demo-2026!")
	stop := book.keepWriting(t, 2, func(int) string { return s.url })
	time.Sleep(20 * time.Second)
	quiet := c.latency("list", 95)
	rush := newCrowd(t, s, perScreen/4)
	for i, w := range slices.Concat(who, who)[:operators] {
		rush.join(session{pair{AccessToken: w.AccessToken}, w.seesPartners}, uint64(1000+i))
	}
	time.Sleep(time.Minute)
	rush.stop()
	kit.Figure(t, "in the rush p95", rush.latency("list", 95))
	for what, n := range rush.failed {
		kit.Figure(t, "in the rush "+what, n)
		if !strings.HasSuffix(what, " 429") && !strings.HasSuffix(what, " 503") {
			t.Errorf("%d times %s", n, what)
		}
	}
	time.Sleep(10 * time.Second)
	c.forget()
	time.Sleep(20 * time.Second)
	atMost(t, "lists p95 ten seconds later", c.latency("list", 95), max(3*quiet/2, 20*time.Millisecond))
	stop()
	c.stop()
	c.check(t)
	book.check(t, d)
	s.stop()
	run(t, "", "verify", "--data", dir).ok()
}

// Lists are requested as soon as the server is ready (rules 14.9).
func TestAColdStart(t *testing.T) {
	drillOnly(t)
	dir := crowdedFolder(t)
	token := ""
	for range kit.Reps(t, 3) {
		s := serve(t, "--data", dir)
		atMost(t, "ready", s.ready.Round(time.Millisecond), 2*time.Second)
		if token == "" {
			token = signInMany(t, s, 1)[0].AccessToken
			s.stop()
			continue
		}
		c, all := newCrowd(t, s, time.Second), sync.WaitGroup{}
		for i := range 16 {
			all.Go(func() { c.look(rand.New(rand.NewPCG(uint64(i), 9)), session{pair{AccessToken: token}, true}) })
		}
		all.Wait()
		atMost(t, "slowest first list", slices.Max(c.took["list"]).Round(time.Millisecond), 7*time.Second)
		c.check(t)
		s.stop()
	}
}
