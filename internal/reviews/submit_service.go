package reviews

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const (
	complaintsADay = 10 // of a student
	aDay           = 24 * time.Hour
)

// Submit stores a student's review of a partner, which then waits for moderation. A student has one review per partner: one
// that waits or was rejected is rewritten, a public one stays (rules 28.9).
func (s *Service) Submit(ctx context.Context, d Draft) (id string, err error) {
	if err := d.check(); err != nil {
		return "", err
	}
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		by, err := lockStudent(ctx, tx, d.Student, s.Clock())
		if err != nil {
			return err
		}
		partner, err := activePartnerID(ctx, tx, d.Partner)
		if err != nil {
			return err
		}
		present, err := lockReviewBy(ctx, tx, by.ID, partner)
		if err != nil {
			return err
		}
		r := Review{UUID: uuid.NewString(), Partner: partner, Student: by.ID}
		entry := audit.Entry{Action: "reviews.submit", After: map[string]any{"rating": d.Rating}}
		if len(present) > 0 {
			if r = present[0]; r.Status == Public && r.DeletedAt == nil {
				return fault.Conflict("Ваш отзыв уже опубликован.")
			}
			before := map[string]any{"rating": r.Rating}
			if r.AnswerUUID != nil {
				before["answer"] = r.Answer
			}
			entry.Before = before
		}
		r.University, r.Rating, r.Body, r.Status, r.CreatedAt = by.University, d.Rating, d.Body, Moderation, s.Clock()
		if id = r.UUID; r.ID == 0 {
			r.ID, err = insert(ctx, tx, r)
		} else {
			err = rewrite(ctx, tx, r)
		}
		if err != nil {
			return err
		}
		if err := s.writeAudit(ctx, tx, r, entry); err != nil {
			return err
		}
		return s.index.Touch(ctx, tx, r.ID)
	})
	return id, err
}

// Own returns the student's review of a partner.
func (s *Service) Own(ctx context.Context, partner, author string) (Review, error) {
	id, err := activePartnerID(ctx, s.DB, partner)
	if err != nil {
		return Review{}, err
	}
	by, err := activeStudent(ctx, s.DB, author, s.Clock())
	if err != nil {
		return Review{}, err
	}
	return readReviewBy(ctx, s.DB, by.ID, id)
}

// Published returns public reviews of a partner, the newest first. reader is the student who reads them; 0: none.
func (s *Service) Published(ctx context.Context, partner string, reader int64, after PublishedKey, limit int) ([]Published, error) {
	id, err := activePartnerID(ctx, s.DB, partner)
	if err != nil {
		return nil, err
	}
	if after == (PublishedKey{}) {
		after = PublishedKey{CreatedAt: s.Clock().Add(aDay), ID: math.MaxInt64}
	}
	return published(ctx, s.DB, publishedPage{partner: id, reader: reader, after: after, limit: limit})
}

// Complain adds a student's complaint about a partner.
func (s *Service) Complain(ctx context.Context, g Grievance) (string, error) {
	if err := g.check(); err != nil {
		return "", err
	}
	c := complaintRow{uuid: uuid.NewString(), body: g.Body}
	return c.uuid, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if c.by, err = lockStudent(ctx, tx, g.Student, s.Clock()); err != nil {
			return err
		}
		if c.partner, err = activePartnerID(ctx, tx, g.Partner); err != nil {
			return err
		}
		c.at = s.Clock()
		written, err := complaintsSince(ctx, tx, c.by.ID, c.at.Add(-aDay), complaintsADay)
		if err == nil && len(written) == complaintsADay {
			err = fault.TooMany("Можно отправить не больше 10 жалоб в день.", written[complaintsADay-1].Add(aDay).Sub(c.at))
		}
		if err != nil {
			return err
		}
		if err := insertComplaint(ctx, tx, c); err != nil {
			return err
		}
		return audit.Write(ctx, tx, c.at, audit.Entry{Action: "reviews.complain", Kind: complaintKind, Object: c.uuid})
	})
}

// Like adds a student's like to a public review. It is idempotent.
func (s *Service) Like(ctx context.Context, review, author string) error {
	return s.changeLike(ctx, review, author, addLike)
}

// Unlike removes a like.
func (s *Service) Unlike(ctx context.Context, review, author string) error {
	return s.changeLike(ctx, review, author, removeLike)
}

// changeLike adds or removes a like. Students like the reviews of all universities; likes are not audited.
func (s *Service) changeLike(ctx context.Context, review, author string, change func(context.Context, db.Tx, int64, int64) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		id, err := lockPublished(ctx, tx, review)
		if err != nil {
			return err
		}
		by, err := activeStudent(ctx, tx, author, s.Clock())
		if err != nil {
			return err
		}
		return change(ctx, tx, id, by.ID)
	})
}
