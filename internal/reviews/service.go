package reviews

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// Service is the use cases of reviews and complaints.
type Service struct {
	Deps
	index *index.Live
}

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	Audit *audit.Queue
	Hooks Hooks
}

// Hooks are what other areas want to know.
type Hooks struct {
	// Rated: the public reviews of a partner have changed; its rating follows in the same transaction.
	Rated func(ctx context.Context, tx db.Tx, partner int64) error
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log)} }

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

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
		id, err := insert(ctx, tx, r)
		if err != nil {
			return err
		}
		if err := s.told(ctx, tx, r, audit.Entry{Action: "reviews.submit", After: map[string]any{"rating": r.Rating}}); err != nil {
			return err
		}
		return index.Touch(ctx, tx, listName, s.Clock(), id)
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
		r, err := lockOne(ctx, tx, access.Everything(), review)
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

// List is a page of the reviews in the caller's scope.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Row], error) {
	if err := q.Filter.check(); err != nil {
		return list.Page[Row]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question(access.From(ctx).Scope(), q), rowsByID, func(r Row) int64 { return r.ID })
	return list.Page[Row]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms; the filter has been checked.
func question(scope access.Scope, q list.Query[Filter]) index.Query {
	number := func(is bool) []int64 {
		if is {
			return []int64{yes}
		}
		return []int64{no}
	}
	f, facets := q.Filter, []index.In{{Facet: facetDeleted, Values: number(q.Filter.IsDeleted)}}
	if f.Status != "" {
		facets = append(facets, index.In{Facet: facetStatus, Values: []int64{statusNumbers[f.Status]}})
	}
	if f.Answered != nil {
		facets = append(facets, index.In{Facet: facetAnswered, Values: number(*f.Answered)})
	}
	out := index.Query{
		Scope: scope, Facets: facets, Terms: list.Terms(q.Search), Sort: q.Sort,
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
	}
	if f.MaxRating != nil {
		out.Ranges = []index.Between{{Facet: facetRating, From: 0, To: int64(*f.MaxRating)}}
	}
	return out
}

// Get is a review's card; looking at it is written down, since it shows a student's phone.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	c, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err == nil {
		s.Audit.Viewed(ctx, auditKind, c.UUID)
	}
	return c, err
}

// Neighbours is where a review stands in the list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (index.Neighbours, error) {
	scope := access.From(ctx).Scope()
	id, err := idOf(ctx, s.DB, scope, uuid)
	if err != nil {
		return index.Neighbours{}, err
	}
	if err := q.Filter.check(); err != nil {
		return index.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, question(scope, q), "reviews", id)
}

// CountWaiting is how many reviews wait for a decision.
func (s *Service) CountWaiting(ctx context.Context) (int, error) {
	return s.index.Count(ctx, question(access.From(ctx).Scope(), list.Query[Filter]{Filter: Filter{Status: Moderation}, Sort: sortDate}))
}

// History is what happened to a review.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, access.From(ctx).Scope(), uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// PartnerRenamed lets the list follow what its reviews are found and sorted by; likewise StudentRenamed.
func (s *Service) PartnerRenamed(ctx context.Context, tx db.Tx, partner int64) error {
	return index.TouchWhere(ctx, tx, listName, s.Clock(), ofPartnerIDs(partner))
}

// StudentRenamed lets the list follow a student's new name or phone.
func (s *Service) StudentRenamed(ctx context.Context, tx db.Tx, student int64) error {
	return index.TouchWhere(ctx, tx, listName, s.Clock(), index.Rows{Text: "SELECT id FROM reviews WHERE student_id = ?", Args: []any{student}})
}

// Verify looks for reviews whose likes are not those that students gave.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return wrongLikes(ctx, s.DB) }

// CleanUp forgets reviews that were deleted thirty days ago.
func (s *Service) CleanUp(ctx context.Context) error {
	before := s.Clock().Add(-restorable)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		err := index.TouchWhere(ctx, tx, listName, s.Clock(), index.Rows{Text: "SELECT id FROM reviews WHERE " + deletedBefore, Args: []any{before}})
		if err != nil {
			return err
		}
		return purge(ctx, tx, before)
	})
}
