package knowledge

import (
	"context"
	"time"

	"studbonus/internal/db"
)

// voter is a student as far as votes care.
type voter struct {
	ID       int64 `db:"id"`
	IsActive bool  `db:"is_active"`
}

func voterByUUID(ctx context.Context, q db.Querier, uuid string) (voter, error) {
	return db.Get[voter](ctx, q, "SELECT id, status = 'active' AS is_active FROM students WHERE uuid = ?", uuid)
}

// lockForVote makes the votes on a question wait for each other: its counts must not miss one.
func lockForVote(ctx context.Context, tx db.Tx, uuid string) (int64, error) {
	return db.Get[int64](ctx, tx, "SELECT id FROM knowledge_questions WHERE uuid = ?"+tx.ForUpdate(), uuid)
}

// voteBefore is the student's present vote on a question, if he has one.
func voteBefore(ctx context.Context, q db.Querier, question, student int64) ([]bool, error) {
	return db.All[bool](ctx, q, "SELECT is_plus FROM knowledge_votes WHERE question_id = ? AND student_id = ?", question, student)
}

// cast is a vote on its way into the table.
type cast struct {
	question, student int64
	isPlus            bool
	at                time.Time
}

func putVote(ctx context.Context, tx db.Tx, c cast) error {
	_, err := tx.Exec(ctx, `INSERT INTO knowledge_votes (question_id, student_id, is_plus, voted_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (question_id, student_id) DO UPDATE SET is_plus = EXCLUDED.is_plus, voted_at = EXCLUDED.voted_at`, c.question, c.student, c.isPlus, c.at)
	return err
}

// addVotes leaves the version alone: a vote is no reason to refuse an operator's edit.
func addVotes(ctx context.Context, tx db.Tx, question int64, plus, minus int) error {
	_, err := tx.Exec(ctx, "UPDATE knowledge_questions SET votes_plus = votes_plus + ?, votes_minus = votes_minus + ? WHERE id = ?", plus, minus, question)
	return err
}
