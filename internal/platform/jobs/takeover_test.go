package jobs_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/test/testdb"
)

func TestAStaleAttemptWritesNothing(t *testing.T) {
	for how, change := range map[string]string{
		"taken over":              "UPDATE river_job SET attempt = attempt + 1",
		"rescued and waiting":     "UPDATE river_job SET state = 'retryable'",
		"done by somebody else":   "UPDATE river_job SET state = 'completed', finalized_at = attempted_at",
		"given up and cleared up": "DELETE FROM river_job",
	} {
		t.Run(how, func(t *testing.T) {
			onBoth(t, func(t *testing.T, b *bench) {
				fenced := make(chan error, 1)
				b.run(func(ctx context.Context, j attempt) error {
					if err := j.Tx(ctx, effect("while it was ours")); err != nil {
						t.Error(err)
					}
					b.exec(change+" WHERE id = ?", j.ID)
					fenced <- j.Tx(ctx, effect("after it was taken"))
					// Control: without the fence the paused worker would write.
					return b.Tx(ctx, effect("unfenced"))
				})
				b.enqueue("sleeper", nil)
				if err := <-fenced; !errors.Is(err, jobs.ErrFenced) {
					t.Errorf("error %v, want ErrFenced", err)
				}
				eventually(t, func() bool { return len(b.effects()) >= 2 }, func() any { return b.effects() })
				if diff := cmp.Diff([]string{"unfenced", "while it was ours"}, b.effects()); diff != "" {
					t.Errorf("effects (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestTheFenceIsLockedUntilTheCommit(t *testing.T) {
	b := newBench(t, testdb.New(t, testdb.PostgreSQL)) // SQLite has a single writer
	taken := make(chan error, 1)
	b.run(func(ctx context.Context, j attempt) error {
		return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			// The rescue runs between the check and the commit of this transaction.
			taken <- b.Tx(t.Context(), func(ctx context.Context, other db.Tx) error {
				if _, err := other.Exec(ctx, "SET LOCAL lock_timeout = 100"); err != nil {
					return err
				}
				_, err := other.Exec(ctx, "UPDATE river_job SET attempt = attempt + 1 WHERE id = ?", j.ID)
				return err
			})
			return effect("whole")(ctx, tx)
		})
	})
	b.enqueue("busy", nil)
	if err := <-taken; !db.IsLockTimeout(err) {
		t.Errorf("taken over in the middle of a fenced transaction: %v", err)
	}
	b.wait("busy", state{"completed", 1})
}

func TestJobsOfAKilledProcessAreReleasedAtStartOnSQLite(t *testing.T) {
	b := newBench(t, testdb.New(t, testdb.SQLite))
	for _, name := range []string{"orphan", "exhausted"} {
		b.enqueue(name, nil)
	}
	b.exec("UPDATE river_job SET state = 'running', attempt = 1, attempted_at = created_at")
	b.exec("UPDATE river_job SET attempt = max_attempts WHERE json(args) LIKE '%exhausted%'")
	b.run(func(ctx context.Context, j attempt) error { return j.Tx(ctx, effect(j.Args.Name)) })
	b.wait("orphan", state{"completed", 2})
	if got := b.state("exhausted"); got != (state{"discarded", 5}) {
		t.Errorf("a job whose attempts are used up is %v, want given up at once", got)
	}
}

func TestOnPostgreSQLAnotherInstanceTakesOverAfterTheTimeout(t *testing.T) {
	b := newBench(t, testdb.New(t, testdb.PostgreSQL))
	for _, name := range []string{"orphan", "alive"} {
		b.enqueue(name, nil)
	}
	b.exec("UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now() - interval '60 seconds'")
	b.exec("UPDATE river_job SET attempted_at = now() - interval '80 seconds' WHERE args::text LIKE '%orphan%'")
	b.run(func(ctx context.Context, j attempt) error { return j.Tx(ctx, effect(j.Args.Name)) })
	b.wait("orphan", state{"completed", 2})
	if got := b.state("alive"); got != (state{"running", 1}) {
		t.Errorf("a job that another instance may still be working is %v", got)
	}
}

// tick is a periodic job.
type tick struct{}

// Kind implements river.JobArgs.
func (tick) Kind() string { return "test.tick" }

func TestAPeriodicJobExistsOnceForAllInstances(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var running, ran atomic.Int64
		release := make(chan struct{})
		periodic := func(r *jobs.Runner) {
			jobs.Handle(r, func(context.Context, jobs.Job[tick]) error {
				if running.Add(1) > 1 {
					t.Error("two at once")
				}
				defer running.Add(-1)
				ran.Add(1)
				<-release
				return nil
			})
			jobs.Every(r, 50*time.Millisecond, tick{})
		}
		idle := func(context.Context, attempt) error { return nil }
		b.run(idle, periodic)
		if b.Postgres() {
			b.run(idle, periodic)
		}
		eventually(t, func() bool { return ran.Load() == 1 }, func() any { return ran.Load() })
		time.Sleep(time.Second) // twenty times the interval
		waiting, err := db.One[int](t.Context(), b, "SELECT count(*) FROM river_job WHERE kind = 'test.tick'")
		if err != nil || waiting != 1 {
			t.Errorf("%d jobs (%v) while the first is running, want 1", waiting, err)
		}
		close(release)
		eventually(t, func() bool { return ran.Load() > 2 }, func() any { return ran.Load() })
	})
}

func TestStopWaitsForARunningJob(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		begun := make(chan struct{})
		r := b.run(func(ctx context.Context, j attempt) error {
			close(begun)
			time.Sleep(500 * time.Millisecond)
			return j.Tx(ctx, effect(j.Args.Name))
		})
		b.enqueue("quick", nil)
		<-begun
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := r.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		if got := b.state("quick"); got != (state{"completed", 1}) || len(b.effects()) != 1 {
			t.Errorf("%v with effects %v", got, b.effects())
		}
	})
}

func TestStopReleasesAJobThatDoesNotEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		begun := make(chan struct{})
		r := b.run(func(ctx context.Context, _ attempt) error {
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		})
		b.enqueue("endless", nil)
		<-begun
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := r.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		if got := b.state("endless"); got.State == "running" {
			t.Errorf("left %v: it would have to wait for the rescuer", got)
		}
		b.run(func(ctx context.Context, j attempt) error { return j.Tx(ctx, effect(j.Args.Name)) })
		b.wait("endless", state{"completed", 1}) // a stop does not cost an attempt
	})
}

func TestRiverLogsAreFiltered(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.run(func(context.Context, attempt) error { return nil })
		b.enqueue("plain", nil)
		b.wait("plain", state{"completed", 1})
		if strings.Contains(b.log.String(), "level=INFO") {
			t.Errorf("log:\n%s", b.log)
		}
	})
}
