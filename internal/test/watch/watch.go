// Package watch observes processes beside a test: it waits for conditions and reads logs while they are written.
package watch

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const interval = 10 * time.Millisecond

// patience is the least that a test waits: a busy machine is no failure.
const patience = time.Minute

// Until polls until the condition holds, and fails the test if it does not within the time. Only drills and tests of time limits
// are strict about less than a minute.
func Until(t testing.TB, within time.Duration, what string, holds func() bool) {
	t.Helper()
	if os.Getenv("STUDBONUS_DRILL") == "" && !strings.HasPrefix(t.Name(), "TestTimed") {
		within = max(within, patience)
	}
	for deadline := time.Now().Add(within); !holds(); time.Sleep(interval) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

// Buffer is a bytes.Buffer for concurrent use.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// String returns what was written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
