package files

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

const columns = "key, kind, name, content_type, size, sha256, is_of_all, is_public, owner, area, created_at"

// selected are the columns with 0 for an absent operator, member or university.
const selected = columns + ", coalesce(operator_id, 0) AS operator_id, coalesce(member_id, 0) AS member_id, coalesce(university_id, 0) AS university_id"

func byKey(ctx context.Context, q db.Querier, key string) (File, error) {
	return db.Get[File](ctx, q, "SELECT "+selected+" FROM files WHERE key = ?", key)
}

func insert(ctx context.Context, tx db.Tx, f File) error {
	_, err := tx.Exec(ctx, "INSERT INTO files ("+columns+", operator_id, member_id, university_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(CAST(? AS BIGINT), 0), nullif(CAST(? AS BIGINT), 0), nullif(CAST(? AS BIGINT), 0))",
		f.Key, f.Kind, f.Name, f.ContentType, f.Size, f.SHA256, f.IsOfAll, f.IsPublic, f.Owner, f.Area, f.CreatedAt, f.Operator, f.Member, f.University)
	return err
}

func uploadsSince(ctx context.Context, q db.Querier, member int64, since time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM files WHERE member_id = ? AND created_at > ?", member, since)
}

func setUniversity(ctx context.Context, tx db.Tx, owner string, university int64) error {
	_, err := tx.Exec(ctx, "UPDATE files SET university_id = ? WHERE owner = ?", university, owner)
	return err
}

// attach sets the owner of an unattached file. Of two concurrent calls one succeeds.
func attach(ctx context.Context, tx db.Tx, key string, a Attachment) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE files SET owner = ?, is_public = ?, university_id = ? WHERE key = ? AND owner IS NULL",
		a.Owner, bool(a.Visibility), a.University, key)
	return n == 1, err
}

// detach clears the owner; the sweep removes the file a day from now.
func detach(ctx context.Context, tx db.Tx, key string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE files SET owner = NULL, is_public = FALSE, created_at = ? WHERE key = ?", now, key)
	return err
}

func unattached(ctx context.Context, q db.Querier, before time.Time, limit int) ([]string, error) {
	return db.All[string](ctx, q, "SELECT key FROM files WHERE owner IS NULL AND created_at < ? ORDER BY created_at LIMIT ?", before, limit)
}

// deleteUnattached returns the deleted keys: files attached since they were listed stay, with their bytes.
func deleteUnattached(ctx context.Context, tx db.Tx, keys []string, before time.Time) ([]string, error) {
	return db.All[string](ctx, tx, "DELETE FROM files WHERE key IN (?) AND owner IS NULL AND created_at < ? RETURNING key", keys, before)
}

func existing(ctx context.Context, q db.Querier, keys []string) ([]string, error) {
	return db.All[string](ctx, q, "SELECT key FROM files WHERE key IN (?)", keys)
}
