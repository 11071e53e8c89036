package reviews

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Reply is what an operator writes to a review.
type Reply struct {
	To    string // uuid: of the review, or of the answer that is edited or deleted
	Text  string
	Stale func(version int64) bool
}

// reply is the answer as its row holds it; nil where there is none.
type reply struct {
	uuid   *string
	text   string
	author *int64
	at     *time.Time
}

// Answer writes the answer to a review: there is one.
func (s *Service) Answer(ctx context.Context, a Reply) (string, error) {
	text, err := checkAnswer(a.Text)
	if err != nil {
		return "", err
	}
	id := uuid.NewString()
	return id, s.onReply(ctx, a, lockOne, func(ctx context.Context, tx db.Tx, r Review) error {
		if r.AnswerUUID != nil {
			return fault.Conflict("На этот отзыв уже ответили. Обновите страницу.")
		}
		return s.putReply(ctx, tx, r, s.newReply(ctx, id, text), audit.Entry{Action: "reviews.answer"})
	})
}

// EditAnswer writes another text.
func (s *Service) EditAnswer(ctx context.Context, a Reply) error {
	text, err := checkAnswer(a.Text)
	if err != nil {
		return err
	}
	return s.onReply(ctx, a, lockByAnswer, func(ctx context.Context, tx db.Tx, r Review) error {
		return s.putReply(ctx, tx, r, s.newReply(ctx, a.To, text), audit.Entry{Action: "reviews.editAnswer"})
	})
}

// DeleteAnswer takes the answer away: another may be written then.
func (s *Service) DeleteAnswer(ctx context.Context, a Reply) error {
	return s.onReply(ctx, a, lockByAnswer, func(ctx context.Context, tx db.Tx, r Review) error {
		return s.putReply(ctx, tx, r, reply{}, audit.Entry{Action: "reviews.deleteAnswer"})
	})
}

func (s *Service) newReply(ctx context.Context, id, text string) reply {
	now := s.Clock()
	out := reply{uuid: &id, text: text, at: &now}
	if operator := access.From(ctx).Operator; operator != 0 {
		out.author = &operator
	}
	return out
}

type lockingOne func(ctx context.Context, tx db.Tx, scope access.Scope, uuid string) (Review, error)

func (s *Service) onReply(ctx context.Context, a Reply, lock lockingOne, do func(context.Context, db.Tx, Review) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := lock(ctx, tx, access.From(ctx).Scope(), a.To)
		if err != nil {
			return err
		}
		if a.Stale != nil && a.Stale(r.Version) {
			return fault.Stale()
		}
		return do(ctx, tx, r)
	})
}

// putReply writes the answer's columns with their audit row. The partner's rating does not depend on them.
func (s *Service) putReply(ctx context.Context, tx db.Tx, r Review, to reply, e audit.Entry) error {
	if err := setReply(ctx, tx, r.ID, to); err != nil {
		return err
	}
	if e.Before = map[string]any{"answer": r.Answer}; r.AnswerUUID == nil {
		e.Before = nil
	}
	if to.uuid != nil {
		e.After = map[string]any{"answer": to.text}
	}
	if err := s.told(ctx, tx, r, e); err != nil {
		return err
	}
	return s.touch(ctx, tx, []int64{r.ID})
}
