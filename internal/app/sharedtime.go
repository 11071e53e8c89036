package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

const (
	compareEvery = 5 * time.Second
	compareLimit = 2 * time.Second
	tolerated    = time.Second // any two machines differ by less
)

var clockAhead = promauto.NewGauge(prometheus.GaugeOpts{
	Name: "studbonus_clock_ahead_seconds", Help: "How far this machine's clock is ahead of PostgreSQL's; differences over a second are corrected.",
})

// sharedTime is PostgreSQL's time, which all instances use. An instance with a wrong clock would issue tokens that the others
// refuse, refuse theirs, and end live sessions (rules 15.13).
type sharedTime struct {
	own   clock.Clock
	db    *db.DB
	log   *slog.Logger
	ahead atomic.Int64
}

func (t *sharedTime) now() time.Time { return t.own().Add(-time.Duration(t.ahead.Load())) }

func (t *sharedTime) compare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, compareLimit)
	defer cancel()
	before := t.own()
	theirs, err := databaseTime(ctx, t.db)
	if err != nil {
		return err
	}
	ahead := before.Add(t.own().Sub(before) / 2).Sub(theirs)
	clockAhead.Set(ahead.Seconds())
	if ahead.Abs() < tolerated {
		ahead = 0
	}
	if was := time.Duration(t.ahead.Swap(int64(ahead))); (was - ahead).Abs() >= tolerated {
		t.log.Warn("clock differs from the database's: using the database's", "ahead", ahead)
	}
	return nil
}

func (t *sharedTime) follow(ctx context.Context) {
	tick := time.NewTicker(compareEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = t.compare(ctx) // the readiness check reports a database that does not answer
		}
	}
}
