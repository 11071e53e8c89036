package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/testkit"
	"studbonus/internal/testkit/testdb"
)

const founder = "anna@example.ru"

// found makes an installation with one operator, on a database of its own.
func found(t *testing.T, where []string) {
	t.Helper()
	addUniversity(t, where)
	run(t, password, with([]string{"operator", "add", founder, "--role", "operator_all", "--university", "5903003330", "--surname", "Иванова", "--name", "Анна"}, where...)...).ok()
}

// ownPostgres is a server that a test may end, with commits that survive it.
func ownPostgres(t *testing.T) *testdb.Postgres {
	t.Helper()
	server, err := testdb.StartPostgres(t.Context(), "synchronous_commit=on")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Remove)
	if err := server.Exec(t.Context(), "CREATE DATABASE studbonus"); err != nil {
		t.Fatal(err)
	}
	return server
}

// Security F7: PostgreSQL is restarted, and killed, while operators write. Meanwhile they are told to try again; the server
// needs no restart, and whoever repeats his request with its key gets one row.
func TestARestartOfPostgreSQLLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	server := ownPostgres(t)
	where := []string{"--data", t.TempDir(), "--database", server.URL("studbonus")}
	found(t, where)
	s := serve(t, where...)
	d := openBeside(t, where[1], where)
	book := openLedger(t, d, s, founder, password)
	stop := book.keepWriting(t, 4, func(int) string { return s.url })
	chance, longest := rand.New(rand.NewPCG(7, 7)), time.Duration(0)
	for rep := range testkit.Reps(t, 2) {
		time.Sleep(time.Duration(300+chance.IntN(700)) * time.Millisecond)
		server.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGKILL}[rep%2])
		eventually(t, 5*time.Second, "it says that it is not ready", func() bool { return s.status(s.url+"/readyz") == http.StatusServiceUnavailable })
		if status := s.status(s.url + "/livez"); status != http.StatusOK {
			t.Errorf("without its database /livez answers %d", status)
		}
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		back := time.Now()
		eventually(t, 5*time.Second, "it is ready again", func() bool { return s.status(s.url+"/readyz") == http.StatusOK })
		longest = max(longest, time.Since(back))
	}
	time.Sleep(500 * time.Millisecond)
	stop()
	testkit.Figure(t, "longest until ready", longest.Round(time.Millisecond))
	book.check(t, d)
	book.onlyUnavailable(t, s)
	wantJobsDone(t, s, d)
	s.stop()
	run(t, "", with([]string{"verify"}, where...)...).ok()
}

// wantJobsDone checks that background work goes on: a mail is asked for and written.
func wantJobsDone(t *testing.T, s *server, d *db.DB) {
	t.Helper()
	if status := s.call("PUT", "/auth/reset", "", map[string]any{"login": founder}, nil); status != http.StatusOK {
		t.Fatalf("reset: %d\n%s", status, s.log)
	}
	eventually(t, 30*time.Second, "background work goes on", func() bool { return strings.HasPrefix(one[string](t, d, resetJob), "completed") })
}

// cable is a connection to a database that can be cut: bytes then go nowhere, and nobody is told.
type cable struct {
	address string
	mu      sync.Mutex
	whole   *sync.Cond
	isCut   bool
}

func layCable(t *testing.T, to string) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{address: listener.Addr().String()}
	c.whole = sync.NewCond(&c.mu)
	t.Cleanup(func() { _ = listener.Close(); c.mend() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go c.carry(near, to)
		}
	}()
	return c
}

func (c *cable) carry(near net.Conn, to string) {
	defer near.Close() //nolint:errcheck // both ends are done with
	c.wait()
	far, err := net.Dial("unix", to)
	if err != nil {
		return
	}
	defer far.Close() //nolint:errcheck // both ends are done with
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			_, _ = io.Copy(slack{way[1], c}, way[0])
			done <- struct{}{}
		}()
	}
	<-done
}

// slack holds what is sent while the cable is cut, as a network does that sends again.
type slack struct {
	net.Conn
	cable *cable
}

// Write implements io.Writer.
func (s slack) Write(p []byte) (int, error) {
	s.cable.wait()
	return s.Conn.Write(p)
}

func (c *cable) wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.isCut {
		c.whole.Wait()
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = true
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = false
	c.whole.Broadcast()
}

// cabled is the address of a database by a cable, and the cable.
func cabled(t *testing.T, database string) (string, *cable) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	c := layCable(t, filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432"))
	return "postgres://postgres@" + c.address + u.Path + "?sslmode=disable", c
}

// Security F8: one instance is cut off from the database in the middle of an import. It says so, its requests end in time,
// the other one serves and takes the import over; when the cable is whole again the first one writes nothing of it.
func TestAnInstanceThatIsCutOffHandsItsWorkOver(t *testing.T) {
	t.Parallel()
	c := testkit.Copy(t, testkit.PostgreSQL)
	d := openBeside(t, c.Data, []string{"--data", c.Data, "--database", c.Database})
	byCable, cable := cabled(t, c.Database)
	away := serve(t, "--data", c.Data, "--database", byCable)
	cutFor := time.Duration(testkit.Drill(t, "seconds cut off", "STUDBONUS_CUT", 8)) * time.Second
	for range testkit.Reps(t, 1) {
		var other *server
		handOver(t, d, away, func() {
			token, _ := away.signIn("all@demo.studbonus.ru", "Demo-2026!")
			cable.cut()
			cut := time.Now()
			other = serve(t, "--data", c.Data, "--database", c.Database)
			started := time.Now()
			if status := tryList(away, token); status != http.StatusServiceUnavailable || time.Since(started) > 7500*time.Millisecond {
				t.Errorf("a request of the one that is cut off: %d after %v", status, time.Since(started))
			}
			if status := away.status(away.url + "/readyz"); status != http.StatusServiceUnavailable {
				t.Errorf("cut off for %v it says %d at /readyz", time.Since(cut), status)
			}
			for range 5 {
				if status := tryList(other, token); status != http.StatusOK {
					t.Errorf("the other one answers %d", status)
				}
			}
			time.Sleep(cutFor - time.Since(cut))
		}, func() {
			cable.mend()
			mended := time.Now()
			eventually(t, 10*time.Second, "it is ready again", func() bool { return away.status(away.url+"/readyz") == http.StatusOK })
			testkit.Figure(t, "until ready again", time.Since(mended).Round(time.Millisecond))
		})
		other.stop()
	}
}

func tryList(s *server, token string) int {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.url+"/v1/student", strings.NewReader("{}"))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Access-Token", token)
	res, err := s.client.Do(req)
	if errors.Is(err, context.DeadlineExceeded) || err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}
