package promotions

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
)

const importQuery = `SELECT id, promotion_id, operator_id, file, file_name, status, total, imported, duplicates, invalid, bad_lines, position, error, created_at, updated_at
	FROM promo_imports`

func importByID(ctx context.Context, q db.Querier, id int64) (Import, error) {
	return db.Get[Import](ctx, q, importQuery+" WHERE id = ?", id)
}

// first maps sql.ErrNoRows to false.
func first(i Import, err error) (Import, bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return Import{}, false, nil
	}
	return i, err == nil, err
}

// currentImport returns the running import, else the next in the queue, else the last.
func currentImport(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+` WHERE promotion_id = ?
		ORDER BY CASE status WHEN 'running' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END, CASE WHEN status = 'queued' THEN id ELSE -id END LIMIT 1`, promotion))
}

// lastFile returns the import of the last uploaded file.
func lastFile(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+" WHERE promotion_id = ? AND file <> '' ORDER BY id DESC LIMIT 1", promotion))
}

// nextImport returns the first import that has not ended.
func nextImport(ctx context.Context, q db.Querier, promotion int64) (Import, bool, error) {
	return first(db.One[Import](ctx, q, importQuery+" WHERE promotion_id = ? AND status IN ('queued', 'running') ORDER BY id LIMIT 1", promotion))
}

func insertImport(ctx context.Context, tx db.Tx, i Import) (int64, error) {
	return db.One[int64](ctx, tx, "INSERT INTO promo_imports (promotion_id, operator_id, file, file_name, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
		i.Promotion, i.Operator, i.File, i.FileName, string(i.Status), i.CreatedAt, i.CreatedAt)
}

// beginImport stores the report on the file. It is idempotent: a later attempt writes the same.
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

// endImport reports false for an import that has already ended.
func endImport(ctx context.Context, tx db.Tx, i Import, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE promo_imports SET status = ?, error = ?, updated_at = ? WHERE id = ? AND status IN ('queued', 'running')", string(i.Status), i.Error, now, i.ID)
	return n == 1, err
}

// step is a section of a sorted file: distinct codes and the number of their lines.
type step struct {
	codes []string
	lines int64
}

// errGone means that the promotion was deleted during the import.
var errGone = errors.New("the promotion is gone")

// take inserts the codes of a step and updates the position and the counters in the same transaction.
func (s step) take(ctx context.Context, tx db.Tx, i Import, now time.Time) error {
	rows, arg, err := tx.TextRows(s.codes)
	if err != nil {
		return err
	}
	// Without WHERE TRUE, SQLite parses ON as a join condition.
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

// lostImports returns the imports whose turn it is but whose job is gone. Those without a file never have a job.
func lostImports(ctx context.Context, q db.Querier) ([]Import, error) {
	return db.All[Import](ctx, q, importQuery+` WHERE status IN ('queued', 'running') AND file <> ''
		AND NOT EXISTS (SELECT 1 FROM promo_imports e WHERE e.promotion_id = promo_imports.promotion_id AND e.id < promo_imports.id AND e.status IN ('queued', 'running'))
		AND NOT EXISTS (SELECT 1 FROM river_job j WHERE j.kind = ? AND CAST(j.args ->> 'import' AS TEXT) = CAST(promo_imports.id AS TEXT) AND `+jobs.Alive+") ORDER BY id",
		importKind, jobs.LostBefore())
}
