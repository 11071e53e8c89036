package operators

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const isPending = "i.accepted_at IS NULL AND i.revoked_at IS NULL AND "

var selectPending = "SELECT " + db.Select[Invitation]("i") + ` FROM invitations i
	JOIN universities u ON u.id = i.university_id JOIN operators o ON o.id = i.invited_by
	WHERE ` + isPending

// pendingInvitations returns the latest of those that expire before.
func pendingInvitations(ctx context.Context, q db.Querier, scope access.Scope, before time.Time) ([]Invitation, error) {
	where, args := scope.Where("i.university_id")
	return db.All[Invitation](ctx, q, selectPending+"i.expires_at <= ? AND "+where+" ORDER BY i.id DESC LIMIT ?", append(append([]any{before}, args...), listedInvitations)...)
}

// expired are the pending invitations whose term is over.
type expired struct {
	Count int       `db:"count"`
	Since time.Time `db:"since"` // of the first
}

func expiredInvitations(ctx context.Context, q db.Querier, scope access.Scope, now time.Time) (expired, error) {
	where, args := scope.Where("i.university_id")
	return db.Get[expired](ctx, q, "SELECT count(*) AS count, min(i.expires_at) AS since FROM invitations i WHERE "+isPending+"i.expires_at <= ? AND "+where, append([]any{now}, args...)...)
}

func pendingByUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Invitation, error) {
	where, args := scope.Where("i.university_id")
	return db.Get[Invitation](ctx, q, selectPending+"i.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

func pendingByID(ctx context.Context, q db.Querier, id int64) (Invitation, error) {
	return db.Get[Invitation](ctx, q, selectPending+"i.id = ?", id)
}

// validByHash returns a pending invitation that has not expired.
func validByHash(ctx context.Context, q db.Querier, hash []byte, now time.Time) (Invitation, error) {
	return db.Get[Invitation](ctx, q, selectPending+"i.hash = ? AND i.expires_at > ?", hash, now)
}

// insertLetter counts a letter for its sender.
func insertLetter(ctx context.Context, tx db.Tx, i Invitation) error {
	_, err := tx.Exec(ctx, "INSERT INTO invitation_letters (invitation_id, send, operator_id, sent_at) VALUES (?, ?, ?, ?)", i.ID, i.Sends, i.InvitedBy, i.SentAt)
	return err
}

func insertInvitation(ctx context.Context, tx db.Tx, i Invitation) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO invitations (uuid, login, role, is_chairman, is_admin, university_id, invited_by, created_at, sent_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		i.UUID, i.Login, i.Role, i.IsChairman, i.IsAdmin, i.University, i.InvitedBy, i.SentAt, i.SentAt, i.ExpiresAt)
}

// renewInvitation invalidates the link and starts the term again. The new link is made when its letter is sent.
func renewInvitation(ctx context.Context, tx db.Tx, i Invitation) error {
	_, err := tx.Exec(ctx, "UPDATE invitations SET hash = NULL, sends = ?, invited_by = ?, sent_at = ?, expires_at = ? WHERE id = ?", i.Sends, i.InvitedBy, i.SentAt, i.ExpiresAt, i.ID)
	return err
}

func setLink(ctx context.Context, tx db.Tx, id int64, hash []byte) error {
	_, err := tx.Exec(ctx, "UPDATE invitations SET hash = ? WHERE id = ?", hash, id)
	return err
}

// acceptInvitation and revokeInvitation end a pending invitation: exactly one of several parallel callers succeeds.
func acceptInvitation(ctx context.Context, tx db.Tx, hash []byte, now time.Time) error {
	_, err := db.Get[int64](ctx, tx, "UPDATE invitations SET accepted_at = ? WHERE hash = ? AND expires_at > ? AND accepted_at IS NULL AND revoked_at IS NULL RETURNING id", now, hash, now)
	return err
}

func revokeInvitation(ctx context.Context, tx db.Tx, id int64, now time.Time) error {
	_, err := db.Get[int64](ctx, tx, "UPDATE invitations SET revoked_at = ? WHERE id = ? AND accepted_at IS NULL AND revoked_at IS NULL RETURNING id", now, id)
	return err
}

// revokeExpiredOf revokes the pending invitations of a login whose term is over, and returns their uuids.
func revokeExpiredOf(ctx context.Context, tx db.Tx, login string, now time.Time) ([]string, error) {
	return db.All[string](ctx, tx, "UPDATE invitations SET revoked_at = ? WHERE login = ? AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at <= ? RETURNING uuid", now, login, now)
}

func lettersSince(ctx context.Context, q db.Querier, sender int64, since time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM invitation_letters WHERE operator_id = ? AND sent_at > ?", sender, since)
}

// deleteEnded deletes the accepted and revoked invitations to a university.
func deleteEnded(ctx context.Context, tx db.Tx, university int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM invitations WHERE university_id = ? AND (accepted_at IS NOT NULL OR revoked_at IS NOT NULL)", university)
	return err
}
