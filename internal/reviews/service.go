package reviews

import (
	"context"
	"log/slog"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/undo"
)

// Service is the use cases of reviews and complaints.
type Service struct {
	Deps
	index  *listengine.Index
	leases leases.Book
	undo   undo.Log[Status]
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	Audit *audit.Queue
	// StartExport begins the export of a list.
	StartExport exporting.Start
	Hooks       Hooks
}

// Hooks connect other areas.
type Hooks struct {
	// Rated runs in the transaction that changes a partner's public reviews, to update its rating.
	Rated func(ctx context.Context, tx db.Tx, partner int64) error
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		Deps: d, index: listengine.Open(d.DB, listDefinition, d.Clock, d.Log),
		leases: leases.Book{DB: d.DB, Clock: d.Clock, Kind: auditKind}, undo: undo.Log[Status]{Kind: auditKind, Now: d.Clock},
	}
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const (
	auditKind     = "review"
	complaintKind = "complaint"
)

// OfPartner returns a page of a partner's reviews in the caller's scope, in every status, and records whom it names.
func (s *Service) OfPartner(ctx context.Context, partner string, q listquery.Query[struct{}]) (listquery.Page[OfPartner], error) {
	of, err := partnerByUUID(ctx, s.DB, partner)
	if err != nil {
		return listquery.Page[OfPartner]{}, err
	}
	rows, total, err := ofPartner(ctx, s.DB, access.From(ctx).Scope(), pageOf(of.ID, q))
	if err == nil {
		authors := make([]int64, len(rows))
		for i, r := range rows {
			authors[i] = r.Student
		}
		s.noteTab(ctx, audit.ReviewsListed, of, q, authors)
	}
	return listquery.Page[OfPartner]{Rows: rows, Total: total}, err
}

// Complaints returns a page of the complaints about a partner in the caller's scope, and records whom it names.
func (s *Service) Complaints(ctx context.Context, partner string, q listquery.Query[struct{}]) (listquery.Page[Complaint], error) {
	of, err := partnerByUUID(ctx, s.DB, partner)
	if err != nil {
		return listquery.Page[Complaint]{}, err
	}
	rows, total, err := complaintsOf(ctx, s.DB, access.From(ctx).Scope(), pageOf(of.ID, q))
	if err == nil {
		authors := make([]int64, len(rows))
		for i, c := range rows {
			authors[i] = c.Student
		}
		s.noteTab(ctx, audit.ComplaintsListed, of, q, authors)
	}
	return listquery.Page[Complaint]{Rows: rows, Total: total}, err
}

func pageOf(partner int64, q listquery.Query[struct{}]) page {
	return page{partner: partner, descending: q.Direction == listquery.Descending, offset: q.Offset, limit: q.Limit}
}

// List returns a page of the reviews in the caller's scope, and records whom it names.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	page, err := s.find(ctx, q)
	if err == nil {
		s.noteListed(ctx, q, page.Rows)
	}
	return page, err
}

func (s *Service) find(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	if err := q.Filter.check(); err != nil {
		return listquery.Page[Row]{}, err
	}
	return listengine.Page[Row](ctx, s.index, indexQuery(access.From(ctx).Scope(), q))
}

// indexQuery translates a list query for the engine. The caller has checked the filter.
func indexQuery(scope access.Scope, q listquery.Query[Filter]) listengine.Query {
	number := func(is bool) []int64 {
		if is {
			return []int64{yes}
		}
		return []int64{no}
	}
	f, facets := q.Filter, []listengine.In{{Facet: facetDeleted, Values: number(q.Filter.IsDeleted)}}
	if f.Status != "" {
		facets = append(facets, listengine.In{Facet: facetStatus, Values: []int64{statusNumbers[f.Status]}})
	}
	if f.Answered != nil {
		facets = append(facets, listengine.In{Facet: facetAnswered, Values: number(*f.Answered)})
	}
	out := listengine.NewQuery(scope, q)
	out.Facets = facets
	if f.MaxRating != nil {
		out.Ranges = []listengine.Between{{Facet: facetRating, From: 0, To: int64(*f.MaxRating)}}
	}
	return out
}

// Get returns a review's card and audits the view as one of its writer, whose phone it shows.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	c, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err == nil {
		s.Audit.About(audit.Person{UUID: c.Writer.UUID, University: c.University}).Viewed(ctx, auditKind, c.UUID)
	}
	return c, err
}

// Neighbours returns a review's position in the list and the reviews before and after it.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	scope := access.From(ctx).Scope()
	id, err := idOf(ctx, s.DB, scope, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	if err := q.Filter.check(); err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, indexQuery(scope, q), id)
}

// CountWaiting counts the reviews that wait for moderation.
func (s *Service) CountWaiting(ctx context.Context) (int, error) {
	return s.index.Count(ctx, indexQuery(access.From(ctx).Scope(), listquery.Query[Filter]{Filter: Filter{Status: Moderation}, Sort: sortDate}))
}

// History returns a review's history.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, access.From(ctx).Scope(), uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// PartnerRenamed updates the search texts and sort keys of a partner's reviews in the list.
func (s *Service) PartnerRenamed(ctx context.Context, tx db.Tx, partner int64) error {
	text, args := ofPartnerIDs(partner)
	return s.index.TouchWhere(ctx, tx, text, args...)
}

// StudentRenamed does the same after a change of a student's name or phone.
func (s *Service) StudentRenamed(ctx context.Context, tx db.Tx, student int64) error {
	return s.index.TouchWhere(ctx, tx, idsOfStudent, student)
}

// StudentMoved gives what a student wrote to the operators of another university.
func (s *Service) StudentMoved(ctx context.Context, tx db.Tx, student, university int64) error {
	if err := setUniversity(ctx, tx, student, university); err != nil {
		return err
	}
	return s.index.TouchWhere(ctx, tx, idsOfStudent, student)
}

// Verify reports reviews whose number of likes differs from a recount.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return wrongLikes(ctx, s.DB) }

// CleanUp removes reviews that were deleted more than thirty days ago.
func (s *Service) CleanUp(ctx context.Context) error {
	before := s.Clock().Add(-restorable)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.index.TouchWhere(ctx, tx, purgedIDs, before); err != nil {
			return err
		}
		return purge(ctx, tx, before)
	})
}
