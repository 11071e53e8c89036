package promotions

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/record"
)

// Service is the use cases of promotions and their codes.
type Service struct {
	Deps
	index    *listengine.Index
	log      record.Log
	statuses record.Statuses[Status]
	checks   chan struct{} // semaphore: one dry run at a time, because each needs memory
	claims   *claimQueues
	byKey    *db.Gather[question, Own] // earlier claims
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	Audit *audit.Queue
	// Principal returns an operator's current rights: imports run later than the upload.
	Principal func(ctx context.Context, operator int64) (access.Principal, error)
	// StartExport begins the export of a list, RecordExport remembers one that was answered at once.
	StartExport  exporting.Start
	RecordExport exporting.Record
}

// New makes the service.
func New(d Deps) *Service {
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	log := record.Log{Kind: auditKind, Index: index, Now: d.Clock}
	s := &Service{
		Deps: d, index: index, log: log, checks: make(chan struct{}, 1),
		statuses: record.Statuses[Status]{
			Rules: statusRules, Kind: auditKind, Area: "promotions", Reasons: "reasonBlocked", Set: setStatus, Changed: log.Changed,
			Conflict: func(is Status) string { return fmt.Sprintf("Акция сейчас %s.", statusNames[is]) },
		},
	}
	s.claims = newClaimQueues(s.Give)
	s.byKey = db.NewGather(d.DB, func(ctx context.Context, questions []question) (map[question]Own, error) {
		return ownByKey(ctx, d.DB, questions)
	})
	return s
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "stock"

// List returns a page of promotions.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listquery.Page[Row]{}, err
	}
	return listengine.Page[Row](ctx, s.index, query)
}

// indexQuery translates a list query for the engine. Promotions belong to the programme: every scope sees all of them.
func (s *Service) indexQuery(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
	f := q.Filter
	if err := f.check(); err != nil {
		return listengine.Query{}, err
	}
	out := listengine.NewQuery(access.Everything(), q)
	out.Ranges = inState(f.State, clock.DateOf(s.Clock()))
	if f.Status != "" {
		out.Facets = append(out.Facets, listengine.In{Facet: facetStatus, Values: []int64{statusNumbers[f.Status]}})
	}
	for _, named := range []struct {
		facet int
		asked bool
		find  func() ([]int64, error)
	}{
		{facetCategory, len(f.Categories) > 0, func() ([]int64, error) { return db.IDs(ctx, s.DB, "partner_categories", f.Categories...) }},
		{facetPartner, f.Partner != "", func() ([]int64, error) { return db.IDs(ctx, s.DB, "partners", f.Partner) }},
	} {
		if !named.asked {
			continue
		}
		ids, err := named.find()
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, listengine.In{Facet: named.facet, Values: ids})
	}
	if err := s.narrowByCodes(ctx, &out, f.Codes); err != nil {
		return out, err
	}
	if len(f.Cities) > 0 {
		ids, err := db.IDs(ctx, s.DB, "cities", f.Cities...)
		if err != nil {
			return out, err
		}
		out.Sets = append(out.Sets, listengine.In{Facet: setCities, Values: ids})
	}
	return out, nil
}

// Get returns a promotion's card and audits the view.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return Card{}, err
	}
	card := Card{Promotion: p}
	if card.Cities, err = citiesOf(ctx, s.DB, p.Partner); err != nil {
		return Card{}, err
	}
	// Free codes are as good as money: only the uploader may open the file.
	last, found, err := lastFile(ctx, s.DB, p.ID)
	if err != nil {
		return Card{}, err
	}
	if found && last.Operator != nil && *last.Operator == access.From(ctx).Operator {
		card.File = last.File
	}
	s.Audit.Viewed(ctx, auditKind, p.UUID)
	return card, nil
}

// Neighbours returns a promotion's position in the list and the promotions before and after it.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	id, err := idOf(ctx, s.DB, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, id)
}

// CountByTime counts promotions by when they were added: before the first moment, between each two and since the last.
// Moments are whole hours.
func (s *Service) CountByTime(ctx context.Context, moments []time.Time) ([]int, error) {
	return s.index.Histogram(ctx, listengine.Query{Scope: access.Everything(), Sort: sortDate}, listengine.HourBuckets(facetMade, moments))
}

// Create adds a promotion of a partner. A job imports the codes of its file.
func (s *Service) Create(ctx context.Context, partner string, c Change) (string, error) {
	p, err := c.apply(Promotion{Row: Row{UUID: uuid.NewString(), Status: Active}})
	if err != nil {
		return "", err
	}
	return p.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		of, err := partnerByUUID(ctx, tx, partner)
		if fault.Is(err, fault.KindNotFound) {
			err = fault.Invalid("uuidPartner", "Выберите партнёра из списка.")
		}
		if err != nil {
			return err
		}
		if p.ID, err = insert(ctx, tx, p, of, s.Clock()); err != nil {
			return err
		}
		name, err := s.queueFile(ctx, tx, p, c.File)
		if err != nil {
			return err
		}
		after := audit.FormFields(p)
		after["partner"] = of.Name
		return s.log.Changed(ctx, tx, audit.Entry{Action: "promotions.create", Object: p.UUID, After: withFile(after, name)}, p.ID)
	})
}

// Save changes a promotion. stale reports whether the caller's version is outdated.
func (s *Service) Save(ctx context.Context, uuid string, c Change, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, uuid)
		if err != nil {
			return err
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		is, err := c.apply(was)
		if err != nil {
			return err
		}
		if err := save(ctx, tx, is); err != nil {
			return err
		}
		name, err := s.queueFile(ctx, tx, is, c.File)
		if err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "promotions.save", Object: was.UUID, Before: audit.FormFields(was), After: withFile(audit.FormFields(is), name)}, was.ID)
	})
}

// Move blocks or unblocks a promotion.
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if err := s.statuses.Check(m.To); err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, m.Promotion)
		if err != nil {
			return err
		}
		row := record.Row[Status]{ID: was.ID, UUID: was.UUID, Status: was.Status, Reason: was.Reason, IsStale: stale(was.Version)}
		return s.statuses.Move(ctx, tx, row, m.To, m.Reason)
	})
}

var statusNames = map[Status]string{Active: "активна", Blocked: "неактивна"}

// PartnerChanged updates the list after a change of a partner's name, category or cities.
func (s *Service) PartnerChanged(ctx context.Context, tx db.Tx, partner int64) error {
	if err := updateSearchTexts(ctx, tx, partner); err != nil {
		return err
	}
	return s.index.TouchWhere(ctx, tx, idsOfPartner, partner)
}

// CityRenamed updates the list, which is sorted by the cities of partners too.
func (s *Service) CityRenamed(ctx context.Context, tx db.Tx, city int64) error {
	return s.index.TouchWhere(ctx, tx, idsOfCity, city)
}

const shownOnPartner = 100

// OfPartner returns a partner's newest promotions and their total.
func (s *Service) OfPartner(ctx context.Context, partner int64) ([]Row, int, error) {
	rows, err := ofPartner(ctx, s.DB, partner, shownOnPartner)
	if err != nil || len(rows) < shownOnPartner {
		return rows, len(rows), err
	}
	n, err := countOfPartner(ctx, s.DB, partner)
	return rows, n, err
}

// History returns a promotion's history.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

func withFile(values map[string]any, name string) map[string]any {
	if name != "" {
		values["file"] = name
	}
	return values
}
