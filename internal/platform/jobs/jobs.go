// Package jobs runs durable background jobs on River. A job is enqueued in the transaction of its change (db.Tx.Enqueue),
// retried with backoff, taken over from a dead instance, and fenced: an instance that was only paused cannot write after
// its job was taken over.
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

	"studbonus/internal/platform/db"
)

const (
	stepTimeout  = 60 * time.Second // longer work is split into steps (rules 18.3)
	rescueAfter  = 75 * time.Second
	longestRetry = 4 * time.Minute
	keepDone     = 24 * time.Hour
	keepFailed   = 30 * 24 * time.Hour
)

// Separate queues keep slow jobs from blocking others. A job selects one in its InsertOpts; housekeeping uses River's default.
const (
	Mail    = "mail"
	Exports = "exports"
	Imports = "imports"
	Codes   = "sms" // sign-in codes, which wait for nothing else
	Notices = "notices"
)

// The background pool has eight connections. An export takes two, every other job one. A message holds none while it waits for
// its provider, and at the start of a term a thousand codes are asked for in a minute.
var queues = map[string]river.QueueConfig{
	river.QueueDefault: {MaxWorkers: 2}, Mail: {MaxWorkers: 2}, Exports: {MaxWorkers: 2}, Imports: {MaxWorkers: 2}, Codes: {MaxWorkers: 16}, Notices: {MaxWorkers: 4},
}

// Alive is an SQL condition on river_job j: an attempt is running or still to come. Its parameter is LostBefore, because
// the last attempt of a killed process stays 'running' until River rescues it.
const Alive = "(j.state IN ('available', 'pending', 'retryable', 'scheduled') OR j.state = 'running' AND (j.attempt < j.max_attempts OR j.attempted_at > ?))"

// LostBefore returns the time before which a running attempt must have lost its process.
func LostBefore() time.Time { return time.Now().UTC().Add(-rescueAfter) }

// LostEvery is how often areas look for work whose job is no longer Alive. With rescueAfter it is reported as failed
// within three minutes.
const LostEvery = 30 * time.Second

// ErrFenced means that another worker has taken over the job: this attempt must not write.
var ErrFenced = errors.New("the job belongs to another worker now")

var jobSeconds = promauto.NewHistogramVec(prometheus.HistogramOpts{
	Name: "studbonus_job_seconds", Help: "Duration of a job attempt, by kind and outcome.",
	Buckets: []float64{.01, .1, 1, 5, 20, 60},
}, []string{"kind", "outcome"})

// Runner runs the jobs of this instance.
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

// New returns a runner. Areas register their jobs with Handle before Start.
func New(d *db.DB, log *slog.Logger) *Runner {
	return &Runner{db: d, log: log, workers: river.NewWorkers()}
}

// Job is one attempt of a job.
type Job[A river.JobArgs] struct {
	Args    A
	ID      int64
	Attempt int
	Last    bool // no attempt follows: show the failure to the operator
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

// GiveUp cancels the job: further attempts would fail the same way.
func GiveUp(cause error) error { return river.JobCancel(cause) }

// Handle registers the worker of one kind of job.
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

// Every enqueues a job periodically, on one instance at a time.
func Every(r *Runner, interval time.Duration, args river.JobArgs) {
	r.periodic = append(r.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) {
			return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
				rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
			}}}
		}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// Start starts the workers.
func (r *Runner) Start(ctx context.Context) error {
	cfg := &river.Config{
		Workers: r.workers, PeriodicJobs: r.periodic, Queues: queues,
		JobTimeout: stepTimeout, RescueStuckJobsAfter: rescueAfter, MaxAttempts: db.JobAttempts, RetryPolicy: backoff{},
		FetchCooldown: 50 * time.Millisecond, FetchPollInterval: 500 * time.Millisecond,
		CompletedJobRetentionPeriod: keepDone, DiscardedJobRetentionPeriod: keepFailed, CancelledJobRetentionPeriod: keepFailed,
		ErrorHandler: errorLog{r.db, r.log}, Logger: slog.New(warnings{r.log.Handler()}),
	}
	var err error
	if r.db.Postgres() {
		var c *river.Client[pgx.Tx]
		c, err = river.NewClient(riverpgxv5.New(r.db.Pool()), cfg)
		r.client = c
	} else {
		if err := r.rescueOrphans(ctx); err != nil {
			return err
		}
		var c *river.Client[*sql.Tx]
		c, err = river.NewClient(riversqlite.New(r.db.JobsDB()), cfg)
		r.client = c
	}
	if err != nil {
		return fmt.Errorf("create job runner: %w", err)
	}
	return r.client.Start(ctx)
}

// rescueOrphans requeues the jobs that a killed process left running and discards those without attempts left. SQLite has
// only this process, so no running job can be alive.
func (r *Runner) rescueOrphans(ctx context.Context) error {
	return r.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE river_job SET state = CASE WHEN attempt < max_attempts THEN 'available' ELSE 'discarded' END,
			finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE attempted_at END WHERE state = 'running'`)
		return err
	})
}

// Stop waits for running jobs. Those that do not finish in time are cancelled and requeued.
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

// backoff grows quadratically up to four minutes, so that mail goes out soon after the server is back.
type backoff struct{}

// NextRetry implements river.ClientRetryPolicy.
func (backoff) NextRetry(job *rivertype.JobRow) time.Time {
	wait := time.Duration(job.Attempt*job.Attempt) * 5 * time.Second
	return time.Now().UTC().Add(min(wait, longestRetry))
}

type errorLog struct {
	db  *db.DB
	log *slog.Logger
}

// HandleError implements river.ErrorHandler.
func (h errorLog) HandleError(_ context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	h.db.NoteCorruption(err)
	h.log.Error("job failed", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "cause", err)
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (h errorLog) HandlePanic(_ context.Context, job *rivertype.JobRow, cause any, trace string) *river.ErrorHandlerResult {
	h.log.Error("job panicked", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "cause", cause, "stack", trace)
	return nil
}

// warnings drops River's info lines, which it logs at every start and stop.
type warnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
