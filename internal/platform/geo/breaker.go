package geo

import (
	"context"
	"errors"
	"sync"
	"time"

	"studbonus/internal/platform/clock"
)

const (
	maxFailures = 5
	openFor     = 30 * time.Second
)

// errOpen means that the circuit breaker is open.
var errOpen = errors.New("the geocoder has failed too often and is paused")

// breaker is a circuit breaker: after five consecutive failures it rejects calls for 30 seconds, then lets one through
// (half-open), and opens again if that fails too.
type breaker struct {
	clock clock.Clock

	mu       sync.Mutex
	failures int
	until    time.Time
	probing  bool // half-open: one call is under way
}

// do calls the geocoder unless the breaker is open. A cancelled caller does not count as a failure.
func (b *breaker) do(ctx context.Context, call func() error) error {
	if !b.enter() {
		return errOpen
	}
	err := call()
	b.leave(err, ctx.Err() != nil)
	return err
}

func (b *breaker) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < maxFailures {
		return true
	}
	if b.probing || b.clock().Before(b.until) {
		return false
	}
	b.probing = true
	return true
}

func (b *breaker) leave(err error, cancelled bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
	switch {
	case err == nil:
		b.failures = 0
		return
	case cancelled:
		return
	}
	b.failures++
	b.until = b.clock().Add(openFor)
}

// isOpen reports whether the breaker is open or half-open.
func (b *breaker) isOpen() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures >= maxFailures
}
