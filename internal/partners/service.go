package partners

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/record"
	"studbonus/internal/platform/richtext"
)

// Service is the use cases of partners, their discounts, points, photos and vacancies.
type Service struct {
	Deps
	index    *listengine.Index
	log      record.Log
	statuses record.Statuses[Status]
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

// Hooks connect other areas; each may be nil.
type Hooks struct {
	// Promotions returns the promotions on a partner's card and their total.
	Promotions func(ctx context.Context, partner int64) ([]Promotion, int, error)
	// Changed runs in the transaction of a change of a partner's name, category or cities, which other lists show.
	Changed func(ctx context.Context, tx db.Tx, partner int64) error
	// Renamed runs in the transaction of a change of what a partner is searched by. It may be expensive.
	Renamed func(ctx context.Context, tx db.Tx, partner int64) error
	// PointGoes and Blocked end the tills of a point before it is deleted, and those of a blocked partner; nil: there are none.
	PointGoes func(ctx context.Context, tx db.Tx, point int64) error
	Blocked   func(ctx context.Context, tx db.Tx, partner int64) error
	// Opened counts a view of a partner's card by an active student. It does not wait.
	Opened func(student, partner string)
}

// New makes the service.
func New(d Deps) *Service {
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	s := &Service{Deps: d, index: index, log: record.Log{Kind: auditKind, Index: index, Now: d.Clock}}
	s.statuses = record.Statuses[Status]{
		Rules: statusRules, Kind: auditKind, Area: "partners", Reasons: "reasonBlocked", Set: setStatus, Changed: s.changed,
		Conflict: func(is Status) string { return fmt.Sprintf("Статус сейчас: %s.", statusNames[is]) },
	}
	return s
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "partner"

// List returns a page of partners.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listquery.Page[Row]{}, err
	}
	return listengine.Page[Row](ctx, s.index, query)
}

// indexQuery translates a list query for the engine. Partners belong to the programme: every scope sees all of them.
func (s *Service) indexQuery(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
	if err := q.Filter.check(); err != nil {
		return listengine.Query{}, err
	}
	out := listengine.NewQuery(access.Everything(), q)
	if q.Filter.Status != "" {
		out.Facets = append(out.Facets, listengine.In{Facet: facetStatus, Values: []int64{statusNumbers[q.Filter.Status]}})
	}
	if q.Filter.Before != 0 {
		out.Ranges = []listengine.Between{{Facet: facetID, From: 0, To: q.Filter.Before - 1}}
	}
	if q.Filter.Lacks != "" {
		out.Facets = append(out.Facets, listengine.In{Facet: facetLacks, Values: lackNumbers(lackMasks[q.Filter.Lacks])})
	}
	if len(q.Filter.Categories) > 0 {
		ids, err := db.IDs(ctx, s.DB, "partner_categories", q.Filter.Categories...)
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, listengine.In{Facet: facetCategory, Values: ids})
	}
	if len(q.Filter.Cities) > 0 {
		ids, err := db.IDs(ctx, s.DB, "cities", q.Filter.Cities...)
		if err != nil {
			return out, err
		}
		out.Sets = append(out.Sets, listengine.In{Facet: setCities, Values: ids})
	}
	return out, nil
}

// Get returns a partner's card and audits the view.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return Card{}, err
	}
	card := Card{Partner: p, Promotions: []Promotion{}}
	if card.Counts, err = counts(ctx, s.DB, access.From(ctx).Scope(), p.ID); err != nil {
		return Card{}, err
	}
	if card.Discounts, err = discountTable.of(ctx, s.DB, p.ID); err != nil {
		return Card{}, err
	}
	if s.Hooks.Promotions != nil {
		if card.Promotions, card.Counts.Promotions, err = s.Hooks.Promotions(ctx, p.ID); err != nil {
			return Card{}, err
		}
	}
	s.Audit.Viewed(ctx, auditKind, p.UUID)
	return card, nil
}

// Neighbours returns a partner's position in the list and the partners before and after it.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, p.ID)
}

// CountByTime counts partners by when they were added: before the first moment, between each two and since the last.
// Moments are whole hours.
func (s *Service) CountByTime(ctx context.Context, moments []time.Time) ([]int, error) {
	return s.index.Histogram(ctx, listengine.Query{Scope: access.Everything(), Sort: sortDate}, listengine.HourBuckets(facetMade, moments))
}

// Cities searches the cities that have a partner or a trade point.
func (s *Service) Cities(ctx context.Context, search string) ([]cities.City, error) {
	return findCities(ctx, s.DB, search)
}

// FrequentCities returns the cities that most partners are in.
func (s *Service) FrequentCities(ctx context.Context) ([]cities.City, error) {
	return frequentCities(ctx, s.DB)
}

// WithINN returns the partners with this taxpayer number, to warn of duplicates.
func (s *Service) WithINN(ctx context.Context, inn string) ([]Namesake, error) {
	return byINN(ctx, s.DB, listquery.Digits(inn))
}

// Create adds a partner with its discounts.
func (s *Service) Create(ctx context.Context, c Change, discounts []DiscountChange) (string, error) {
	if len(discounts) > maxDiscounts {
		return "", errTooManyDiscounts()
	}
	p := Partner{Row: Row{UUID: uuid.NewString(), Status: Active, CreatedAt: s.Clock()}}
	return p.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		is, refs, err := s.applyForm(ctx, tx, c, p, discounts)
		if err != nil {
			return err
		}
		if is.ID, err = db.Insert(ctx, tx, "partners", is.allColumns(refs)...); err != nil {
			return err
		}
		if _, err := s.addDiscounts(ctx, tx, is.ID, discounts); err != nil {
			return err
		}
		if is, err = byUUID(ctx, tx, p.UUID); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "partners.create", Object: p.UUID, After: toAudit(is)}, is.ID)
	})
}

// Save changes a partner's card. stale reports whether the caller's version is outdated.
func (s *Service) Save(ctx context.Context, uuid string, c Change, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, uuid)
		if err != nil {
			return err
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		is, refs, err := s.applyForm(ctx, tx, c, was, nil)
		if err != nil {
			return err
		}
		if err := db.Update(ctx, tx, "partners", is.ID, is.formColumns(refs)...); err != nil {
			return err
		}
		if is, err = byUUID(ctx, tx, uuid); err != nil {
			return err
		}
		if s.Hooks.Renamed != nil && is.searchText() != was.searchText() {
			if err := s.Hooks.Renamed(ctx, tx, was.ID); err != nil {
				return err
			}
		}
		return s.changed(ctx, tx, audit.Entry{Action: "partners.save", Object: was.UUID, Before: toAudit(was), After: toAudit(is)}, was.ID)
	})
}

// applyForm applies the form and attaches its files, or returns every broken rule as one error.
func (s *Service) applyForm(ctx context.Context, tx db.Tx, c Change, was Partner, discounts []DiscountChange) (Partner, references, error) {
	var check fault.Check
	is := c.apply(was, &check)
	refs, err := c.references(ctx, tx, &check)
	if err != nil {
		return is, refs, err
	}
	for i, d := range discounts {
		discounts[i] = d.checked(&check, fmt.Sprintf("discounts[%d].", i))
	}
	if err := check.Err(); err != nil {
		return is, refs, err
	}
	for _, f := range []struct {
		field string
		wish  *string
		key   *string
	}{{"logo", c.Logo, &is.Logo}, {"keyImg", c.KeyImage, &is.KeyImage}} {
		if f.wish == nil {
			continue
		}
		if *f.key, err = s.Files.Replace(ctx, tx, *f.key, attachment(ctx, was.UUID, f.field, *f.wish)); err != nil {
			return is, refs, err
		}
	}
	return is, refs, nil
}

// attachment describes a partner's image, which is public.
func attachment(ctx context.Context, partner, field, reference string) files.Attachment {
	return files.Attachment{
		Field: field, Reference: strings.TrimSpace(reference), Kind: files.Image, Owner: auditKind + "/" + partner,
		University: access.From(ctx).University, Visibility: files.Public,
	}
}

// references resolves the form's city and category; an unknown one is an error of the field.
func (c Change) references(ctx context.Context, q db.Querier, check *fault.Check) (references, error) {
	var r references
	city, err := cityByUUID(ctx, q, c.City)
	if fault.Is(err, fault.KindNotFound) {
		check.Add("uuidMainCity", "Выберите город из списка.")
	} else if err != nil {
		return r, err
	}
	r.city = city.ID
	var found []int64
	if form.IsUUID(c.Category) {
		if found, err = db.IDs(ctx, q, "partner_categories", c.Category); err != nil {
			return r, err
		}
	}
	if len(found) == 0 {
		check.Add("category", "Выберите категорию из списка.")
		return r, nil
	}
	r.category = found[0]
	return r, nil
}

// Move blocks or unblocks a partner. Promotions of a blocked partner keep their status, but are not offered (rules 7.1).
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if err := s.statuses.Check(m.To); err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, m.Partner)
		if err != nil {
			return err
		}
		row := record.Row[Status]{ID: was.ID, UUID: was.UUID, Status: was.Status, Reason: was.Reason, IsStale: stale(was.Version)}
		if err := s.statuses.Move(ctx, tx, row, m.To, m.Reason); err != nil || m.To != Blocked || s.Hooks.Blocked == nil {
			return err
		}
		return s.Hooks.Blocked(ctx, tx, was.ID)
	})
}

var statusNames = map[Status]string{Active: "активен", Blocked: "заблокирован"}

// changed records a change that lists show, including the list of promotions.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	if s.Hooks.Changed != nil {
		if err := s.Hooks.Changed(ctx, tx, id); err != nil {
			return err
		}
	}
	return s.log.Changed(ctx, tx, e, id)
}

// RecountRating updates the rating in the transaction that changes a review.
func (s *Service) RecountRating(ctx context.Context, tx db.Tx, partner int64) error {
	return setRating(ctx, tx, partner)
}

// Verify reports ratings and point counts that differ from a recount.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	ratings, err := wrongRatings(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	counts, err := wrongCounts(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	days, err := wrongPointDays(ctx, s.DB)
	return slices.Concat(ratings, counts, days), err
}

// History returns a partner's history.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit returns what the history compares; the description as plain text.
func toAudit(p Partner) map[string]any {
	out := audit.FormFields(p)
	out["description"] = richtext.Text(p.Description)
	return out
}
