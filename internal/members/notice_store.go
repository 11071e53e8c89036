package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
)

func hasAccount(ctx context.Context, q db.Querier, student int64) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM members WHERE student_id = ?", student)
}

func statusTime(ctx context.Context, q db.Querier, student int64) (time.Time, error) {
	return db.Get[time.Time](ctx, q, "SELECT status_at FROM students WHERE id = ?", student)
}

// decided is a student with an account, as a notice of a decision needs it.
type decided struct {
	Member      int64      `db:"id"`
	Email       string     `db:"email"`
	ConfirmedAt *time.Time `db:"email_confirmed_at"`
	Reason      string     `db:"status_reason"`
	StatusAt    time.Time  `db:"status_at"`
}

// lockDecided locks the account and the student, in the order of one who sends the application again.
func lockDecided(ctx context.Context, tx db.Tx, student int64) (decided, error) {
	for _, text := range []string{"SELECT id FROM members WHERE student_id = ?", "SELECT id FROM students WHERE id = ?"} {
		if _, err := db.Get[int64](ctx, tx, text+tx.ForUpdate(), student); err != nil {
			return decided{}, err
		}
	}
	return db.Get[decided](ctx, tx, `SELECT m.id, m.email, m.email_confirmed_at, s.status_reason, s.status_at FROM members m JOIN students s ON s.id = m.student_id
		WHERE s.id = ? AND s.status_at IS NOT NULL`, student)
}

func hasNotice(ctx context.Context, q db.Querier, student int64, decision string, at time.Time) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM notices n JOIN members m ON m.id = n.member_id WHERE m.student_id = ? AND n.kind = ? AND n.created_at >= ?", student, decision, at)
}

func insertNotice(ctx context.Context, tx db.Tx, member int64, n Notice) (int64, error) {
	return db.One[int64](ctx, tx, "INSERT INTO notices (uuid, member_id, kind, title, body, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
		uuid.NewString(), member, n.Kind, n.Title, n.Body, n.CreatedAt)
}

func noticesOf(ctx context.Context, q db.Querier, member, before int64, limit int) ([]Notice, error) {
	return db.All[Notice](ctx, q, "SELECT "+db.Select[Notice]("n")+" FROM notices n WHERE n.member_id = ? AND n.id < ? ORDER BY n.id DESC LIMIT ?", member, before, limit)
}

func readNotices(ctx context.Context, tx db.Tx, member int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE notices SET read_at = ? WHERE member_id = ? AND read_at IS NULL", now, member)
	return err
}

// recipient is a notice with the addresses of its member.
type recipient struct {
	Notice
	Phone string `db:"phone" from:"m.phone"`
	Email string `db:"email" from:"CASE WHEN m.email_confirmed_at IS NULL THEN '' ELSE m.email END"` // it may have changed since the notice
}

func recipientOf(ctx context.Context, q db.Querier, notice int64) (recipient, error) {
	return db.Get[recipient](ctx, q, "SELECT "+db.Select[recipient]("n")+" FROM notices n JOIN members m ON m.id = n.member_id WHERE n.id = ?", notice)
}
