package db

import (
	"context"
	"database/sql"
	"runtime"
	"sync"
	"time"

	"studbonus/internal/platform/fault"
)

const (
	gatherMost  = 512             // keys in one query
	gatherLimit = 7 * time.Second // of a query with keys of several callers
)

// Gather batches reads by key: while a query runs, further callers wait and share the next one. In a rush one query serves
// hundreds of requests; a single caller never waits. A query starts after its callers have asked, so no row is older than the
// request.
type Gather[K comparable, V any] struct {
	read   func(ctx context.Context, keys []K) (map[K]V, error)
	atOnce int // queries

	mu      sync.Mutex
	running int
	waiting []*question[K, V]
}

// question is a key that waits for the next query. row, found and err are set before done is closed.
type question[K comparable, V any] struct {
	key   K
	done  chan struct{}
	row   V
	found bool
	err   error
}

// NewGather returns a Gather that reads with a function; a key may be repeated among its keys.
func NewGather[K comparable, V any](d *DB, read func(ctx context.Context, keys []K) (map[K]V, error)) *Gather[K, V] {
	g := &Gather[K, V]{read: read, atOnce: 1}
	if d.Postgres() {
		g.atOnce = 4 // a slow answer must not hold up everybody; SQLite answers at the speed of the processor
	}
	return g
}

// Get returns the row of a key, or sql.ErrNoRows.
func (g *Gather[K, V]) Get(ctx context.Context, key K) (V, error) {
	q := &question[K, V]{key: key}
	if g.startsOrWaits(q) {
		g.answer(ctx, []*question[K, V]{q})
		g.pass()
		return q.result()
	}
	select {
	case <-q.done:
		return q.result()
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// startsOrWaits reports whether the caller may query at once. Otherwise the question waits.
func (g *Gather[K, V]) startsOrWaits(q *question[K, V]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running < g.atOnce {
		g.running++
		return true
	}
	q.done = make(chan struct{})
	g.waiting = append(g.waiting, q)
	return false
}

// pass hands the caller's turn over to those who wait, or ends it.
func (g *Gather[K, V]) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return
	}
	go g.serve()
}

func (g *Gather[K, V]) serve() {
	for {
		runtime.Gosched() // requests that are ready join first: a query of SQLite never waits, and would find two or three
		questions := g.take()
		if len(questions) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), gatherLimit)
		g.answer(ctx, questions)
		cancel()
		for _, q := range questions {
			close(q.done)
		}
	}
}

// take removes the next questions. Without any it ends the turn.
func (g *Gather[K, V]) take() []*question[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), gatherMost)
	questions := g.waiting[:n:n]
	if g.waiting = g.waiting[n:]; len(g.waiting) == 0 {
		g.waiting = nil // the array would keep the answered questions
	}
	if n == 0 {
		g.running--
	}
	return questions
}

func (g *Gather[K, V]) answer(ctx context.Context, questions []*question[K, V]) {
	keys := make([]K, 0, len(questions))
	for _, q := range questions {
		keys = append(keys, q.key)
	}
	// Four lengths of lists, so that few statements are prepared.
	for len(keys) > 1 && len(keys) != 8 && len(keys) != 64 && len(keys) != gatherMost {
		keys = append(keys, questions[0].key)
	}
	var rows map[K]V
	err := fault.Catch(func() (err error) {
		rows, err = g.read(ctx, keys)
		return err
	})
	for _, q := range questions {
		q.row, q.found = rows[q.key]
		q.err = err
	}
}

func (q *question[K, V]) result() (V, error) {
	if q.err == nil && !q.found {
		return q.row, sql.ErrNoRows
	}
	return q.row, q.err
}
