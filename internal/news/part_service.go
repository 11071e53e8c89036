package news

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// parts is how the surveys or the events of items are stored and refused.
type parts[T part[T]] struct {
	table        string
	of           func(*Item) **T
	insert       func(ctx context.Context, tx db.Tx, news int64, made T, now time.Time) error
	removeUnused func(ctx context.Context, tx db.Tx, news int64) (bool, error)
	exists, used string
}

var (
	surveys = parts[Survey]{
		table: "surveys", of: func(i *Item) **Survey { return &i.Survey }, insert: insertSurvey, removeUnused: removeUnusedSurvey,
		exists: "У новости уже есть опрос.", used: "В опросе уже есть голоса: его нельзя изменить или удалить.",
	}
	events = parts[Event]{
		table: "events", of: func(i *Item) **Event { return &i.Event }, insert: insertEvent, removeUnused: removeUnusedEvent,
		exists: "У новости уже есть мероприятие.", used: "На мероприятие уже записались студенты: его нельзя изменить или удалить.",
	}
)

// add gives an item its survey or event and returns the new uuid.
func (p parts[T]) add(ctx context.Context, s *Service, news string, f partForm[T]) (string, error) {
	var made T
	err := s.edit(ctx, news, never, func(_ context.Context, _ db.Tx, i Item) (Item, error) {
		if *p.of(&i) != nil {
			return i, fault.Conflict(p.exists)
		}
		var check fault.Check
		made = f.read(&check, "", s.Clock())
		*p.of(&i) = &made
		return i, check.Err()
	})
	return made.uuid(), err
}

// delete removes a survey without votes or an event without participants.
func (p parts[T]) delete(ctx context.Context, s *Service, id string) error {
	news, err := itemOf(ctx, s.DB, sightOf(access.From(ctx)), p.table, id)
	if err != nil {
		return err
	}
	return s.edit(ctx, news, never, func(_ context.Context, _ db.Tx, i Item) (Item, error) {
		present := p.of(&i)
		if *present == nil || (**present).uuid() != id {
			return i, fault.NotFound() // deleted or replaced before the lock
		}
		*present = nil
		return i, nil
	})
}

// replace writes the part of an edited item if it has changed.
func (p parts[T]) replace(ctx context.Context, tx db.Tx, was, is Item, now time.Time) error {
	old, made := *p.of(&was), *p.of(&is)
	if made == old {
		return nil
	}
	if old != nil {
		removed, err := p.removeUnused(ctx, tx, is.ID)
		if err == nil && !removed {
			err = fault.Conflict(p.used)
		}
		if err != nil {
			return err
		}
	}
	if made == nil {
		return nil
	}
	return p.insert(ctx, tx, is.ID, *made, now)
}
