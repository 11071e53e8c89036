package news

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// AddEvent gives an item its event.
func (s *Service) AddEvent(ctx context.Context, news string, f EventForm) (id string, err error) {
	err = s.edit(ctx, news, never, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		if was.Event != nil {
			return was, fault.Conflict("У новости уже есть мероприятие.")
		}
		var check fault.Check
		made := f.read(&check, "", s.Clock())
		if err := check.Err(); err != nil {
			return was, err
		}
		is := was
		is.Event = &made
		err := s.replaceEvent(ctx, tx, was, is.Event)
		id = made.UUID
		return is, err
	})
	return id, err
}

// DeleteEvent removes an event that nobody has registered for.
func (s *Service) DeleteEvent(ctx context.Context, event string) error {
	news, err := itemOfEvent(ctx, s.DB, sightOf(access.From(ctx)), event)
	if err != nil {
		return err
	}
	return s.edit(ctx, news, never, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		if was.Event == nil || was.Event.UUID != event {
			return was, fault.NotFound() // somebody else was quicker
		}
		is := was
		is.Event = nil
		return is, s.replaceEvent(ctx, tx, was, nil)
	})
}

// replaceEvent puts an event, or none, in place of an item's present one. One with participants stays as it is.
func (s *Service) replaceEvent(ctx context.Context, tx db.Tx, was Item, by *Event) error {
	if was.Event != nil {
		present, err := lockEvent(ctx, tx, was.ID)
		if err != nil {
			return err
		}
		if present.Booked > 0 {
			return fault.Conflict("На мероприятие уже записались студенты: его нельзя изменить или удалить.")
		}
		if err := removeEvent(ctx, tx, present.ID); err != nil {
			return err
		}
	}
	if by == nil {
		return nil
	}
	by.UUID, by.News = uuid.NewString(), was.ID
	return insertEvent(ctx, tx, *by, s.Clock())
}
