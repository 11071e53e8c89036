// Package pace limits how many calls a caller may make in a minute.
package pace

import (
	"sync"
	"time"
)

// Limit counts the calls of each caller in the present minute. It is kept in memory, so each instance has its own count: use it
// where a few times the limit makes no difference.
type Limit[Caller comparable] struct {
	most int

	mu     sync.Mutex
	minute time.Time
	calls  map[Caller]int
}

// callersMost bounds the memory: callers beyond it share one count until the minute ends.
const callersMost = 100_000

// New returns a limit of calls a minute.
func New[Caller comparable](most int) *Limit[Caller] {
	return &Limit[Caller]{most: most, calls: map[Caller]int{}}
}

// Count counts a call and returns how long the caller must wait; 0: the call is within the limit.
func (l *Limit[Caller]) Count(caller Caller, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute := now.Truncate(time.Minute); !minute.Equal(l.minute) {
		l.minute = minute
		clear(l.calls)
	}
	if _, known := l.calls[caller]; !known && len(l.calls) >= callersMost {
		var others Caller
		caller = others
	}
	if l.calls[caller]++; l.calls[caller] <= l.most {
		return 0
	}
	return l.minute.Add(time.Minute).Sub(now)
}
