package reviews

import (
	"context"
	"fmt"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/undo"
)

// Outcome is what a decision has done.
type Outcome struct {
	Decision string // takes it back; "" if nothing has changed
	Skipped  int    // reviews that had the status already
}

// Move publishes, rejects or unpublishes all or none of the selected reviews.
func (s *Service) Move(ctx context.Context, sel Selection, to Status) (out Outcome, err error) {
	if !to.known() {
		return out, fault.Invalid("status", "Неизвестный статус.")
	}
	err = s.onSelection(ctx, sel, func(ctx context.Context, tx db.Tx, chosen []Review) error {
		out.Decision, err = s.moveAll(ctx, tx, chosen, to)
		return err
	})
	return out, err
}

// MoveOthers is Move without the reviews that already have the status.
func (s *Service) MoveOthers(ctx context.Context, sel Selection, to Status) (out Outcome, err error) {
	if !to.known() {
		return out, fault.Invalid("status", "Неизвестный статус.")
	}
	err = s.onSelection(ctx, sel, func(ctx context.Context, tx db.Tx, chosen []Review) error {
		others := slices.DeleteFunc(slices.Clone(chosen), func(r Review) bool { return r.Status == to })
		out.Skipped = len(chosen) - len(others)
		if len(others) == 0 {
			return nil
		}
		out.Decision, err = s.moveAll(ctx, tx, others, to)
		return err
	})
	return out, err
}

func (s *Service) moveAll(ctx context.Context, tx db.Tx, chosen []Review, to Status) (string, error) {
	if err := s.mayMove(ctx, tx, chosen, to); err != nil {
		return "", err
	}
	if err := setStatus(ctx, tx, idsOf(chosen), to); err != nil {
		return "", err
	}
	err := s.recordChanges(ctx, tx, chosen, to, func(r Review) audit.Entry {
		return audit.Entry{Action: "reviews." + string(to), Before: map[string]any{"status": r.Status}, After: map[string]any{"status": to}}
	})
	if err != nil {
		return "", err
	}
	decided := make([]undo.Decided[Status], len(chosen))
	for i, r := range chosen {
		decided[i] = undo.Decided[Status]{Object: r.ID, Version: r.Version + 1, Former: r.Status}
	}
	return s.undo.Keep(ctx, tx, decided...)
}

// Delete deletes all or none of the selected reviews; they can be restored for thirty days.
func (s *Service) Delete(ctx context.Context, sel Selection) error {
	return s.onSelection(ctx, sel, func(ctx context.Context, tx db.Tx, chosen []Review) error {
		now := s.Clock()
		if err := setDeleted(ctx, tx, idsOf(chosen), &now); err != nil {
			return err
		}
		return s.recordChanges(ctx, tx, chosen, sameStatus, func(r Review) audit.Entry {
			return audit.Entry{Action: "reviews.delete", Before: map[string]any{"status": r.Status, "rating": r.Rating}}
		})
	})
}

// Restore restores all or none of the deleted reviews.
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
		return s.recordChanges(ctx, tx, chosen, sameStatus, func(r Review) audit.Entry {
			return audit.Entry{Action: "reviews.restore", After: map[string]any{"status": r.Status, "rating": r.Rating}}
		})
	})
}

// onSelection locks the selected reviews and runs a change in one transaction.
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
			return s.alreadyDecided(ctx, tx, chosen[0])
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

// lockFound searches the list and returns a function that locks the reviews found. It refuses if the list has changed since
// the operator saw it, or changes before the lock.
func (s *Service) lockFound(ctx context.Context, f Found) (locking, error) {
	scope := access.From(ctx).Scope()
	q := indexQuery(scope, listquery.Query[Filter]{Search: f.Search, Filter: f.Filter, Sort: sortDate, Limit: f.Expected})
	found, err := s.index.Find(ctx, q)
	if err == nil && found.Total != f.Expected {
		err = listChanged()
	}
	return func(ctx context.Context, tx db.Tx, _ Selection) ([]Review, error) {
		chosen, err := lockIDs(ctx, tx, scope, found.IDs)
		if err != nil {
			return nil, err
		}
		still, err := s.index.StillMatching(ctx, tx, q, found.IDs)
		if err == nil && (len(still) != f.Expected || len(chosen) != f.Expected) {
			err = listChanged()
		}
		return chosen, err
	}, err
}

func listChanged() error {
	return fault.Conflict("Список уже изменился. Обновите его и выберите отзывы снова.")
}

// mayMove refuses a selection if the status of a review does not allow the move.
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
		return s.alreadyDecided(ctx, tx, odd[0])
	}
	return fault.Conflict(fmt.Sprintf("Не у всех выбранных отзывов можно изменить статус: %s — %d из %d. Снимите с них выбор и повторите.",
		statusNames[odd[0].Status], len(odd), len(chosen)))
}

var statusNames = map[Status]string{Moderation: "на модерации", Public: "опубликован", Rejected: "отклонён"}

func (s *Service) alreadyDecided(ctx context.Context, q db.Querier, r Review) error {
	return audit.Decided(ctx, q, auditKind, r.UUID, fmt.Sprintf("Статус отзыва сейчас: %s.", statusNames[r.Status]))
}

// sameStatus means that a change keeps the status.
const sameStatus Status = ""

// recordChanges writes the audit rows, queues the list-index updates and recounts the ratings of partners whose public
// reviews have changed. It locks partners in the order of their ids, so that two selections do not deadlock.
func (s *Service) recordChanges(ctx context.Context, tx db.Tx, chosen []Review, to Status, entry func(Review) audit.Entry) error {
	var partners []int64
	for _, r := range chosen {
		if r.Status == Public || to == Public {
			partners = append(partners, r.Partner)
		}
		if err := s.writeAudit(ctx, tx, r, entry(r)); err != nil {
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

func (s *Service) writeAudit(ctx context.Context, tx db.Tx, r Review, e audit.Entry) error {
	e.Kind, e.Object = auditKind, r.UUID
	return audit.Write(ctx, tx, s.Clock(), e)
}

// touch queues the list-index updates in one statement.
func (s *Service) touch(ctx context.Context, tx db.Tx, ids []int64) error {
	return s.index.TouchWhere(ctx, tx, existingIDs, ids)
}

func idsOf(chosen []Review) []int64 {
	ids := make([]int64, len(chosen))
	for i, r := range chosen {
		ids[i] = r.ID
	}
	return ids
}
