package knowledge

import (
	"context"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// Service is the use cases of the knowledge base.
type Service struct {
	Deps
	index *index.Live
}

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log)} }

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

const auditKind = "question"

// Categories is a page of the categories by name.
func (s *Service) Categories(ctx context.Context, q list.Query[struct{}]) (list.Page[Category], error) {
	all, err := categories(ctx, s.DB)
	if q.Direction == list.Descending {
		slices.Reverse(all)
	}
	rest := all[min(q.Offset, len(all)):]
	return list.Page[Category]{Rows: rest[:min(q.Limit, len(rest))], Total: len(all)}, err
}

// List is a page of questions; every operator sees those of all owners.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Question], error) {
	question, err := s.question(ctx, q)
	if err != nil {
		return list.Page[Question]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question, rowsByID, func(r Question) int64 { return r.ID })
	return list.Page[Question]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms.
func (s *Service) question(ctx context.Context, q list.Query[Filter]) (index.Query, error) {
	out := index.Query{
		Scope: access.Everything(), Terms: list.Terms(q.Search), Sort: q.Sort,
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
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
		out.Facets = append(out.Facets, index.In{Facet: by.facet, Values: ids})
	}
	return out, nil
}

// Get is one question.
func (s *Service) Get(ctx context.Context, uuid string) (Question, error) {
	return byUUID(ctx, s.DB, uuid)
}

// Neighbours is where a question stands in a list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (index.Neighbours, error) {
	present, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return index.Neighbours{}, err
	}
	question, err := s.question(ctx, q)
	if err != nil {
		return index.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, question, "knowledge_questions", present.ID)
}

// Create adds a question in the name of its author's university, or of the programme.
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
		return s.changed(ctx, tx, audit.Entry{Action: "knowledge.create", Object: id, After: toAudit(is)}, row)
	})
}

// categoryOf finds the category that the form names; a wrong one is the form's mistake.
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

// Save changes a question. stale tells whether the caller's version is not the present one.
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
		return s.changed(ctx, tx, audit.Entry{Action: "knowledge.save", Object: uuid, Before: toAudit(was[0]), After: toAudit(is)}, is.ID)
	})
}

// changeable locks questions that the caller may change: all of them, or none (contract §8: an unknown one is a 404, one
// that he may only see a 403).
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

// Delete removes a selection with the votes on it: all of it, or nothing.
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
			if err := s.changed(ctx, tx, audit.Entry{Action: "knowledge.delete", Object: q.UUID, Before: toAudit(q)}, q.ID); err != nil {
				return err
			}
		}
		return remove(ctx, tx, ids)
	})
}

// changed ends every write: its audit row, and the word to the indexes.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	e.Kind = auditKind
	if err := audit.Write(ctx, tx, s.Clock(), e); err != nil {
		return err
	}
	return index.Touch(ctx, tx, listName, s.Clock(), id)
}

// History is what operators did to a question.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := byUUID(ctx, s.DB, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit are the fields that the log compares.
func toAudit(q Question) map[string]any {
	return map[string]any{"nameCategory": q.CategoryName, "question": q.Text, "answer": q.Answer}
}
