package auth

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"studbonus/internal/platform/db"
)

func factorOf(ctx context.Context, q db.Querier, operator int64) (factorRow, error) {
	f, err := db.One[factorRow](ctx, q, "SELECT secret, pending, last_step, enabled_at FROM second_factors WHERE operator_id = ?", operator)
	if errors.Is(err, sql.ErrNoRows) {
		return factorRow{}, nil
	}
	return f, err
}

// setPending stores a secret whose first code has not been entered yet; the present one stays valid.
func setPending(ctx context.Context, tx db.Tx, operator int64, sealed []byte) error {
	_, err := tx.Exec(ctx, `INSERT INTO second_factors (operator_id, pending) VALUES (?, ?)
		ON CONFLICT (operator_id) DO UPDATE SET pending = EXCLUDED.pending`, operator, sealed)
	return err
}

// enableFactor makes the pending secret the valid one, unless it was replaced meanwhile.
func enableFactor(ctx context.Context, tx db.Tx, operator int64, f factorRow) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE second_factors SET secret = pending, pending = NULL, last_step = ?, enabled_at = ? WHERE operator_id = ? AND pending = ?",
		f.LastStep, f.EnabledAt, operator, f.Pending)
	return n > 0, err
}

// useStep consumes a code: exactly one of several parallel callers succeeds.
func useStep(ctx context.Context, tx db.Tx, operator, step int64) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE second_factors SET last_step = ? WHERE operator_id = ? AND secret IS NOT NULL AND last_step < ?", step, operator, step)
	return n > 0, err
}

// deleteFactor removes the factor and its recovery codes; was is false if it was never switched on.
func deleteFactor(ctx context.Context, tx db.Tx, operator int64) (was bool, err error) {
	if _, err := tx.Exec(ctx, "DELETE FROM recovery_codes WHERE operator_id = ?", operator); err != nil {
		return false, err
	}
	was, err = db.One[bool](ctx, tx, "DELETE FROM second_factors WHERE operator_id = ? RETURNING secret IS NOT NULL", operator)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return was, err
}

func replaceCodes(ctx context.Context, tx db.Tx, operator int64, hashes [][]byte) error {
	if _, err := tx.Exec(ctx, "DELETE FROM recovery_codes WHERE operator_id = ?", operator); err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err := tx.Exec(ctx, "INSERT INTO recovery_codes (operator_id, hash) VALUES (?, ?)", operator, hash); err != nil {
			return err
		}
	}
	return nil
}

// useRecoveryCode consumes a recovery code: exactly one of several parallel callers succeeds.
func useRecoveryCode(ctx context.Context, tx db.Tx, operator int64, hash []byte, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE recovery_codes SET used_at = ? WHERE operator_id = ? AND hash = ? AND used_at IS NULL", now, operator, hash)
	return n > 0, err
}

func codesLeft(ctx context.Context, q db.Querier, operator int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM recovery_codes WHERE operator_id = ? AND used_at IS NULL", operator)
}

func insertTicket(ctx context.Context, tx db.Tx, operator int64, hash []byte, expires time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO sign_in_tickets (hash, operator_id, expires_at) VALUES (?, ?, ?)", hash, operator, expires)
	return err
}

// tryTicket counts a try of a ticket and returns its operator. Parallel tries cannot pass the limit together.
func tryTicket(ctx context.Context, tx db.Tx, hash []byte, now time.Time) (int64, error) {
	return db.Get[int64](ctx, tx, "UPDATE sign_in_tickets SET tries = tries + 1 WHERE hash = ? AND expires_at > ? AND tries < ? RETURNING operator_id", hash, now, ticketTries)
}

// takeTicket consumes a ticket.
func takeTicket(ctx context.Context, tx db.Tx, hash []byte) error {
	_, err := db.Get[int64](ctx, tx, "DELETE FROM sign_in_tickets WHERE hash = ? RETURNING operator_id", hash)
	return err
}

// dropTickets ends sign-ins that wait for a code.
func dropTickets(ctx context.Context, tx db.Tx, operator int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM sign_in_tickets WHERE operator_id = ?", operator)
	return err
}

func policy(ctx context.Context, q db.Querier) (Policy, error) {
	return db.One[Policy](ctx, q, "SELECT required_of, since FROM factor_policy")
}

func setPolicy(ctx context.Context, tx db.Tx, p Policy) error {
	_, err := tx.Exec(ctx, "UPDATE factor_policy SET required_of = ?, since = ?", p.RequiredOf, p.Since)
	return err
}
