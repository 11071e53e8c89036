package auth

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// principalRow is what every request needs to know about its caller, in one query.
type principalRow struct {
	Operator   int64       `db:"id"`
	UUID       string      `db:"uuid"`
	Login      string      `db:"login"`
	Name       string      `db:"name"`
	Surname    string      `db:"surname"`
	Role       access.Role `db:"role"`
	IsChairman bool        `db:"is_chairman"`
	IsAdmin    bool        `db:"is_admin"`
	University int64       `db:"university_id"`
	Created    time.Time   `db:"created_at"`
	LastSeen   time.Time   `db:"last_seen_at"`
	Confirmed  time.Time   `db:"confirmed_at"`
	Region     int64       `db:"region_id"` // of the university
	HasFactor  bool        `db:"has_factor"`
	Policy
}

func livePrincipal(ctx context.Context, q db.Querier, session string) (principalRow, error) {
	return db.ByKey[principalRow](ctx, q, `SELECT o.id, o.uuid, o.login, o.name, o.surname, o.role, o.is_chairman, o.is_admin, o.university_id,
			s.created_at, s.last_seen_at, coalesce(s.confirmed_at, s.created_at) AS confirmed_at,
			EXISTS (SELECT 1 FROM second_factors f WHERE f.operator_id = o.id AND f.secret IS NOT NULL) AS has_factor, p.required_of, p.since, c.region_id
		FROM sessions s
		JOIN operators o ON o.id = s.operator_id
		JOIN universities u ON u.id = o.university_id
		JOIN cities c ON c.id = u.city_id
		CROSS JOIN factor_policy p
		WHERE s.id = ? AND s.revoked_at IS NULL AND o.blocked_at IS NULL`, session)
}

type session struct {
	ID       string     `db:"id"`
	Operator int64      `db:"operator_id"`
	Created  time.Time  `db:"created_at"`
	LastSeen time.Time  `db:"last_seen_at"`
	Revoked  *time.Time `db:"revoked_at"`
	Refresh  []byte     `db:"refresh_hash"`
	Previous []byte     `db:"previous_hash"` // of the previous token
	Rotated  *time.Time `db:"rotated_at"`
	Device   string     `db:"device"`
	Address  string     `db:"address"`
}

func insertSession(ctx context.Context, tx db.Tx, s session) error {
	_, err := tx.Exec(ctx, "INSERT INTO sessions (id, operator_id, created_at, last_seen_at, refresh_hash, device, address, confirmed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.Operator, s.Created, s.LastSeen, s.Refresh, s.Device, s.Address, s.Created)
	return err
}

func sessionByID(ctx context.Context, q db.Querier, id string) (session, error) {
	return db.ByKey[session](ctx, q, "SELECT id, operator_id, created_at, last_seen_at, revoked_at, refresh_hash, previous_hash, rotated_at FROM sessions WHERE id = ?", id)
}

// rotation is a refresh token and its successor.
type rotation struct{ presented, next refreshToken }

// rotateSession replaces the current token by its successor, unless the session has ended or was rotated meanwhile: exactly one
// of several parallel callers succeeds.
func rotateSession(ctx context.Context, tx db.Tx, r rotation, now time.Time, limits Settings) (operator int64, done bool, err error) {
	operator, err = db.One[int64](ctx, tx, `UPDATE sessions SET previous_hash = refresh_hash, refresh_hash = ?, rotated_at = ?, last_seen_at = ?
		WHERE id = ? AND refresh_hash = ? AND revoked_at IS NULL AND last_seen_at >= ? AND created_at >= ? RETURNING operator_id`,
		r.next.hash(), now, now, r.presented.session, r.presented.hash(), now.Add(-limits.IdleLimit), now.Add(-limits.SessionLimit))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return operator, err == nil, err
}

// revokeSession ends a session; ended is true for exactly one of several parallel callers.
func revokeSession(ctx context.Context, tx db.Tx, id string, now time.Time) (ended bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", now, id)
	return n > 0, err
}

// revokeSessions ends all sessions of an operator except one ("" ends all).
func revokeSessions(ctx context.Context, tx db.Tx, operator int64, except string, now time.Time) error {
	if except == "" {
		_, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE operator_id = ? AND revoked_at IS NULL", now, operator)
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE operator_id = ? AND revoked_at IS NULL AND id <> ?", now, operator, except)
	return err
}

// revokeEverything ends all sessions, and deletes the sign-ins under way and the reset links.
func revokeEverything(ctx context.Context, tx db.Tx, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL", now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM sign_in_tickets"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM password_resets")
	return err
}

// revokeSessionOf ends a session of an operator; one of somebody else does not exist.
func revokeSessionOf(ctx context.Context, tx db.Tx, operator int64, id string, now time.Time) error {
	_, err := db.Get[int64](ctx, tx, "UPDATE sessions SET revoked_at = ? WHERE id = ? AND operator_id = ? AND revoked_at IS NULL RETURNING operator_id", now, id, operator)
	return err
}

func liveSessions(ctx context.Context, q db.Querier, operator int64, seenAfter, createdAfter time.Time) ([]LiveSession, error) {
	return db.All[LiveSession](ctx, q, `SELECT id, device, address, created_at, last_seen_at FROM sessions
		WHERE operator_id = ? AND revoked_at IS NULL AND last_seen_at >= ? AND created_at >= ? ORDER BY last_seen_at DESC, id`, operator, seenAfter, createdAfter)
}

// confirmSession notes that the operator has proved the identity.
func confirmSession(ctx context.Context, tx db.Tx, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE sessions SET confirmed_at = ? WHERE id = ? AND revoked_at IS NULL", now, id)
	return err
}

// isKnownPlace reports whether the operator has signed in with this device and from this network before.
func isKnownPlace(ctx context.Context, q db.Querier, operator int64, device, network string) (bool, error) {
	return db.Exists(ctx, q, `SELECT 1 FROM operator_devices d JOIN known_addresses k ON k.operator_id = d.operator_id
		WHERE d.operator_id = ? AND d.device = ? AND k.address = ?`, operator, device, network)
}

func rememberDevice(ctx context.Context, tx db.Tx, operator int64, device string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO operator_devices (operator_id, device, seen_at) VALUES (?, ?, ?)
		ON CONFLICT (operator_id, device) DO UPDATE SET seen_at = EXCLUDED.seen_at`, operator, device, now)
	return err
}

// unauditedSessions lists sessions that were opened without one.
func unauditedSessions(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'сеанс без записи о входе в журнале действий: ' || s.id FROM sessions s JOIN operators o ON o.id = s.operator_id
		WHERE NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.kind = 'operator' AND l.object = CAST(o.uuid AS TEXT) AND l.action = 'auth.signIn' AND l.at = s.created_at)`)
}
