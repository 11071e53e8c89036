package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

var errOurs = errors.New("not this time")

// work is a job whose worker the test supplies.
type work struct {
	Name string `json:"name"`
}

// Kind implements river.JobArgs.
func (work) Kind() string { return "test.work" }

type attempt = jobs.Job[work]

// bench is a database with a table to write to and a log to inspect.
type bench struct {
	*db.DB
	t   *testing.T
	log *watch.Buffer
}

func onBoth(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) { test(t, newBench(t, d)) })
}

func newBench(t *testing.T, d *db.DB) *bench {
	b := &bench{DB: d, t: t, log: &watch.Buffer{}}
	b.exec("CREATE TABLE effects (name TEXT NOT NULL)")
	return b
}

// run starts a runner and stops it with the test.
func (b *bench) run(do func(ctx context.Context, j attempt) error, more ...func(*jobs.Runner)) *jobs.Runner {
	b.t.Helper()
	r := jobs.New(b.DB, slog.New(slog.NewTextHandler(b.log, nil)))
	jobs.Handle(r, do)
	for _, m := range more {
		m(r)
	}
	if err := r.Start(context.Background()); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := r.Stop(ctx); err != nil {
			b.t.Error(err)
		}
	})
	return r
}

func (b *bench) enqueue(name string, opts *river.InsertOpts) {
	b.t.Helper()
	err := b.Tx(b.t.Context(), func(ctx context.Context, tx db.Tx) error { return tx.Enqueue(ctx, work{name}, opts) })
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) exec(text string, args ...any) {
	b.t.Helper()
	err := b.Tx(b.t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func effect(name string) func(context.Context, db.Tx) error {
	return func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO effects (name) VALUES (?)", name)
		return err
	}
}

func (b *bench) effects() []string {
	b.t.Helper()
	found, err := db.All[string](b.t.Context(), b, "SELECT name FROM effects ORDER BY name")
	if err != nil {
		b.t.Fatal(err)
	}
	return found
}

// state returns the state and attempt of the job with this name.
type state struct {
	State   string `db:"state"`
	Attempt int    `db:"attempt"`
}

func (b *bench) state(name string) state {
	b.t.Helper()
	query := "SELECT CAST(state AS TEXT) AS state, attempt FROM river_job WHERE CAST(args AS TEXT) LIKE ?"
	if !b.Postgres() {
		query = "SELECT state, attempt FROM river_job WHERE json(args) LIKE ?"
	}
	s, err := db.One[state](b.t.Context(), b, query, `%"`+name+`"%`)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// wait waits for a state and makes retries due at once; TestRetryBackoffGrowsUpToALimit covers the backoff.
func (b *bench) wait(name string, want state) {
	b.t.Helper()
	eventually(b.t, func() bool { b.hurry(); return b.state(name) == want }, func() any { return b.state(name) })
}

func (b *bench) hurry() {
	b.t.Helper()
	b.exec("UPDATE river_job SET state = 'available', scheduled_at = attempted_at WHERE state IN ('retryable', 'available') AND kind = 'test.work' AND attempt > 0 AND scheduled_at > attempted_at")
}

func eventually(t *testing.T, holds func() bool, state func() any) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 30 s; it is %v", state())
		}
	}
}

// seen records what workers saw.
type seen[T any] struct {
	mu   sync.Mutex
	list []T
}

func (s *seen[T]) add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, v)
}

func (s *seen[T]) all() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}
