package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"studbonus/internal/platform/rest"
)

// readiness checks the database and the file store in the background, so that /readyz answers from memory: polling it costs
// nothing, and a dependency that hangs does not delay the answer.
type readiness struct {
	database, files, disk probe
	end                   context.CancelFunc
	all                   sync.WaitGroup
}

const (
	databaseEvery = time.Second
	databaseLimit = time.Second
	databaseRetry = 50 * time.Millisecond // drill F7: ready again soon after the database is back
	filesEvery    = 10 * time.Second      // each writes a file and syncs it
	filesLimit    = 3 * time.Second
	diskEvery     = 10 * time.Second
)

func newReadiness(database, files, disk func(context.Context) error) *readiness {
	return &readiness{
		database: probe{name: "database", ask: database, every: databaseEvery, limit: databaseLimit, retry: databaseRetry},
		files:    probe{name: "file store", ask: files, every: filesEvery, limit: filesLimit, retry: filesEvery},
		disk:     probe{name: "disk of the database", ask: disk, every: diskEvery, limit: databaseLimit, retry: diskEvery},
	}
}

// watch starts the checks. It checks the database once before it returns, so that the first /readyz is already right.
func (r *readiness) watch(ctx context.Context, log *slog.Logger) {
	ctx, r.end = context.WithCancel(ctx)
	_ = r.database.check(ctx, log) // stored as the latest outcome
	for _, p := range []*probe{&r.database, &r.files, &r.disk} {
		r.all.Go(func() { p.follow(ctx, log) })
	}
}

func (r *readiness) stop() {
	if r.end != nil {
		r.end()
	}
	r.all.Wait()
}

// health implements /readyz: without the database the instance is not ready, other failures only degrade it.
func (a *App) health(context.Context) rest.Health {
	h := rest.Health{Ready: !a.closed.Load() && a.ready.database.err() == nil, Degraded: map[string]string{}}
	if a.ready.files.err() != nil {
		h.Degraded["files"] = "the file store does not answer"
	}
	if a.ready.disk.err() != nil {
		h.Degraded["disk"] = "the disk of the database is full"
	}
	if a.Geo.Check() != nil {
		h.Degraded["geocoder"] = "the geocoder does not answer"
	}
	return h
}

// probe polls one dependency and keeps the latest outcome.
type probe struct {
	name                string
	ask                 func(context.Context) error
	every, limit, retry time.Duration
	latest              atomic.Pointer[outcome]
}

type outcome struct {
	at  time.Time
	err error
}

var errSilent = errors.New("check does not return")

// err returns the latest outcome; nil before the first check.
func (p *probe) err() error {
	o := p.latest.Load()
	switch {
	case o == nil:
		return nil
	case time.Since(o.at) > p.every+2*p.limit:
		return errSilent
	}
	return o.err
}

func (p *probe) follow(ctx context.Context, log *slog.Logger) {
	for {
		wait := p.every
		if p.check(ctx, log) != nil {
			wait = p.retry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

func (p *probe) check(ctx context.Context, log *slog.Logger) error {
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	err := p.ask(limited)
	if ctx.Err() != nil {
		return err
	}
	was := p.latest.Swap(&outcome{time.Now(), err})
	if failed := was != nil && was.err != nil; err != nil && !failed {
		log.Error("check failed", "part", p.name, "cause", err)
	} else if err == nil && failed {
		log.Info("check succeeds again", "part", p.name)
	}
	return err
}
