package promotions

import (
	"context"
	"fmt"
	"log/slog"
	"time"

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

// Service is the use cases of promotions and of their codes.
type Service struct {
	Deps
	index  *index.Live
	checks chan struct{} // holds one dry run at a time: each takes memory by the size of its file
}

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	Audit *audit.Queue
	// Principal is an operator as of now, for files that are taken over in his name later.
	Principal func(ctx context.Context, operator int64) (access.Principal, error)
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log), checks: make(chan struct{}, 1)}
}

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

const auditKind = "stock"

// List is a page of promotions.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Row], error) {
	question, err := s.question(ctx, q)
	if err != nil {
		return list.Page[Row]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question, rowsByID, func(r Row) int64 { return r.ID })
	return list.Page[Row]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms. Promotions are the programme's: every scope sees all of them.
func (s *Service) question(ctx context.Context, q list.Query[Filter]) (index.Query, error) {
	f := q.Filter
	if err := f.check(); err != nil {
		return index.Query{}, err
	}
	out := index.Query{
		Scope: access.Everything(), Terms: list.Terms(q.Search), Sort: q.Sort, Ranges: inState(f.State, clock.DateOf(s.Clock())),
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
	}
	if f.Status != "" {
		out.Facets = append(out.Facets, index.In{Facet: facetStatus, Values: []int64{statusNumbers[f.Status]}})
	}
	for _, named := range []struct {
		facet int
		asked bool
		find  func() ([]int64, error)
	}{
		{facetCategory, len(f.Categories) > 0, func() ([]int64, error) { return categoryIDs(ctx, s.DB, f.Categories) }},
		{facetPartner, f.Partner != "", func() ([]int64, error) { return partnerIDs(ctx, s.DB, f.Partner) }},
	} {
		if !named.asked {
			continue
		}
		ids, err := named.find()
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, index.In{Facet: named.facet, Values: ids})
	}
	if len(f.Cities) > 0 {
		ids, err := cityIDs(ctx, s.DB, f.Cities)
		if err != nil {
			return out, err
		}
		out.Sets = append(out.Sets, index.In{Facet: setCities, Values: ids})
	}
	return out, nil
}

// Get is a promotion's card; looking at it is written down.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return Card{}, err
	}
	card := Card{Promotion: p}
	if card.Cities, err = citiesOf(ctx, s.DB, p.Partner); err != nil {
		return Card{}, err
	}
	// Free codes are as good as money: the file with them opens for nobody but its uploader.
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

// Neighbours is where a promotion stands in the list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (index.Neighbours, error) {
	id, err := idOf(ctx, s.DB, uuid)
	if err != nil {
		return index.Neighbours{}, err
	}
	question, err := s.question(ctx, q)
	if err != nil {
		return index.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, question, "promotions", id)
}

// CountByTime is how many promotions there are by the time they were added: before the first of these moments (whole
// hours), between each two, and since the last.
func (s *Service) CountByTime(ctx context.Context, moments []time.Time) ([]int, error) {
	return s.index.Spread(ctx, index.Query{Scope: access.Everything(), Sort: sortDate}, index.Hours(facetMade, moments))
}

// Create makes a promotion of a partner; the codes of its file come later, in the background.
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
		name, err := s.takeFile(ctx, tx, p, c.File)
		if err != nil {
			return err
		}
		after := toAudit(p)
		after["partner"] = of.Name
		return s.changed(ctx, tx, audit.Entry{Action: "promotions.create", Object: p.UUID, After: withFile(after, name)}, p.ID)
	})
}

// Save changes a promotion. stale tells whether the caller's version is not the present one.
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
		name, err := s.takeFile(ctx, tx, is, c.File)
		if err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "promotions.save", Object: was.UUID, Before: toAudit(was), After: withFile(toAudit(is), name)}, was.ID)
	})
}

// Move blocks or unblocks a promotion.
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if !m.To.known() {
		return fault.Invalid("status", "Неизвестный статус.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, m.Promotion)
		if err != nil {
			return err
		}
		if stale(was.Version) || !was.Status.canBecome(m.To) {
			return s.decided(ctx, tx, was)
		}
		if err := m.checkReason(); err != nil {
			return err
		}
		if err := setStatus(ctx, tx, was.ID, m.To, m.Reason); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{
			Action: "promotions." + string(m.To), Object: was.UUID, Reason: m.Reason,
			Before: map[string]any{"status": was.Status, "reasonBlocked": was.Reason}, After: map[string]any{"status": m.To, "reasonBlocked": m.Reason},
		}, was.ID)
	})
}

var statusNames = map[Status]string{Active: "активна", Blocked: "неактивна"}

func (s *Service) decided(ctx context.Context, q db.Querier, p Promotion) error {
	return audit.Decided(ctx, q, auditKind, p.UUID, fmt.Sprintf("Акция сейчас %s.", statusNames[p.Status]))
}

// changed ends a write of what the list shows: its audit row, and the word to the indexes.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	e.Kind = auditKind
	if err := audit.Write(ctx, tx, s.Clock(), e); err != nil {
		return err
	}
	return index.Touch(ctx, tx, listName, s.Clock(), id)
}

// PartnerChanged lets the list follow what it shows of a partner: its name, category and cities.
func (s *Service) PartnerChanged(ctx context.Context, tx db.Tx, partner int64) error {
	if err := findAgain(ctx, tx, partner); err != nil {
		return err
	}
	return index.TouchWhere(ctx, tx, listName, s.Clock(), index.Rows{Text: "SELECT id FROM promotions WHERE partner_id = ?", Args: []any{partner}})
}

const shownOnPartner = 100

// OfPartner are a partner's promotions, the newest first and not too many, and how many there are.
func (s *Service) OfPartner(ctx context.Context, partner int64) ([]Row, int, error) {
	rows, err := ofPartner(ctx, s.DB, partner, shownOnPartner)
	if err != nil || len(rows) < shownOnPartner {
		return rows, len(rows), err
	}
	n, err := countOfPartner(ctx, s.DB, partner)
	return rows, n, err
}

// History is what happened to a promotion.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit are the fields that the log compares.
func toAudit(p Promotion) map[string]any {
	limit := any(nil)
	if p.WinLimit != nil {
		limit = *p.WinLimit
	}
	return map[string]any{
		"name": p.Name, "description": p.Description, "dateBegin": p.Begin.Wire(), "dateEnd": p.End.Wire(), "winLimit": limit,
	}
}

func withFile(told map[string]any, name string) map[string]any {
	if name != "" {
		told["file"] = name
	}
	return told
}
