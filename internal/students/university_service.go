package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Enrolment is where a student is moved to, by uuids; faculty and specialty are of the new university, or nil.
type Enrolment struct {
	Student, University string
	Faculty, Specialty  *string
}

// MoveToUniversity moves a student to another university, with the files and what else is visible to its operators alone (rules 30.9).
func (s *Service) MoveToUniversity(ctx context.Context, e Enrolment, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, access.From(ctx).Scope(), e.Student)
		if err == nil && stale(was.Version) {
			err = fault.Stale()
		}
		if err != nil {
			return err
		}
		university, err := newUniversity(ctx, tx, e.University, was.University)
		if err != nil {
			return err
		}
		refs, err := Change{Faculty: e.Faculty, Specialty: e.Specialty}.references(ctx, tx, university)
		if err != nil {
			return err
		}
		if err := setUniversity(ctx, tx, was.ID, university, refs); err != nil {
			return err
		}
		if err := s.moved(ctx, tx, was, university); err != nil {
			return err
		}
		is, err := byUUID(ctx, tx, access.Everything(), was.UUID)
		if err != nil {
			return err
		}
		before, after := toAudit(was), toAudit(is)
		before["nameUniversity"], after["nameUniversity"] = was.UniversityName, is.UniversityName
		return s.log.Changed(ctx, tx, audit.Entry{Action: "students.university", Object: was.UUID, About: about(is), Before: before, After: after}, was.ID)
	})
}

// moved takes along what only the operators of a student's university see: files, reviews and complaints.
func (s *Service) moved(ctx context.Context, tx db.Tx, st Student, university int64) error {
	if err := s.Files.MoveTo(ctx, tx, filesOwner(st.UUID), university); err != nil {
		return err
	}
	return s.Hooks.Moved(ctx, tx, st.ID, university)
}

func newUniversity(ctx context.Context, tx db.Tx, uuid string, present int64) (int64, error) {
	found, err := db.IDs(ctx, tx, "universities", uuid)
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, fault.Invalid("uuidUniversity", "Выберите университет из списка.")
	case found[0] == present:
		return 0, fault.Invalid("uuidUniversity", "Студент уже учится в этом университете.")
	}
	return found[0], nil
}

// MoveCity puts some students of a city into another and returns their number.
func (s *Service) MoveCity(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
	moved, err := moveCity(ctx, tx, from, into)
	if err != nil {
		return 0, err
	}
	return len(moved), s.index.Touch(ctx, tx, moved...)
}
