package promotions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/tuning"
)

// importArgs is the job that imports a file.
type importArgs struct {
	Import int64 `json:"import"`
}

// Kind implements river.JobArgs.
func (importArgs) Kind() string { return importKind }

const importKind = "promotions.import"

// InsertOpts implements river.JobArgsWithInsertOpts.
func (importArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Imports}
}

// lostArgs is the job that ends imports without a job.
type lostArgs struct{}

// Kind implements river.JobArgs.
func (lostArgs) Kind() string { return "promotions.import.lost" }

// jobTime is how long a job runs before it leaves the rest to the next one (rules 18.3).
const jobTime = 40 * time.Second

// importMemory is what an import may add to Go's memory; SQLite's page cache comes on top (rules 19.4).
const importMemory = 16 << 20

const givenUp = "Не удалось загрузить промокоды. Попробуйте загрузить файл ещё раз."

// Work registers the jobs of this area.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[importArgs]) error {
		i, err := importByID(ctx, s.DB, j.Args.Import)
		if fault.Is(err, fault.KindNotFound) || err == nil && i.isOver() {
			return nil // the promotion was deleted, or an earlier attempt finished it
		}
		if err != nil {
			return err
		}
		done := tuning.LimitGrowth(importMemory)
		err = s.work(ctx, j, i)
		done()
		if errors.Is(err, errGone) {
			return jobs.GiveUp(err)
		}
		why, final := errors.AsType[failure](err)
		if !final && (err == nil || !j.Last) {
			return err
		}
		message := givenUp
		if final {
			message = why.message
		}
		end := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportFailed, message) })
		if final {
			return end
		}
		return errors.Join(err, end)
	})
	jobs.Handle(r, func(ctx context.Context, _ jobs.Job[lostArgs]) error { return s.endLost(ctx) })
	jobs.Every(r, jobs.LostEvery, lostArgs{})
}

// endLost fails the imports whose process was killed on every attempt.
func (s *Service) endLost(ctx context.Context) error {
	lost, err := lostImports(ctx, s.DB)
	for _, i := range lost {
		if err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportFailed, givenUp) }); err != nil {
			return fmt.Errorf("end lost import: %w", err)
		}
	}
	return err
}

func (s *Service) work(ctx context.Context, j jobs.Job[importArgs], i Import) error {
	ctx, err := s.asUploader(ctx, i)
	if err != nil {
		return err
	}
	body, err := s.open(ctx, i)
	if err != nil {
		return err
	}
	defer body.Close() //nolint:errcheck // only read
	until := time.Now().Add(jobTime)
	done, err := s.importCodes(ctx, i, body, j.Tx, func() bool { return time.Now().Before(until) })
	if err != nil {
		return err
	}
	return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if done {
			return s.finish(ctx, tx, i, ImportDone, "")
		}
		return enqueueImport(ctx, tx, i.ID)
	})
}

// asUploader runs an import as its uploader. It refuses to start if the operator has lost access since (rules 17.3).
func (s *Service) asUploader(ctx context.Context, i Import) (context.Context, error) {
	if i.Operator == nil {
		return ctx, nil
	}
	p, err := s.Principal(ctx, *i.Operator)
	refused := fault.Is(err, fault.KindForbidden) || err == nil && !p.Can(access.Promotions)
	switch {
	case refused && i.Position == "":
		return ctx, failure{"У того, кто загрузил файл, больше нет доступа к акциям."}
	case refused:
		return ctx, nil
	case err != nil:
		return ctx, err
	}
	return access.WithPrincipal(ctx, p), nil
}
