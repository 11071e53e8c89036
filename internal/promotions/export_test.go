package promotions

import (
	"context"

	"studbonus/internal/db"
)

// Attempt is one attempt at an import, with writes that a test may break.
func (s *Service) Attempt(ctx context.Context, id int64, write func(context.Context, func(context.Context, db.Tx) error) error, more func() bool) (done bool, err error) {
	i, err := importByID(ctx, s.DB, id)
	if err != nil {
		return false, err
	}
	body, err := s.open(ctx, i)
	if err != nil {
		return false, err
	}
	defer body.Close() //nolint:errcheck // only read
	if done, err = s.takeOver(ctx, i, body, write, more); err != nil || !done {
		return false, err
	}
	return true, write(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportDone, "") })
}
