package files

import (
	"context"
	"time"

	"studbonus/internal/db"
)

const columns = "key, kind, name, content_type, size, sha256, operator_id, university_id, is_of_all, is_public, owner, created_at"

func byKey(ctx context.Context, q db.Querier, key string) (File, error) {
	return db.Get[File](ctx, q, "SELECT "+columns+" FROM files WHERE key = ?", key)
}

func insert(ctx context.Context, tx db.Tx, f File) error {
	_, err := tx.Exec(ctx, "INSERT INTO files ("+columns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		f.Key, f.Kind, f.Name, f.ContentType, f.Size, f.SHA256, f.Operator, f.University, f.IsOfAll, f.IsPublic, f.Owner, f.CreatedAt)
	return err
}

// attach gives a loose file to an owner; of two who want it one succeeds.
func attach(ctx context.Context, tx db.Tx, key string, a Attachment) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE files SET owner = ?, is_public = ?, university_id = ? WHERE key = ? AND owner IS NULL",
		a.Owner, bool(a.Visibility), a.University, key)
	return n == 1, err
}

// detach makes a file loose again: it is swept a day from now.
func detach(ctx context.Context, tx db.Tx, key string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE files SET owner = NULL, is_public = FALSE, created_at = ? WHERE key = ?", now, key)
	return err
}

func loose(ctx context.Context, q db.Querier, before time.Time, limit int) ([]string, error) {
	return db.All[string](ctx, q, "SELECT key FROM files WHERE owner IS NULL AND created_at < ? ORDER BY created_at LIMIT ?", before, limit)
}

// forget removes the rows and tells which: a file that was attached since it was listed stays, and so must its bytes.
func forget(ctx context.Context, tx db.Tx, keys []string, before time.Time) ([]string, error) {
	return db.All[string](ctx, tx, "DELETE FROM files WHERE key IN (?) AND owner IS NULL AND created_at < ? RETURNING key", keys, before)
}

func known(ctx context.Context, q db.Querier, keys []string) ([]string, error) {
	return db.All[string](ctx, q, "SELECT key FROM files WHERE key IN (?)", keys)
}
