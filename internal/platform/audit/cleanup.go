package audit

import (
	"context"
	"fmt"

	"studbonus/internal/platform/db"
)

// cleanRows are deleted per transaction, so that other writers on SQLite wait briefly.
const cleanRows = 2_000

// CleanUp deletes the rows whose term is over, whole seals at a time. The newest of their seals stays as the anchor of the
// chain (see verifySeals).
func (s Sealer) CleanUp(ctx context.Context) error {
	ctx = db.InBackground(ctx)
	last, err := db.One[int64](ctx, s.DB, "SELECT coalesce(max(up_to), 0) FROM audit_seals WHERE at < ?", s.Clock().Add(-keepFor))
	if err != nil || last == 0 {
		return err
	}
	for more := true; more && err == nil; {
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) (err error) {
			more, err = deleteRows(ctx, tx, last)
			return err
		})
	}
	if err == nil {
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM audit_seals WHERE up_to < ?", last)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("clean the audit log: %w", err)
	}
	return nil
}

// deleteRows deletes the oldest rows up to the given one, with what belongs to them.
func deleteRows(ctx context.Context, tx db.Tx, last int64) (more bool, err error) {
	upTo, err := db.One[int64](ctx, tx, "SELECT coalesce(max(seq), 0) FROM (SELECT seq FROM audit_log WHERE seq <= ? ORDER BY seq LIMIT ?) AS oldest", last, cleanRows)
	if err != nil || upTo == 0 {
		return false, err
	}
	for _, text := range []string{"DELETE FROM audit_pages WHERE seq <= ?", "DELETE FROM audit_personal WHERE seq <= ?", "DELETE FROM audit_log WHERE seq <= ?"} {
		if _, err := tx.Exec(ctx, text, upTo); err != nil {
			return false, err
		}
	}
	return true, nil
}
