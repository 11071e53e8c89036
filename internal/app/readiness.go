package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"studbonus/internal/rest"
)

// readiness knows the state of the parts that the instance needs. They are checked in the background: asking costs
// nothing, however often it is done, and a part that hangs holds no answer up.
type readiness struct {
	database, files probe
	end             context.CancelFunc
	all             sync.WaitGroup
}

const (
	databaseEvery = time.Second
	databaseLimit = time.Second
	databaseRetry = 50 * time.Millisecond // drill F7: ready again soon after it is back
	filesEvery    = 10 * time.Second      // each writes a file and syncs it
	filesLimit    = 3 * time.Second
)

func newReadiness(database, files func(context.Context) error) *readiness {
	return &readiness{
		database: probe{name: "database", ask: database, every: databaseEvery, limit: databaseLimit, retry: databaseRetry},
		files:    probe{name: "file store", ask: files, every: filesEvery, limit: filesLimit, retry: filesEvery},
	}
}

// watch checks the database before it returns: an instance that starts is ready or not from its first answer on.
func (r *readiness) watch(ctx context.Context, log *slog.Logger) {
	ctx, r.end = context.WithCancel(ctx)
	_ = r.database.check(ctx, log) // kept as the latest outcome
	for _, p := range []*probe{&r.database, &r.files} {
		r.all.Go(func() { p.follow(ctx, log) })
	}
}

func (r *readiness) stop() {
	if r.end != nil {
		r.end()
	}
	r.all.Wait()
}

// health: the database decides whether the instance is ready; other parts only degrade it.
func (a *App) health(context.Context) rest.Health {
	h := rest.Health{Ready: !a.closed.Load() && a.ready.database.err() == nil, Degraded: map[string]string{}}
	if a.ready.files.err() != nil {
		h.Degraded["files"] = "the file store does not answer"
	}
	if a.Geo.Check() != nil {
		h.Degraded["geocoder"] = "the geocoder does not answer"
	}
	return h
}

// probe asks a part again and again and keeps the latest answer.
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

var errSilent = errors.New("a check does not come back")

// err is what the latest check found; nil before the first.
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
		log.Error("a check has failed", "part", p.name, "cause", err)
	} else if err == nil && failed {
		log.Info("a check succeeds again", "part", p.name)
	}
	return err
}
