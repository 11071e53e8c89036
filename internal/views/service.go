package views

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Service is the use cases of saved views.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New creates the service.
func New(d *db.DB, now clock.Clock) *Service { return &Service{db: d, clock: now} }

const auditKind = "saved view"

// mayUse refuses an unknown list and one that the caller does not have.
func mayUse(p access.Principal, list string) error {
	area := access.Area(list)
	if !slices.Contains(lists, area) {
		return fault.Invalid("list", "У этого списка нет видов.")
	}
	if !p.Can(area) {
		return fault.Forbidden()
	}
	return nil
}

// Of returns the views of a list that the caller sees: the own ones in their order, then those that others share.
func (s *Service) Of(ctx context.Context, list string) ([]View, error) {
	p := access.From(ctx)
	if err := mayUse(p, list); err != nil {
		return nil, err
	}
	return s.found(ctx, p, list)
}

// All returns the views of all lists that the caller has.
func (s *Service) All(ctx context.Context) ([]View, error) {
	p, open := access.From(ctx), []string{}
	for _, list := range lists {
		if p.Can(list) {
			open = append(open, string(list))
		}
	}
	return s.found(ctx, p, open...)
}

func (s *Service) found(ctx context.Context, p access.Principal, lists ...string) ([]View, error) {
	all, err := of(ctx, s.db, p, lists)
	if err != nil {
		return nil, err
	}
	return all, s.countLost(ctx, all)
}

// countLost notes what has been deleted since a view was saved.
func (s *Service) countLost(ctx context.Context, all []View) error {
	var wanted []string
	for _, v := range all {
		wanted = append(wanted, named(v.Query)...)
	}
	if len(wanted) == 0 {
		return nil
	}
	found, err := existing(ctx, s.db, wanted)
	for i, v := range all {
		for _, id := range named(v.Query) {
			if !slices.Contains(found, id) {
				all[i].Lost++
			}
		}
	}
	return err
}

// Add saves a view of a list, as the last of the caller's.
func (s *Service) Add(ctx context.Context, list string, f Form) (string, error) {
	p := access.From(ctx)
	f, err := f.checked()
	if err == nil {
		err = mayUse(p, list)
	}
	if err != nil {
		return "", err
	}
	v := View{UUID: uuid.NewString(), Operator: p.Operator, University: audience(p), List: list, Name: f.Name, Query: f.Query, IsShared: f.IsShared}
	return v.UUID, s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		own, err := lockOwn(ctx, tx, p, list)
		if err != nil {
			return err
		}
		if len(own) >= maxViews {
			return fault.Conflict("В одном списке может быть не больше 30 своих видов. Удалите лишние.")
		}
		v.Place = len(own) + 1
		if err := insert(ctx, tx, v, f.key(), s.clock()); err != nil {
			return nameTaken(err)
		}
		return s.write(ctx, tx, audit.Entry{Action: "views.add", Object: v.UUID, After: toAudit(v)})
	})
}

func lockOwn(ctx context.Context, tx db.Tx, p access.Principal, list string) ([]string, error) {
	if err := lockOwner(ctx, tx, p.Operator); err != nil {
		return nil, err
	}
	return ownUUIDs(ctx, tx, p.Operator, list)
}

// own returns a view for a change: one that the caller sees, but does not own, is refused.
func (s *Service) own(ctx context.Context, tx db.Tx, id string) (View, error) {
	p := access.From(ctx)
	if err := lockOwner(ctx, tx, p.Operator); err != nil {
		return View{}, err
	}
	v, err := byUUID(ctx, tx, p, id)
	if err == nil && v.Operator != p.Operator {
		err = fault.NotAllowed("Общий вид меняет только тот, кто его создал.")
	}
	return v, err
}

// Save changes a view of the caller.
func (s *Service) Save(ctx context.Context, id string, f Form) error {
	f, err := f.checked()
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := s.own(ctx, tx, id)
		if err != nil {
			return err
		}
		is := was
		is.Name, is.Query, is.IsShared, is.University = f.Name, f.Query, f.IsShared, audience(access.From(ctx))
		if err := save(ctx, tx, is, f.key()); err != nil {
			return nameTaken(err)
		}
		return s.write(ctx, tx, audit.Entry{Action: "views.save", Object: id, Before: toAudit(was), After: toAudit(is)})
	})
}

// Delete deletes a view of the caller.
func (s *Service) Delete(ctx context.Context, id string) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := s.own(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := remove(ctx, tx, was.ID); err != nil {
			return err
		}
		return s.write(ctx, tx, audit.Entry{Action: "views.delete", Object: id, Before: toAudit(was)})
	})
}

// Arrange puts the caller's views of a list in an order, which names each of them once.
func (s *Service) Arrange(ctx context.Context, list string, ids []string) error {
	p := access.From(ctx)
	if err := mayUse(p, list); err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		own, err := lockOwn(ctx, tx, p, list)
		if err != nil {
			return err
		}
		if !slices.Equal(slices.Sorted(slices.Values(own)), slices.Sorted(slices.Values(ids))) {
			return fault.Conflict("Список видов изменился. Обновите страницу.")
		}
		for i, id := range ids {
			if err := setPlace(ctx, tx, id, i+1); err != nil {
				return err
			}
		}
		return s.write(ctx, tx, audit.Entry{Action: "views.arrange", After: map[string]any{"list": list}})
	})
}

func nameTaken(err error) error {
	if db.IsUnique(err) {
		return fault.Conflict("Вид с таким названием у вас уже есть.")
	}
	return err
}

func (s *Service) write(ctx context.Context, tx db.Tx, e audit.Entry) error {
	e.Kind = auditKind
	return audit.Write(ctx, tx, s.clock(), e)
}
