package auth

import (
	"context"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/fault"
)

const tooManyTries = "Слишком много попыток. Попробуйте позже."

// The limits of contract §4 and security §1.6.
const (
	signInWindow      = 15 * time.Minute
	failuresHere      = 10  // of a login from one network
	failuresByNetwork = 30  // from one network, whatever the login
	failuresByLogin   = 100 // of a login from anywhere
	knownNetworkFor   = 30 * 24 * time.Hour
	resetWindow       = time.Hour
	resetsByLogin     = 3
	resetsByNetwork   = 10
	attemptSignIn     = "signIn"
	attemptReset      = "reset"
	keepAttemptsFor   = 24 * time.Hour
)

type attempt struct {
	kind, login, network string // network: see access.Request
	isHome               bool   // from a network where this login has signed in lately
	at                   time.Time
}

type limit struct {
	window time.Duration
	most   int
	where  string // which tries count
	of     func(attempt) []any
}

func sameLogin(a attempt) []any        { return []any{a.login} }
func sameNetwork(a attempt) []any      { return []any{a.network} }
func sameLoginNetwork(a attempt) []any { return []any{a.login, a.network} }

// claim counts this try before it is made, so that parallel tries cannot slip past a limit together.
func (a attempt) claim(ctx context.Context, tx db.Tx, limits []limit) (int64, error) {
	if err := a.waitTurn(ctx, tx); err != nil {
		return 0, err
	}
	for _, l := range limits {
		args := append([]any{a.kind, a.at.Add(-l.window)}, l.of(a)...)
		n, err := db.One[int](ctx, tx, "SELECT count(*) FROM attempts WHERE kind = ? AND at > ? AND "+l.where, args...)
		if err != nil {
			return 0, err
		}
		if n >= l.most {
			return 0, fault.TooMany(tooManyTries, l.window/3)
		}
	}
	return db.One[int64](ctx, tx, "INSERT INTO attempts (kind, login, address, is_home, at) VALUES (?, ?, ?, ?, ?) RETURNING id",
		a.kind, a.login, a.network, a.isHome, a.at)
}

// waitTurn lets one try of a login or network be counted at a time: on PostgreSQL parallel transactions do not
// see each other's rows. The login comes before the network everywhere, so that no two tries wait for each other.
func (a attempt) waitTurn(ctx context.Context, tx db.Tx) error {
	if !tx.Postgres() { // it has one writer
		return nil
	}
	for _, key := range []string{"login " + a.login, "address " + a.network} {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", key); err != nil {
			return err
		}
	}
	return nil
}

var resetLimits = []limit{
	{resetWindow, resetsByLogin, "login = ?", sameLogin},
	{resetWindow, resetsByNetwork, "address = ?", sameNetwork},
}

// signInLimits: a network from which the login signed in lately is neither counted nor refused by the
// limit on the login, so that a stranger elsewhere cannot lock its owner out.
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

// cleanUp removes what no rule looks at any more.
func cleanUp(ctx context.Context, tx db.Tx, now time.Time, s Settings) error {
	for _, sweep := range []struct {
		text string
		than time.Time
	}{
		{"DELETE FROM attempts WHERE at < ?", now.Add(-keepAttemptsFor)},
		{"DELETE FROM known_addresses WHERE seen_at < ?", now.Add(-knownNetworkFor)},
		{"DELETE FROM password_resets WHERE expires_at < ?", now},
		{"DELETE FROM sessions WHERE last_seen_at < ?", now.Add(-s.IdleLimit - time.Hour)},
	} {
		if _, err := tx.Exec(ctx, sweep.text, sweep.than); err != nil {
			return err
		}
	}
	return nil
}
