package news

import (
	"context"
	"time"

	"studbonus/internal/db"
)

const eventColumns = `SELECT e.id, e.uuid, e.news_id, e.title, e.description, e.begins_at, e.ends_at, e.registration_ends_at, e.places, e.booked, e.address, e.is_view
	FROM events e`

func eventsOf(ctx context.Context, q db.Querier, news []int64) ([]Event, error) {
	return db.All[Event](ctx, q, eventColumns+" WHERE e.news_id IN (?)", news)
}

// lockEvent keeps registrations and edits of an item's event apart until the transaction ends.
func lockEvent(ctx context.Context, tx db.Tx, news int64) (Event, error) {
	return db.Get[Event](ctx, tx, eventColumns+" WHERE e.news_id = ?"+tx.ForUpdate(), news)
}

// itemOfEvent is the uuid of the item that an event belongs to.
func itemOfEvent(ctx context.Context, q db.Querier, sight Sight, event string) (string, error) {
	where, args := sight.where()
	return db.Get[string](ctx, q, "SELECT n.uuid FROM events e JOIN news n ON n.id = e.news_id WHERE e.uuid = ? AND "+where, append([]any{event}, args...)...)
}

func insertEvent(ctx context.Context, tx db.Tx, e Event, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO events (uuid, news_id, title, description, begins_at, ends_at, registration_ends_at, places, address, is_view, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.UUID, e.News, e.Title, e.Description, e.Begin, e.End, e.RegistrationEnd, e.Places, e.Address, e.IsView, now)
	return err
}

func removeEvent(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM events WHERE id = ?", id)
	return err
}
