package app

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// page is a file that remembers in how many pieces it was written.
type page struct {
	mu     sync.Mutex
	text   strings.Builder
	pieces int
}

func (p *page) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pieces++
	return p.text.Write(b)
}

func (p *page) want(t *testing.T, when string, lines, pieces int) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if got := strings.Count(p.text.String(), "\n"); got != lines || p.pieces != pieces {
		t.Errorf("%s: %d lines in %d pieces, want %d in %d", when, got, p.pieces, lines, pieces)
	}
}

func TestLinesOfTheLogAreWrittenTogetherAndWarningsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := &page{}
		log := NewLogger(file, Store{LogLevel: "info"})
		log.Info("a request")
		log.With("of", "a job").Info("a request")
		file.want(t, "at first", 0, 0)
		time.Sleep(logWait + time.Millisecond)
		file.want(t, "a moment later", 2, 1)

		log.Info("a request")
		log.WithGroup("job").Warn("something is wrong")
		file.want(t, "after a warning", 4, 2)
		time.Sleep(logWait + time.Millisecond)
		file.want(t, "when nothing came since", 4, 2)

		for range logRoom {
			log.Info("a request")
		}
		file.want(t, "when there is no more room", 4+logRoom, 3)
		log.Info("the last")
		log.Close()
		file.want(t, "at the end", 5+logRoom, 4)
	})
}
