package knowledge

import (
	"context"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/record"
)

// Service is the use cases of the knowledge base.
type Service struct {
	Deps
	index *listengine.Index
	log   record.Log
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	// StartExport begins the export of a list.
	StartExport exporting.Start
}

// New creates the service.
func New(d Deps) *Service {
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	return &Service{Deps: d, index: index, log: record.Log{Kind: auditKind, Index: index, Now: d.Clock}}
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "question"

// Categories returns a page of the categories by name.
func (s *Service) Categories(ctx context.Context, q listquery.Query[struct{}]) (listquery.Page[Category], error) {
	all, err := categories(ctx, s.DB)
	if q.Direction == listquery.Descending {
		slices.Reverse(all)
	}
	rest := all[min(q.Offset, len(all)):]
	return listquery.Page[Category]{Rows: rest[:min(q.Limit, len(rest))], Total: len(all)}, err
}

// MoveCategory puts some questions of a category into another and returns their number.
func (s *Service) MoveCategory(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
	moved, err := moveCategory(ctx, tx, from, into)
	if err != nil {
		return 0, err
	}
	return len(moved), s.index.Touch(ctx, tx, moved...)
}

// List returns a page of questions of all owners.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Question], error) {
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listquery.Page[Question]{}, err
	}
	return listengine.Page[Question](ctx, s.index, query)
}

// indexQuery translates a list query for the engine.
func (s *Service) indexQuery(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
	out := listengine.NewQuery(access.Everything(), q)
	if q.Filter.Before != 0 {
		out.Ranges = []listengine.Between{{Facet: facetID, From: 0, To: q.Filter.Before - 1}}
	}
	for _, by := range []struct {
		facet int
		uuid  string
		ids   func(context.Context, db.Querier, string) ([]int64, error)
	}{{facetCategory, q.Filter.Category, categoryIDs}, {facetOwner, q.Filter.University, universityIDs}} {
		if by.uuid == "" {
			continue
		}
		ids, err := by.ids(ctx, s.DB, by.uuid) // none for an unknown uuid: then nothing matches
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, listengine.In{Facet: by.facet, Values: ids})
	}
	return out, nil
}

// Get returns one question.
func (s *Service) Get(ctx context.Context, uuid string) (Question, error) {
	return byUUID(ctx, s.DB, uuid)
}

// Neighbours returns the position of a question in a list, with the previous and the next one.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	present, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, present.ID)
}

// Create adds a question; its owner is the author's university or the programme.
func (s *Service) Create(ctx context.Context, d Draft) (string, error) {
	d, err := d.checked()
	if err != nil {
		return "", err
	}
	id := uuid.NewString()
	return id, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		category, err := categoryOf(ctx, tx, d)
		if err != nil {
			return err
		}
		row, err := insert(ctx, tx, added{uuid: id, category: category, owner: ownerFor(access.From(ctx).Scope()), draft: d, at: s.Clock()})
		if err != nil {
			return err
		}
		is, err := byUUID(ctx, tx, id)
		if err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "knowledge.create", Object: id, After: toAudit(is)}, row)
	})
}

// categoryOf resolves the category of the form; an unknown one is an invalid field.
func categoryOf(ctx context.Context, q db.Querier, d Draft) (int64, error) {
	ids, err := categoryIDs(ctx, q, d.Category)
	if err != nil {
		return 0, err
	}
	if len(ids) == 0 {
		return 0, fault.Invalid("uuidCategory", noCategory)
	}
	return ids[0], nil
}

// Save changes a question. stale reports whether the caller's version is outdated.
func (s *Service) Save(ctx context.Context, uuid string, d Draft, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := changeable(ctx, tx, uuid)
		if err != nil {
			return err
		}
		if stale(was[0].Version) {
			return fault.Stale()
		}
		d, err := d.checked()
		if err != nil {
			return err
		}
		category, err := categoryOf(ctx, tx, d)
		if err != nil {
			return err
		}
		if err := save(ctx, tx, was[0].ID, category, d); err != nil {
			return err
		}
		is, err := byUUID(ctx, tx, uuid)
		if err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "knowledge.save", Object: uuid, Before: toAudit(was[0]), After: toAudit(is)}, is.ID)
	})
}

// changeable locks questions for a change: all or none. An unknown one is a 404, one of another owner a 403 (rules 4.8).
func changeable(ctx context.Context, tx db.Tx, uuids ...string) ([]Question, error) {
	found, err := lock(ctx, tx, uuids...)
	if err != nil {
		return nil, err
	}
	if len(found) < len(uuids) {
		return nil, fault.NotFound()
	}
	scope := access.From(ctx).Scope()
	for _, q := range found {
		if !q.mayBeChanged(scope) {
			return nil, fault.Forbidden()
		}
	}
	return found, nil
}

// Delete removes questions with their votes, all or none.
func (s *Service) Delete(ctx context.Context, uuids []string) error {
	uuids = slices.Clone(uuids)
	slices.Sort(uuids)
	uuids = slices.Compact(uuids)
	if len(uuids) == 0 || len(uuids) > maxDeleted {
		return fault.Invalid("uuids", "Выберите от 1 до 1000 вопросов.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		gone, err := changeable(ctx, tx, uuids...)
		if err != nil {
			return err
		}
		ids := make([]int64, len(gone))
		for i, q := range gone {
			ids[i] = q.ID
			if err := s.log.Changed(ctx, tx, audit.Entry{Action: "knowledge.delete", Object: q.UUID, Before: toAudit(q)}, q.ID); err != nil {
				return err
			}
		}
		return remove(ctx, tx, ids)
	})
}

// History returns the audit records of a question.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := byUUID(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit returns the fields that the history shows.
func toAudit(q Question) map[string]any {
	return map[string]any{"nameCategory": q.CategoryName, "question": q.Text, "answer": q.Answer}
}
