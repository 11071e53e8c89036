package news

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

func eachPhoto(ctx context.Context, q db.Querier, news []int64, use func(Photo)) error {
	return db.Each(ctx, q, func(p Photo) error { use(p); return nil }, "SELECT uuid, news_id, file, position FROM news_photos WHERE news_id IN (?) ORDER BY news_id, position, id", news)
}

// loosePhoto finds a photo that this operator uploaded and no item uses yet.
func loosePhoto(ctx context.Context, q db.Querier, operator int64, uuid string) (Photo, error) {
	return db.Get[Photo](ctx, q, `SELECT p.uuid, p.news_id, p.file, p.position FROM news_photos p JOIN files f ON f.key = p.file
		WHERE p.uuid = ? AND p.news_id IS NULL AND f.operator_id = ?`, uuid, operator)
}

func insertPhoto(ctx context.Context, tx db.Tx, p Photo, now time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO news_photos (uuid, news_id, file, created_at) VALUES (?, ?, ?, ?)", p.UUID, p.News, p.Key, now)
	return err
}

func removePhoto(ctx context.Context, tx db.Tx, key string) error {
	_, err := tx.Exec(ctx, "DELETE FROM news_photos WHERE file = ?", key)
	return err
}

// placePhoto sets a photo's item and position. A file from the general upload route has no row yet.
func placePhoto(ctx context.Context, tx db.Tx, p Photo, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO news_photos (uuid, news_id, file, position, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (file) DO UPDATE SET news_id = excluded.news_id, position = excluded.position`, p.UUID, p.News, p.Key, p.Position, now)
	return err
}

func deleteLoosePhotos(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM news_photos WHERE news_id IS NULL AND created_at < ?", before)
	return err
}
