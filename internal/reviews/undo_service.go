package reviews

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/undo"
)

// Undone is what an undo has done.
type Undone struct{ Undone, Skipped int }

// Undo takes back the caller's latest decision about a review.
func (s *Service) Undo(ctx context.Context, uuid string) (Undone, error) {
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := lockOne(ctx, tx, access.From(ctx).Scope(), uuid)
		if err != nil {
			return err
		}
		kept, err := s.undo.Of(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if kept.Version != r.Version {
			return s.alreadyDecided(ctx, tx, r)
		}
		return s.takeBack(ctx, tx, []Review{r}, []undo.Kept[Status]{kept})
	})
	return Undone{Undone: 1}, err
}

// UndoTogether takes back what the caller has decided together. Reviews that have changed since are skipped.
func (s *Service) UndoTogether(ctx context.Context, decision string) (out Undone, err error) {
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		kept, err := s.undo.Together(ctx, tx, decision)
		if err != nil {
			return err
		}
		ids, byID := undo.ByObject(kept)
		locked, err := lockIDs(ctx, tx, access.From(ctx).Scope(), ids)
		if err != nil {
			return err
		}
		var chosen []Review
		var taken []undo.Kept[Status]
		for _, r := range locked {
			if k := byID[r.ID]; k.Version == r.Version {
				chosen, taken = append(chosen, r), append(taken, k)
			}
		}
		if out = (Undone{len(chosen), len(kept) - len(chosen)}); out.Undone == 0 {
			return fault.Conflict("Отменить нечего: все отзывы уже изменились.")
		}
		return s.takeBack(ctx, tx, chosen, taken)
	})
	return out, err
}

// takeBack restores the statuses of locked reviews, and the ratings of their partners.
func (s *Service) takeBack(ctx context.Context, tx db.Tx, chosen []Review, taken []undo.Kept[Status]) error {
	was, byStatus, touched := make(map[int64]Status, len(taken)), map[Status][]int64{}, sameStatus
	for _, k := range taken {
		was[k.Object] = k.Former
		byStatus[k.Former] = append(byStatus[k.Former], k.Object)
		if k.Former == Public {
			touched = Public
		}
	}
	for status, ids := range byStatus {
		if err := setStatus(ctx, tx, ids, status); err != nil {
			return err
		}
	}
	err := s.recordChanges(ctx, tx, chosen, touched, func(r Review) audit.Entry {
		return audit.Entry{Action: "reviews.undo", Before: map[string]any{"status": r.Status}, After: map[string]any{"status": was[r.ID]}}
	})
	if err != nil {
		return err
	}
	return s.undo.Drop(ctx, tx, taken)
}
