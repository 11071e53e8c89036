package partners

import (
	"context"
	"time"

	"studbonus/internal/db"
)

// Photo is a picture of a partner's place.
type Photo struct {
	ID      int64  `db:"id"`
	UUID    string `db:"uuid"`
	Partner int64  `db:"partner_id"`
	File    string `db:"file"`
}

const photoColumns = "id, uuid, partner_id, file"

func photosOf(ctx context.Context, q db.Querier, partner int64) ([]Photo, error) {
	return db.All[Photo](ctx, q, "SELECT "+photoColumns+" FROM partner_photos WHERE partner_id = ? ORDER BY id", partner)
}

func photoByUUID(ctx context.Context, q db.Querier, uuid string) (Photo, error) {
	return db.Get[Photo](ctx, q, "SELECT "+photoColumns+" FROM partner_photos WHERE uuid = ?", uuid)
}

func insertPhoto(ctx context.Context, tx db.Tx, p Photo, now time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO partner_photos (uuid, partner_id, file, created_at) VALUES (?, ?, ?, ?)", p.UUID, p.Partner, p.File, now)
	return err
}

func setPhotoFile(ctx context.Context, tx db.Tx, id int64, file string) error {
	_, err := tx.Exec(ctx, "UPDATE partner_photos SET file = ? WHERE id = ?", file, id)
	return err
}

func deletePhoto(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM partner_photos WHERE id = ?", id)
	return err
}
