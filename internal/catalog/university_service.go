package catalog

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

const (
	universityKind = "university" // in the audit log
	innTaken       = "Университет с таким ИНН уже есть."
	universityUsed = "Университет используется: к нему относятся операторы, приглашения, студенты, структура, новости или другие записи."
)

// AddUniversity creates a university in a known city: the command line and the demo data.
func (s *Service) AddUniversity(ctx context.Context, n NewUniversity) (University, error) {
	n, err := n.checked()
	if err != nil {
		return University{}, withFlags(err)
	}
	u := n.university()
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if u.City, err = cityID(ctx, tx, n.City, n.Region); err != nil {
			return err
		}
		u, err = s.insert(ctx, tx, u)
		return err
	})
	return u, err
}

// insert gives a university that is not shipped a random uuid.
func (s *Service) insert(ctx context.Context, tx db.Tx, u University) (University, error) {
	if u.UUID == "" {
		u.UUID = uuid.NewString()
	}
	added, err := addUniversity(ctx, tx, u, s.Clock())
	return added, taken(err, innTaken)
}

func taken(err error, message string) error {
	if db.IsUnique(err) {
		return fault.Conflict(message)
	}
	return err
}

func inUse(err error, message string) error {
	if db.IsForeignKey(err) {
		return fault.Conflict(message)
	}
	return err
}

// Universities returns a page of the universities.
func (s *Service) Universities(ctx context.Context, q listquery.Query[struct{}]) (listquery.Page[University], error) {
	return listUniversities(ctx, s.DB, q)
}

// University returns a university, and whether something belongs to it.
func (s *Service) University(ctx context.Context, id string) (u University, isUsed bool, err error) {
	if u, err = universityByUUID(ctx, s.DB, id); err != nil {
		return u, false, err
	}
	isUsed, err = isUniversityUsed(ctx, s.DB, u.ID)
	return u, isUsed, err
}

// CreateUniversity creates a university in the city with this uuid.
func (s *Service) CreateUniversity(ctx context.Context, f UniversityFields, city string) (University, error) {
	var u University
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		fields, at, err := resolve(ctx, tx, f, city)
		if err != nil {
			return err
		}
		u, err = s.insert(ctx, tx, University{City: at.ID, UniversityFields: fields})
		return err
	})
	return u, err
}

// resolve checks a form and finds its city.
func resolve(ctx context.Context, tx db.Tx, f UniversityFields, city string) (UniversityFields, cityPlace, error) {
	var c fault.Check
	f = f.checked(&c)
	at, err := lockCity(ctx, tx, city)
	if fault.Is(err, fault.KindNotFound) {
		c.Add("uuidCity", "Выберите город из списка.")
		err = nil
	}
	if err == nil {
		err = c.Err()
	}
	return f, at, err
}

// SaveUniversity changes a university. With another city it may get another region, and its regional news move there (rules 30.2).
func (s *Service) SaveUniversity(ctx context.Context, id string, c UniversityChange) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lockUniversity(ctx, tx, id)
		if err == nil && c.Stale(was.Version) {
			err = fault.Stale()
		}
		if err != nil {
			return err
		}
		is := was
		var at cityPlace
		if is.UniversityFields, at, err = resolve(ctx, tx, c.Fields, c.City); err != nil {
			return err
		}
		is.City = at.ID
		if err := saveUniversity(ctx, tx, is); err != nil {
			return taken(err, innTaken)
		}
		if at.Region != was.Region {
			if err := s.Hooks.UniversityMoved(ctx, tx, was.ID, at.Region); err != nil {
				return err
			}
		}
		if is, err = universityByUUID(ctx, tx, id); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "universities.save", Kind: universityKind, Object: is.UUID, Before: audit.FormFields(was), After: audit.FormFields(is),
		})
	})
}

// UniversityChange is what the form of a university sends.
type UniversityChange struct {
	Fields UniversityFields
	City   string // uuid
	Stale  func(version int64) bool
}

// DeleteUniversity removes a university that nothing belongs to.
func (s *Service) DeleteUniversity(ctx context.Context, id string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		u, err := lockUniversity(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.Hooks.UniversityDeleted(ctx, tx, u.ID); err != nil {
			return err
		}
		if err := deleteUniversity(ctx, tx, u.ID); err != nil {
			return inUse(err, universityUsed)
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "universities.delete", Kind: universityKind, Object: u.UUID, Before: audit.FormFields(u)})
	})
}

// UniversityHistory returns the changes of a university.
func (s *Service) UniversityHistory(ctx context.Context, id string) ([]audit.Record, error) {
	if _, err := universityByUUID(ctx, s.DB, id); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, universityKind, id)
}
