package audit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const (
	batchEvery    = 500 * time.Millisecond
	queueLimit    = 10_000 // lines in memory while the database is down
	batchLines    = 500    // per transaction, so that each one ends well within its time limit
	denialsInFull = 10     // per network and minute; the rest is only counted (rules 17.14)
)

// Queue writes card views, list pages and denials in batches: a transaction for each would cost too much, and losing the last
// second of them in a crash is acceptable.
type Queue struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger

	mu        sync.Mutex
	lines     []line
	notes     []note
	lost      int
	denials   map[string]*denials // by network
	noted     map[noteKey]noted
	forgotten time.Time // when old questions were last dropped from noted
	stop      chan struct{}
	done      chan struct{}
}

// denials are those of one network within a minute.
type denials struct {
	since time.Time
	count int
	last  line
}

// NewQueue starts the writer; Close ends it.
func NewQueue(d *db.DB, now clock.Clock, log *slog.Logger) *Queue {
	q := &Queue{db: d, clock: now, log: log, denials: map[string]*denials{}, noted: map[noteKey]noted{}, stop: make(chan struct{}), done: make(chan struct{})}
	go q.loop()
	return q
}

// Viewed records that the caller opened a card.
func (q *Queue) Viewed(ctx context.Context, kind, object string) {
	q.view(ctx, Entry{Kind: kind, Object: object})
}

// ViewedPerson records that the caller opened a person's card.
func (q *Queue) ViewedPerson(ctx context.Context, kind string, p Person) {
	q.view(ctx, Entry{Kind: kind, Object: p.UUID, About: p})
}

// About returns a recorder of cards that show a person's data, as a review shows its writer's.
func (q *Queue) About(p Person) Viewer { return Viewer{q, p} }

// Viewer records opened cards that are about a person.
type Viewer struct {
	queue *Queue
	about Person
}

// Viewed records that the caller opened a card.
func (v Viewer) Viewed(ctx context.Context, kind, object string) {
	v.queue.view(ctx, Entry{Kind: kind, Object: object, About: v.about})
}

func (q *Queue) view(ctx context.Context, e Entry) {
	e.Action = e.Kind + ".view"
	l := newLine(ctx, q.clock(), e)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(l)
}

// Denied records a refused call. From the eleventh in a minute from one network on, calls are counted, not listed.
func (q *Queue) Denied(ctx context.Context, status int, route string) {
	now := q.clock()
	l := newLine(ctx, now, Entry{Action: "access.denied", Kind: "route", Object: route, Reason: fmt.Sprint(status)})
	network := access.RequestFrom(ctx).Network()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.denials[network] == nil && len(q.denials) >= queueLimit {
		network = "" // too many networks to remember: count these together
	}
	d := q.denials[network]
	if d == nil || now.Sub(d.since) >= time.Minute {
		q.addCount(d)
		d = &denials{since: now}
		q.denials[network] = d
	}
	d.count++
	d.last = l
	if d.count <= denialsInFull {
		q.add(l)
	}
}

// addCount adds a line with the number of denials that were not listed.
func (q *Queue) addCount(d *denials) {
	if d == nil || d.count <= denialsInFull {
		return
	}
	l := d.last
	l.at, l.action = q.clock(), "access.denied.more"
	l.changes = fmt.Sprintf(`{"count":{"to":%d}}`, d.count-denialsInFull)
	q.add(l)
}

// add queues lines up to the limit and counts the rest as lost.
func (q *Queue) add(lines ...line) {
	fit := max(0, min(len(lines), queueLimit-len(q.lines)-len(q.notes)))
	q.lines = append(q.lines, lines[:fit]...)
	q.lost += len(lines) - fit
}

func (q *Queue) loop() {
	defer close(q.done)
	tick := time.NewTicker(batchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := fault.Catch(func() error { q.Flush(context.Background(), false); return nil }); err != nil {
				q.log.Error("audit rows lost", "cause", err)
			}
		case <-q.stop:
			q.Flush(context.Background(), true)
			return
		}
	}
}

// Flush writes the queued lines; final also writes the counts of minutes that are not over.
func (q *Queue) Flush(ctx context.Context, final bool) {
	lines, notes, lost := q.take(final)
	if lost > 0 {
		q.log.Error("audit rows dropped: the database does not keep up", "rows", lost)
	}
	lines, err := inBatches(lines, func(batch []line) error { return q.write(ctx, batch) })
	if err == nil {
		notes, err = inBatches(notes, func(batch []note) error { return q.writeNotes(ctx, batch) })
	}
	if err != nil {
		q.log.Error("audit batch not written, kept for the next", "rows", len(lines)+len(notes), "cause", err)
		q.putBack(lines, notes)
	}
}

// inBatches writes rows and returns those that were not written.
func inBatches[T any](rows []T, write func([]T) error) ([]T, error) {
	for len(rows) > 0 {
		batch := rows[:min(len(rows), batchLines)]
		if err := write(batch); err != nil {
			return rows, err
		}
		rows = rows[len(batch):]
	}
	return nil, nil
}

// take empties the queue.
func (q *Queue) take(final bool) (lines []line, notes []note, lost int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.clock()
	for network, d := range q.denials {
		if final || now.Sub(d.since) >= time.Minute {
			q.addCount(d)
			delete(q.denials, network)
		}
	}
	q.forget(now)
	lines, notes, lost = q.lines, q.notes, q.lost
	q.lines, q.notes, q.lost = nil, nil, 0
	return lines, notes, lost
}

func (q *Queue) write(ctx context.Context, lines []line) error {
	ctx, cancel := context.WithTimeout(db.InBackground(ctx), 10*time.Second)
	defer cancel()
	_, err := q.db.Bulk(ctx, table, columns, func() (next []any) {
		if len(lines) > 0 {
			next, lines = lines[0].values(), lines[1:]
		}
		return next
	})
	return err
}

// putBack returns lines to the front of the queue: if there is no room, the newest are lost.
func (q *Queue) putBack(lines []line, notes []note) {
	q.mu.Lock()
	defer q.mu.Unlock()
	newer, newerNotes := q.lines, q.notes
	q.lines, q.notes = lines, notes
	q.add(newer...)
	fit := max(0, min(len(newerNotes), queueLimit-len(q.lines)-len(q.notes)))
	q.notes = append(q.notes, newerNotes[:fit]...)
	q.lost += len(newerNotes) - fit
}

// Close writes the queued lines and ends the writer.
func (q *Queue) Close() {
	close(q.stop)
	<-q.done
}
