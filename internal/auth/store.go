package auth

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

const operatorColumns = `id, uuid, login, password_hash, role, is_chairman, is_admin, university_id, surname, name, patronymic, phone, job, blocked_at, created_at, signed_in_at, opens_attention, slash_key, page_keys,
	(SELECT c.region_id FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.id = operators.university_id) AS region_id,
	EXISTS (SELECT 1 FROM faculties f WHERE f.university_id = operators.university_id) AS has_structure,
	EXISTS (SELECT 1 FROM second_factors f WHERE f.operator_id = operators.id AND f.secret IS NOT NULL) AS has_factor,
	(SELECT required_of FROM factor_policy) AS required_of, (SELECT since FROM factor_policy) AS since`

func operatorByLogin(ctx context.Context, q db.Querier, login string) (Operator, error) {
	return db.Get[Operator](ctx, q, "SELECT "+operatorColumns+" FROM operators WHERE login = ?", login)
}

func operatorByID(ctx context.Context, q db.Querier, id int64) (Operator, error) {
	return db.Get[Operator](ctx, q, "SELECT "+operatorColumns+" FROM operators WHERE id = ?", id)
}

// lockOperator makes sign-ins of an account wait until the transaction ends.
func lockOperator(ctx context.Context, tx db.Tx, operator int64) error {
	_, err := db.One[int64](ctx, tx, "SELECT id FROM operators WHERE id = ?"+tx.ForUpdate(), operator)
	return err
}

// dropResets deletes the reset links of an operator: a new password or a newer link invalidates them (rules 5.12).
func dropResets(ctx context.Context, tx db.Tx, operator int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM password_resets WHERE operator_id = ?", operator)
	return err
}

// replaceReset makes this the only valid reset link of an operator.
func replaceReset(ctx context.Context, tx db.Tx, operator int64, hash []byte, expires time.Time) error {
	if err := dropResets(ctx, tx, operator); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO password_resets (hash, operator_id, expires_at) VALUES (?, ?, ?)", hash, operator, expires)
	return err
}

// takeReset consumes a valid reset link and returns its operator.
func takeReset(ctx context.Context, tx db.Tx, hash []byte, now time.Time) (int64, error) {
	return db.Get[int64](ctx, tx, "DELETE FROM password_resets WHERE hash = ? AND expires_at > ? RETURNING operator_id", hash, now)
}

// loginOfReset returns the login of a valid reset link.
func loginOfReset(ctx context.Context, q db.Querier, hash []byte, now time.Time) (string, error) {
	return db.Get[string](ctx, q, "SELECT o.login FROM password_resets r JOIN operators o ON o.id = r.operator_id WHERE r.hash = ? AND r.expires_at > ?", hash, now)
}
