package news

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

// Participant is a student who has registered for an event.
type Participant struct {
	ID         int64   `db:"id"`
	Surname    string  `db:"surname"`
	Name       string  `db:"name"`
	Patronymic string  `db:"patronymic"`
	University string  `db:"university_name"`
	Faculty    *string `db:"faculty_name"`
	Course     int     `db:"course"`
	Phone      string  `db:"phone"`
}

const participantsFrom = ` FROM event_participants p JOIN students s ON s.id = p.student_id JOIN universities u ON u.id = s.university_id
	LEFT JOIN faculties f ON f.id = s.faculty_id WHERE p.event_id = ? AND `

const participantColumns = "SELECT s.id, s.surname, s.name, s.patronymic, u.short_name AS university_name, f.name AS faculty_name, s.course, s.phone"

// byName orders by full name: in byte order on both engines, ties by id.
func byName(postgres bool, d listquery.Direction) string {
	direction := " ASC"
	if d == listquery.Descending {
		direction = " DESC"
	}
	collate := ""
	if postgres {
		collate = ` COLLATE "C"`
	}
	return " ORDER BY s.name_key" + collate + direction + ", s.id" + direction
}

// participants returns a page of the students in the scope: an event may span several universities.
func participants(ctx context.Context, d *db.DB, scope access.Scope, event int64, q listquery.Query[struct{}]) (listquery.Page[Participant], error) {
	where, args := scope.Where("s.university_id")
	total, err := countParticipants(ctx, d, scope, event)
	if err != nil {
		return listquery.Page[Participant]{}, err
	}
	args = append([]any{event}, args...)
	rows, err := db.All[Participant](ctx, d, participantColumns+participantsFrom+where+byName(d.Postgres(), q.Direction)+" LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	return listquery.Page[Participant]{Rows: rows, Total: total}, err
}

func countParticipants(ctx context.Context, d *db.DB, scope access.Scope, event int64) (int, error) {
	where, args := scope.Where("s.university_id")
	return db.One[int](ctx, d, "SELECT count(*)"+participantsFrom+where, append([]any{event}, args...)...)
}

func eachParticipant(ctx context.Context, d *db.DB, scope access.Scope, event int64, use func(Participant) error) error {
	where, args := scope.Where("s.university_id")
	return db.Each(ctx, d, use, participantColumns+participantsFrom+where+byName(d.Postgres(), listquery.Ascending), append([]any{event}, args...)...)
}
