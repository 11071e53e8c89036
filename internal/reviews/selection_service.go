package reviews

import (
	"context"
	"fmt"
	"slices"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// Move publishes reviews, rejects them or takes them out of publication: the whole selection or none of it.
func (s *Service) Move(ctx context.Context, sel Selection, to Status) error {
	if !to.known() {
		return fault.Invalid("status", "Неизвестный статус.")
	}
	return s.onSelection(ctx, sel, func(ctx context.Context, tx db.Tx, chosen []Review) error {
		if err := s.mayMove(ctx, tx, chosen, to); err != nil {
			return err
		}
		if err := setStatus(ctx, tx, idsOf(chosen), to); err != nil {
			return err
		}
		return s.changed(ctx, tx, chosen, to, func(r Review) audit.Entry {
			return audit.Entry{Action: "reviews." + string(to), Before: map[string]any{"status": r.Status}, After: map[string]any{"status": to}}
		})
	})
}

// Delete takes reviews away, the whole selection or none of it; they can be restored for thirty days.
func (s *Service) Delete(ctx context.Context, sel Selection) error {
	return s.onSelection(ctx, sel, func(ctx context.Context, tx db.Tx, chosen []Review) error {
		now := s.Clock()
		if err := setDeleted(ctx, tx, idsOf(chosen), &now); err != nil {
			return err
		}
		return s.changed(ctx, tx, chosen, unmoved, func(r Review) audit.Entry {
			return audit.Entry{Action: "reviews.delete", Before: map[string]any{"status": r.Status, "rating": r.Rating}}
		})
	})
}

// Restore brings deleted reviews back as they were, all that are named or none.
func (s *Service) Restore(ctx context.Context, uuids []string) error {
	sel, err := Named(uuids...).checked()
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		chosen, err := lockEvenDeleted(ctx, tx, access.From(ctx).Scope(), sel.UUIDs)
		if err != nil {
			return err
		}
		if len(chosen) < len(sel.UUIDs) {
			return fault.NotFound()
		}
		for _, r := range chosen {
			switch {
			case r.DeletedAt == nil:
				return fault.Conflict("Отзыв уже восстановлен. Обновите страницу.")
			case !r.isRestorable(s.Clock()):
				return fault.NotFound()
			}
		}
		if err := setDeleted(ctx, tx, idsOf(chosen), nil); err != nil {
			return err
		}
		return s.changed(ctx, tx, chosen, unmoved, func(r Review) audit.Entry {
			return audit.Entry{Action: "reviews.restore", After: map[string]any{"status": r.Status, "rating": r.Rating}}
		})
	})
}

// onSelection does something to a selection in one transaction, with its reviews locked.
func (s *Service) onSelection(ctx context.Context, sel Selection, do func(context.Context, db.Tx, []Review) error) error {
	sel, err := sel.checked()
	if err != nil {
		return err
	}
	lock := s.lockNamed
	if sel.Found != nil {
		if lock, err = s.lockFound(ctx, *sel.Found); err != nil {
			return err
		}
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		chosen, err := lock(ctx, tx, sel)
		if err != nil {
			return err
		}
		if sel.Stale != nil && slices.ContainsFunc(chosen, func(r Review) bool { return sel.Stale(r.Version) }) {
			return s.decided(ctx, tx, chosen[0])
		}
		return do(ctx, tx, chosen)
	})
}

type locking func(ctx context.Context, tx db.Tx, sel Selection) ([]Review, error)

func (s *Service) lockNamed(ctx context.Context, tx db.Tx, sel Selection) ([]Review, error) {
	chosen, err := lock(ctx, tx, access.From(ctx).Scope(), sel.UUIDs...)
	if err == nil && len(chosen) < len(sel.UUIDs) {
		err = fault.NotFound()
	}
	return chosen, err
}

// lockFound asks the list what it finds, and gives the way to lock just that: the list may have changed since the operator
// looked at it, and until the reviews are locked.
func (s *Service) lockFound(ctx context.Context, f Found) (locking, error) {
	scope := access.From(ctx).Scope()
	q := question(scope, list.Query[Filter]{Search: f.Search, Filter: f.Filter, Sort: sortDate, Limit: f.Expected})
	found, err := s.index.Find(ctx, q)
	if err == nil && found.Total != f.Expected {
		err = listChanged()
	}
	return func(ctx context.Context, tx db.Tx, _ Selection) ([]Review, error) {
		chosen, err := lockIDs(ctx, tx, scope, found.IDs)
		if err != nil {
			return nil, err
		}
		still, err := s.index.Still(ctx, tx, q, found.IDs)
		if err == nil && (len(still) != f.Expected || len(chosen) != f.Expected) {
			err = listChanged()
		}
		return chosen, err
	}, err
}

func listChanged() error {
	return fault.Conflict("Список уже изменился. Обновите его и выберите отзывы снова.")
}

// mayMove refuses a selection with a review whose status does not allow the move.
func (s *Service) mayMove(ctx context.Context, tx db.Tx, chosen []Review, to Status) error {
	var odd []Review
	for _, r := range chosen {
		if !r.Status.canBecome(to) {
			odd = append(odd, r)
		}
	}
	switch {
	case len(odd) == 0:
		return nil
	case len(chosen) == 1:
		return s.decided(ctx, tx, odd[0])
	}
	return fault.Conflict(fmt.Sprintf("Не у всех выбранных отзывов можно изменить статус: %s — %d из %d. Снимите с них выбор и повторите.",
		statusNames[odd[0].Status], len(odd), len(chosen)))
}

var statusNames = map[Status]string{Moderation: "на модерации", Public: "опубликован", Rejected: "отклонён"}

func (s *Service) decided(ctx context.Context, q db.Querier, r Review) error {
	return audit.Decided(ctx, q, auditKind, r.UUID, fmt.Sprintf("Статус отзыва сейчас: %s.", statusNames[r.Status]))
}

// unmoved says that the statuses stay.
const unmoved Status = ""

// changed ends a write of reviews: an audit row each, the word to the indexes, and the ratings of the partners whose public
// reviews are others now. Their rows are taken in one order, so that two selections never wait for each other.
func (s *Service) changed(ctx context.Context, tx db.Tx, chosen []Review, to Status, entry func(Review) audit.Entry) error {
	var partners []int64
	for _, r := range chosen {
		if r.Status == Public || to == Public {
			partners = append(partners, r.Partner)
		}
		if err := s.told(ctx, tx, r, entry(r)); err != nil {
			return err
		}
	}
	if err := s.touch(ctx, tx, idsOf(chosen)); err != nil {
		return err
	}
	slices.Sort(partners)
	for _, partner := range slices.Compact(partners) {
		if err := s.Hooks.Rated(ctx, tx, partner); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) told(ctx context.Context, tx db.Tx, r Review, e audit.Entry) error {
	e.Kind, e.Object = auditKind, r.UUID
	return audit.Write(ctx, tx, s.Clock(), e)
}

// touch tells the indexes in one statement, however many there are.
func (s *Service) touch(ctx context.Context, tx db.Tx, ids []int64) error {
	return index.TouchWhere(ctx, tx, listName, s.Clock(), index.Rows{Text: "SELECT id FROM reviews WHERE id IN (?)", Args: []any{ids}})
}

func idsOf(chosen []Review) []int64 {
	ids := make([]int64, len(chosen))
	for i, r := range chosen {
		ids[i] = r.ID
	}
	return ids
}
