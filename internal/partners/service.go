package partners

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/form"
	"studbonus/internal/index"
	"studbonus/internal/list"
	"studbonus/internal/richtext"
)

// Service is the use cases of partners and of what belongs to them.
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

// Hooks are what other areas know of a partner.
type Hooks struct {
	// Promotions are those of a partner that its card shows, and how many there are; nil: there are none.
	Promotions func(ctx context.Context, partner int64) ([]Promotion, int, error)
	// Changed is told, in the transaction of the change, that what lists show of a partner may be another: its name,
	// category or cities; nil: nobody wants to know.
	Changed func(ctx context.Context, tx db.Tx, partner int64) error
	// Renamed is told likewise that a partner sorts or is found differently: much hangs on it, and it is rare.
	Renamed func(ctx context.Context, tx db.Tx, partner int64) error
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log)} }

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

const auditKind = "partner"

// List is a page of partners.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Row], error) {
	question, err := s.question(ctx, q)
	if err != nil {
		return list.Page[Row]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question, rowsByID, func(r Row) int64 { return r.ID })
	return list.Page[Row]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms. Partners are the programme's: every scope sees all of them.
func (s *Service) question(ctx context.Context, q list.Query[Filter]) (index.Query, error) {
	if err := q.Filter.check(); err != nil {
		return index.Query{}, err
	}
	out := index.Query{
		Scope: access.Everything(), Terms: list.Terms(q.Search), Sort: q.Sort,
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
	}
	if q.Filter.Status != "" {
		out.Facets = append(out.Facets, index.In{Facet: facetStatus, Values: []int64{statusNumbers[q.Filter.Status]}})
	}
	if len(q.Filter.Categories) > 0 {
		ids, err := categoryIDs(ctx, s.DB, q.Filter.Categories)
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, index.In{Facet: facetCategory, Values: ids})
	}
	if len(q.Filter.Cities) > 0 {
		ids, err := cityIDs(ctx, s.DB, q.Filter.Cities)
		if err != nil {
			return out, err
		}
		out.Sets = append(out.Sets, index.In{Facet: setCities, Values: ids})
	}
	return out, nil
}

// Get is a partner's card; looking at it is written down.
func (s *Service) Get(ctx context.Context, uuid string) (Card, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return Card{}, err
	}
	card := Card{Partner: p, Promotions: []Promotion{}}
	if card.Counts, err = counts(ctx, s.DB, access.From(ctx).Scope(), p.ID); err != nil {
		return Card{}, err
	}
	if card.Discounts, err = discountsOf(ctx, s.DB, p.ID); err != nil {
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

// Neighbours is where a partner stands in the list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (index.Neighbours, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return index.Neighbours{}, err
	}
	question, err := s.question(ctx, q)
	if err != nil {
		return index.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, question, "partners", p.ID)
}

// CountByTime is how many partners there are by the time they were added: before the first of these moments (whole hours),
// between each two, and since the last.
func (s *Service) CountByTime(ctx context.Context, moments []time.Time) ([]int, error) {
	return s.index.Spread(ctx, index.Query{Scope: access.Everything(), Sort: sortDate}, index.Hours(facetMade, moments))
}

// Cities are those with a partner or a trade point, by a part of their name; no text finds nothing.
func (s *Service) Cities(ctx context.Context, search string) ([]City, error) {
	if strings.TrimSpace(search) == "" {
		return []City{}, nil
	}
	return cities(ctx, s.DB, search)
}

// WithINN are the partners that have this taxpayer number: a form warns of them.
func (s *Service) WithINN(ctx context.Context, inn string) ([]Namesake, error) {
	return byINN(ctx, s.DB, list.Digits(inn))
}

// Create makes a partner with the discounts that its form has.
func (s *Service) Create(ctx context.Context, c Change, discounts []DiscountChange) (string, error) {
	if len(discounts) > maxDiscounts {
		return "", errTooManyDiscounts()
	}
	p := Partner{UUID: uuid.NewString(), Status: Active, CreatedAt: s.Clock()}
	return p.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		is, refs, err := s.settle(ctx, tx, c, p, discounts)
		if err != nil {
			return err
		}
		if is.ID, err = insert(ctx, tx, is, refs); err != nil {
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

// Save changes a partner's card. stale tells whether the caller's version is not the present one.
func (s *Service) Save(ctx context.Context, uuid string, c Change, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, uuid)
		if err != nil {
			return err
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		is, refs, err := s.settle(ctx, tx, c, was, nil)
		if err != nil {
			return err
		}
		if err := save(ctx, tx, is, refs); err != nil {
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

// settle gives the partner as the form wants it, with its files attached, or every rule that the form breaks.
func (s *Service) settle(ctx context.Context, tx db.Tx, c Change, was Partner, discounts []DiscountChange) (Partner, references, error) {
	var check fault.Check
	is := c.apply(was, &check)
	c.checkLinks(&is, &check)
	c.checkDescription(&is, &check)
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

// attachment is an image of a partner: anybody may see it.
func attachment(ctx context.Context, partner, field, reference string) files.Attachment {
	return files.Attachment{
		Field: field, Reference: strings.TrimSpace(reference), Kind: files.Image, Owner: auditKind + "/" + partner,
		University: access.From(ctx).University, Visibility: files.Public,
	}
}

func (c Change) checkLinks(to *Partner, check *fault.Check) {
	link := func(field, given string) string {
		if strings.TrimSpace(given) == "" {
			return ""
		}
		sound, err := richtext.CheckLink(given)
		if err != nil {
			check.Add(field, err.Error())
		}
		return sound
	}
	to.Site = link("linkToSite", c.Site)
	to.VK, to.Instagram, to.FB, to.Twitter = "", "", "", ""
	for i, n := range c.Networks {
		at := fmt.Sprintf("socialNetworks[%d].", i)
		kept := to.link(n.Type)
		switch {
		case kept == nil:
			check.Add(at+"type", "Сеть: vk, instagram, fb или twitter.")
		case *kept != "":
			check.Add(at+"type", "Эта сеть указана дважды.")
		default:
			*kept = link(at+"link", n.Link)
		}
	}
}

func (c Change) checkDescription(to *Partner, check *fault.Check) {
	clean, _, err := richtext.Sanitize(c.Description, maxDescription)
	if errors.Is(err, richtext.ErrTooLong) {
		check.Add("description", "Максимальное количество символов: 2000")
	}
	to.Description = clean
}

// references finds what the form names; a wrong name is the form's mistake.
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
		if found, err = categoryIDs(ctx, q, []string{c.Category}); err != nil {
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

// Move blocks or unblocks a partner. Its promotions stay as they are, but are not offered to students (contract §4).
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if !m.To.known() {
		return fault.Invalid("status", "Неизвестный статус.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, m.Partner)
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
			Action: "partners." + string(m.To), Object: was.UUID, Reason: m.Reason,
			Before: map[string]any{"status": was.Status, "reasonBlocked": was.Reason}, After: map[string]any{"status": m.To, "reasonBlocked": m.Reason},
		}, was.ID)
	})
}

var statusNames = map[Status]string{Active: "активен", Blocked: "заблокирован"}

func (s *Service) decided(ctx context.Context, q db.Querier, p Partner) error {
	return audit.Decided(ctx, q, auditKind, p.UUID, fmt.Sprintf("Статус сейчас: %s.", statusNames[p.Status]))
}

// changed ends a write of what the list shows: its audit row, and the word to the indexes.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	if err := s.told(ctx, tx, e); err != nil {
		return err
	}
	if s.Hooks.Changed != nil {
		if err := s.Hooks.Changed(ctx, tx, id); err != nil {
			return err
		}
	}
	return index.Touch(ctx, tx, listName, s.Clock(), id)
}

// told ends every other write: what happens to a partner's things is the partner's history.
func (s *Service) told(ctx context.Context, tx db.Tx, e audit.Entry) error {
	e.Kind = auditKind
	return audit.Write(ctx, tx, s.Clock(), e)
}

// RecountRating takes the rating anew after a review has changed, in the transaction of that change.
func (s *Service) RecountRating(ctx context.Context, tx db.Tx, partner int64) error {
	return setRating(ctx, tx, partner)
}

// Verify looks for partners whose rating is not what their reviews say, or whose points are counted wrongly.
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

// History is what happened to a partner.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := idOf(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit are the fields that the log compares.
func toAudit(p Partner) map[string]any {
	return map[string]any{
		"name": p.Name, "legalName": p.LegalName, "inn": p.INN, "category": p.CategoryName, "nameMainCity": p.CityName,
		"description": richtext.Text(p.Description), "phone": p.Phone, "email": p.Email, "linkToSite": p.Site,
		"vk": p.VK, "instagram": p.Instagram, "fb": p.FB, "twitter": p.Twitter, "logo": p.Logo, "keyImg": p.KeyImage,
	}
}
