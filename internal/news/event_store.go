package news

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

const eventColumns = `SELECT e.id, e.uuid, e.news_id, e.title, e.description, e.begins_at, e.ends_at, e.registration_ends_at, e.places, e.booked, e.address, e.is_view
	FROM events e`

func eventsOf(ctx context.Context, q db.Querier, news []int64) ([]Event, error) {
	return db.All[Event](ctx, q, eventColumns+" WHERE e.news_id IN (?)", news)
}

// lockEvent serializes registrations and edits of an item's event.
func lockEvent(ctx context.Context, tx db.Tx, news int64) (Event, error) {
	return db.Get[Event](ctx, tx, eventColumns+" WHERE e.news_id = ?"+tx.ForUpdate(), news)
}

// lockEventOf is lockEvent by the item's uuid.
func lockEventOf(ctx context.Context, tx db.Tx, news string) (Event, error) {
	return db.Get[Event](ctx, tx, eventColumns+" WHERE e.news_id = (SELECT id FROM news WHERE uuid = ?)"+tx.ForUpdate(), news)
}

func insertEvent(ctx context.Context, tx db.Tx, news int64, e Event, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO events (uuid, news_id, title, description, begins_at, ends_at, registration_ends_at, places, address, is_view, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.UUID, news, e.Title, e.Description, e.Begin, e.End, e.RegistrationEnd, e.Places, e.Address, e.IsView, now)
	return err
}

func removeUnusedEvent(ctx context.Context, tx db.Tx, news int64) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM events WHERE news_id = ? AND booked = 0", news)
	return n == 1, err
}
