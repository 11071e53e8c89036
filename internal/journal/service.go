package journal

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Service is the use cases of the journal.
type Service struct{ Deps }

// Deps are the dependencies of the service.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Audit       *audit.Queue
	StartExport exporting.Start
	// People searches the students in the caller's scope.
	People func(ctx context.Context, search string, limit int) ([]Person, error)
	// Exported returns the exports that held one of the rows, by kind of list, the newest first, before an export; next is where to go on.
	Exported func(ctx context.Context, rows map[string][]int64, before int64) (found []Taken, next int64, err error)
}

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

const (
	auditKind   = "journal"
	peopleFound = 20
)

// Page is a part of the journal.
type Page struct {
	audit.Found
	From, To clock.Date        // the days of the question, both included
	People   map[string]Person // by uuid: whom the rows are about
	Objects  map[int64]Object  // by the row's number
	Tally    *audit.Tally      // on the first page
}

// Find returns the next rows of the journal in the caller's scope. Reading is recorded, once per question.
func (s *Service) Find(ctx context.Context, f Filter, after *audit.Key, limit int) (Page, error) {
	scope := access.From(ctx).Scope()
	ask, err := s.question(ctx, f)
	p := Page{From: clock.DateOf(ask.From), To: clock.DateOf(ask.To).Plus(-1)}
	if err != nil || ask.isVain {
		p.Tally = &audit.Tally{}
		return p, err
	}
	about := audit.Person{UUID: ask.person.UUID, University: ask.person.University}
	s.Audit.Asked(ctx, audit.Entry{Action: "journal.read", Kind: auditKind, About: about, After: asked{
		From: p.From.Wire(), To: p.To.Wire(), Operator: f.Operator, Group: f.Group, Kind: f.Kind, Address: f.Address,
	}})
	if after == nil {
		n, err := audit.Count(ctx, s.DB, scope, ask.Question)
		if err != nil {
			return p, err
		}
		p.Tally = &n
	}
	if p.Found, err = audit.Find(ctx, s.DB, scope, ask.Question, audit.Page[*audit.Key]{Before: after, Limit: limit}); err != nil {
		return p, err
	}
	p.People, p.Objects, err = s.described(ctx, p.Lines)
	return p, err
}

// question is a filter as the log is asked, and whom it names.
type question struct {
	audit.Question
	operator string
	person   Person
	isVain   bool // the named operator or student does not exist for the caller: nothing can match
}

// question translates a filter with the rights of the caller.
func (s *Service) question(ctx context.Context, f Filter) (q question, err error) {
	if err = f.check(); err != nil {
		return q, err
	}
	from, to, err := f.period(s.Clock())
	if err != nil {
		return q, err
	}
	scope := access.From(ctx).Scope()
	q.Question = audit.Question{From: from, To: to, Group: audit.Group(f.Group), Kind: f.Kind, Address: f.Address, Subject: f.Person}
	if f.Operator != "" {
		found, err := operator(ctx, s.DB, scope, f.Operator)
		if q.isVain = len(found) == 0; err != nil || q.isVain {
			return q, err
		}
		q.Operator, q.operator = found[0].ID, found[0].Name
	}
	if f.Person != "" {
		found, err := people(ctx, s.DB, scope, []string{f.Person})
		if q.isVain = len(found) == 0; err != nil || q.isVain {
			return q, err
		}
		q.person = found[0]
	}
	return q, nil
}

func (f Filter) check() error {
	var c fault.Check
	c.When(f.Group != "" && !slices.Contains(audit.Groups, audit.Group(f.Group)), "group", "Неизвестная группа действий.")
	c.When(form.Longer(f.Kind, 100), "kind", "Неизвестный объект.")
	c.When(form.Longer(f.Address, 100), "address", "Адрес слишком длинный.")
	return c.Err()
}

// described reads the names of whom and what rows are about.
func (s *Service) described(ctx context.Context, lines []audit.Line) (map[string]Person, map[int64]Object, error) {
	people, err := s.named(ctx, access.From(ctx).Scope(), lines)
	if err != nil {
		return nil, nil, err
	}
	objects, err := s.objects(ctx, lines)
	return people, objects, err
}

// named reads the names of the students whom rows are about.
func (s *Service) named(ctx context.Context, scope access.Scope, lines []audit.Line) (map[string]Person, error) {
	var uuids []string
	for _, l := range lines {
		if form.IsUUID(l.Subject) {
			uuids = append(uuids, l.Subject)
		}
	}
	found, err := people(ctx, s.DB, scope, uuids)
	out := make(map[string]Person, len(found))
	for _, p := range found {
		out[p.UUID] = p
	}
	return out, err
}

// Row is one row of the journal with its change.
type Row struct {
	audit.Full
	Person   *Person
	Object   Object
	IsHidden bool // its personal values are of several universities, the caller sees one
}

// Get returns one row in the caller's scope. Reading it is recorded: it may hold personal values.
func (s *Service) Get(ctx context.Context, number int64) (Row, error) {
	full, isHidden, err := audit.Read(ctx, s.DB, access.From(ctx).Scope(), number)
	if err != nil {
		return Row{}, err
	}
	about := audit.Person{UUID: full.Subject}
	if full.Of != nil {
		about.University = *full.Of
	}
	s.Audit.Asked(ctx, audit.Entry{Action: "journal.open", Kind: auditKind, Object: strconv.FormatInt(number, 10), About: about})
	out := Row{Full: full, IsHidden: isHidden}
	people, objects, err := s.described(ctx, []audit.Line{full.Line})
	if p, ok := people[full.Subject]; ok {
		out.Person = &p
	}
	out.Object = objects[number]
	return out, err
}

// Search finds students by name, phone or code, to ask the journal about one.
func (s *Service) Search(ctx context.Context, search string) ([]Person, error) {
	return s.People(ctx, search, peopleFound)
}

// seen finds a student to ask who saw them, and records the question.
func (s *Service) seen(ctx context.Context, uuid string) (Person, error) {
	p, err := person(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err == nil {
		s.Audit.Asked(ctx, audit.Entry{Action: "journal.seen", Kind: auditKind, Object: uuid, About: audit.Person{UUID: uuid, University: p.University}})
	}
	return p, err
}

// Views returns who opened a student's card or those of the student's reviews, the latest first.
func (s *Service) Views(ctx context.Context, uuid string, before int64, limit int) ([]audit.Seen, error) {
	if _, err := s.seen(ctx, uuid); err != nil {
		return nil, err
	}
	return audit.ViewsOf(ctx, s.DB, access.From(ctx).Scope(), uuid, audit.Page[int64]{Before: cmp.Or(before, math.MaxInt64), Limit: limit})
}

// Pages returns the list pages that showed a student, the latest first. One call scans a part of them; next is where to continue.
func (s *Service) Pages(ctx context.Context, uuid string, after *audit.Key) (found []audit.Seen, next *audit.Key, err error) {
	p, err := s.seen(ctx, uuid)
	if err != nil {
		return nil, nil, err
	}
	return audit.PagesOf(ctx, s.DB, access.From(ctx).Scope(), p.ID, after)
}

// Taken returns the exports that named a student, the newest first: of students, applications, participants of events, holders of
// codes, reviews and the journal. It looks through a part of them; next is where to go on.
func (s *Service) Taken(ctx context.Context, uuid string, before int64) (found []Taken, next int64, err error) {
	p, err := s.seen(ctx, uuid)
	if err != nil {
		return nil, 0, err
	}
	rows := map[string][]int64{"students": {p.ID}, "applications": {p.ID}, "participants": {p.ID}, "codes": {p.ID}}
	if rows["reviews"], err = reviewsOf(ctx, s.DB, p.ID); err != nil {
		return nil, 0, err
	}
	if rows[exportKind], err = audit.RowsAbout(ctx, s.DB, uuid); err != nil {
		return nil, 0, err
	}
	if found, next, err = s.Exported(ctx, rows, before); err != nil {
		return nil, 0, err
	}
	scope := access.From(ctx).Scope()
	for i := range found {
		found[i].hideFrom(scope)
	}
	return found, next, nil
}
