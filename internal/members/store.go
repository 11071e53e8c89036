package members

import (
	"context"
	"crypto/sha256"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// sessionRow is a session with its member and the member's application.
type sessionRow struct {
	Hash       []byte    `db:"token_hash"`
	Session    int64     `db:"session_id"`
	LastUsedAt time.Time `db:"last_used_at"`
	Member     int64     `db:"id"`
	UUID       string    `db:"uuid"`
	Student    int64     `db:"student_id"`
	StudentID  string    `db:"student_uuid"`
	Status     string    `db:"status"`
	EndYear    int       `db:"end_year"`
}

func (r sessionRow) member(now time.Time) access.Member {
	return access.Member{ID: r.Member, UUID: r.UUID, Student: r.Student, StudentUUID: r.StudentID, Session: r.Session, Standing: access.StandingOf(r.Status, r.EndYear, now)}
}

// tokenHash is a key of sessions.
type tokenHash [sha256.Size]byte

func sessionsByToken(ctx context.Context, q db.Querier, hashes []tokenHash) (map[tokenHash]sessionRow, error) {
	list := make([][]byte, len(hashes))
	for i := range hashes {
		list[i] = hashes[i][:]
	}
	rows, err := db.ByKeys[sessionRow](ctx, q, `SELECT e.token_hash, e.id AS session_id, e.last_used_at, m.id, m.uuid, coalesce(m.student_id, 0) AS student_id,
			coalesce(CAST(s.uuid AS TEXT), '') AS student_uuid, coalesce(s.status, '') AS status, coalesce(s.end_year, 0) AS end_year
		FROM member_sessions e JOIN members m ON m.id = e.member_id LEFT JOIN students s ON s.id = m.student_id WHERE e.token_hash IN (?)`, list)
	found := make(map[tokenHash]sessionRow, len(rows))
	for _, row := range rows {
		found[tokenHash(row.Hash)] = row
	}
	return found, err
}

func writeUse(ctx context.Context, tx db.Tx, m access.Member, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE member_sessions SET last_used_at = ? WHERE id = ?", now, m.Session); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE members SET last_seen_at = ? WHERE id = ?", now, m.ID)
	return err
}
