package knowledge

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// voter is the part of a student that votes need.
type voter struct {
	ID      int64  `db:"id"`
	Status  string `db:"status"`
	EndYear int    `db:"end_year"`
}

func voterByUUID(ctx context.Context, q db.Querier, uuid string) (voter, error) {
	return db.Get[voter](ctx, q, "SELECT id, status, end_year FROM students WHERE uuid = ?", uuid)
}

// lockForVote serializes votes on a question, so that its counts lose none.
func lockForVote(ctx context.Context, tx db.Tx, uuid string) (int64, error) {
	return db.Get[int64](ctx, tx, "SELECT id FROM knowledge_questions WHERE uuid = ?"+tx.ForUpdate(), uuid)
}

// voteBefore returns the student's current vote on a question, if any.
func voteBefore(ctx context.Context, q db.Querier, question, student int64) ([]bool, error) {
	return db.All[bool](ctx, q, "SELECT is_plus FROM knowledge_votes WHERE question_id = ? AND student_id = ?", question, student)
}

func votesOf(ctx context.Context, q db.Querier, student int64, questions []int64) (map[int64]bool, error) {
	type row struct {
		Question int64 `db:"question_id"`
		IsPlus   bool  `db:"is_plus"`
	}
	out := map[int64]bool{}
	err := db.Each(ctx, q, func(r row) error { out[r.Question] = r.IsPlus; return nil },
		"SELECT question_id, is_plus FROM knowledge_votes WHERE student_id = ? AND question_id IN (?)", student, questions)
	return out, err
}

// cast holds the columns of a vote.
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

// addVotes does not raise the version: a vote must not make an operator's edit stale.
func addVotes(ctx context.Context, tx db.Tx, question int64, plus, minus int) error {
	_, err := tx.Exec(ctx, "UPDATE knowledge_questions SET votes_plus = votes_plus + ?, votes_minus = votes_minus + ? WHERE id = ?", plus, minus, question)
	return err
}
