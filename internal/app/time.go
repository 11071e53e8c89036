package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"studbonus/internal/clock"
	"studbonus/internal/db"
)

const (
	compareEvery = 5 * time.Second
	compareLimit = 2 * time.Second
	clockIsRight = time.Second // a smaller difference is that of any two machines
)

var clockAhead = promauto.NewGauge(prometheus.GaugeOpts{
	Name: "studbonus_clock_ahead_seconds", Help: "How far this machine's clock is ahead of PostgreSQL's; differences over a second are made up for.",
})

// oneTime is the time that all instances have in common: PostgreSQL's. An instance with a wrong clock of its own would give
// out tokens that the others refuse and refuse theirs, and would end sessions that are alive (security F13).
type oneTime struct {
	own   clock.Clock
	db    *db.DB
	log   *slog.Logger
	ahead atomic.Int64
}

func (o *oneTime) now() time.Time { return o.own().Add(-time.Duration(o.ahead.Load())) }

func (o *oneTime) compare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, compareLimit)
	defer cancel()
	before := o.own()
	theirs, err := db.One[time.Time](ctx, o.db, "SELECT clock_timestamp()")
	if err != nil {
		return err
	}
	ahead := before.Add(o.own().Sub(before) / 2).Sub(theirs)
	clockAhead.Set(ahead.Seconds())
	if ahead.Abs() < clockIsRight {
		ahead = 0
	}
	if was := time.Duration(o.ahead.Swap(int64(ahead))); (was - ahead).Abs() >= clockIsRight {
		o.log.Warn("the clock of this machine differs from the database's: the database's counts", "ahead", ahead)
	}
	return nil
}

func (o *oneTime) follow(ctx context.Context) {
	tick := time.NewTicker(compareEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = o.compare(ctx) // a database that does not answer is told of by others
		}
	}
}
