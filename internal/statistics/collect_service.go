package statistics

import (
	"context"
	"sync"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const (
	collectFor  = 3 * time.Second
	mostPending = 10_000 // views in memory while the database is down
	sameOpening = 10 * time.Minute
	mostOpened  = 50_000 // remembered openings
)

// collected are the views of this instance that are not written yet. A transaction for each opened card would cost more than
// reading it, and losing the last seconds in a crash is acceptable.
type collected struct {
	mu     sync.Mutex
	views  []View
	lost   int
	opened map[View]bool // in these ten minutes
	since  time.Time     // when they began
	stop   chan struct{}
	done   chan struct{}
}

// Viewed counts that a student has opened a partner's card, once in ten minutes: the app reads an open card again each time it
// comes to the front. It does not wait for the database.
func (s *Service) Viewed(student, partner string) {
	v := View{Student: student, Partner: partner, Kind: Card}
	if s.pending.isFirst(v, s.Clock()) {
		s.pending.add(v)
	}
}

// isFirst reports whether a view is the first of its kind in the present ten minutes.
func (c *collected) isFirst(v View, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if began := now.Truncate(sameOpening); !began.Equal(c.since) || len(c.opened) >= mostOpened {
		c.since, c.opened = began, map[View]bool{}
	}
	if c.opened[v] {
		return false
	}
	c.opened[v] = true
	return true
}

// add keeps views up to the limit and counts the rest as lost.
func (c *collected) add(views ...View) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fit := min(len(views), mostPending-len(c.views))
	c.views = append(c.views, views[:fit]...)
	c.lost += len(views) - fit
}

func (c *collected) take() (views []View, lost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	views, lost = c.views, c.lost
	c.views, c.lost = nil, 0
	return views, lost
}

// Start writes the collected views every few seconds until Stop.
func (s *Service) Start(ctx context.Context) {
	ctx = context.WithoutCancel(ctx) // requests in progress at a shutdown are counted too
	stop, done := make(chan struct{}), make(chan struct{})
	s.pending.stop, s.pending.done = stop, done
	go func() {
		defer close(done)
		tick := time.NewTicker(collectFor)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := fault.Catch(func() error { s.Flush(ctx); return nil }); err != nil {
					s.Log.Error("views lost", "cause", err)
				}
			case <-stop:
				return
			}
		}
	}()
}

// Stop writes what is left.
func (s *Service) Stop(ctx context.Context) {
	if s.pending.stop != nil {
		close(s.pending.stop)
		<-s.pending.done
		s.pending.stop = nil
	}
	s.Flush(ctx)
}

// Flush writes the collected views. Views that do not count, of a student blocked in between, are dropped one by one.
func (s *Service) Flush(ctx context.Context) {
	views, lost := s.pending.take()
	if lost > 0 {
		s.Log.Error("views dropped: the database does not keep up", "views", lost)
	}
	for len(views) > 0 {
		batch := views[:min(len(views), mostViews)]
		if err := s.recordValid(ctx, batch); err != nil {
			s.Log.Error("views not written, kept for the next batch", "views", len(views), "cause", err)
			s.pending.add(views...)
			return
		}
		views = views[len(batch):]
	}
}

func (s *Service) recordValid(ctx context.Context, views []View) error {
	ctx, cancel := context.WithTimeout(db.InBackground(ctx), 10*time.Second)
	defer cancel()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		added, refused, err := sumUp(ctx, tx, views, s.Clock())
		if err != nil || len(added) == 0 {
			return err
		}
		if len(refused) > 0 {
			s.Log.Info("views not counted", "views", len(refused), "cause", refused[0])
		}
		return s.add(ctx, tx, added, clock.DayNumber(s.Clock()))
	})
}
