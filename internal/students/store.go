package students

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// listName is the list's name in the feed of changes: students and applications share it.
const listName = "students"

// The facets of the list.
const (
	facetStatus = iota
	facetCity
	facetUniversity // the three below count audiences; the list itself is narrowed to a university by its scope
	facetFaculty
	facetCourse
	facetMade // the hour of the application
)

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2, Moderation: 3, Rejected: 4}

// source says how the list is filled, filtered and sorted.
var source = index.Source{
	Name: listName,
	From: "students s", Joins: "LEFT JOIN faculties f ON f.id = s.faculty_id",
	ID: "s.id", Scope: "s.university_id", Search: "s.search_text",
	Facets: []index.Facet{
		index.Word("s.status", statusNumbers), index.Value("s.city_id"), index.Value("s.university_id"),
		index.Value("coalesce(s.faculty_id, 0)"), index.Value("s.course"), index.Hour("s.created_at"),
	},
	Sorts: map[string]index.Sort{
		sortDate: index.ByID(), sortName: index.Text("s.name_key"),
		sortCourse: index.Number("s.course"), sortFaculty: index.Text("coalesce(f.name_key, '')"),
	},
	Counted: true,
}

const rowColumns = `s.id, s.uuid, s.surname, s.name, s.patronymic, s.phone, f.uuid AS faculty_uuid, f.name AS faculty_name,
	s.course, s.start_year, s.end_year, s.student_code, s.status, s.status_reason, s.has_vk`

const rowsByID = "SELECT " + rowColumns + " FROM students s LEFT JOIN faculties f ON f.id = s.faculty_id WHERE s.id IN (?)"

const cardQuery = `SELECT s.id, s.uuid, s.university_id, u.uuid AS university_uuid, u.short_name AS university_name, c.uuid AS city_uuid, c.name AS city_name,
	f.uuid AS faculty_uuid, f.name AS faculty_name, p.uuid AS specialty_uuid, p.name AS specialty_name,
	s.surname, s.name, s.patronymic, s.phone, s.student_code, s.birth_date, s.course, s.start_year, s.end_year,
	s.status, s.status_reason, s.has_vk, s.link_vk, s.link_tg, s.photo, s.version
	FROM students s
	JOIN universities u ON u.id = s.university_id
	JOIN cities c ON c.id = s.city_id
	LEFT JOIN faculties f ON f.id = s.faculty_id
	LEFT JOIN specialties p ON p.id = s.specialty_id
	WHERE s.uuid = ? AND `

func byUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Student, error) {
	where, args := scope.Where("s.university_id")
	return db.Get[Student](ctx, q, cardQuery+where, append([]any{uuid}, args...)...)
}

// lock keeps others from changing the student until the transaction ends.
func lock(ctx context.Context, tx db.Tx, scope access.Scope, uuid string) (Student, error) {
	where, args := scope.Where("university_id")
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM students WHERE uuid = ? AND "+where+tx.ForUpdate(), append([]any{uuid}, args...)...)
	if err != nil {
		return Student{}, err
	}
	return byUUID(ctx, tx, scope, uuid)
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE students SET status = ?, status_reason = ?, version = version + 1 WHERE id = ?", to, reason, id)
	return err
}

// references are the ids behind the uuids of a form.
type references struct{ city, faculty, specialty *int64 }

func save(ctx context.Context, tx db.Tx, s Student, r references) error {
	_, err := tx.Exec(ctx, `UPDATE students SET surname = ?, name = ?, patronymic = ?, name_key = ?, search_text = ?, phone = ?, birth_date = ?,
		course = ?, start_year = ?, end_year = ?, city_id = coalesce(?, city_id), faculty_id = ?, specialty_id = ?, photo = ?, version = version + 1 WHERE id = ?`,
		s.Surname, s.Name, s.Patronymic, s.nameKey(), s.searchText(), s.Phone, s.Birth,
		s.Course, s.StartYear, s.EndYear, r.city, r.faculty, r.specialty, s.Photo, s.ID)
	return err
}

func cityIDs(ctx context.Context, q db.Querier, uuids []string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM cities WHERE uuid IN (?)", uuids)
}

func facultyID(ctx context.Context, q db.Querier, university int64, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM faculties WHERE uuid = ? AND university_id = ?", uuid, university)
}

func specialtyID(ctx context.Context, q db.Querier, faculty int64, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM specialties WHERE uuid = ? AND faculty_id = ?", uuid, faculty)
}

// City is a city that some student in the scope lives in.
type City struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

const citiesAtMost = 20

func cities(ctx context.Context, q db.Querier, scope access.Scope, search string) ([]City, error) {
	where, args := scope.Where("s.university_id")
	args = append(append([]any{list.Like(search)}, args...), citiesAtMost)
	return db.All[City](ctx, q, `SELECT c.uuid, c.name FROM cities c WHERE c.name_key LIKE ? ESCAPE '\'
		AND EXISTS (SELECT 1 FROM students s WHERE s.city_id = c.id AND `+where+`) ORDER BY c.population DESC, c.id LIMIT ?`, args...)
}
