package exports

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/idset"
	"studbonus/internal/platform/listquery"
)

// Service is the use cases of exports.
type Service struct {
	Deps
	lists map[string]exporting.List // by kind
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Files *files.Service
	// Principal returns an operator with current permissions: the job runs later on the operator's behalf.
	Principal func(ctx context.Context, operator int64) (access.Principal, error)
}

// New creates the service; Add hands it the lists.
func New(d Deps) *Service { return &Service{Deps: d, lists: map[string]exporting.List{}} }

// Add makes lists known.
func (s *Service) Add(lists ...exporting.List) {
	for _, l := range lists {
		s.lists[l.Kind] = l
	}
}

const auditKind = "export"

// Start begins an export for the caller.
func (s *Service) Start(ctx context.Context, o exporting.Order) (string, error) {
	question, err := json.Marshal(o.Question)
	if err != nil {
		return "", err
	}
	purpose, err := checkedPurpose(o.Purpose)
	if err != nil {
		return "", err
	}
	return s.start(ctx, Export{Kind: o.List.Kind, Question: string(question), Purpose: purpose})
}

func (s *Service) start(ctx context.Context, e Export) (string, error) {
	l, known := s.lists[e.Kind]
	if !known {
		return "", fmt.Errorf("no list is called %s", e.Kind)
	}
	p := access.From(ctx)
	if !p.Can(l.Area) {
		return "", fault.Forbidden()
	}
	var err error
	if e.Filter, err = l.Words(ctx, json.RawMessage(e.Question)); err != nil {
		return "", err
	}
	e.UUID, e.Operator, e.CreatedAt = uuid.NewString(), p.Operator, s.Clock()
	return e.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := checkOpen(ctx, tx, p.Operator); err != nil {
			return err
		}
		if _, err := insert(ctx, tx, e); err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, runArgs{UUID: e.UUID}, nil); err != nil {
			return err
		}
		return s.log(ctx, tx, "exports.start", e, asked(e.Question))
	})
}

// Record remembers an export whose file its area answers with.
func (s *Service) Record(ctx context.Context, tx db.Tx, g exporting.Given) error {
	now := s.Clock()
	e := Export{UUID: uuid.NewString(), Operator: access.From(ctx).Operator, Kind: g.Kind, Question: "{}", Filter: g.Filter, CreatedAt: now, EndedAt: &now}
	var c contents
	for _, id := range g.People {
		c.add(id)
	}
	c.rows = g.Rows // a row may name nobody
	var err error
	if e.ID, err = insert(ctx, tx, e); err != nil {
		return err
	}
	if _, err := finish(ctx, tx, e, c); err != nil {
		return err
	}
	return s.log(ctx, tx, "exports.finish", e, map[string]any{"rows": g.Rows})
}

// asked is what the audit log says of a question. What was searched for and the purpose may name people: only the table has them.
func asked(question string) map[string]any {
	var q struct {
		Filter any
		Search string
	}
	_ = json.Unmarshal([]byte(question), &q) // a question of another form has neither
	return map[string]any{"filter": q.Filter, "search": q.Search != ""}
}

func (s *Service) log(ctx context.Context, tx db.Tx, action string, e Export, after map[string]any) error {
	after["kind"] = e.Kind
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: action, Kind: auditKind, Object: e.UUID, After: after})
}

// checkOpen refuses an operator who has three exports in progress.
func checkOpen(ctx context.Context, tx db.Tx, operator int64) error {
	open, err := countOpen(ctx, tx, operator)
	if err == nil && open >= openAtOnce {
		return fault.TooMany("Уже готовятся три выгрузки. Дождитесь, пока одна из них закончится.", 10*time.Second)
	}
	return err
}

// List returns a page of the caller's own exports, by date.
func (s *Service) List(ctx context.Context, q listquery.Query[struct{}]) (listquery.Page[Export], error) {
	return page(ctx, s.DB, access.From(ctx).Operator, q)
}

// Get returns one of the caller's own exports.
func (s *Service) Get(ctx context.Context, uuid string) (Export, error) {
	return own(ctx, s.DB, access.From(ctx).Operator, uuid)
}

// Cancel ends an export before its file is ready; a running job notices within a second.
func (s *Service) Cancel(ctx context.Context, uuid string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		e, err := own(ctx, tx, access.From(ctx).Operator, uuid)
		if err != nil {
			return err
		}
		e.Status = Cancelled
		if ended, err := end(ctx, tx, e, s.Clock()); err != nil || !ended {
			if err == nil {
				err = fault.Conflict("Эта выгрузка уже закончилась.")
			}
			return err
		}
		return s.log(ctx, tx, "exports.cancel", e, map[string]any{})
	})
}

// Repeat asks the same question again.
func (s *Service) Repeat(ctx context.Context, uuid string) (string, error) {
	e, err := s.Get(ctx, uuid)
	if err == nil && s.isGiven(e) {
		err = fault.Conflict("Эту выгрузку можно повторить только там, откуда скачан файл.")
	}
	if err != nil {
		return "", err
	}
	return s.start(ctx, Export{Kind: e.Kind, Question: e.Question, Purpose: e.Purpose})
}

// IsLargeAgain reports whether repeating an export needs a recent proof of identity.
func (s *Service) IsLargeAgain(ctx context.Context, uuid string) (bool, error) {
	e, err := s.Get(ctx, uuid)
	if err != nil || !s.mayRepeat(ctx, e) {
		return false, err // Repeat refuses
	}
	return s.lists[e.Kind].IsLarge(ctx, json.RawMessage(e.Question))
}

// isGiven reports whether the area has answered with the file at once.
func (s *Service) isGiven(e Export) bool {
	l, known := s.lists[e.Kind]
	return known && l.IsGiven()
}

func (s *Service) mayRepeat(ctx context.Context, e Export) bool {
	l, known := s.lists[e.Kind]
	return known && !l.IsGiven() && access.From(ctx).Can(l.Area)
}

// Containing returns the finished exports that held a row, the newest first, and when their files were opened: who has seen it. It
// looks through a part of them; next is where to go on, 0 at the end.
func (s *Service) Containing(ctx context.Context, a Asked) (found []Holder, next int64, err error) {
	read := 0
	err = eachAround(ctx, s.DB, a, func(c candidate) error {
		read, next = read+1, c.ID
		ids, err := idset.Unpack(c.IDs)
		if err == nil && slices.ContainsFunc(a.Rows[c.Kind], ids.Has) {
			c.Name = s.lists[c.Kind].Sheet.Name
			found = append(found, c.Holder)
		}
		return err
	})
	if read < candidatesRead {
		next = 0
	}
	if err != nil || len(found) == 0 {
		return nil, next, err
	}
	return found, next, addDownloads(ctx, s.DB, found)
}

// CleanUp deletes the records past their term, never before the file.
func (s *Service) CleanUp(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return deletePast(ctx, tx, s.Clock().Add(-fileLife)) })
}
