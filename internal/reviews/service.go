package reviews

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/list"
)

// Service is the use cases of reviews and complaints.
type Service struct{ Deps }

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Files *files.Service
	Hooks Hooks
}

// Hooks are what other areas want to know.
type Hooks struct {
	// Rated: the public reviews of a partner have changed; its rating follows in the same transaction.
	Rated func(ctx context.Context, tx db.Tx, partner int64) error
}

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const (
	auditKind     = "review"
	complaintKind = "complaint"
)

// Submit takes a student's review: it waits for an operator's decision.
func (s *Service) Submit(ctx context.Context, d Draft) (string, error) {
	if err := d.check(); err != nil {
		return "", err
	}
	r := Review{UUID: uuid.NewString(), Rating: d.Rating, Body: d.Body, Status: Moderation}
	return r.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		partner, by, err := between(ctx, tx, d.Partner, d.Student)
		if err != nil {
			return err
		}
		r.Partner, r.Student, r.University, r.CreatedAt = partner, by.ID, by.University, s.Clock()
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "reviews.submit", Kind: auditKind, Object: r.UUID, After: map[string]any{"rating": r.Rating}})
	})
}

// between finds who writes about whom.
func between(ctx context.Context, q db.Querier, partner, author string) (int64, student, error) {
	id, err := partnerID(ctx, q, partner)
	if err != nil {
		return 0, student{}, err
	}
	by, err := studentByUUID(ctx, q, author)
	return id, by, err
}

// Complain takes a student's complaint about a partner.
func (s *Service) Complain(ctx context.Context, g Grievance) (string, error) {
	if err := g.check(); err != nil {
		return "", err
	}
	c := complaintRow{uuid: uuid.NewString(), body: g.Body}
	return c.uuid, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if c.partner, c.by, err = between(ctx, tx, g.Partner, g.Student); err != nil {
			return err
		}
		c.at = s.Clock()
		if err := insertComplaint(ctx, tx, c); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "reviews.complain", Kind: complaintKind, Object: c.uuid})
	})
}

// Like notes that a student likes a public review; liking it twice counts once.
func (s *Service) Like(ctx context.Context, review, author string) error {
	return s.onLike(ctx, review, author, addLike)
}

// Unlike takes a like back.
func (s *Service) Unlike(ctx context.Context, review, author string) error {
	return s.onLike(ctx, review, author, removeLike)
}

// onLike acts for a student, who sees the public reviews of every university. A like is a student's doing, not an operator's: it is not audited.
func (s *Service) onLike(ctx context.Context, review, author string, change func(context.Context, db.Tx, int64, int64) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := lock(ctx, tx, access.Everything(), review)
		if err == nil && r.Status != Public {
			err = fault.NotFound()
		}
		if err != nil {
			return err
		}
		by, err := studentByUUID(ctx, tx, author)
		if err != nil {
			return err
		}
		return change(ctx, tx, r.ID, by.ID)
	})
}

// OfPartner is a page of a partner's reviews in the caller's scope, of every status.
func (s *Service) OfPartner(ctx context.Context, partner string, q list.Query[struct{}]) (list.Page[OfPartner], error) {
	id, err := partnerID(ctx, s.DB, partner)
	if err != nil {
		return list.Page[OfPartner]{}, err
	}
	rows, total, err := ofPartner(ctx, s.DB, access.From(ctx).Scope(), pageOf(id, q))
	return list.Page[OfPartner]{Rows: rows, Total: total}, err
}

// Complaints is a page of the complaints about a partner in the caller's scope.
func (s *Service) Complaints(ctx context.Context, partner string, q list.Query[struct{}]) (list.Page[Complaint], error) {
	id, err := partnerID(ctx, s.DB, partner)
	if err != nil {
		return list.Page[Complaint]{}, err
	}
	rows, total, err := complaintsOf(ctx, s.DB, access.From(ctx).Scope(), pageOf(id, q))
	return list.Page[Complaint]{Rows: rows, Total: total}, err
}

func pageOf(partner int64, q list.Query[struct{}]) page {
	return page{partner: partner, descending: q.Direction == list.Descending, offset: q.Offset, limit: q.Limit}
}

// Move publishes a review, rejects it or takes it out of publication.
func (s *Service) Move(ctx context.Context, id string, to Status) error {
	if !to.known() {
		return fault.Invalid("status", "Неизвестный статус.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := lock(ctx, tx, access.From(ctx).Scope(), id)
		if err != nil {
			return err
		}
		if !r.Status.canBecome(to) {
			return fault.Conflict("Статус отзыва уже изменил кто-то другой. Обновите страницу.")
		}
		if err := setStatus(ctx, tx, r.ID, to); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{
			Action: "reviews." + string(to), Object: r.UUID, Before: map[string]any{"status": r.Status}, After: map[string]any{"status": to},
		}, r)
	})
}

// Delete takes a review away; it can be restored for thirty days.
func (s *Service) Delete(ctx context.Context, id string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := lock(ctx, tx, access.From(ctx).Scope(), id)
		if err != nil {
			return err
		}
		if err := markDeleted(ctx, tx, r.ID, s.Clock()); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "reviews.delete", Object: r.UUID, Before: map[string]any{"status": r.Status, "rating": r.Rating}}, r)
	})
}

// changed ends every write of a review: its audit row, and the partner's rating.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, r Review) error {
	e.Kind = auditKind
	if err := audit.Write(ctx, tx, s.Clock(), e); err != nil {
		return err
	}
	return s.Hooks.Rated(ctx, tx, r.Partner)
}

// Verify looks for reviews whose likes are not those that students gave.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return wrongLikes(ctx, s.DB) }

// CleanUp forgets reviews that were deleted thirty days ago.
func (s *Service) CleanUp(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := purge(ctx, tx, s.Clock().Add(-restorable))
		return err
	})
}
