package exports

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/listquery"
)

func insert(ctx context.Context, tx db.Tx, e Export) (id int64, err error) {
	return db.One[int64](ctx, tx, `INSERT INTO list_exports (uuid, operator_id, role, university_id, kind, question, filter, purpose, status, created_at, keep_until)
		SELECT ?, id, role, university_id, ?, ?, ?, ?, ?, ?, ? FROM operators WHERE id = ? RETURNING id`,
		e.UUID, e.Kind, e.Question, e.Filter, e.Purpose, Waiting, e.CreatedAt, e.CreatedAt.AddDate(keptYears, 0, 0), e.Operator)
}

// countOpen counts an operator's exports in progress. It locks the operator's row, so that parallel requests count each other.
func countOpen(ctx context.Context, tx db.Tx, operator int64) (int, error) {
	if _, err := db.One[int64](ctx, tx, "SELECT id FROM operators WHERE id = ?"+tx.ForUpdate(), operator); err != nil {
		return 0, err
	}
	return db.One[int](ctx, tx, "SELECT count(*) FROM list_exports WHERE operator_id = ? AND "+isOpen, operator)
}

const isOpen = "status IN ('waiting', 'running')"

const columns = `x.id, x.uuid, x.operator_id, x.kind, CAST(x.question AS TEXT) AS question, x.filter, x.purpose, x.status, x.progress, x.row_count,
	x.file, x.created_at, x.ended_at`

const selected = "SELECT " + columns + " FROM list_exports x"

func own(ctx context.Context, q db.Querier, operator int64, uuid string) (Export, error) {
	return db.Get[Export](ctx, q, selected+" WHERE x.uuid = ? AND x.operator_id = ?", uuid, operator)
}

func byUUID(ctx context.Context, q db.Querier, uuid string) (Export, error) {
	return db.Get[Export](ctx, q, selected+" WHERE x.uuid = ?", uuid)
}

func page(ctx context.Context, q db.Querier, operator int64, ask listquery.Query[struct{}]) (p listquery.Page[Export], err error) {
	if p.Total, err = db.One[int](ctx, q, "SELECT count(*) FROM list_exports WHERE operator_id = ?", operator); err != nil {
		return p, err
	}
	order := " ORDER BY x.id DESC"
	if ask.Direction == listquery.Ascending {
		order = " ORDER BY x.id"
	}
	p.Rows, err = db.All[Export](ctx, q, selected+" WHERE x.operator_id = ?"+order+" LIMIT ? OFFSET ?", operator, ask.Limit, ask.Offset)
	return p, err
}

// isEnded reports whether somebody has ended an export.
func isEnded(ctx context.Context, q db.Querier, id int64) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM list_exports WHERE id = ? AND NOT "+isOpen, id)
}

func setProgress(ctx context.Context, tx db.Tx, id int64, percent int) error {
	_, err := tx.Exec(ctx, "UPDATE list_exports SET status = 'running', progress = ? WHERE id = ? AND "+isOpen, percent, id)
	return err
}

// end closes an export without a file; false if it was closed before.
func end(ctx context.Context, tx db.Tx, e Export, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE list_exports SET status = ?, ended_at = ? WHERE id = ? AND "+isOpen, e.Status, now, e.ID)
	return n > 0, err
}

// finish closes an export whose file is complete; false if it was closed before.
func finish(ctx context.Context, tx db.Tx, e Export, c contents) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE list_exports SET status = 'done', progress = 100, file = ?, row_count = ?, first_row = ?, last_row = ?, ids = ?, ended_at = ?
		WHERE id = ? AND `+isOpen, e.File, c.rows, c.first, c.last, c.ids.Pack(), e.EndedAt, e.ID)
	return n > 0, err
}

// endLost fails exports whose job was discarded because its process was killed at every attempt.
func endLost(ctx context.Context, tx db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE list_exports SET status = 'failed', ended_at = ? WHERE "+isOpen+` AND NOT EXISTS (
		SELECT 1 FROM river_job j WHERE j.kind IN (?) AND j.args ->> 'uuid' = CAST(list_exports.uuid AS TEXT) AND `+jobs.Alive+")",
		now, []string{runKind, formerRunKind}, jobs.LostBefore())
	return err
}

func deletePast(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM list_exports WHERE keep_until < ?", before)
	return err
}

// candidate is an export that may hold a row.
type candidate struct {
	Holder `db:",inline"`
	IDs    []byte `db:"ids"`
}

// candidatesRead is how many exports one answer unpacks; each may have a bit for every student.
const candidatesRead = 200

func eachAround(ctx context.Context, q db.Querier, a Asked, use func(candidate) error) error {
	var either []string
	var args []any
	for _, kind := range slices.Sorted(maps.Keys(a.Rows)) {
		if rows := a.Rows[kind]; len(rows) > 0 {
			either = append(either, "x.kind = ? AND x.first_row <= ? AND x.last_row >= ?")
			args = append(args, kind, slices.Max(rows), slices.Min(rows))
		}
	}
	if len(either) == 0 {
		return nil
	}
	return db.Each(ctx, q, use, "SELECT "+columns+`, o.surname || ' ' || o.name AS operator_name, x.university_id, x.role, x.ids
		FROM list_exports x JOIN operators o ON o.id = x.operator_id
		WHERE x.status = 'done' AND x.ids IS NOT NULL AND (`+strings.Join(either, " OR ")+`) AND x.id < ?
		ORDER BY x.id DESC LIMIT ?`, append(args, cmp.Or(a.Before, math.MaxInt64), candidatesRead)...)
}

// addDownloads adds who opened the files, from the audit log. A file that was not kept was opened when its export ended.
func addDownloads(ctx context.Context, q db.Querier, found []Holder) error {
	at := make(map[string]*Holder, len(found))
	keys := make([]string, len(found))
	for i := range found {
		keys[i] = cmp.Or(found[i].File, found[i].UUID)
		at[keys[i]] = &found[i]
	}
	return db.Each(ctx, q, func(d Download) error {
		at[d.Key].Downloads = append(at[d.Key].Downloads, d)
		return nil
	}, "SELECT object, at, address FROM audit_log WHERE kind IN ('file', 'export') AND action IN ('files.download', 'exports.finish') AND object IN (?) ORDER BY seq", keys)
}
