package students

import (
	"context"
	"log/slog"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/record"
	"studbonus/internal/platform/undo"
)

// Service is the use cases of students and applications.
type Service struct {
	Deps
	index  *listengine.Index
	log    record.Log
	leases leases.Book // of applications
	undo   undo.Log[former]
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
	// Draw returns a random number below a limit; nil: a cryptographic one. Demo data use a fixed seed.
	Draw     func(below int64) int64
	Hooks    Hooks
	Settings Settings
}

// Hooks notify other areas about changes of students.
type Hooks struct {
	// Renamed is called, in the transaction of the change, when the search text of a student changes (name or phone);
	// may be nil.
	Renamed func(ctx context.Context, tx db.Tx, student int64) error
	// Moved is called, in the transaction of the change, when a student is moved to another university.
	Moved func(ctx context.Context, tx db.Tx, student, university int64) error
	// Account locks the account of a member who applies and returns its number and student row, 0 if there is none. It refuses
	// a number that another student has.
	Account func(ctx context.Context, tx db.Tx, member int64) (phone string, student int64, err error)
	// Bind ties the account to its new application.
	Bind func(ctx context.Context, tx db.Tx, member, student int64) error
	// Consent stores what the member has agreed to, by kind and version, or refuses if something is missing.
	Consent func(ctx context.Context, tx db.Tx, given map[string]int, isMinor bool) error
	// Decided is called in the transaction of an operator's decision.
	Decided func(ctx context.Context, tx db.Tx, student int64, d Decision) error
	// HasNotice reports whether a locked student has a notice of a decision made at that time.
	HasNotice func(ctx context.Context, tx db.Tx, student int64, d Decision, at time.Time) (bool, error)
}

// Settings are set by the administrator.
type Settings struct {
	AllowMinors bool // from 14 to 17, with a parent's consent
}

// New creates the service.
func New(d Deps) *Service {
	if d.Draw == nil {
		d.Draw = drawSecurely
	}
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	log := record.Log{Kind: auditKind, Index: index, Now: d.Clock}
	return &Service{
		Deps: d, index: index, log: log, undo: undo.Log[former]{Kind: auditKind, Now: d.Clock},
		leases: leases.Book{DB: d.DB, Clock: d.Clock, Kind: "application"},
	}
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "student"

// List returns a page of students or applications in the caller's scope.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	page, err := s.find(ctx, q)
	if err == nil {
		s.noteListed(ctx, q, page.Rows)
	}
	return page, err
}

func (s *Service) find(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Row], error) {
	query, err := s.indexQuery(ctx, access.From(ctx).Scope(), q)
	if err != nil {
		return listquery.Page[Row]{}, err
	}
	return listengine.Page[Row](ctx, s.index, query)
}

// indexQuery translates a list query for the engine.
func (s *Service) indexQuery(ctx context.Context, scope access.Scope, q listquery.Query[Filter]) (listengine.Query, error) {
	if err := q.Filter.check(); err != nil {
		return listengine.Query{}, err
	}
	statuses := q.Filter.Kind.statuses()
	if q.Filter.Status != "" {
		statuses = []Status{q.Filter.Status}
	}
	numbers := make([]int64, len(statuses))
	for i, st := range statuses {
		numbers[i] = statusNumbers[st]
	}
	out := listengine.NewQuery(scope, q)
	out.Facets = []listengine.In{{Facet: facetStatus, Values: numbers}}
	if q.Filter.WaitingDays > 0 {
		out.Facets = append(out.Facets, listengine.In{Facet: facetStatus, Values: []int64{statusNumbers[Moderation]}})
		out.Ranges = []listengine.Between{listengine.BeforeHour(facetSubmitted, s.Clock().AddDate(0, 0, -q.Filter.WaitingDays))}
	}
	if len(q.Filter.Cities) > 0 {
		ids, err := db.IDs(ctx, s.DB, "cities", q.Filter.Cities...)
		if err != nil {
			return out, err
		}
		out.Facets = append(out.Facets, listengine.In{Facet: facetCity, Values: ids})
	}
	return out, nil
}

// Get returns a student's card with the consents, and audits the view.
func (s *Service) Get(ctx context.Context, uuid string) (Student, []Consent, error) {
	st, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err != nil {
		return st, nil, err
	}
	s.Audit.ViewedPerson(ctx, auditKind, about(st))
	if st.Member == nil {
		return st, nil, nil
	}
	given, err := consentsOf(ctx, s.DB, *st.Member)
	return st, given, err
}

// Neighbours returns the position of a student in a list, with the previous and the next one.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	scope := access.From(ctx).Scope()
	st, err := byUUID(ctx, s.DB, scope, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(ctx, scope, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, st.ID)
}

// CountRequests counts the applications that await a decision.
func (s *Service) CountRequests(ctx context.Context) (int, error) {
	return s.index.Count(ctx, listengine.Query{
		Scope: access.From(ctx).Scope(), Facets: []listengine.In{{Facet: facetStatus, Values: []int64{statusNumbers[Moderation]}}}, Sort: sortDate,
	})
}

// CountActive counts active students by universities, faculties and course; nil and 0 mean any. It ignores the scope,
// because it returns no personal data.
func (s *Service) CountActive(ctx context.Context, universities, faculties []int64, course int) (int, error) {
	facets := []listengine.In{
		{Facet: facetStatus, Values: []int64{statusNumbers[Active]}}, {Facet: facetUniversity, Values: universities}, {Facet: facetFaculty, Values: faculties},
	}
	if course != 0 {
		facets = append(facets, listengine.In{Facet: facetCourse, Values: []int64{int64(course)}})
	}
	return s.index.Count(ctx, listengine.Query{Scope: access.Everything(), Facets: facets, Sort: sortDate})
}

// CountByTime is a histogram of the students in a scope by the time of their application: before the first moment (whole
// hours), between each two, and since the last.
func (s *Service) CountByTime(ctx context.Context, scope access.Scope, moments []time.Time) ([]int, error) {
	query, err := s.indexQuery(ctx, scope, listquery.Query[Filter]{Sort: sortDate})
	if err != nil {
		return nil, err
	}
	return s.index.Histogram(ctx, query, listengine.HourBuckets(facetMade, moments))
}

// Cities searches the cities of students in the caller's scope.
func (s *Service) Cities(ctx context.Context, search string) ([]cities.City, error) {
	return findCities(ctx, s.DB, access.From(ctx).Scope(), search)
}

// latestCounted is how many students decide which cities are frequent: counting all of a million would take longer than
// the rest of the list.
const latestCounted = 500

// FrequentCities returns the cities that most of the latest students in the caller's scope live in.
func (s *Service) FrequentCities(ctx context.Context) ([]cities.City, error) {
	query, err := s.indexQuery(ctx, access.From(ctx).Scope(), listquery.Query[Filter]{Sort: sortDate, Direction: listquery.Descending, Limit: latestCounted})
	if err != nil {
		return nil, err
	}
	latest, err := s.index.Find(ctx, query)
	if err != nil {
		return nil, err
	}
	return citiesOf(ctx, s.DB, latest.IDs)
}

// Save changes a student's card. stale reports whether the caller's version is outdated.
func (s *Service) Save(ctx context.Context, uuid string, c Change, stale func(version int64) bool) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, access.From(ctx).Scope(), uuid)
		if err != nil {
			return err
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		is, err := c.apply(was, s.Clock())
		if err != nil {
			return err
		}
		refs, err := c.references(ctx, tx, was.University)
		if err != nil {
			return err
		}
		if c.Photo != nil {
			is.Photo, err = s.Files.Replace(ctx, tx, was.Photo, files.Attachment{
				Field: "photo", Reference: *c.Photo, Kind: files.Image, Owner: filesOwner(was.UUID), University: was.University, Visibility: files.Private,
			})
			if err != nil {
				return err
			}
		}
		if err := save(ctx, tx, is, refs); err != nil {
			return err
		}
		is, err = byUUID(ctx, tx, access.From(ctx).Scope(), uuid)
		if err != nil {
			return err
		}
		if s.Hooks.Renamed != nil && is.searchText() != was.searchText() {
			if err := s.Hooks.Renamed(ctx, tx, was.ID); err != nil {
				return err
			}
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "students.save", Object: was.UUID, About: about(was), Before: toAudit(was), After: toAudit(is)}, was.ID)
	})
}

// references resolves the uuids of the form; an unknown one is an invalid field.
func (c Change) references(ctx context.Context, tx db.Tx, university int64) (references, error) {
	var r references
	var check fault.Check
	settle := func(field, message string, uuid *string, find func(string) (int64, error)) (*int64, error) {
		if uuid == nil || *uuid == "" {
			return nil, nil //nolint:nilnil // absence is a value here
		}
		id, err := find(*uuid)
		if fault.Is(err, fault.KindNotFound) {
			check.Add(field, message)
			return nil, nil //nolint:nilnil // check reports it
		}
		return &id, err
	}
	var err error
	if r.city, err = settle("uuidCity", "Выберите город из списка.", c.City, func(u string) (int64, error) {
		ids, err := db.IDs(ctx, tx, "cities", u)
		if err == nil && len(ids) == 0 {
			err = fault.NotFound()
		}
		if err != nil {
			return 0, err
		}
		return ids[0], nil
	}); err != nil {
		return r, err
	}
	if r.faculty, err = settle("uuidFaculty", "Выберите факультет из списка.", c.Faculty, func(u string) (int64, error) {
		return facultyID(ctx, tx, university, u)
	}); err != nil {
		return r, err
	}
	if r.specialty, err = settle("uuidSpecialty", "Выберите специальность этого факультета.", c.Specialty, func(u string) (int64, error) {
		if r.faculty == nil {
			return 0, fault.NotFound()
		}
		return specialtyID(ctx, tx, *r.faculty, u)
	}); err != nil {
		return r, err
	}
	return r, check.Err()
}

var statusNames = map[Status]string{Active: "Активен", Blocked: "Заблокирован", Moderation: "На модерации", Rejected: "Заявка отклонена"}

// about marks an audit entry as one about a student: its values are stored apart from the log.
func about(s Student) audit.Person { return audit.Person{UUID: s.UUID, University: s.University} }

// FacultyRenamed updates the list after a faculty was renamed.
func (s *Service) FacultyRenamed(ctx context.Context, tx db.Tx, faculty int64) error {
	return s.index.TouchWhere(ctx, tx, idsOfFaculty, faculty)
}

// History returns the audit records of a student.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit returns what the history compares; of the photo only whether there is one.
func toAudit(s Student) map[string]any {
	out := audit.FormFields(s)
	out["photo"] = s.Photo != ""
	return out
}
