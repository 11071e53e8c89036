package promotions

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"studbonus/internal/db"
)

const importQuery = `SELECT id, promotion_id, operator_id, file, file_name, status, total, imported, duplicates, invalid, bad_lines, position, error, created_at, updated_at
	FROM promo_imports`

func importByID(ctx context.Context, q db.Querier, id int64) (Import, error) {
	return db.Get[Import](ctx, q, importQuery+" WHERE id = ?", id)
}

// first tells "there is none" from a failure.
func first(i Import, err error) (Import, bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return Import{}, false, nil
	}
	return i, err == nil, err
}

// currentImport is the one under way, or else the last.
func currentImport(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+` WHERE promotion_id = ?
		ORDER BY CASE status WHEN 'running' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END, CASE WHEN status = 'queued' THEN id ELSE -id END LIMIT 1`, promotion))
}

// lastFile is the import of the file that was uploaded last.
func lastFile(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+" WHERE promotion_id = ? AND file <> '' ORDER BY id DESC LIMIT 1", promotion))
}

// nextImport is the first that waits, or one that was begun and not ended.
func nextImport(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+" WHERE promotion_id = ? AND status IN ('queued', 'running') ORDER BY id LIMIT 1", promotion))
}

func insertImport(ctx context.Context, tx db.Tx, i Import) (int64, error) {
	return db.One[int64](ctx, tx, "INSERT INTO promo_imports (promotion_id, operator_id, file, file_name, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
		i.Promotion, i.Operator, i.File, i.FileName, string(i.Status), i.CreatedAt, i.CreatedAt)
}

// beginImport says what the file holds. A later attempt says the same again.
func beginImport(ctx context.Context, tx db.Tx, id int64, c contents, now time.Time) error {
	bad, err := json.Marshal(c.bad)
	if err != nil {
		return err
	}
	if c.bad == nil {
		bad = []byte("[]")
	}
	_, err = tx.Exec(ctx, "UPDATE promo_imports SET status = 'running', total = ?, invalid = ?, bad_lines = ?, updated_at = ? WHERE id = ?",
		c.total, c.invalid, string(bad), now, id)
	return err
}

func endImport(ctx context.Context, tx db.Tx, i Import, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE promo_imports SET status = ?, error = ?, updated_at = ? WHERE id = ?", string(i.Status), i.Error, now, i.ID)
	return err
}

// step is a piece of a sorted file: distinct codes, and the lines that they stood on.
type step struct {
	codes []string
	lines int64
}

// errGone says that the promotion was removed while its file was being taken over.
var errGone = errors.New("the promotion is gone")

// take puts the codes of a step into the table and moves the import and both counters on: all of it or nothing.
func (s step) take(ctx context.Context, tx db.Tx, i Import, now time.Time) error {
	rows, arg, err := tx.TextRows(s.codes)
	if err != nil {
		return err
	}
	// WHERE TRUE: without it SQLite takes ON for the condition of a join.
	added, err := tx.Exec(ctx, "INSERT INTO promo_codes (promotion_id, code) SELECT CAST(? AS BIGINT), value FROM "+rows+" WHERE TRUE ON CONFLICT DO NOTHING", i.Promotion, arg)
	if err != nil {
		return err
	}
	firstCode, lastCode := s.codes[0], s.codes[len(s.codes)-1]
	found, err := tx.Exec(ctx, `UPDATE promotions SET codes_total = codes_total + ?, next_code = CASE WHEN next_code > ? THEN ? ELSE next_code END WHERE id = ?`,
		added, firstCode, firstCode, i.Promotion)
	if err != nil {
		return err
	}
	if found == 0 {
		return errGone
	}
	_, err = tx.Exec(ctx, "UPDATE promo_imports SET imported = imported + ?, duplicates = duplicates + ?, position = ?, updated_at = ? WHERE id = ?",
		added, s.lines-added, lastCode, now, i.ID)
	return err
}

// stale are imports that nobody has moved on for long.
func stale(ctx context.Context, q db.Querier, before time.Time) ([]Import, error) {
	return db.All[Import](ctx, q, importQuery+" WHERE status IN ('queued', 'running') AND updated_at < ? ORDER BY id", before)
}
