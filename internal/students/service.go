package students

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// Service is the use cases of students and applications.
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
	// Principal is an operator as of now, for exports that are made in his name later.
	Principal func(ctx context.Context, operator int64) (access.Principal, error)
	Hooks     Hooks
}

// Hooks are what other areas want to know of students.
type Hooks struct {
	// Renamed is told, in the transaction of the change, that a student is found differently: by another name or phone;
	// nil: nobody wants to know.
	Renamed func(ctx context.Context, tx db.Tx, student int64) error
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log)} }

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

const auditKind = "student"

// List is a page of students or applications in the caller's scope.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Row], error) {
	question, err := s.question(ctx, access.From(ctx).Scope(), q)
	if err != nil {
		return list.Page[Row]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question, rowsByID, func(r Row) int64 { return r.ID })
	return list.Page[Row]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms.
func (s *Service) question(ctx context.Context, scope access.Scope, q list.Query[Filter]) (index.Query, error) {
	if err := q.Filter.check(); err != nil {
		return index.Query{}, err
	}
	statuses := q.Filter.Kind.statuses()
	if q.Filter.Status != "" {
		statuses = []Status{q.Filter.Status}
	}
	numbers := make([]int64, len(statuses))
	for i, st := range statuses {
		numbers[i] = statusNumbers[st]
	}
	facets := []index.In{{Facet: facetStatus, Values: numbers}}
	if len(q.Filter.Cities) > 0 {
		ids, err := cityIDs(ctx, s.DB, q.Filter.Cities)
		if err != nil {
			return index.Query{}, err
		}
		facets = append(facets, index.In{Facet: facetCity, Values: ids})
	}
	return index.Query{
		Scope: scope, Facets: facets, Terms: list.Terms(q.Search), Sort: q.Sort,
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
	}, nil
}

// Get is a student's card; looking at it is written down.
func (s *Service) Get(ctx context.Context, uuid string) (Student, error) {
	st, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err == nil {
		s.Audit.Viewed(ctx, auditKind, st.UUID)
	}
	return st, err
}

// Neighbours is where a student stands in a list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (index.Neighbours, error) {
	scope := access.From(ctx).Scope()
	st, err := byUUID(ctx, s.DB, scope, uuid)
	if err != nil {
		return index.Neighbours{}, err
	}
	question, err := s.question(ctx, scope, q)
	if err != nil {
		return index.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, question, "students", st.ID)
}

// CountRequests is how many applications wait for a decision.
func (s *Service) CountRequests(ctx context.Context) (int, error) {
	return s.index.Count(ctx, index.Query{
		Scope: access.From(ctx).Scope(), Facets: []index.In{{Facet: facetStatus, Values: []int64{statusNumbers[Moderation]}}}, Sort: sortDate,
	})
}

// CountActive is how many active students of these universities and faculties are in a course; nil and 0 ask nothing.
// It crosses the scopes: a number, never a name.
func (s *Service) CountActive(ctx context.Context, universities, faculties []int64, course int) (int, error) {
	facets := []index.In{
		{Facet: facetStatus, Values: []int64{statusNumbers[Active]}}, {Facet: facetUniversity, Values: universities}, {Facet: facetFaculty, Values: faculties},
	}
	if course != 0 {
		facets = append(facets, index.In{Facet: facetCourse, Values: []int64{int64(course)}})
	}
	return s.index.Count(ctx, index.Query{Scope: access.Everything(), Facets: facets, Sort: sortDate})
}

// CountByTime is how many students of the list there are in a scope by the time of their application: before the first of
// these moments (whole hours), between each two, and since the last.
func (s *Service) CountByTime(ctx context.Context, scope access.Scope, moments []time.Time) ([]int, error) {
	question, err := s.question(ctx, scope, list.Query[Filter]{Sort: sortDate})
	if err != nil {
		return nil, err
	}
	return s.index.Spread(ctx, question, index.Hours(facetMade, moments))
}

// Cities are those of students in the caller's scope, by a part of their name.
func (s *Service) Cities(ctx context.Context, search string) ([]City, error) {
	if strings.TrimSpace(search) == "" {
		return []City{}, nil
	}
	return cities(ctx, s.DB, access.From(ctx).Scope(), search)
}

// Save changes a student's card. stale tells whether the caller's version is not the present one.
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
				Field: "photo", Reference: *c.Photo, Kind: files.Image, Owner: "student/" + was.UUID, University: was.University, Visibility: files.Private,
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
		return s.changed(ctx, tx, audit.Entry{Action: "students.save", Object: was.UUID, Before: toAudit(was), After: toAudit(is)}, was.ID)
	})
}

// references finds what the form names; a wrong name is the form's mistake.
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
			return nil, nil //nolint:nilnil // told in check
		}
		return &id, err
	}
	var err error
	if r.city, err = settle("uuidCity", "Выберите город из списка.", c.City, func(u string) (int64, error) {
		ids, err := cityIDs(ctx, tx, []string{u})
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

// Move changes a student's status by the rules of contract §4.
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if !m.To.known() {
		return fault.Invalid("newStatus", "Неизвестный статус.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, access.From(ctx).Scope(), m.Student)
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
			Action: "students." + string(m.To), Object: was.UUID, Reason: m.Reason,
			Before: map[string]any{"status": was.Status, "statusReason": was.Reason}, After: map[string]any{"status": m.To, "statusReason": m.Reason},
		}, was.ID)
	})
}

func (s *Service) decided(ctx context.Context, q db.Querier, st Student) error {
	return audit.Decided(ctx, q, auditKind, st.UUID, fmt.Sprintf("Статус сейчас: %s.", strings.ToLower(statusNames[st.Status])))
}

var statusNames = map[Status]string{Active: "Активен", Blocked: "Заблокирован", Moderation: "На модерации", Rejected: "Заявка отклонена"}

// changed ends every write: its audit row, and the word to the indexes.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	e.Kind = auditKind
	if err := audit.Write(ctx, tx, s.Clock(), e); err != nil {
		return err
	}
	return index.Touch(ctx, tx, listName, s.Clock(), id)
}

// FacultyRenamed lets the list follow a new name of a faculty.
func (s *Service) FacultyRenamed(ctx context.Context, tx db.Tx, faculty int64) error {
	return index.TouchWhere(ctx, tx, listName, s.Clock(), index.Rows{Text: "SELECT id FROM students WHERE faculty_id = ?", Args: []any{faculty}})
}

// History is what happened to a student.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// toAudit are the fields that the log compares; personal data are kept, since the log must tell what was changed.
func toAudit(s Student) map[string]any {
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	return map[string]any{
		"surname": s.Surname, "name": s.Name, "patronymic": s.Patronymic, "phone": s.Phone, "birthdate": s.Birth.Wire(),
		"course": s.Course, "startEducation": s.StartYear, "endEducation": s.EndYear, "nameCity": s.CityName,
		"nameFaculty": text(s.FacultyName), "nameSpecialty": text(s.SpecialtyName), "photo": s.Photo != "",
	}
}
