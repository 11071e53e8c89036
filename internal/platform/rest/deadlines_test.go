package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// limited shortens the limits of rules 18.1: 30 s without progress, 15 minutes in all.
func limited(idle, whole time.Duration) func(*rest.Config) {
	return func(c *rest.Config) { c.IdleLimit, c.ExchangeLimit = idle, whole }
}

// large exceeds the buffers of a connection.
var large = bytes.Repeat([]byte("0123456789abcdef"), 1<<20)

// largeAnswers are a call, a download and a console file, all large and public.
var (
	largeRoutes = []rest.Route{
		rest.Call("GET /v1/large", access.Public, "Ответ", func(context.Context, *struct{}) (string, error) { return string(large), nil }),
		rest.Download("GET /v1/file", access.Public, "Файл", func(context.Context, *struct{}) (func(http.ResponseWriter, *http.Request), error) {
			return func(w http.ResponseWriter, r *http.Request) {
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(large))
			}, nil
		}),
	}
	largeConsole = fstest.MapFS{"index.html": {Data: []byte(index)}, "assets/large.bin": {Data: large}}
	largePaths   = []string{"/v1/large", "/v1/file", "/assets/large.bin"}
)

// ask sends a request without reading the response.
func ask(t *testing.T, a *api, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", a.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// served waits until the log shows that a request has ended.
func served(t *testing.T, a *api, within time.Duration) {
	t.Helper()
	for deadline := time.Now().Add(within); len(a.log.entries(t, "request")) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still being answered after %v", within)
		}
	}
}

func TestAClientThatNeverReadsIsDisconnected(t *testing.T) {
	for _, path := range largePaths {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			a := open(t, largeRoutes, withConsole(largeConsole), limited(300*time.Millisecond, time.Minute))
			conn := ask(t, a, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
			served(t, a, 30*time.Second)
			_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
			if n, err := io.Copy(io.Discard, conn); n >= int64(len(large)) || isTimeout(err) {
				t.Errorf("%d bytes came, %v: want a part of them and the end of the connection", n, err)
			}
		})
	}
}

func isTimeout(err error) bool {
	late, ok := err.(net.Error) //nolint:errorlint // of a connection, unwrapped
	return ok && late.Timeout()
}

// readSlowly reads a response in pieces with a pause before each.
func readSlowly(t *testing.T, url string, piece int, pause time.Duration) (int64, error) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // a test
	got := int64(0)
	for {
		time.Sleep(pause)
		n, err := io.CopyN(io.Discard, res.Body, int64(piece))
		if got += n; err == io.EOF { //nolint:errorlint // the end, unwrapped
			return got, nil
		}
		if err != nil {
			return got, err
		}
	}
}

func TestTimedSlowReaderGetsEverything(t *testing.T) {
	t.Parallel()
	for _, path := range largePaths {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			a := open(t, largeRoutes, withConsole(largeConsole), limited(time.Second, time.Minute))
			began := time.Now()
			if n, err := readSlowly(t, a.URL+path, len(large)/8, 250*time.Millisecond); err != nil || n < int64(len(large)) {
				t.Errorf("%d bytes and %v after %v", n, err, time.Since(began))
			}
		})
	}
}

func TestAResponseEndsAtTheExchangeLimit(t *testing.T) {
	t.Parallel()
	a := open(t, largeRoutes, limited(time.Second, 1500*time.Millisecond))
	if n, err := readSlowly(t, a.URL+"/v1/file", 64<<10, 200*time.Millisecond); err == nil {
		t.Errorf("%d bytes came, at a tenth of the speed that the limit asks for", n)
	}
}

// The deadlines of a request must not apply to the next one on the connection.
func TestTimedDeadlinesDoNotOutliveTheirRequest(t *testing.T) {
	t.Parallel()
	a := open(t, []rest.Route{echoRoute}, limited(200*time.Millisecond, 400*time.Millisecond))
	c := a.as(t, "")
	for range 3 {
		c.Put("/v1/echo", `{"name":"я"}`, "Expect", "100-continue").OK()
		time.Sleep(600 * time.Millisecond)
	}
}

// net/http drains a small body before it answers, even if no handler reads it.
func TestUnreadBodiesDoNotDelayTheResponse(t *testing.T) {
	t.Parallel()
	a := open(t, []rest.Route{
		route("PUT /v1/known", access.SignedIn, func(context.Context) (rest.Nothing, error) { return rest.Nothing{}, nil }), sizes(1 << 20),
	}, withConsole(built), limited(2*time.Second, time.Minute))
	for _, call := range []string{"PUT /v1/known", "POST /v1/unknown", "GET /", "GET /livez", "POST /v1/upload"} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			conn := ask(t, a, call+" HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
			_ = conn.SetReadDeadline(began.Add(12 * time.Second))
			if _, err := conn.Read(make([]byte, 1)); isTimeout(err) {
				t.Errorf("no answer after %v", time.Since(began))
			}
		})
	}
}

// sendSlowly writes a form in pieces with a pause after each, and may stop in the middle.
func sendSlowly(t *testing.T, a *api, size, pieces int) (*http.Response, error) {
	t.Helper()
	form, kind := upload(t, "a.bin", make([]byte, slowFile))
	body, w := io.Pipe()
	go func() {
		if pieces == whole {
			pieces = len(form)/size + 1
		}
		for i := range pieces {
			part := form[min(i*size, len(form)):min((i+1)*size, len(form))]
			if _, err := w.Write(part); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		if pieces*size >= len(form) {
			_ = w.Close()
		}
	}()
	t.Cleanup(func() { _ = w.CloseWithError(io.ErrUnexpectedEOF) })
	req, err := http.NewRequestWithContext(t.Context(), "POST", a.URL+"/v1/upload", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	return http.DefaultClient.Do(req)
}

const (
	slowFile = 100_000
	whole    = -1 // all pieces
)

// rules 18.1: an upload may be slow, but must make progress and must end.
func TestTimedSlowUpload(t *testing.T) {
	t.Parallel()
	t.Run("slow is fine", func(t *testing.T) {
		t.Parallel()
		a := open(t, []rest.Route{sizes(1 << 20)}, limited(400*time.Millisecond, time.Minute))
		res, err := sendSlowly(t, a, 5000, whole)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // a test
		if body, _ := io.ReadAll(res.Body); res.StatusCode != 200 || strings.TrimSpace(string(body)) != "100000" {
			t.Errorf("status %d: %s", res.StatusCode, body)
		}
	})
	for name, c := range map[string]struct {
		limit        time.Duration
		size, pieces int
	}{
		"standing still is not":        {time.Minute, 5000, 3},
		"a byte now and then is not":   {time.Minute, 1, 100},
		"nor is what takes for ever":   {time.Second, 2000, 60},
		"nor what says nothing at all": {time.Minute, 1, 0},
		"nor what stops at the start":  {time.Minute, 200, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := open(t, []rest.Route{sizes(1 << 20)}, limited(400*time.Millisecond, c.limit))
			started := time.Now()
			res, err := sendSlowly(t, a, c.size, c.pieces)
			took := time.Since(started)
			outcome := fmt.Sprint(err)
			if err == nil {
				outcome = res.Status
				_ = res.Body.Close()
			}
			if took > 4*time.Second || err == nil && res.StatusCode < 400 {
				t.Errorf("after %v: %s", took, outcome)
			}
			if err == nil && res.StatusCode >= 500 {
				t.Errorf("the sender's silence is our fault: %s", outcome)
			}
		})
	}
}
