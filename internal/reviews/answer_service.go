package reviews

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Reply is an operator's answer to a review.
type Reply struct {
	To    string // uuid of the review, or of the answer to edit or delete
	Text  string
	Stale func(version int64) bool
}

// reply is the answer's columns; nil without an answer.
type reply struct {
	uuid   *string
	text   string
	author *int64
	at     *time.Time
}

// Answer adds the answer to a review, which has at most one.
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
		return s.saveReply(ctx, tx, r, s.newReply(ctx, id, text), audit.Entry{Action: "reviews.answer"})
	})
}

// EditAnswer changes the text of an answer.
func (s *Service) EditAnswer(ctx context.Context, a Reply) error {
	text, err := checkAnswer(a.Text)
	if err != nil {
		return err
	}
	return s.onReply(ctx, a, lockByAnswer, func(ctx context.Context, tx db.Tx, r Review) error {
		return s.saveReply(ctx, tx, r, s.newReply(ctx, a.To, text), audit.Entry{Action: "reviews.editAnswer"})
	})
}

// DeleteAnswer deletes the answer; the review can be answered again.
func (s *Service) DeleteAnswer(ctx context.Context, a Reply) error {
	return s.onReply(ctx, a, lockByAnswer, func(ctx context.Context, tx db.Tx, r Review) error {
		return s.saveReply(ctx, tx, r, reply{}, audit.Entry{Action: "reviews.deleteAnswer"})
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

// saveReply writes the answer's columns and the audit row. The partner's rating does not depend on them.
func (s *Service) saveReply(ctx context.Context, tx db.Tx, r Review, to reply, e audit.Entry) error {
	if err := setReply(ctx, tx, r.ID, to); err != nil {
		return err
	}
	if e.Before = map[string]any{"answer": r.Answer}; r.AnswerUUID == nil {
		e.Before = nil
	}
	if to.uuid != nil {
		e.After = map[string]any{"answer": to.text}
	}
	if err := s.writeAudit(ctx, tx, r, e); err != nil {
		return err
	}
	return s.touch(ctx, tx, []int64{r.ID})
}
