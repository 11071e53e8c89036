package geo

import (
	"context"
	"errors"
	"sync"
	"time"

	"studbonus/internal/clock"
)

const (
	failuresBefore = 5
	restsFor       = 30 * time.Second
)

// errResting says that a geocoder which has failed often is not asked for now.
var errResting = errors.New("the geocoder has failed too often and is left alone for a while")

// breaker spares people the wait for a geocoder that is down: after five failures in a row nobody asks it for half a
// minute, then one does, and if that fails too the pause begins anew.
type breaker struct {
	clock clock.Clock

	mu       sync.Mutex
	failures int
	until    time.Time
	trying   bool
}

// do asks, unless the geocoder rests. Who goes away before the answer says nothing about the geocoder.
func (b *breaker) do(ctx context.Context, ask func() error) error {
	if !b.enter() {
		return errResting
	}
	err := ask()
	b.leave(err, ctx.Err() != nil)
	return err
}

func (b *breaker) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < failuresBefore {
		return true
	}
	if b.trying || b.clock().Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

func (b *breaker) leave(err error, wentAway bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	switch {
	case err == nil:
		b.failures = 0
		return
	case wentAway:
		return
	}
	b.failures++
	b.until = b.clock().Add(restsFor)
}

// rests tells whether the geocoder is left alone at the moment.
func (b *breaker) rests() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures >= failuresBefore
}
