package students

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
)

// The facets of the list.
const (
	facetStatus = iota
	facetCity
	facetUniversity // this and the next two are for counting audiences; the scope limits the list to a university
	facetFaculty
	facetCourse
	facetMade      // hour of the application
	facetSubmitted // hour of the last submission
)

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2, Moderation: 3, Rejected: 4}

// listDefinition declares the list of students, which is also that of applications.
var listDefinition = listengine.Definition{
	Table: "students", From: "students s", Joins: "LEFT JOIN faculties f ON f.id = s.faculty_id",
	ID: "s.id", Scope: "s.university_id", Search: "s.search_text",
	Facets: []listengine.Facet{
		facetStatus: listengine.Enum("s.status", statusNumbers), facetCity: listengine.Value("s.city_id"), facetUniversity: listengine.Value("s.university_id"),
		facetFaculty: listengine.Value("coalesce(s.faculty_id, 0)"), facetCourse: listengine.Value("s.course"), facetMade: listengine.Hour("s.created_at"),
		facetSubmitted: listengine.Hour("coalesce(s.submitted_at, s.created_at)"),
	},
	Sorts: map[string]listengine.Sort{
		sortDate: listengine.ByID(), sortName: listengine.ByText("s.name_key"),
		sortCourse: listengine.ByNumber("s.course"), sortFaculty: listengine.ByText("coalesce(f.name_key, '')"),
	},
	Rows: rowsByID, HasCounters: true,
}

const joined = ` FROM students s
	JOIN universities u ON u.id = s.university_id
	JOIN cities c ON c.id = s.city_id
	LEFT JOIN faculties f ON f.id = s.faculty_id`

var (
	rowsByID  = "SELECT " + db.Select[Row]("s") + joined + " WHERE s.id IN (?)"
	cards     = "SELECT " + db.Select[Student]("s") + joined + " LEFT JOIN specialties p ON p.id = s.specialty_id LEFT JOIN members m ON m.student_id = s.id WHERE "
	cardQuery = cards + "s.uuid = ? AND "
	cardsByID = cards + "s.id IN (?) ORDER BY s.id"
)

func byUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Student, error) {
	where, args := scope.Where("s.university_id")
	return db.Get[Student](ctx, q, cardQuery+where, append([]any{uuid}, args...)...)
}

// idOf returns the row of a student.
func idOf(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (int64, error) {
	where, args := scope.Where("university_id")
	return db.Get[int64](ctx, q, "SELECT id FROM students WHERE uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

func rowsOf(ctx context.Context, q db.Querier, ids []int64) ([]Row, error) {
	return db.All[Row](ctx, q, rowsByID, ids)
}

// lock locks the student until the transaction ends.
func lock(ctx context.Context, tx db.Tx, scope access.Scope, uuid string) (Student, error) {
	where, args := scope.Where("university_id")
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM students WHERE uuid = ? AND "+where+tx.ForUpdate(), append([]any{uuid}, args...)...)
	if err != nil {
		return Student{}, err
	}
	return byUUID(ctx, tx, scope, uuid)
}

// waitingSince returns when the application was sent that waits longest, zero without any: the first of each university by
// the index students_waiting.
func waitingSince(ctx context.Context, q db.Querier, scope access.Scope) (time.Time, error) {
	where, args := scope.Where("u.id")
	return db.One[time.Time](ctx, q, `SELECT min(since) FROM (SELECT (SELECT coalesce(s.submitted_at, s.created_at) FROM students s WHERE s.university_id = u.id AND s.status = 'moderation'
		ORDER BY coalesce(s.submitted_at, s.created_at) LIMIT 1) AS since FROM universities u WHERE `+where+") AS firsts", args...)
}

const idsOfFaculty = "SELECT id FROM students WHERE faculty_id = ?"

// references are the ids behind the uuids of a form.
type references struct{ city, faculty, specialty *int64 }

func save(ctx context.Context, tx db.Tx, s Student, r references) error {
	columns := append(db.FormColumns(s),
		db.Column{Name: "name_key", Value: s.nameKey()}, db.Column{Name: "search_text", Value: s.searchText()},
		db.Column{Name: "faculty_id", Value: r.faculty}, db.Column{Name: "specialty_id", Value: r.specialty},
	)
	if r.city != nil {
		columns = append(columns, db.Column{Name: "city_id", Value: *r.city})
	}
	return db.Update(ctx, tx, "students", s.ID, columns...)
}

func facultyID(ctx context.Context, q db.Querier, university int64, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM faculties WHERE uuid = ? AND university_id = ?", uuid, university)
}

func specialtyID(ctx context.Context, q db.Querier, faculty int64, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM specialties WHERE uuid = ? AND faculty_id = ?", uuid, faculty)
}

func facultyName(ctx context.Context, q db.Querier, id int64) (string, error) {
	return db.One[string](ctx, q, "SELECT name FROM faculties WHERE id = ?", id)
}

func findCities(ctx context.Context, q db.Querier, scope access.Scope, search string) ([]cities.City, error) {
	where, args := scope.Where("s.university_id")
	return cities.Find(ctx, q, search, "EXISTS (SELECT 1 FROM students s WHERE s.city_id = c.id AND "+where+")", args...)
}

func citiesOf(ctx context.Context, q db.Querier, students []int64) ([]cities.City, error) {
	return cities.Frequent(ctx, q, "SELECT city_id FROM students WHERE id IN (?)", students)
}

const movedAtOnce = 500

func moveCity(ctx context.Context, tx db.Tx, from, into int64) ([]int64, error) {
	return db.All[int64](ctx, tx, "UPDATE students SET city_id = ? WHERE id IN (SELECT id FROM students WHERE city_id = ? ORDER BY id LIMIT ?) RETURNING id", into, from, movedAtOnce)
}

func setUniversity(ctx context.Context, tx db.Tx, student, university int64, r references) error {
	return db.Update(ctx, tx, "students", student, db.Column{Name: "university_id", Value: university},
		db.Column{Name: "faculty_id", Value: r.faculty}, db.Column{Name: "specialty_id", Value: r.specialty})
}

// applicationColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const applicationColumns = `s.id, s.surname || ' ' || s.name || ' ' || s.patronymic AS full_name, s.created_at, s.status, s.status_reason, s.phone, s.birth_date,
	(SELECT u.short_name FROM universities u WHERE u.id = s.university_id) AS university, coalesce(f.name, '') AS faculty, s.course, s.start_year, s.end_year,
	(SELECT c.name FROM cities c WHERE c.id = s.city_id) AS city`

// exportLine is what a row of the spreadsheet shows, over the tables of listDefinition, as one column: on SQLite, reading a million rows
// takes 0.2 s per column (decision 0016). parseExportLine takes it apart; the name comes last, as it alone may contain the separator.
const exportLine = `concat_ws('|', s.id, coalesce(s.faculty_id, 0), s.course, s.start_year, s.end_year, s.phone, s.student_code, s.status,
	s.surname || ' ' || s.name || ' ' || s.patronymic)`
