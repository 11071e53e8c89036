package reviews

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// lockByAnswer finds the review that has this answer.
func lockByAnswer(ctx context.Context, tx db.Tx, scope access.Scope, answer string) (Review, error) {
	where, args := scope.Where("university_id")
	return db.Get[Review](ctx, tx, "SELECT "+columns+" FROM reviews WHERE answer_uuid = ? AND deleted_at IS NULL AND "+where+tx.ForUpdate(), append([]any{answer}, args...)...)
}

func setReply(ctx context.Context, tx db.Tx, review int64, to reply) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET answer_uuid = ?, answer = ?, answer_author = ?, answered_at = ?, version = version + 1 WHERE id = ?",
		to.uuid, to.text, to.author, to.at, review)
	return err
}
