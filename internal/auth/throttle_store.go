package auth

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const tooManyAttempts = "Слишком много попыток. Попробуйте позже."

// Limits of rules 5.8 and 5.9.
const (
	signInWindow      = 15 * time.Minute
	failuresHere      = 10  // per login and network
	failuresByNetwork = 30  // per network, any login
	failuresByLogin   = 100 // per login, any network
	knownNetworkFor   = 30 * 24 * time.Hour
	resetWindow       = time.Hour
	resetsByLogin     = 3
	resetsByNetwork   = 10
	attemptSignIn     = "signIn"
	attemptReset      = "reset"
	attemptCode       = "code" // of the second factor: the limits of a sign-in
	keepAttemptsFor   = 24 * time.Hour
)

type attempt struct {
	kind, login, network string // network: see access.Request
	isHome               bool   // from a network where this login has signed in recently
	at                   time.Time
}

type limit struct {
	window time.Duration
	most   int
	where  string // which attempts count
	of     func(attempt) []any
}

func sameLogin(a attempt) []any        { return []any{a.login} }
func sameNetwork(a attempt) []any      { return []any{a.network} }
func sameLoginNetwork(a attempt) []any { return []any{a.login, a.network} }

// claim counts an attempt before it is made, so that parallel attempts cannot pass a limit together.
func (a attempt) claim(ctx context.Context, tx db.Tx, limits []limit) (int64, error) {
	if err := a.lock(ctx, tx); err != nil {
		return 0, err
	}
	for _, l := range limits {
		args := append([]any{a.kind, a.at.Add(-l.window)}, l.of(a)...)
		n, err := db.One[int](ctx, tx, "SELECT count(*) FROM attempts WHERE kind = ? AND at > ? AND "+l.where, args...)
		if err != nil {
			return 0, err
		}
		if n >= l.most {
			return 0, fault.TooMany(tooManyAttempts, l.window/3)
		}
	}
	return db.One[int64](ctx, tx, "INSERT INTO attempts (kind, login, address, is_home, at) VALUES (?, ?, ?, ?, ?) RETURNING id",
		a.kind, a.login, a.network, a.isHome, a.at)
}

// lock serialises attempts of one login or network. The login is always locked before the network, to avoid deadlocks.
func (a attempt) lock(ctx context.Context, tx db.Tx) error {
	if err := tx.Lock(ctx, "login "+a.login); err != nil {
		return err
	}
	return tx.Lock(ctx, "address "+a.network)
}

var resetLimits = []limit{
	{resetWindow, resetsByLogin, "login = ?", sameLogin},
	{resetWindow, resetsByNetwork, "address = ?", sameNetwork},
}

// signInLimits returns the limits of a sign-in. The limit per login ignores networks from which the login signed in recently, so
// that a stranger cannot lock the owner out.
func (a attempt) signInLimits() []limit {
	limits := []limit{
		{signInWindow, failuresHere, "login = ? AND address = ?", sameLoginNetwork},
		{signInWindow, failuresByNetwork, "address = ?", sameNetwork},
	}
	if !a.isHome {
		limits = append(limits, limit{signInWindow, failuresByLogin, "login = ? AND NOT is_home", sameLogin})
	}
	return limits
}

func forgetAttempt(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM attempts WHERE id = ?", id)
	return err
}

func isKnownNetwork(ctx context.Context, q db.Querier, login, network string, now time.Time) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM known_addresses k JOIN operators o ON o.id = k.operator_id WHERE o.login = ? AND k.address = ? AND k.seen_at > ?",
		login, network, now.Add(-knownNetworkFor))
}

func rememberNetwork(ctx context.Context, tx db.Tx, operator int64, network string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO known_addresses (operator_id, address, seen_at) VALUES (?, ?, ?)
		ON CONFLICT (operator_id, address) DO UPDATE SET seen_at = EXCLUDED.seen_at`, operator, network, now)
	return err
}

// cleanUp deletes rows that no limit uses any more.
func cleanUp(ctx context.Context, tx db.Tx, now time.Time, s Settings) error {
	for _, sweep := range []struct {
		text string
		than time.Time
	}{
		{"DELETE FROM attempts WHERE at < ?", now.Add(-keepAttemptsFor)},
		{"DELETE FROM known_addresses WHERE seen_at < ?", now.Add(-knownNetworkFor)},
		{"DELETE FROM operator_devices WHERE seen_at < ?", now.Add(-knownNetworkFor)},
		{"DELETE FROM password_resets WHERE expires_at < ?", now},
		{"DELETE FROM sign_in_tickets WHERE expires_at < ?", now},
		{"DELETE FROM sessions WHERE last_seen_at < ?", now.Add(-s.IdleLimit - time.Hour)},
	} {
		if _, err := tx.Exec(ctx, sweep.text, sweep.than); err != nil {
			return err
		}
	}
	return nil
}
