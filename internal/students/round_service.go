package students

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/listquery"
)

// Hand is what an operator who works through the applications opens next.
type Hand struct {
	Rows []Row
	Left int // applications that wait under the filter, those of the hand and of other operators included
}

// Next leases the waiting applications that follow one in the list to the caller; after is its uuid, empty: from the beginning.
func (s *Service) Next(ctx context.Context, q listquery.Query[Filter], after string) (Hand, error) {
	if q.Filter.Status != "" && q.Filter.Status != Moderation {
		return Hand{}, fault.Invalid("status", "Подряд разбирают только заявки на модерации.")
	}
	q.Filter.Status = Moderation
	scope := access.From(ctx).Scope()
	query, err := s.indexQuery(ctx, scope, q)
	if err != nil {
		return Hand{}, err
	}
	from := int64(0)
	if after != "" {
		if from, err = idOf(ctx, s.DB, scope, after); err != nil {
			return Hand{}, err
		}
	}
	dealt, err := s.leases.Deal(ctx, func(ctx context.Context, n int) ([]int64, int, error) {
		return s.index.Following(ctx, query, from, n)
	})
	if err != nil {
		return Hand{}, err
	}
	rows, err := rowsOf(ctx, s.DB, dealt.IDs)
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Status != Moderation }) // decided since
	if err != nil {
		return Hand{}, err
	}
	s.noteListed(ctx, q, rows)
	return Hand{Rows: leases.InOrder(dealt, rows, func(r Row) int64 { return r.ID }), Left: dealt.Left}, nil
}

// LeaveRound gives the applications that the caller has not decided back to the others.
func (s *Service) LeaveRound(ctx context.Context) error { return s.leases.Release(ctx) }
