package students

import (
	"context"
	"fmt"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

// Outcome is what a decision about many applications has done.
type Outcome struct {
	Decided  int
	Decision string // takes it back
}

// Decide approves or rejects all or none of the selected applications.
func (s *Service) Decide(ctx context.Context, sel Selection, v Verdict) (out Outcome, err error) {
	if v.To != Active && v.To != Rejected {
		return out, fault.Invalid("newStatus", "Заявку можно одобрить или отклонить.")
	}
	if sel, err = sel.checked(); err != nil {
		return out, err
	}
	lock := s.lockNamed
	if sel.Found != nil {
		if lock, err = s.lockFound(ctx, *sel.Found); err != nil {
			return out, err
		}
	}
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		chosen, err := lock(ctx, tx, sel)
		if err != nil {
			return err
		}
		if err := mayDecide(ctx, tx, chosen, v.To); err != nil {
			return err
		}
		out.Decided = len(chosen)
		out.Decision, err = s.decide(ctx, tx, chosen, v)
		return err
	})
	return out, err
}

// mayDecide refuses a selection if somebody else has decided about one of it.
func mayDecide(ctx context.Context, tx db.Tx, chosen []Student, to Status) error {
	var odd []Student
	for _, st := range chosen {
		if !st.Status.isApplication() || !statusRules.Allows(st.Status, to) {
			odd = append(odd, st)
		}
	}
	switch {
	case len(odd) == 0:
		return nil
	case len(chosen) == 1:
		return alreadyDecided(ctx, tx, odd[0])
	}
	return fault.Conflict(fmt.Sprintf("Не у всех выбранных заявок можно изменить статус: уже решены %d из %d. Обновите список и выберите заявки снова.", len(odd), len(chosen)))
}

type locking func(ctx context.Context, tx db.Tx, sel Selection) ([]Student, error)

func (s *Service) lockNamed(ctx context.Context, tx db.Tx, sel Selection) ([]Student, error) {
	chosen, err := lockWhere(ctx, tx, access.From(ctx).Scope(), "uuid IN (?)", sel.UUIDs)
	if err == nil && len(chosen) < len(sel.UUIDs) {
		err = fault.NotFound()
	}
	return chosen, err
}

// lockFound searches the list and returns a function that locks the applications found. It refuses if the list has changed
// since the operator saw it, or changes before the lock.
func (s *Service) lockFound(ctx context.Context, f Found) (locking, error) {
	scope := access.From(ctx).Scope()
	q, err := s.indexQuery(ctx, scope, listquery.Query[Filter]{Search: f.Search, Filter: f.Filter, Sort: sortDate, Limit: f.Expected})
	if err != nil {
		return nil, err
	}
	found, err := s.index.Find(ctx, q)
	if err == nil && found.Total != f.Expected {
		err = listChanged()
	}
	return func(ctx context.Context, tx db.Tx, _ Selection) ([]Student, error) {
		return s.lockStillFound(ctx, tx, q, found.IDs)
	}, err
}

func (s *Service) lockStillFound(ctx context.Context, tx db.Tx, q listengine.Query, ids []int64) ([]Student, error) {
	chosen, err := lockAll(ctx, tx, q.Scope, ids)
	if err != nil {
		return nil, err
	}
	still, err := s.index.StillMatching(ctx, tx, q, ids)
	if err == nil && (len(still) != len(ids) || len(chosen) != len(ids)) {
		err = listChanged()
	}
	return chosen, err
}

func listChanged() error {
	return fault.Conflict("Список уже изменился. Обновите его и выберите заявки снова.")
}
