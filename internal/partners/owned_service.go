package partners

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// list returns all rows of a partner; limits keep them few.
func (t ownedTable[T]) list(ctx context.Context, s *Service, partner string) ([]T, error) {
	id, err := idOf(ctx, s.DB, partner)
	if err != nil {
		return nil, err
	}
	return t.of(ctx, s.DB, id)
}

// add makes a row of a partner. Locking the partner enforces the limit when two operators add at once.
func (t ownedTable[T]) add(ctx context.Context, tx db.Tx, s *Service, partner string, fill func(Owned) T) (row T, err error) {
	p, err := lock(ctx, tx, partner)
	if err != nil {
		return row, err
	}
	present, err := t.of(ctx, tx, p.ID)
	if err != nil {
		return row, err
	}
	if len(present) >= t.most {
		return row, fault.Conflict(t.tooMany)
	}
	row = fill(Owned{UUID: uuid.NewString(), Partner: p.ID})
	if err := t.insert(ctx, tx, row, s.Clock()); err != nil {
		return row, err
	}
	return row, s.log.Write(ctx, tx, audit.Entry{Action: t.addAction, Object: p.UUID, After: audit.FormFields(row)})
}

// lock locks the partner of a row and reads the row again, because it may have changed while waiting.
func (t ownedTable[T]) lock(ctx context.Context, tx db.Tx, id string) (p Partner, row T, err error) {
	if row, err = t.byUUID(ctx, tx, id); err != nil {
		return p, row, err
	}
	if p, err = lockByID(ctx, tx, row.key().Partner); err != nil {
		return p, row, err
	}
	row, err = t.byUUID(ctx, tx, id)
	return p, row, err
}

// save changes a row.
func (t ownedTable[T]) save(ctx context.Context, s *Service, id string, change func(*T)) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, was, err := t.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		is := was
		change(&is)
		if err := t.update(ctx, tx, is); err != nil {
			return err
		}
		return s.log.Write(ctx, tx, audit.Entry{Action: t.saveAction, Object: p.UUID, Before: audit.FormFields(was), After: audit.FormFields(is)})
	})
}

// drop deletes a row; also, if not nil, runs before in the same transaction.
func (t ownedTable[T]) drop(ctx context.Context, s *Service, id string, also func(context.Context, db.Tx, T) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, row, err := t.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if also != nil {
			if err := also(ctx, tx, row); err != nil {
				return err
			}
		}
		if err := t.remove(ctx, tx, row); err != nil {
			return err
		}
		return s.log.Write(ctx, tx, audit.Entry{Action: t.deleteAction, Object: p.UUID, Before: audit.FormFields(row)})
	})
}

// lines joins a line for each row.
func lines[T any](all []T, line func(T) string) string {
	out := make([]string, len(all))
	for i, row := range all {
		out[i] = line(row)
	}
	return strings.Join(out, "; ")
}
