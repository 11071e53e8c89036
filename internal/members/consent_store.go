package members

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// currentTexts returns the newest version of each text.
func currentTexts(ctx context.Context, q db.Querier, withParent bool) ([]ConsentText, error) {
	return db.All[ConsentText](ctx, q, `SELECT t.kind, t.version, t.title, t.body, t.is_required FROM consent_texts t
		WHERE NOT EXISTS (SELECT 1 FROM consent_texts n WHERE n.kind = t.kind AND n.version > t.version) AND (t.kind <> 'parent' OR ?)
		ORDER BY CASE t.kind WHEN 'personal' THEN 1 WHEN 'portrait' THEN 2 WHEN 'parent' THEN 3 ELSE 4 END`, withParent)
}

const selectTexts = "SELECT kind, version, title, body, is_required, created_at FROM consent_texts "

func allTexts(ctx context.Context, q db.Querier) ([]TextVersion, error) {
	return db.All[TextVersion](ctx, q, selectTexts+`ORDER BY CASE kind WHEN 'personal' THEN 1 WHEN 'portrait' THEN 2 WHEN 'parent' THEN 3 ELSE 4 END, version DESC`)
}

func newestText(ctx context.Context, q db.Querier, kind string) (TextVersion, error) {
	return db.Get[TextVersion](ctx, q, selectTexts+"WHERE kind = ? ORDER BY version DESC LIMIT 1", kind)
}

func insertText(ctx context.Context, tx db.Tx, t TextVersion) error {
	_, err := tx.Exec(ctx, "INSERT INTO consent_texts (kind, version, title, body, is_required, created_at) VALUES (?, ?, ?, ?, ?, ?)",
		t.Kind, t.Version, t.Title, t.Body, t.IsRequired, t.CreatedAt)
	return err
}

func consentsOf(ctx context.Context, q db.Querier, member int64) ([]Consent, error) {
	return db.All[Consent](ctx, q, `SELECT t.kind, t.version, t.title, t.body, t.is_required, g.given_at FROM member_consents g
		JOIN consent_texts t ON t.kind = g.kind AND t.version = g.version WHERE g.member_id = ? AND g.ended_at IS NULL ORDER BY g.id`, member)
}

type newConsent struct {
	member         int64
	kind           string
	version        int
	address, agent string
	at             time.Time
}

// giveConsent stores a consent unless the member has given this version; an older version ends.
func giveConsent(ctx context.Context, tx db.Tx, n newConsent) error {
	if _, err := tx.Exec(ctx, "UPDATE member_consents SET ended_at = ? WHERE member_id = ? AND kind = ? AND version <> ? AND ended_at IS NULL", n.at, n.member, n.kind, n.version); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO member_consents (member_id, kind, version, address, agent, given_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (member_id, kind) WHERE ended_at IS NULL DO NOTHING`, n.member, n.kind, n.version, n.address, n.agent, n.at)
	return err
}

// endConsent returns the version of the consent that has ended, 0 if there was none.
func endConsent(ctx context.Context, tx db.Tx, member int64, kind string, now time.Time) (version int, err error) {
	ended, err := db.All[int](ctx, tx, "UPDATE member_consents SET ended_at = ? WHERE member_id = ? AND kind = ? AND ended_at IS NULL RETURNING version", now, member, kind)
	if err != nil || len(ended) == 0 {
		return 0, err
	}
	return ended[0], nil // a unique index allows one
}

// forget deletes the rows of an account that are not its application's; consents end, because they prove what was agreed to.
func forget(ctx context.Context, tx db.Tx, member int64, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE member_consents SET ended_at = ? WHERE member_id = ? AND ended_at IS NULL", now, member); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE members SET email = '', email_confirmed_at = NULL WHERE id = ?", member); err != nil {
		return err
	}
	for _, table := range []string{"member_sessions", "known_devices", "notices", "email_confirmations"} {
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE member_id = ?", member); err != nil {
			return err
		}
	}
	return nil
}

// accountByID locks nothing.
func accountByID(ctx context.Context, q db.Querier, id int64) (account, error) {
	return db.Get[account](ctx, q, selectAccount+"id = ?", id)
}

func lockAccount(ctx context.Context, tx db.Tx, id int64) (account, error) {
	return db.Get[account](ctx, tx, selectAccount+"id = ?"+tx.ForUpdate(), id)
}
