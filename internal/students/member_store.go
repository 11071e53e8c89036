package students

import (
	"context"

	"studbonus/internal/platform/db"
)

func uuidByID(ctx context.Context, q db.Querier, id int64) (string, error) {
	return db.Get[string](ctx, q, "SELECT uuid FROM students WHERE id = ?", id)
}

func setPhone(ctx context.Context, tx db.Tx, s Student) error {
	_, err := tx.Exec(ctx, "UPDATE students SET phone = ?, search_text = ?, version = version + 1 WHERE id = ?", s.Phone, s.searchText(), s.ID)
	return err
}
