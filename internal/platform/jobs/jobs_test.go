package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/riverqueue/river"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
)

func TestAJobRunsAfterItsTransactionCommitsAndNeverAfterARollback(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var committed atomic.Bool
		b.run(func(ctx context.Context, j attempt) error {
			if !committed.Load() {
				t.Errorf("%s ran before its commit", j.Args.Name)
			}
			return j.Tx(ctx, effect(j.Args.Name))
		})
		err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			return errors.Join(tx.Enqueue(ctx, work{"rolled back"}, nil), errOurs)
		})
		if !errors.Is(err, errOurs) {
			t.Fatal(err)
		}
		err = b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			if err := tx.Enqueue(ctx, work{"committed"}, nil); err != nil {
				return err
			}
			time.Sleep(700 * time.Millisecond) // longer than a worker's poll interval
			committed.Store(true)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		b.wait("committed", state{"completed", 1})
		if diff := cmp.Diff([]string{"committed"}, b.effects()); diff != "" {
			t.Errorf("effects (-want +got):\n%s", diff)
		}
	})
}

func TestAFailedJobIsRetriedUntilItSucceeds(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var attempts seen[int]
		b.run(func(ctx context.Context, j attempt) error {
			attempts.add(j.Attempt)
			return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				if err := effect(j.Args.Name)(ctx, tx); err != nil || j.Attempt == 3 {
					return err
				}
				return errOurs
			})
		})
		b.enqueue("stubborn", nil)
		b.wait("stubborn", state{"completed", 3})
		if diff := cmp.Diff([]string{"stubborn"}, b.effects()); diff != "" || !cmp.Equal(attempts.all(), []int{1, 2, 3}) {
			t.Errorf("attempts %v, effects (-want +got):\n%s", attempts.all(), diff)
		}
		if n := strings.Count(b.log.String(), "job failed"); n != 2 {
			t.Errorf("%d failures in the log, want 2:\n%s", n, b.log)
		}
	})
}

func TestAPanicIsAFailedAttemptAndTheLastAttemptIsMarked(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var last seen[bool]
		b.run(func(ctx context.Context, j attempt) error {
			if j.Args.Name == "harmless" {
				return j.Tx(ctx, effect(j.Args.Name))
			}
			last.add(j.Last)
			panic("oh")
		})
		b.enqueue("panicking", nil)
		b.wait("panicking", state{"discarded", 5}) // rules 15.17: at most five attempts
		if !cmp.Equal(last.all(), []bool{false, false, false, false, true}) {
			t.Errorf("Last was %v", last.all())
		}
		if n := strings.Count(b.log.String(), "job panicked"); n != 5 {
			t.Errorf("%d panics in the log, want 5", n)
		}
		b.enqueue("harmless", nil)
		b.wait("harmless", state{"completed", 1})
	})
}

func TestAJobThatGivesUpIsNotRetried(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var tries atomic.Int64
		b.run(func(context.Context, attempt) error { tries.Add(1); return jobs.GiveUp(errOurs) })
		b.enqueue("hopeless", nil)
		b.wait("hopeless", state{"cancelled", 1})
		time.Sleep(700 * time.Millisecond)
		if tries.Load() != 1 {
			t.Errorf("tried %d times", tries.Load())
		}
	})
}

func TestAJobMayAskForMoreAttempts(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.run(func(_ context.Context, j attempt) error {
			if j.Last != (j.Attempt == 7) {
				t.Errorf("attempt %d: Last is %v", j.Attempt, j.Last)
			}
			return errOurs
		})
		b.enqueue("patient", &river.InsertOpts{MaxAttempts: 7})
		b.wait("patient", state{"discarded", 7})
	})
}

func TestAJobHasBackgroundLimits(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		asked := time.Now()
		b.run(func(ctx context.Context, j attempt) error {
			until, limited := ctx.Deadline()
			if !limited || until.Before(asked.Add(time.Minute)) || until.After(time.Now().Add(time.Minute)) {
				t.Errorf("a step may take until %v (%v), want a minute", until, limited)
			}
			if !b.Postgres() {
				return nil
			}
			limit, err := db.One[string](ctx, b, "SELECT current_setting('statement_timeout')")
			if limit != "1min" {
				t.Errorf("a job's statement may take %s, want 1min", limit)
			}
			return err
		})
		b.enqueue("slow", nil)
		b.wait("slow", state{"completed", 1})
	})
}

// letter is a job in a queue of its own.
type letter struct{}

// Kind implements river.JobArgs.
func (letter) Kind() string { return "test.letter" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (letter) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: jobs.Mail} }

func TestQueuesDoNotBlockEachOther(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		release, sent := make(chan struct{}), make(chan struct{})
		held := func(context.Context, attempt) error { <-release; return nil }
		b.run(held, func(r *jobs.Runner) {
			jobs.Handle(r, func(context.Context, jobs.Job[letter]) error { close(sent); return nil })
		})
		for i := range 20 {
			b.enqueue(fmt.Sprint("export ", i), &river.InsertOpts{Queue: jobs.Exports})
			b.enqueue(fmt.Sprint("import ", i), &river.InsertOpts{Queue: jobs.Imports})
			b.enqueue(fmt.Sprint("house ", i), nil)
		}
		err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error { return tx.Enqueue(ctx, letter{}, nil) })
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-sent:
		case <-time.After(time.Minute):
			t.Error("a letter waits behind exports, imports and housekeeping")
		}
		close(release)
	})
}
