package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
)

// SetPhone writes the number of the account and locks the student; it is part of the account's transaction.
func (s *Service) SetPhone(ctx context.Context, tx db.Tx, id int64, phone string) error {
	uuid, err := uuidByID(ctx, tx, id)
	if err != nil {
		return err
	}
	was, err := lock(ctx, tx, access.Everything(), uuid)
	if err != nil {
		return err
	}
	if was.Phone == phone {
		return nil
	}
	is := was
	is.Phone = phone
	if err := setPhone(ctx, tx, is); err != nil {
		return err
	}
	if s.Hooks.Renamed != nil && is.searchText() != was.searchText() {
		if err := s.Hooks.Renamed(ctx, tx, was.ID); err != nil {
			return err
		}
	}
	return s.log.Changed(ctx, tx, audit.Entry{Action: "students.save", Object: was.UUID, About: about(was), Before: toAudit(was), After: toAudit(is)}, was.ID)
}
