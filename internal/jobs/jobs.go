// Package jobs runs background work that is durable in the same database: enqueued with the change
// that asks for it (db.Tx.Enqueue), retried, taken over from an instance that died, and fenced so
// that an instance that was only asleep cannot write any more.
package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"studbonus/internal/db"
)

const (
	stepTimeout  = 60 * time.Second // longer work is cut into steps (security §1.14)
	rescueAfter  = 75 * time.Second
	longestRetry = 4 * time.Minute
	keepDone     = 24 * time.Hour
	keepFailed   = 30 * 24 * time.Hour
)

// Queues of work that must not hold each other up, by the InsertOpts of a job's arguments. Housekeeping has River's own.
const (
	Mail    = "mail"
	Exports = "exports"
	Imports = "imports"
)

// queues: eight connections to PostgreSQL are for all of this; an export takes two, everything else one.
var queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}, Mail: {MaxWorkers: 2}, Exports: {MaxWorkers: 2}, Imports: {MaxWorkers: 2}}

// Alive is a condition on river_job j that holds while a job has an attempt that runs or is to come. Its parameter is
// LostBefore: the last attempt of a killed process stays running until it is rescued.
const Alive = "(j.state IN ('available', 'pending', 'retryable', 'scheduled') OR j.state = 'running' AND (j.attempt < j.max_attempts OR j.attempted_at > ?))"

// LostBefore is when an attempt that still runs must have begun: earlier ones are lost.
func LostBefore() time.Time { return time.Now().UTC().Add(-rescueAfter) }

// StepAttempts is for work in steps: being killed in the middle counts as an attempt.
const StepAttempts = 25

// ErrFenced says that this job has been given to another worker meanwhile: nothing may be written.
var ErrFenced = errors.New("the job belongs to another worker now")

var jobSeconds = promauto.NewHistogramVec(prometheus.HistogramOpts{
	Name: "studbonus_job_seconds", Help: "Time that a job's attempt took, by kind and outcome.",
	Buckets: []float64{.01, .1, 1, 5, 20, 60},
}, []string{"kind", "outcome"})

// Runner works the jobs of this instance.
type Runner struct {
	db       *db.DB
	log      *slog.Logger
	workers  *river.Workers
	periodic []*river.PeriodicJob
	client   interface {
		Start(ctx context.Context) error
		Stop(ctx context.Context) error
		StopAndCancel(ctx context.Context) error
	}
}

// New makes a runner without any work; areas add theirs by Handle before Start.
func New(d *db.DB, log *slog.Logger) *Runner {
	return &Runner{db: d, log: log, workers: river.NewWorkers()}
}

// Job is one attempt at a piece of work.
type Job[A river.JobArgs] struct {
	Args    A
	ID      int64
	Attempt int
	Last    bool // no further attempt follows: say why it failed where an operator sees it
	db      *db.DB
}

// Tx runs fn in a transaction that commits only while this attempt is still the current one.
func (j Job[A]) Tx(ctx context.Context, fn func(context.Context, db.Tx) error) error {
	return j.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		attempt, err := db.One[int](ctx, tx, "SELECT attempt FROM river_job WHERE id = ? AND state = 'running'"+tx.ForUpdate(), j.ID)
		if errors.Is(err, sql.ErrNoRows) || err == nil && attempt != j.Attempt {
			return ErrFenced
		}
		if err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// GiveUp ends a job for good: further attempts would meet the same refusal.
func GiveUp(cause error) error { return river.JobCancel(cause) }

// Handle says how jobs of one kind are worked.
func Handle[A river.JobArgs](r *Runner, work func(context.Context, Job[A]) error) {
	river.AddWorker(r.workers, river.WorkFunc(func(ctx context.Context, j *river.Job[A]) error {
		started := time.Now()
		err := work(db.InBackground(ctx), Job[A]{Args: j.Args, ID: j.ID, Attempt: j.Attempt, Last: j.Attempt >= j.MaxAttempts, db: r.db})
		outcome := "done"
		if err != nil {
			outcome = "failed"
		}
		jobSeconds.WithLabelValues(j.Kind, outcome).Observe(time.Since(started).Seconds())
		return err
	}))
}

// Every enqueues a job again and again; with several instances one of them does.
func Every(r *Runner, interval time.Duration, args river.JobArgs) {
	r.periodic = append(r.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) {
			return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
				rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
			}}}
		}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// Start begins to work.
func (r *Runner) Start(ctx context.Context) error {
	cfg := &river.Config{
		Workers: r.workers, PeriodicJobs: r.periodic, Queues: queues,
		JobTimeout: stepTimeout, RescueStuckJobsAfter: rescueAfter, MaxAttempts: db.JobAttempts, RetryPolicy: retries{},
		FetchCooldown: 50 * time.Millisecond, FetchPollInterval: 500 * time.Millisecond,
		CompletedJobRetentionPeriod: keepDone, DiscardedJobRetentionPeriod: keepFailed, CancelledJobRetentionPeriod: keepFailed,
		ErrorHandler: report{r.db, r.log}, Logger: slog.New(quiet{r.log.Handler()}),
	}
	var err error
	if r.db.Postgres() {
		var c *river.Client[pgx.Tx]
		c, err = river.NewClient(riverpgxv5.New(r.db.Pool()), cfg)
		r.client = c
	} else {
		if err := r.freeOrphans(ctx); err != nil {
			return err
		}
		var c *river.Client[*sql.Tx]
		c, err = river.NewClient(riversqlite.New(r.db.JobsDB()), cfg)
		r.client = c
	}
	if err != nil {
		return fmt.Errorf("make job runner: %w", err)
	}
	return r.client.Start(ctx)
}

// freeOrphans gives back the jobs that a killed process left running, and gives up those without a further attempt:
// SQLite has one process, and it is this one.
func (r *Runner) freeOrphans(ctx context.Context) error {
	return r.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE river_job SET state = CASE WHEN attempt < max_attempts THEN 'available' ELSE 'discarded' END,
			finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE attempted_at END WHERE state = 'running'`)
		return err
	})
}

// Stop lets running jobs end; those that do not in time are given back for another attempt.
func (r *Runner) Stop(ctx context.Context) error {
	if r.client == nil {
		return nil
	}
	if err := r.client.Stop(ctx); err == nil {
		return nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return r.client.StopAndCancel(last)
}

// retries waits longer each time, but never so long that a returned mail server waits for us.
type retries struct{}

// NextRetry implements river.ClientRetryPolicy.
func (retries) NextRetry(job *rivertype.JobRow) time.Time {
	wait := time.Duration(job.Attempt*job.Attempt) * 5 * time.Second
	return time.Now().UTC().Add(min(wait, longestRetry))
}

type report struct {
	db  *db.DB
	log *slog.Logger
}

// HandleError implements river.ErrorHandler.
func (h report) HandleError(_ context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	h.db.Noticed(err)
	h.log.Error("job failed", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "cause", err)
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (h report) HandlePanic(_ context.Context, job *rivertype.JobRow, cause any, trace string) *river.ErrorHandlerResult {
	h.log.Error("job panicked", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "cause", cause, "stack", trace)
	return nil
}

// quiet passes on River's warnings and errors only: its notes on every start and stop say nothing to an administrator.
type quiet struct{ slog.Handler }

// Enabled implements slog.Handler.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}
