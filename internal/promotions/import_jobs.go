package promotions

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/jobs"
)

// importArgs asks for a file of codes to be taken over.
type importArgs struct {
	Import int64 `json:"import"`
}

// Kind implements river.JobArgs.
func (importArgs) Kind() string { return "promotions.import" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (importArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: jobs.StepAttempts, Queue: jobs.Imports}
}

// stint is how long a job takes over codes before it leaves the rest to the next one (security §1.14).
const stint = 40 * time.Second

const givenUp = "Не удалось загрузить промокоды. Попробуйте загрузить файл ещё раз."

// Work adds the background work of this area to a runner.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[importArgs]) error {
		i, err := importByID(ctx, s.DB, j.Args.Import)
		if fault.Is(err, fault.KindNotFound) || err == nil && i.isOver() {
			return nil // its promotion is gone, or an earlier attempt has done it
		}
		if err != nil {
			return err
		}
		err = s.work(ctx, j, i)
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
}

func (s *Service) work(ctx context.Context, j jobs.Job[importArgs], i Import) error {
	ctx, err := s.inTheNameOf(ctx, i)
	if err != nil {
		return err
	}
	body, err := s.open(ctx, i)
	if err != nil {
		return err
	}
	defer body.Close() //nolint:errcheck // only read
	until := time.Now().Add(stint)
	done, err := s.takeOver(ctx, i, body, j.Tx, func() bool { return time.Now().Before(until) })
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

// inTheNameOf: a file that nothing was taken from yet needs an operator who may still do this (security V29).
func (s *Service) inTheNameOf(ctx context.Context, i Import) (context.Context, error) {
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
