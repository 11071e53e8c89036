package app

import (
	"context"

	"studbonus/internal/partners"
	"studbonus/internal/promotions"
)

// promotionsOf tells partners of their promotions: the two areas do not know each other.
func promotionsOf(s *promotions.Service) func(ctx context.Context, partner int64) ([]partners.Promotion, int, error) {
	return func(ctx context.Context, partner int64) ([]partners.Promotion, int, error) {
		rows, total, err := s.OfPartner(ctx, partner)
		out := make([]partners.Promotion, len(rows))
		for i, r := range rows {
			out[i] = partners.Promotion{UUID: r.UUID, Name: r.Name, Status: string(r.Status), Begin: r.Begin.Wire(), End: r.End.Wire()}
		}
		return out, total, err
	}
}
