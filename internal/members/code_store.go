package members

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// lockPhone serialises calls for one number.
func lockPhone(ctx context.Context, tx db.Tx, phone string) error {
	return tx.Lock(ctx, "member phone "+phone)
}

// lockPrefix is taken after lockPhone, to avoid deadlocks.
func lockPrefix(ctx context.Context, tx db.Tx, prefix string) error {
	return tx.Lock(ctx, "member prefix "+prefix)
}

func sendsFrom(ctx context.Context, q db.Querier, network string, now time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM member_codes WHERE network = ? AND created_at > ?", network, now.Add(-networkFrame))
}

func sendingsTo(ctx context.Context, q db.Querier, phone string, now time.Time) ([]sending, error) {
	return db.All[sending](ctx, q, "SELECT created_at, is_known, state FROM member_codes WHERE phone = ? AND created_at > ? ORDER BY created_at, id", phone, now.Add(-day))
}

// neighboursOf counts the other numbers with the same first digits that were asked for lately.
func neighboursOf(ctx context.Context, q db.Querier, phone string, now time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT count(DISTINCT phone) FROM member_codes WHERE prefix = ? AND created_at > ? AND phone <> ?", phone[:prefixDigits], now.Add(-prefixFrame), phone)
}

// newCodeRow is a message to be sent.
type newCodeRow struct {
	uuid, phone, network string
	challenge            []byte
	isKnown              bool
	at                   time.Time
}

// insertCode returns 0 if the challenge was already used.
func insertCode(ctx context.Context, tx db.Tx, n newCodeRow) (int64, error) {
	ids, err := db.All[int64](ctx, tx, `INSERT INTO member_codes (uuid, phone, prefix, network, challenge, is_known, state, created_at)
		VALUES (?, ?, ?, ?, ?, ?, 'sending', ?) ON CONFLICT DO NOTHING RETURNING id`, n.uuid, n.phone, n.phone[:prefixDigits], n.network, n.challenge, n.isKnown, n.at)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

const selectCode = "SELECT id, uuid, phone, state, code_hash, tries, birth_tries, used_at IS NOT NULL AS is_used, created_at FROM member_codes WHERE "

func codeByUUID(ctx context.Context, q db.Querier, uuid string) (codeRow, error) {
	return db.Get[codeRow](ctx, q, selectCode+"uuid = ?", uuid)
}

func lockCode(ctx context.Context, tx db.Tx, uuid string) (codeRow, error) {
	return db.Get[codeRow](ctx, tx, selectCode+"uuid = ?"+tx.ForUpdate(), uuid)
}

func codeByID(ctx context.Context, q db.Querier, id int64) (codeRow, error) {
	return db.Get[codeRow](ctx, q, selectCode+"id = ?", id)
}

func setCodeHash(ctx context.Context, tx db.Tx, id int64, hash []byte) error {
	_, err := tx.Exec(ctx, "UPDATE member_codes SET code_hash = ? WHERE id = ?", hash, id)
	return err
}

func setCodeState(ctx context.Context, tx db.Tx, id int64, state State) error {
	_, err := tx.Exec(ctx, "UPDATE member_codes SET state = ? WHERE id = ?", state, id)
	return err
}

func countTry(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "UPDATE member_codes SET tries = tries + 1 WHERE id = ?", id)
	return err
}

func countBirthTry(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "UPDATE member_codes SET birth_tries = birth_tries + 1 WHERE id = ?", id)
	return err
}

func birthTriesOf(ctx context.Context, q db.Querier, phone string, now time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT coalesce(sum(birth_tries), 0) FROM member_codes WHERE phone = ? AND created_at > ?", phone, now.Add(-day))
}

func useCode(ctx context.Context, tx db.Tx, id int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE member_codes SET used_at = ? WHERE id = ?", now, id)
	return err
}

// spendMessage counts a message of the day, whatever it then takes to deliver it; false if the budget is spent.
func spendMessage(ctx context.Context, tx db.Tx, day int64, budget int) (bool, error) {
	if budget < 1 { // the first row of a day is inserted without a comparison
		return false, nil
	}
	n, err := tx.Exec(ctx, `INSERT INTO sms_days (day, sent) VALUES (?, 1)
		ON CONFLICT (day) DO UPDATE SET sent = sms_days.sent + 1 WHERE sms_days.sent < ?`, day, budget)
	return n > 0, err
}

// giveBackMessage uncounts a message that its provider has not taken.
func giveBackMessage(ctx context.Context, tx db.Tx, day int64) error {
	_, err := tx.Exec(ctx, "UPDATE sms_days SET sent = sent - 1 WHERE day = ? AND sent > 0", day)
	return err
}

// cleanUp deletes rows that no limit counts any more, dead sessions, and accounts that never applied.
func cleanUp(ctx context.Context, tx db.Tx, now time.Time) error {
	const never = "(SELECT id FROM members WHERE student_id IS NULL AND last_seen_at < ?)"
	forgotten := now.Add(-keepUnused)
	for _, sweep := range []struct {
		text string
		than any
	}{
		{"DELETE FROM member_codes WHERE created_at < ?", now.Add(-day)},
		{"DELETE FROM sms_days WHERE day < ?", dayOf(now.Add(-keepUnused))},
		{"DELETE FROM member_sessions WHERE last_used_at < ?", now.Add(-sessionLife)},
		{"DELETE FROM known_devices WHERE seen_at < ?", now.Add(-deviceLife)},
		{"DELETE FROM member_sessions WHERE member_id IN " + never, forgotten},
		{"DELETE FROM known_devices WHERE member_id IN " + never, forgotten},
		{"DELETE FROM member_consents WHERE member_id IN " + never, forgotten},
		{"DELETE FROM notices WHERE member_id IN " + never, forgotten},
		{"DELETE FROM email_confirmations WHERE member_id IN " + never, forgotten},
		{"DELETE FROM members WHERE student_id IS NULL AND last_seen_at < ?", forgotten},
	} {
		if _, err := tx.Exec(ctx, sweep.text, sweep.than); err != nil {
			return err
		}
	}
	return nil
}
