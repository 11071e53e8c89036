package news

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/list"
)

// Participant is a student who has registered for an event.
type Participant struct {
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

const participantColumns = "SELECT s.surname, s.name, s.patronymic, u.short_name AS university_name, f.name AS faculty_name, s.course, s.phone"

// byName is the order by full name: byte order on both engines, ties by id.
func byName(postgres bool, d list.Direction) string {
	direction := " ASC"
	if d == list.Descending {
		direction = " DESC"
	}
	collate := ""
	if postgres {
		collate = ` COLLATE "C"`
	}
	return " ORDER BY s.name_key" + collate + direction + ", s.id" + direction
}

// participants are a page of those in the scope: of an event for many universities everybody sees his own students.
func participants(ctx context.Context, d *db.DB, scope access.Scope, event int64, q list.Query[struct{}]) (list.Page[Participant], error) {
	where, args := scope.Where("s.university_id")
	args = append([]any{event}, args...)
	total, err := db.One[int](ctx, d, "SELECT count(*)"+participantsFrom+where, args...)
	if err != nil {
		return list.Page[Participant]{}, err
	}
	rows, err := db.All[Participant](ctx, d, participantColumns+participantsFrom+where+byName(d.Postgres(), q.Direction)+" LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	return list.Page[Participant]{Rows: rows, Total: total}, err
}

func eachParticipant(ctx context.Context, d *db.DB, scope access.Scope, event int64, use func(Participant) error) error {
	where, args := scope.Where("s.university_id")
	return db.Each(ctx, d, use, participantColumns+participantsFrom+where+byName(d.Postgres(), list.Ascending), append([]any{event}, args...)...)
}
