package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// HTTP abuse is refused or disconnected and does not slow other clients down (rules 16.6).
func TestProtocolAbuseDoesNotSlowOtherClientsDown(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data", demoFolder(t))
	token := s.demoToken()
	healthy := func() time.Duration {
		c := newCrowd(t, s, time.Second)
		for range 60 {
			c.call("list", token, "PUT", "/v1/student", map[string]any{}, nil)
		}
		if len(c.failed) > 0 {
			t.Errorf("a healthy client is answered with %v", c.failed)
		}
		return c.latency("list", 95)
	}
	quiet := healthy()
	kit.Figure(t, "lists p95 alone", quiet)
	before := s.memory()
	slow := kit.Drill(t, "slow connections", "STUDBONUS_CONNECTIONS", 200)
	open := make([]net.Conn, 0, slow)
	defer func() {
		for _, conn := range open {
			_ = conn.Close()
		}
	}()
	for i := range slow { // half never finish their headers, half their body
		conn := s.dial()
		open = append(open, conn)
		text := "GET /v1/city HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 0 {
			text = "PUT /v1/student HTTP/1.1\r\nHost: x\r\nX-Access-Token: " + token + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
	}
	kit.Figure(t, "lists p95 while they come", healthy())
	busy := healthy()
	kit.Figure(t, "lists p95 beside them", busy)
	kit.Figure(t, "memory of them, MiB", s.memory()-before)
	if kit.Drilling() && busy > max(2*quiet, 10*time.Millisecond) {
		t.Errorf("lists take %v beside slow connections and %v without", busy, quiet)
	}
	ended := make(chan time.Duration, 2)
	for _, conn := range open[:2] {
		go func() {
			started := time.Now()
			_ = conn.SetReadDeadline(started.Add(time.Minute))
			_, _ = io.Copy(io.Discard, conn)
			ended <- time.Since(started)
		}()
	}
	for _, abuse := range abuses(token) {
		t.Run(abuse.name, func(t *testing.T) {
			if status := s.say(t, abuse.write); !abuse.want(status) {
				t.Errorf("answered with %d", status)
			}
		})
	}
	for range 2 {
		if took := <-ended; took > time.Minute || took > 15*time.Second && kit.Drilling() {
			t.Errorf("a connection that says nothing more was kept for %v", took)
		}
	}
	healthy()
	if kit.Drilling() {
		watch.Until(t, 15*time.Second, "no more than 64 MiB more", func() bool { return s.memory()-before <= 64 })
	}
	kit.Figure(t, "memory more afterwards, MiB", s.memory()-before)
	s.stop()
}

// abuse sends something that no browser sends; being disconnected is an acceptable answer.
type abuse struct {
	name  string
	write func(io.Writer) error
	want  func(status int) bool
}

func abuses(token string) []abuse {
	refused := func(status int) bool { return status == 0 || status >= 400 && status < 500 }
	says := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	head := "Host: x\r\nX-Access-Token: " + token + "\r\nContent-Type: application/json\r\n"
	return []abuse{
		{"a body of a gigabyte", func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "PUT /v1/student HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n", head, 1<<30)
			for block := strings.Repeat(" ", 1<<20); err == nil; {
				_, err = io.WriteString(w, block) // until disconnected
			}
			return nil
		}, refused},
		{"ten thousand headers", func(w io.Writer) error {
			b := bufio.NewWriter(w)
			_, _ = b.WriteString("GET /v1/city HTTP/1.1\r\nHost: x\r\n")
			for i := range 10_000 {
				_, _ = fmt.Fprintf(b, "X-%d: y\r\n", i)
			}
			_, _ = b.WriteString("\r\n")
			_ = b.Flush() // the server may disconnect before the flush
			return nil
		}, refused},
		{"chunks that lie", says("PUT /v1/student HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"), refused},
		{"a chunk of 16 exabytes", says("PUT /v1/student HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{"), refused},
		{"two lengths", says("PUT /v1/student HTTP/1.1\r\n" + head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), refused},
		{"a length and chunks", says("PUT /v1/student HTTP/1.1\r\n" + head + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), func(status int) bool { return status < 500 }},
		{"no protocol", says("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"), refused},
		{"two hosts", says("GET /v1/city HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"), refused},
		{"a path of a megabyte", says("GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n"), refused},
	}
}

// say writes raw bytes and returns the response status, 0 if the connection was closed.
func (s *server) say(t *testing.T, write func(io.Writer) error) int {
	t.Helper()
	conn := s.dial()
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	var writing sync.WaitGroup
	writing.Go(func() {
		if err := write(conn); err != nil {
			t.Log(err)
		}
	})
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		_ = conn.Close()
		writing.Wait()
		return 0
	}
	_ = res.Body.Close()
	_ = conn.Close()
	writing.Wait()
	return res.StatusCode
}

func (s *server) dial() net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	return conn
}
