package partners

import (
	"context"

	"studbonus/internal/platform/db"
)

// MoveCity puts some partners and their trade points of a city into another and returns their number.
func (s *Service) MoveCity(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
	ids, err := lockPartnersIn(ctx, tx, from)
	if err != nil {
		return 0, err
	}
	if err := moveMainCity(ctx, tx, ids, from, into); err != nil {
		return 0, err
	}
	for _, id := range ids {
		if err := movePoints(ctx, tx, id, from, into); err != nil {
			return 0, err
		}
	}
	return len(ids), s.moved(ctx, tx, ids)
}

// MoveCategory puts some partners of a category into another and returns their number.
func (s *Service) MoveCategory(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
	ids, err := moveCategory(ctx, tx, from, into)
	if err != nil {
		return 0, err
	}
	return len(ids), s.moved(ctx, tx, ids)
}

// moved updates the lists that show a partner's category and cities.
func (s *Service) moved(ctx context.Context, tx db.Tx, ids []int64) error {
	if s.Hooks.Changed != nil {
		for _, id := range ids {
			if err := s.Hooks.Changed(ctx, tx, id); err != nil {
				return err
			}
		}
	}
	return s.index.Touch(ctx, tx, ids...)
}

// CityRenamed updates the list, which is sorted by city too.
func (s *Service) CityRenamed(ctx context.Context, tx db.Tx, city int64) error {
	return s.index.TouchWhere(ctx, tx, idsOfCity, city)
}
