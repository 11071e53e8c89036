package promotions

import (
	"context"

	"studbonus/internal/platform/db"
)

// Attempt runs one attempt of an import with injectable writes, which a test may break.
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
	if done, err = s.importCodes(ctx, i, body, write, more); err != nil || !done {
		return false, err
	}
	return true, write(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportDone, "") })
}

// AddFile adds a file of codes to a promotion inside a transaction of the test.
func (s *Service) AddFile(ctx context.Context, tx db.Tx, promotion, reference string) error {
	p, err := lock(ctx, tx, promotion)
	if err != nil {
		return err
	}
	_, err = s.queueFile(ctx, tx, p, reference)
	return err
}

// Finish marks an import as done.
func (s *Service) Finish(ctx context.Context, id int64) error {
	i, err := importByID(ctx, s.DB, id)
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportDone, "") })
}

// GiveBy replaces the function that grants the codes of queued claims.
func (s *Service) GiveBy(give func(ctx context.Context, promotion string, claims []Claim) (Batch, error)) {
	s.claims.give = give
}
