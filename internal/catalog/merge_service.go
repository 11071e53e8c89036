package catalog

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
)

const (
	mergeItself = "Нельзя объединить запись с ней самой."
	mergeBusy   = "Сейчас уже идёт объединение. Дождитесь, пока оно закончится."
)

// Merge starts to merge an entry into another of the same catalogue. A job moves what refers to it.
func (s *Service) Merge(ctx context.Context, kind Kind, from, into string) (Merge, error) {
	if strings.EqualFold(from, into) {
		return Merge{}, fault.Invalid("uuidInto", mergeItself)
	}
	m := Merge{UUID: uuid.NewString(), Kind: kind, Status: MergeRunning, CreatedAt: s.Clock()}
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		found, err := shelves[kind].lock(ctx, tx, from, into)
		if err != nil {
			return err
		}
		for _, e := range found {
			if strings.EqualFold(e.UUID, from) {
				m.From, m.FromUUID, m.FromName = e.ID, e.UUID, e.Name
			} else {
				m.Into, m.IntoUUID, m.IntoName = e.ID, e.UUID, e.Name
			}
		}
		switch {
		case m.From == 0:
			return fault.NotFound()
		case m.Into == 0:
			return fault.Invalid("uuidInto", "Выберите запись из списка.")
		}
		if m.ID, err = insertMerge(ctx, tx, m); err != nil {
			return taken(err, mergeBusy)
		}
		after := map[string]any{"name": m.IntoName, "uuidInto": m.IntoUUID}
		entry := audit.Entry{Action: "catalog.merge", Object: m.FromUUID, Before: map[string]any{"name": m.FromName}, After: after}
		if err := s.recordEntry(ctx, tx, kind, entry); err != nil {
			return err
		}
		return tx.Enqueue(ctx, mergeArgs{Merge: m.ID}, nil)
	})
	return m, err
}

// Merges returns the newest merges.
func (s *Service) Merges(ctx context.Context) ([]Merge, error) { return newestMerges(ctx, s.DB) }

// moveAll moves in short transactions what refers to the old entry. It stops early when more returns false, and then reports
// that it is not done.
func (s *Service) moveAll(ctx context.Context, j jobs.Job[mergeArgs], m Merge, more func() bool) (done bool, err error) {
	for _, move := range s.Hooks.Move[m.Kind] {
		for moved := 1; moved > 0; {
			if !more() {
				return false, nil
			}
			err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				var err error
				if moved, err = move(ctx, tx, m.From, m.Into); err != nil {
					return err
				}
				return addMoved(ctx, tx, m.ID, moved, s.Clock())
			})
			if err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// finish ends a merge. The lock on the old entry makes new references to it wait; those that came before it are moved here, and
// those that come after find no entry (rules 30.5).
func (s *Service) finish(ctx context.Context, tx db.Tx, m Merge) error {
	if ended, err := endMerge(ctx, tx, m.ID, MergeDone, s.Clock()); err != nil || !ended {
		return err
	}
	shelf, rest := shelves[m.Kind], 0
	if err := shelf.lockID(ctx, tx, m.From); err != nil {
		return err
	}
	for _, move := range s.Hooks.Move[m.Kind] {
		for moved := 1; moved > 0; rest += moved {
			var err error
			if moved, err = move(ctx, tx, m.From, m.Into); err != nil {
				return err
			}
		}
	}
	if m.Kind == Cities {
		moved, err := s.moveUniversities(ctx, tx, m)
		if err != nil {
			return err
		}
		rest += moved
	}
	if err := shelf.delete(ctx, tx, m.From); err != nil {
		return err
	}
	if err := addMoved(ctx, tx, m.ID, rest, s.Clock()); err != nil {
		return err
	}
	after := map[string]any{"name": m.IntoName, "moved": m.Moved + int64(rest)}
	return s.recordEntry(ctx, tx, m.Kind, audit.Entry{Action: "catalog.merged", Object: m.FromUUID, Before: map[string]any{"name": m.FromName}, After: after})
}

func (s *Service) moveUniversities(ctx context.Context, tx db.Tx, m Merge) (int, error) {
	was, err := cityRegion(ctx, tx, m.From)
	if err != nil {
		return 0, err
	}
	is, err := cityRegion(ctx, tx, m.Into)
	if err != nil {
		return 0, err
	}
	moved, err := moveUniversities(ctx, tx, m.From, m.Into)
	if err != nil || is == was {
		return len(moved), err
	}
	return len(moved), s.follow(ctx, tx, moved, is)
}

// fail ends a merge that did not succeed; what it has moved stays moved.
func (s *Service) fail(ctx context.Context, tx db.Tx, m Merge) error {
	ended, err := endMerge(ctx, tx, m.ID, MergeFailed, s.Clock())
	if err != nil || !ended {
		return err
	}
	return s.recordEntry(ctx, tx, m.Kind, audit.Entry{Action: "catalog.mergeFailed", Object: m.FromUUID, Before: map[string]any{"name": m.FromName}, After: map[string]any{"name": m.IntoName}})
}
