package catalog

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

const (
	nameTaken = "Такое название уже есть."
	entryUsed = "Запись используется. Её можно переименовать."
	inMerge   = "Эту запись сейчас объединяют с другой. Дождитесь, пока объединение закончится."
)

// Entries returns a page of a catalogue.
func (s *Service) Entries(ctx context.Context, kind Kind, q listquery.Query[EntryFilter]) (listquery.Page[Entry], error) {
	return shelves[kind].list(ctx, s.DB, q)
}

// AddEntry adds an entry and returns its uuid; of a region: its code.
func (s *Service) AddEntry(ctx context.Context, kind Kind, f EntryForm) (string, error) {
	f, err := f.checked(kind)
	if err != nil {
		return "", err
	}
	id := uuid.NewString()
	if err := f.checkNew(kind); err != nil {
		return "", err
	}
	if kind == Regions {
		id = f.Code
	}
	return id, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := add(ctx, tx, kind, id, f); err != nil {
			return err
		}
		after, err := shelves[kind].lockOne(ctx, tx, id)
		if err != nil {
			return err
		}
		return s.recordEntry(ctx, tx, kind, audit.Entry{Action: "catalog.add", Object: id, After: after.toAudit()})
	})
}

func (e Entry) toAudit() toAudit { return toAudit{e.Name, e.RegionName, e.INN} }

func (s *Service) recordEntry(ctx context.Context, tx db.Tx, kind Kind, e audit.Entry) error {
	e.Kind = shelves[kind].object
	return audit.Write(ctx, tx, s.Clock(), e)
}

func add(ctx context.Context, tx db.Tx, kind Kind, id string, f EntryForm) error {
	if kind == Cities {
		region, err := regionOf(ctx, tx, f)
		if err != nil {
			return err
		}
		return taken(insertCity(ctx, tx, cityRow{UUID: id, Name: f.Name, Region: region}), nameTaken)
	}
	if err := checkFree(ctx, tx, kind, f, 0); err != nil {
		return err
	}
	added, err := int64(0), error(nil)
	switch kind {
	case Regions:
		added, err = addRegion(ctx, tx, f.Code, f.Name)
	case Faculties:
		added, err = addFaculty(ctx, tx, id, f.INN, f.Name)
	default:
		added, err = addCategory(ctx, tx, shelves[kind].table, id, f.Name)
	}
	if err == nil && added == 0 { // somebody was faster
		err = fault.Conflict(nameTaken)
	}
	return err
}

// checkFree refuses a name that differs from another by case or by ё only.
func checkFree(ctx context.Context, tx db.Tx, kind Kind, f EntryForm, but int64) error {
	names, err := shelves[kind].names(ctx, tx, f.INN, but)
	if err == nil && slices.ContainsFunc(names, func(n string) bool { return listquery.Fold(n) == listquery.Fold(f.Name) }) {
		err = fault.Conflict(nameTaken)
	}
	return err
}

func regionOf(ctx context.Context, tx db.Tx, f EntryForm) (int64, error) {
	region, err := regionByCode(ctx, tx, f.Region)
	if fault.Is(err, fault.KindNotFound) {
		err = fault.Invalid("codeRegion", "Выберите регион из списка.")
	}
	return region, err
}

// SaveEntry renames an entry; a city may get another region, which its universities and their news follow (rules 30.2).
func (s *Service) SaveEntry(ctx context.Context, kind Kind, key string, c EntryChange) error {
	f, err := c.Form.checked(kind)
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := shelves[kind].lockOne(ctx, tx, key)
		if err == nil && c.Stale(was.Version) {
			err = fault.Stale()
		}
		if err != nil {
			return err
		}
		f.INN = was.INN
		if kind == Cities {
			err = s.saveCity(ctx, tx, was, f)
		} else if err = checkFree(ctx, tx, kind, f, was.ID); err == nil {
			err = taken(shelves[kind].rename(ctx, tx, was.ID, f.Name), nameTaken)
		}
		if err != nil {
			return err
		}
		is, err := shelves[kind].lockOne(ctx, tx, key)
		if err != nil || is.toAudit() == was.toAudit() {
			return err
		}
		return s.recordEntry(ctx, tx, kind, audit.Entry{Action: "catalog.save", Object: key, Before: was.toAudit(), After: is.toAudit()})
	})
}

// EntryChange is what the form of an entry sends.
type EntryChange struct {
	Form  EntryForm
	Stale func(version int64) bool
}

func (s *Service) saveCity(ctx context.Context, tx db.Tx, was Entry, f EntryForm) error {
	region, err := regionOf(ctx, tx, f)
	if err != nil {
		return err
	}
	if err := saveCity(ctx, tx, was.ID, cityRow{Name: f.Name, Region: region}); err != nil {
		return taken(err, nameTaken)
	}
	if f.Region != was.Region {
		moved, err := universitiesIn(ctx, tx, was.ID)
		if err != nil {
			return err
		}
		if err := s.follow(ctx, tx, moved, region); err != nil {
			return err
		}
	}
	return s.Hooks.CityRenamed(ctx, tx, was.ID)
}

// follow updates what depends on the region of universities.
func (s *Service) follow(ctx context.Context, tx db.Tx, universities []int64, region int64) error {
	for _, university := range universities {
		if err := s.Hooks.UniversityMoved(ctx, tx, university, region); err != nil {
			return err
		}
	}
	return nil
}

// DeleteEntry removes an entry that nothing refers to.
func (s *Service) DeleteEntry(ctx context.Context, kind Kind, key string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		e, err := shelves[kind].lockOne(ctx, tx, key)
		if err != nil {
			return err
		}
		if busy, err := isMerging(ctx, tx, kind, e.ID); err != nil || busy {
			return conflictIf(busy, err, inMerge)
		}
		if err := shelves[kind].delete(ctx, tx, e.ID); err != nil {
			return inUse(err, entryUsed)
		}
		return s.recordEntry(ctx, tx, kind, audit.Entry{Action: "catalog.delete", Object: key, Before: e.toAudit()})
	})
}

func conflictIf(so bool, err error, message string) error {
	if err == nil && so {
		err = fault.Conflict(message)
	}
	return err
}
