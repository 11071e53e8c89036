package knowledge

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// VotesOf returns a student's votes on these questions, by id: whether each is for it.
func (s *Service) VotesOf(ctx context.Context, student int64, questions []Question) (map[int64]bool, error) {
	ids := make([]int64, len(questions))
	for i, q := range questions {
		ids[i] = q.ID
	}
	return votesOf(ctx, s.DB, student, ids)
}

// Vote records a student's vote on a question. A student has one vote per question and
// can change it; repeating it has no effect. There is no audit row: the vote's own row has student and time, and the
// history of a question shows what operators did.
func (s *Service) Vote(ctx context.Context, v Vote) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		who, err := voterByUUID(ctx, tx, v.Student)
		if err != nil {
			return err
		}
		if err := access.RequireActive(who.Status, who.EndYear, s.Clock()); err != nil {
			return err
		}
		question, err := lockForVote(ctx, tx, v.Question)
		if err != nil {
			return err
		}
		before, err := voteBefore(ctx, tx, question, who.ID)
		if err != nil {
			return err
		}
		plus, minus := v.change(before)
		if plus == 0 && minus == 0 {
			return nil
		}
		if err := putVote(ctx, tx, cast{question, who.ID, v.IsPlus, s.Clock()}); err != nil {
			return err
		}
		if err := addVotes(ctx, tx, question, plus, minus); err != nil {
			return err
		}
		return s.index.Touch(ctx, tx, question)
	})
}
