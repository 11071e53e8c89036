package students

import (
	"context"
	"errors"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/undo"
)

// Terms of documents (rules 25.6).
const (
	keepApproved = 24 * time.Hour
	keepRejected = 30 * 24 * time.Hour
	cleanUpSlack = 24 * time.Hour // verify allows a clean-up that is late
	cleanUpBatch = 200
)

// documentTerms are the moments before which a decision must have been made for its document to be deleted.
type documentTerms struct{ approved, rejected time.Time }

func termsAt(now time.Time) documentTerms {
	return documentTerms{now.Add(-keepApproved), now.Add(-keepRejected)}
}

// CleanUp deletes documents past their term, and decisions that cannot be undone any more.
func (s *Service) CleanUp(ctx context.Context) error {
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return undo.CleanUp(ctx, tx, s.Clock()) })
	return errors.Join(err, s.deleteDocuments(ctx))
}

func (s *Service) deleteDocuments(ctx context.Context) error {
	terms := termsAt(s.Clock())
	for {
		found, err := expiredDocuments(ctx, s.DB, terms, cleanUpBatch)
		if err != nil || len(found) == 0 {
			return err
		}
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			for _, d := range found {
				cleared, err := clearDocument(ctx, tx, d, terms)
				if err == nil && cleared {
					err = s.Files.Discard(ctx, tx, d.Key)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// Verify finds documents without a file or past their term.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return wrongDocuments(ctx, s.DB, termsAt(s.Clock().Add(-cleanUpSlack)))
}
