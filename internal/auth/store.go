package auth

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
)

const operatorColumns = `id, uuid, login, password_hash, role, is_chairman, university_id, surname, name, patronymic, phone, job, blocked_at, created_at,
	(SELECT c.region_id FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.id = operators.university_id) AS region_id,
	EXISTS (SELECT 1 FROM faculties f WHERE f.university_id = operators.university_id) AS has_structure`

func operatorByLogin(ctx context.Context, q db.Querier, login string) (Operator, error) {
	return db.Get[Operator](ctx, q, "SELECT "+operatorColumns+" FROM operators WHERE login = ?", login)
}

func operatorByID(ctx context.Context, q db.Querier, id int64) (Operator, error) {
	return db.Get[Operator](ctx, q, "SELECT "+operatorColumns+" FROM operators WHERE id = ?", id)
}

func insertOperator(ctx context.Context, tx db.Tx, o Operator) error {
	_, err := tx.Exec(ctx, `INSERT INTO operators (uuid, login, password_hash, role, is_chairman, university_id, surname, name, patronymic, phone, job, created_at, password_set_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.UUID, o.Login, o.Hash, o.Role, o.IsChairman, o.University, o.Surname, o.Name, o.Patronymic, o.Phone, o.Job, o.CreatedAt, o.CreatedAt)
	return err
}

// principalRow is everything that a request needs to know of its caller, in one query.
type principalRow struct {
	Operator   int64       `db:"id"`
	UUID       string      `db:"uuid"`
	Login      string      `db:"login"`
	Name       string      `db:"name"`
	Surname    string      `db:"surname"`
	Role       access.Role `db:"role"`
	IsChairman bool        `db:"is_chairman"`
	University int64       `db:"university_id"`
	Created    time.Time   `db:"created_at"`
	LastSeen   time.Time   `db:"last_seen_at"`
}

func livePrincipal(ctx context.Context, q db.Querier, session string) (principalRow, error) {
	return db.ByKey[principalRow](ctx, q, `SELECT o.id, o.uuid, o.login, o.name, o.surname, o.role, o.is_chairman, o.university_id,
			s.created_at, s.last_seen_at
		FROM sessions s
		JOIN operators o ON o.id = s.operator_id
		WHERE s.id = ? AND s.revoked_at IS NULL AND o.blocked_at IS NULL`, session)
}

func regionOf(ctx context.Context, q db.Querier, university int64) (int64, error) {
	return db.One[int64](ctx, q, "SELECT c.region_id FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.id = ?", university)
}

type session struct {
	ID       string     `db:"id"`
	Operator int64      `db:"operator_id"`
	Created  time.Time  `db:"created_at"`
	LastSeen time.Time  `db:"last_seen_at"`
	Revoked  *time.Time `db:"revoked_at"`
	Refresh  []byte     `db:"refresh_hash"`
	Previous []byte     `db:"previous_hash"` // of the token before
	Rotated  *time.Time `db:"rotated_at"`
}

func insertSession(ctx context.Context, tx db.Tx, s session) error {
	return tx.Then(ctx, "INSERT INTO sessions (id, operator_id, created_at, last_seen_at, refresh_hash) VALUES (?, ?, ?, ?, ?)", s.ID, s.Operator, s.Created, s.LastSeen, s.Refresh)
}

func sessionByID(ctx context.Context, q db.Querier, id string) (session, error) {
	return db.ByKey[session](ctx, q, "SELECT id, operator_id, created_at, last_seen_at, revoked_at, refresh_hash, previous_hash, rotated_at FROM sessions WHERE id = ?", id)
}

// rotation is a token with the one that follows it.
type rotation struct{ presented, next refreshToken }

// rotateSession puts the next token in the place of the present one, unless the session has ended or has another by now:
// exactly one of many parallel callers succeeds.
func rotateSession(ctx context.Context, tx db.Tx, r rotation, now time.Time, limits Settings) (operator int64, done bool, err error) {
	operator, err = db.One[int64](ctx, tx, `UPDATE sessions SET previous_hash = refresh_hash, refresh_hash = ?, rotated_at = ?, last_seen_at = ?
		WHERE id = ? AND refresh_hash = ? AND revoked_at IS NULL AND last_seen_at >= ? AND created_at >= ? RETURNING operator_id`,
		r.next.hash(), now, now, r.presented.session, r.presented.hash(), now.Add(-limits.IdleLimit), now.Add(-limits.SessionLimit))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return operator, err == nil, err
}

// revokeSession ends a session; of many parallel callers one is told that he did.
func revokeSession(ctx context.Context, tx db.Tx, id string, now time.Time) (ended bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", now, id)
	return n > 0, err
}

// revokeSessions ends every session of an operator but one ("" ends all).
func revokeSessions(ctx context.Context, tx db.Tx, operator int64, except string, now time.Time) error {
	if except == "" {
		_, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE operator_id = ? AND revoked_at IS NULL", now, operator)
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE operator_id = ? AND revoked_at IS NULL AND id <> ?", now, operator, except)
	return err
}

// swapHash replaces the hash that the operator's password was checked against, possibly by itself. The row stays locked
// until the transaction ends. It fails with errChanged if the password has changed since or the operator is blocked.
func swapHash(ctx context.Context, tx db.Tx, o Operator, hash string) error {
	n, err := tx.Exec(ctx, "UPDATE operators SET password_hash = ? WHERE id = ? AND password_hash = ? AND blocked_at IS NULL", hash, o.ID, o.Hash)
	if err == nil && n == 0 {
		err = errChanged
	}
	return err
}

func setHash(ctx context.Context, tx db.Tx, operator int64, hash string) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET password_hash = ? WHERE id = ?", hash, operator)
	return err
}

// stampPassword says when the password was set; verify compares it with the audit log.
func stampPassword(ctx context.Context, tx db.Tx, operator int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET password_set_at = ? WHERE id = ?", now, operator)
	return err
}

// unauditedPasswords are those that were set without a row in the audit log.
func unauditedPasswords(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'password set without a row in the audit log: ' || o.login FROM operators o
		WHERE o.password_set_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.kind = 'operator' AND l.object = CAST(o.uuid AS TEXT)
			AND l.action IN ('auth.password', 'operators.add') AND l.at = o.password_set_at)`)
}

// unauditedSessions are those that were opened without one.
func unauditedSessions(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'session without a sign-in in the audit log: ' || s.id FROM sessions s JOIN operators o ON o.id = s.operator_id
		WHERE NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.kind = 'operator' AND l.object = CAST(o.uuid AS TEXT) AND l.action = 'auth.signIn' AND l.at = s.created_at)`)
}

// dropResets ends the reset links of an operator (contract §3: a link dies when the password changes or a newer one is sent).
func dropResets(ctx context.Context, tx db.Tx, operator int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM password_resets WHERE operator_id = ?", operator)
	return err
}

// replaceReset makes the only living reset link of an operator.
func replaceReset(ctx context.Context, tx db.Tx, operator int64, hash []byte, expires time.Time) error {
	if err := dropResets(ctx, tx, operator); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO password_resets (hash, operator_id, expires_at) VALUES (?, ?, ?)", hash, operator, expires)
	return err
}

// takeReset uses up a living reset link and tells whose it was.
func takeReset(ctx context.Context, tx db.Tx, hash []byte, now time.Time) (int64, error) {
	return db.Get[int64](ctx, tx, "DELETE FROM password_resets WHERE hash = ? AND expires_at > ? RETURNING operator_id", hash, now)
}

// loginOfReset is whose living link this is.
func loginOfReset(ctx context.Context, q db.Querier, hash []byte, now time.Time) (string, error) {
	return db.Get[string](ctx, q, "SELECT o.login FROM password_resets r JOIN operators o ON o.id = r.operator_id WHERE r.hash = ? AND r.expires_at > ?", hash, now)
}

func operators(ctx context.Context, q db.Querier) ([]Operator, error) {
	return db.All[Operator](ctx, q, "SELECT "+operatorColumns+" FROM operators ORDER BY id")
}

func setBlocked(ctx context.Context, tx db.Tx, operator int64, at *time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET blocked_at = ? WHERE id = ?", at, operator)
	return err
}
