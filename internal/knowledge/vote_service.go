package knowledge

import (
	"context"

	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
)

// Vote records what a student thinks of a question; the mobile application sends it. He has one vote on each question
// and may change his mind; the same vote again changes nothing. The vote's own row tells who and when: there is no
// audit row, and a question's history stays that of its operators.
func (s *Service) Vote(ctx context.Context, v Vote) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		who, err := voterByUUID(ctx, tx, v.Student)
		if err != nil {
			return err
		}
		if !who.IsActive {
			return fault.Conflict("Голосовать могут только активные участники программы.")
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
		return index.Touch(ctx, tx, listName, s.Clock(), question)
	})
}
