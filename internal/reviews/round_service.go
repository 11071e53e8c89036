package reviews

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

// Hand is what an operator who works through the reviews opens next.
type Hand struct {
	Rows []Row
	Left int // reviews to decide under the filter, those of the hand and of other operators included
}

// Next leases the reviews that follow one in the list to the caller; after is its uuid, empty: from the beginning.
func (s *Service) Next(ctx context.Context, q listquery.Query[Filter], after string) (Hand, error) {
	open, err := q.Filter.toDecide()
	if err != nil {
		return Hand{}, err
	}
	scope := access.From(ctx).Scope()
	query := indexQuery(scope, q)
	numbers := make([]int64, len(open))
	for i, status := range open {
		numbers[i] = statusNumbers[status]
	}
	query.Facets = append(query.Facets, listengine.In{Facet: facetStatus, Values: numbers})
	from := int64(0)
	if after != "" {
		if from, err = placeOf(ctx, s.DB, scope, after); err != nil {
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
	if err != nil {
		return Hand{}, err
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.DeletedAt != nil || !slices.Contains(open, r.Status) }) // decided since
	s.noteListed(ctx, q, rows)
	return Hand{Rows: leases.InOrder(dealt, rows, func(r Row) int64 { return r.ID }), Left: dealt.Left}, nil
}

// LeaveRound gives the reviews that the caller has not decided back to the others.
func (s *Service) LeaveRound(ctx context.Context) error { return s.leases.Release(ctx) }
