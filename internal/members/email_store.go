package members

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

func setEmail(ctx context.Context, tx db.Tx, member int64, email string) error {
	_, err := tx.Exec(ctx, "UPDATE members SET email = ?, email_confirmed_at = NULL WHERE id = ?", email, member)
	return err
}

func confirmEmail(ctx context.Context, tx db.Tx, c confirmation, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE members SET email_confirmed_at = ? WHERE id = ? AND email = ?", now, c.Member, c.Email); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE email_confirmations SET token_hash = ? WHERE member_id = ?", hashOf(newToken()), c.Member) // the link works once
	return err
}

// confirmation is a link in a letter.
type confirmation struct {
	Member    int64     `db:"member_id"`
	UUID      string    `db:"uuid"`
	Email     string    `db:"email"`
	CreatedAt time.Time `db:"created_at"`
}

// confirmationByToken finds a link for the address that the account still has.
func confirmationByToken(ctx context.Context, q db.Querier, token string) (confirmation, error) {
	return db.Get[confirmation](ctx, q, `SELECT c.member_id, m.uuid, c.email, c.created_at FROM email_confirmations c
		JOIN members m ON m.id = c.member_id AND m.email = c.email WHERE c.token_hash = ?`, hashOf(token))
}

// lettersToday returns how many confirmation letters the member has got on this day.
func lettersToday(ctx context.Context, q db.Querier, member, day int64) (int, error) {
	n, err := db.Get[int](ctx, q, "SELECT sent FROM email_confirmations WHERE member_id = ? AND day = ?", member, day)
	if fault.Is(err, fault.KindNotFound) {
		return 0, nil
	}
	return n, err
}

type newConfirmation struct {
	member int64
	email  string
	hash   []byte
	sent   int
	at     time.Time
}

func replaceConfirmation(ctx context.Context, tx db.Tx, n newConfirmation) error {
	_, err := tx.Exec(ctx, `INSERT INTO email_confirmations (member_id, email, token_hash, sent, day, created_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (member_id) DO UPDATE SET email = EXCLUDED.email, token_hash = EXCLUDED.token_hash, sent = EXCLUDED.sent, day = EXCLUDED.day, created_at = EXCLUDED.created_at`,
		n.member, n.email, n.hash, n.sent, dayOf(n.at), n.at)
	return err
}

// setConfirmationToken makes the link of the letter that is about to be sent; false if the address has changed since.
func setConfirmationToken(ctx context.Context, tx db.Tx, member int64, email, token string) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE email_confirmations SET token_hash = ? WHERE member_id = ? AND email = ?", hashOf(token), member, email)
	return n == 1, err
}
