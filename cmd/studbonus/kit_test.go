package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// program returns the real binary, built once per run by the first test that needs it; drills pass the shipped one.
var program = sync.OnceValues(func() (string, error) {
	if shipped := os.Getenv("STUDBONUS_PROGRAM"); shipped != "" {
		return shipped, nil
	}
	path := filepath.Join(scratch, "studbonus")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "studbonus-cmd")
	if err != nil {
		panic(err)
	}
	scratch = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// command prepares a call of the program with an empty environment.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "TMPDIR=" + cmd.Dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // the server dies with a killed test
	return cmd
}

// result is how a call of the program ended.
type result struct {
	t           *testing.T
	code        int
	out, errors string
}

// run calls the program and waits for it; in is its standard input.
func run(t *testing.T, in string, args ...string) result {
	t.Helper()
	cmd := command(t, args...)
	var out, errors bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errors
	runtime.LockOSThread() // the death signal is tied to the thread
	defer runtime.UnlockOSThread()
	_ = cmd.Run() // the exit code is checked instead
	return result{t, cmd.ProcessState.ExitCode(), out.String(), errors.String()}
}

func (r result) ok() result {
	r.t.Helper()
	if r.code != 0 {
		r.t.Fatalf("ended with %d\n%s%s", r.code, r.out, r.errors)
	}
	return r
}

// refused fails the test unless the program ended with an error containing these texts.
func (r result) refused(says ...string) {
	r.t.Helper()
	for _, s := range says {
		if r.code == 0 || !strings.Contains(r.errors, s) {
			r.t.Errorf("ended with %d, want an error that says %q:\n%s%s", r.code, s, r.out, r.errors)
		}
	}
}

// server is a running instance.
type server struct {
	t            *testing.T
	cmd          *exec.Cmd
	url, metrics string
	log          *watch.Buffer
	client       *http.Client
	ended        chan struct{}
	ready        time.Duration // from start to the first 200 of /readyz
}

// serve starts an instance and waits until it is ready.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	s := launch(t, args...)
	s.waitReady()
	return s
}

func (s *server) waitReady() {
	s.t.Helper()
	started := time.Now()
	for s.status(s.url+"/readyz") != http.StatusOK {
		select {
		case <-s.ended:
			s.t.Fatalf("ended before it was ready:\n%s", s.log)
		case <-time.After(5 * time.Millisecond):
		}
		if time.Since(started) > time.Minute {
			s.t.Fatalf("not ready within a minute:\n%s", s.log)
		}
	}
	s.ready = time.Since(started)
}

// launch starts an instance without waiting.
func launch(t *testing.T, args ...string) *server {
	t.Helper()
	return launchAt(t, freeport.Address(t), args...)
}

func launchAt(t *testing.T, listen string, args ...string) *server {
	t.Helper()
	metrics := freeport.Address(t)
	s := &server{t: t, url: "http://" + listen, metrics: "http://" + metrics, log: &watch.Buffer{}, client: &http.Client{}, ended: make(chan struct{})}
	s.cmd = command(t, append([]string{"serve", "--listen", listen, "--students-listen", "off", "--metrics", metrics}, args...)...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := s.cmd.Start()
		started <- err
		if err == nil {
			_ = s.cmd.Wait()
			close(s.ended)
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	return s
}

// kill ends the instance with SIGKILL.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

func (s *server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// stop sends SIGINT, as Ctrl-C does.
func (s *server) stop() {
	s.t.Helper()
	s.signal(syscall.SIGINT)
	s.endsWithin(30 * time.Second)
}

func (s *server) endsWithin(limit time.Duration) {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(limit):
		s.t.Fatalf("does not end within %v:\n%s", limit, s.log)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		s.t.Errorf("ended with %d:\n%s", code, s.log)
	}
}

// status returns the status of a GET; 0 without an answer.
func (s *server) status(address string) int {
	quick := *s.client
	quick.Timeout = 5 * time.Second
	res, err := quick.Get(address)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// call makes a call with JSON; out may be nil. token may be empty.
func (s *server) call(method, path, token string, body, out any) int {
	s.t.Helper()
	payload, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, bytes.NewReader(payload))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	return s.send(req, token, out)
}

func (s *server) send(req *http.Request, token string, out any) int {
	s.t.Helper()
	if token != "" {
		req.Header.Set("X-Access-Token", token)
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, s.log)
	}
	defer func() { _ = res.Body.Close() }()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if out != nil && res.StatusCode == http.StatusOK {
		if raw, ok := out.(*[]byte); ok {
			*raw = read
		} else if err := json.Unmarshal(read, out); err != nil {
			s.t.Fatalf("%v: %s", err, read)
		}
	}
	return res.StatusCode
}

// signIn returns an access token and the status.
func (s *server) signIn(login, password string) (token string, status int) {
	s.t.Helper()
	var out struct{ Tokens struct{ AccessToken string } }
	status = s.call("POST", "/v1/auth/email", "", map[string]any{"login": login, "password": password, "place": "operator"}, &out)
	return out.Tokens.AccessToken, status
}

// demoFolder returns a new data folder with demo data.
func demoFolder(t *testing.T) string {
	t.Helper()
	return kit.Copy(t, kit.SQLite).Data
}

// onBoth runs a test on each engine and passes the flags for a new data folder and database.
func onBoth(t *testing.T, test func(t *testing.T, dir string, where []string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "data")
		test(t, dir, []string{"--data", dir})
	})
	t.Run("postgres", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "data")
		test(t, dir, []string{"--data", dir, "--database", testdb.NewDatabase(t)})
	})
}

// onBothWithDemo is onBoth with demo data.
func onBothWithDemo(t *testing.T, test func(t *testing.T, dir string, where []string)) {
	t.Helper()
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			c := kit.Copy(t, e)
			where := []string{"--data", c.Data}
			if c.Database != "" {
				where = append(where, "--database", c.Database)
			}
			test(t, c.Data, where)
		})
	}
}

// with appends arguments to a copy of the list.
func with(args []string, more ...string) []string {
	return append(append([]string{}, args...), more...)
}
