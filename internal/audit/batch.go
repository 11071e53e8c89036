package audit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/clock"
	"studbonus/internal/db"
)

const (
	batchEvery    = 500 * time.Millisecond
	queueLimit    = 10_000 // rows waiting; a database that is down must not eat the memory
	batchRows     = 500    // in one transaction: a full queue takes several, each well within its time
	denialsInFull = 10     // per address and minute; the rest is only counted (security R38)
)

// Queue writes card views and denials in batches: they are too many for a transaction each,
// and the last second of them may be lost in a crash.
type Queue struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger

	mu      sync.Mutex
	rows    [][]any
	lost    int
	denials map[string]*denialCount
	stop    chan struct{}
	done    chan struct{}
}

type denialCount struct {
	minute  time.Time
	seen    int
	sample  context.Context //nolint:containedctx // only its values: who and from where
	entries Entry
}

// NewQueue starts the writer; Close ends it.
func NewQueue(d *db.DB, now clock.Clock, log *slog.Logger) *Queue {
	q := &Queue{db: d, clock: now, log: log, denials: map[string]*denialCount{}, stop: make(chan struct{}), done: make(chan struct{})}
	go q.loop()
	return q
}

// Viewed records that the operator of ctx has opened a card.
func (q *Queue) Viewed(ctx context.Context, kind, object string) {
	q.add(ctx, Entry{Action: kind + ".view", Kind: kind, Object: object})
}

// Denied records a refused call; beyond the tenth in a minute from one network they are counted, not listed.
func (q *Queue) Denied(ctx context.Context, status int, route string) {
	e := Entry{Action: "access.denied", Kind: "route", Object: route, Reason: fmt.Sprint(status)}
	network := access.RequestFrom(ctx).Network()
	now := q.clock()
	q.mu.Lock()
	if q.denials[network] == nil && len(q.denials) >= queueLimit {
		network = "" // so many networks at once are counted together: their list must not eat the memory either
	}
	c := q.denials[network]
	if c == nil || now.Sub(c.minute) >= time.Minute {
		q.flushCount(c)
		c = &denialCount{minute: now}
		q.denials[network] = c
	}
	c.seen++
	c.sample, c.entries = context.WithoutCancel(ctx), e
	inFull := c.seen <= denialsInFull
	q.mu.Unlock()
	if inFull {
		q.add(ctx, e)
	}
}

// flushCount writes how many denials of a past minute were not listed.
func (q *Queue) flushCount(c *denialCount) {
	if c == nil || c.seen <= denialsInFull {
		return
	}
	e := c.entries
	e.Action = "access.denied.more"
	changes := fmt.Sprintf(`{"count":{"to":%d}}`, c.seen-denialsInFull)
	q.keep(row(c.sample, q.clock(), e, changes))
	c.seen = 0
}

func (q *Queue) add(ctx context.Context, e Entry) {
	r := row(ctx, q.clock(), e, "{}")
	q.mu.Lock()
	defer q.mu.Unlock()
	q.keep(r)
}

// keep has rows wait, as many as may.
func (q *Queue) keep(rows ...[]any) {
	fit := min(len(rows), queueLimit-len(q.rows))
	q.rows = append(q.rows, rows[:fit]...)
	q.lost += len(rows) - fit
}

func (q *Queue) loop() {
	defer close(q.done)
	tick := time.NewTicker(batchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			q.Flush(context.Background(), false)
		case <-q.stop:
			q.Flush(context.Background(), true)
			return
		}
	}
}

// Flush writes what waits; final also writes the counts of minutes that are not over.
func (q *Queue) Flush(ctx context.Context, final bool) {
	q.mu.Lock()
	now := q.clock()
	for network, c := range q.denials {
		if final || now.Sub(c.minute) >= time.Minute {
			q.flushCount(c)
			delete(q.denials, network)
		}
	}
	rows, lost := q.rows, q.lost
	q.rows, q.lost = nil, 0
	q.mu.Unlock()
	if lost > 0 {
		q.log.Error("audit rows dropped: the database does not keep up", "rows", lost)
	}
	for len(rows) > 0 {
		batch := rows[:min(len(rows), batchRows)]
		if err := q.write(ctx, batch); err != nil {
			q.log.Error("audit batch not written, kept for the next", "rows", len(rows), "cause", err)
			q.putBack(rows)
			return
		}
		rows = rows[len(batch):]
	}
}

func (q *Queue) write(ctx context.Context, rows [][]any) error {
	ctx, cancel := context.WithTimeout(db.InBackground(ctx), 10*time.Second)
	defer cancel()
	_, err := q.db.Bulk(ctx, table, columns, func() (next []any) {
		if len(rows) > 0 {
			next, rows = rows[0], rows[1:]
		}
		return next
	})
	return err
}

func (q *Queue) putBack(rows [][]any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	came := q.rows
	q.rows = rows // the older ones first: the newest are the ones that find no room
	q.keep(came...)
}

// Close writes what waits and ends the writer.
func (q *Queue) Close() {
	close(q.stop)
	<-q.done
}
