package catalog

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
)

// mergeArgs is the job that merges two entries.
type mergeArgs struct {
	Merge int64 `json:"merge"`
}

const mergeJob = "catalog.merge"

// Kind implements river.JobArgs.
func (mergeArgs) Kind() string { return mergeJob }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (mergeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Imports}
}

// lostArgs is the job that ends merges without a job.
type lostArgs struct{}

// Kind implements river.JobArgs.
func (lostArgs) Kind() string { return "catalog.merge.lost" }

// jobTime is how long a job runs before it leaves the rest to the next one (rules 18.3).
const jobTime = 40 * time.Second

// Work registers the jobs of this area.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[mergeArgs]) error {
		m, err := mergeByID(ctx, s.DB, j.Args.Merge)
		if err != nil || m.Status != MergeRunning {
			return err
		}
		err = s.work(ctx, j, m)
		if err == nil || !j.Last && !fault.Is(err, fault.KindNotFound) {
			return err
		}
		return errors.Join(err, j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.fail(ctx, tx, m) }))
	})
	jobs.Handle(r, func(ctx context.Context, _ jobs.Job[lostArgs]) error { return s.endLost(ctx) })
	jobs.Every(r, jobs.LostEvery, lostArgs{})
}

func (s *Service) work(ctx context.Context, j jobs.Job[mergeArgs], m Merge) error {
	until := time.Now().Add(jobTime)
	done, err := s.moveAll(ctx, j, m, func() bool { return time.Now().Before(until) })
	if err != nil {
		return err
	}
	return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if !done {
			return tx.Enqueue(ctx, mergeArgs{Merge: m.ID}, nil)
		}
		now, err := mergeByID(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		return s.finish(ctx, tx, now)
	})
}

// endLost fails the merges whose process was killed on every attempt.
func (s *Service) endLost(ctx context.Context) error {
	lost, err := lostMerges(ctx, s.DB)
	for _, m := range lost {
		if err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.fail(ctx, tx, m) }); err != nil {
			return err
		}
	}
	return err
}
