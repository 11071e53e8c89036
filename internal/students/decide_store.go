package students

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// lockAll locks the students in the scope with these ids until the transaction ends. The order is fixed, so that two
// decisions do not deadlock.
func lockAll(ctx context.Context, tx db.Tx, scope access.Scope, ids []int64) ([]Student, error) {
	return lockWhere(ctx, tx, scope, "id IN (?)", ids)
}

func lockWhere(ctx context.Context, tx db.Tx, scope access.Scope, which string, these any) ([]Student, error) {
	where, args := scope.Where("university_id")
	ids, err := db.All[int64](ctx, tx, "SELECT id FROM students WHERE "+which+" AND "+where+" ORDER BY id"+tx.ForUpdate(), append([]any{these}, args...)...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return db.All[Student](ctx, tx, cardsByID, ids)
}

type statusChange struct {
	to     Status
	reason string
	fields string // to correct
	at     time.Time
}

// setStatus also notes when an application was decided.
func setStatus(ctx context.Context, tx db.Tx, ids []int64, c statusChange) error {
	_, err := tx.Exec(ctx, `UPDATE students SET status = ?, status_reason = ?, wrong_fields = ?, status_at = ?,
		decided_at = CASE WHEN status IN ('moderation', 'rejected') THEN ? ELSE decided_at END, version = version + 1 WHERE id IN (?)`, c.to, c.reason, c.fields, c.at, c.at, ids)
	return err
}

// restore writes what a decision had changed.
func restore(ctx context.Context, tx db.Tx, id int64, f former) error {
	_, err := tx.Exec(ctx, "UPDATE students SET status = ?, status_reason = ?, wrong_fields = ?, status_at = ?, decided_at = ?, version = version + 1 WHERE id = ?",
		f.Status, f.Reason, f.WrongFields, f.StatusAt, f.DecidedAt, id)
	return err
}

const existingIDs = "SELECT id FROM students WHERE id IN (?)"
