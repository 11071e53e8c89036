package members

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// Tell is what the job of a decision does.
func (s *Service) Tell(ctx context.Context, student int64, decision string, at time.Time) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return s.tell(ctx, tx, decisionArgs{Student: student, Decision: decision, At: at})
	})
}
