package reviews

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

func templatesOf(ctx context.Context, q db.Querier, university int64) ([]Template, error) {
	return db.All[Template](ctx, q, "SELECT uuid, name, body FROM review_templates WHERE university_id = ? ORDER BY name_key", university)
}

// countTemplates locks the university's row before counting, to enforce the limit when two operators add at once.
func countTemplates(ctx context.Context, tx db.Tx, university int64) (int, error) {
	if _, err := db.Get[int64](ctx, tx, "SELECT id FROM universities WHERE id = ?"+tx.ForUpdate(), university); err != nil {
		return 0, err
	}
	return db.One[int](ctx, tx, "SELECT count(*) FROM review_templates WHERE university_id = ?", university)
}

func lockTemplate(ctx context.Context, tx db.Tx, university int64, uuid string) (Template, error) {
	return db.Get[Template](ctx, tx, "SELECT uuid, name, body FROM review_templates WHERE uuid = ? AND university_id = ?"+tx.ForUpdate(), uuid, university)
}

func insertTemplate(ctx context.Context, tx db.Tx, university int64, t Template, now time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO review_templates (uuid, university_id, name, name_key, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
		t.UUID, university, t.Name, t.key(), t.Body, now)
	return err
}

func saveTemplate(ctx context.Context, tx db.Tx, t Template) error {
	_, err := tx.Exec(ctx, "UPDATE review_templates SET name = ?, name_key = ?, body = ? WHERE uuid = ?", t.Name, t.key(), t.Body, t.UUID)
	return err
}

func deleteTemplate(ctx context.Context, tx db.Tx, uuid string) error {
	_, err := tx.Exec(ctx, "DELETE FROM review_templates WHERE uuid = ?", uuid)
	return err
}
