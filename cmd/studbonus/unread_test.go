package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// unsent returns the connections of a server with data in their send queues, and the total in MiB.
func (s *server) unsent() (connections int, megabytes float64) {
	s.t.Helper()
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "http://"), ":")
	number, _ := strconv.Atoi(port)
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		fields := strings.Fields(line) // number, local, remote, state, sent:received
		if !strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", number)) {
			continue
		}
		queue, _, _ := strings.Cut(fields[4], ":")
		if bytes, _ := strconv.ParseInt(queue, 16, 64); bytes > 0 {
			connections++
			megabytes += float64(bytes) / (1 << 20)
		}
	}
	return connections, megabytes
}

// A client that sends a request and does not read the answer is cut off after 30 s, signed in or not (rules 18.1, 16.8).
func TestTimedClientsThatNeverReadAreDisconnected(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data", demoFolder(t))
	token := s.demoToken()
	clients := kit.Reps(t, 20)
	const pipelined = 60 // more than a connection's buffers hold
	open := make([]net.Conn, clients)
	defer func() {
		for _, conn := range open {
			_ = conn.Close()
		}
	}()
	began := time.Now()
	for i := range open {
		open[i] = s.dial()
		if _, err := io.WriteString(open[i], strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", pipelined)); err != nil {
			t.Fatal(err)
		}
	}
	watch.Until(t, 20*time.Second, "they have all stopped reading", func() bool { n, _ := s.unsent(); return n == clients })
	_, held := s.unsent()
	kit.Figure(t, "in send queues, MiB", int(held))
	if each := held / float64(clients); each > 1 {
		t.Errorf("the kernel holds %.1f MiB for each of them", each)
	}
	c := newCrowd(t, s, time.Second)
	for range 60 {
		c.call("list", token, "PUT", "/v1/student", map[string]any{}, nil)
	}
	kit.Figure(t, "lists p95 beside them", c.latency("list", 95))
	if len(c.failed) > 0 {
		t.Errorf("a healthy client is answered with %v", c.failed)
	}
	watch.Until(t, 60*time.Second-time.Since(began), "all are cut off", func() bool { n, _ := s.unsent(); return n == 0 })
	kit.Figure(t, "all cut off after, s", int(time.Since(began).Seconds()))
	s.stop()
}
