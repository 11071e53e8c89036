package students

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/index"
)

// Application is what a student tells of himself when he asks to join; the mobile application sends it.
type Application struct {
	University, City           int64
	Faculty, Specialty         *int64
	Surname, Name, Patronymic  string
	Phone                      string
	Birth                      clock.Date
	Course, StartYear, EndYear int
	HasVK                      bool
	LinkVK, LinkTG             string
}

func (a Application) check() error {
	var c fault.Check
	c.When(strings.TrimSpace(a.Surname) == "", "surname", "Укажите фамилию.")
	c.When(strings.TrimSpace(a.Name) == "", "name", "Укажите имя.")
	_, ok := form.Phone(a.Phone)
	c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
	c.When(a.Course < firstCourse || a.Course > lastCourse, "course", "Курс от 1 до 6.")
	c.When(a.StartYear > a.EndYear, "endEducation", "Окончание не может быть раньше начала обучения.")
	return c.Err()
}

// firstCode is where the barcode numbers begin: ten digits, one for each student.
const firstCode = 4_800_000_000

// Code is the barcode number of the n-th student.
func Code(n int64) string { return fmt.Sprint(firstCode + n) }

// Apply takes an application: it waits for an operator's decision.
func (s *Service) Apply(ctx context.Context, a Application) (id string, err error) {
	if err := a.check(); err != nil {
		return "", err
	}
	st := Student{UUID: uuid.NewString(), Surname: a.Surname, Name: a.Name, Patronymic: a.Patronymic, Status: Moderation}
	st.Phone, _ = form.Phone(a.Phone)
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		row, err := db.One[int64](ctx, tx, "INSERT INTO students ("+strings.Join(insertColumns, ", ")+") VALUES ("+
			strings.TrimSuffix(strings.Repeat("?,", len(insertColumns)), ",")+") RETURNING id", s.values(st, a)...)
		if err != nil {
			return err
		}
		// The code follows from the row's number, which is known only now.
		st.Code = Code(row)
		if _, err := tx.Exec(ctx, "UPDATE students SET student_code = ?, search_text = ? WHERE id = ?", st.Code, st.searchText(), row); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "students.apply", Kind: auditKind, Object: st.UUID}); err != nil {
			return err
		}
		return index.Touch(ctx, tx, listName, s.Clock(), row)
	})
	return st.UUID, err
}

var insertColumns = []string{
	"uuid", "university_id", "city_id", "faculty_id", "specialty_id", "surname", "name", "patronymic", "name_key", "search_text", "phone", "student_code",
	"birth_date", "course", "start_year", "end_year", "status", "status_reason", "has_vk", "link_vk", "link_tg", "created_at",
}

func (s *Service) values(st Student, a Application) []any {
	return []any{
		st.UUID, a.University, a.City, a.Faculty, a.Specialty, st.Surname, st.Name, st.Patronymic, st.nameKey(), st.searchText(), st.Phone, st.Code,
		string(a.Birth), a.Course, a.StartYear, a.EndYear, string(st.Status), st.Reason, a.HasVK, a.LinkVK, a.LinkTG, s.Clock(),
	}
}

// Bulk is a student of a bulk load, already decided about.
type Bulk struct {
	Application
	Status Status
	Reason string
	UUID   string // made up where empty, like the code
	Code   string
}

// LoadBulk puts many students into the table at once, for measurements; their history is not told. The numbers
// of the rows go on from the present ones.
func (s *Service) LoadBulk(ctx context.Context, next func() *Bulk) (int64, error) {
	number, err := db.One[int64](ctx, s.DB, "SELECT coalesce(max(id), 0) FROM students")
	if err != nil {
		return 0, err
	}
	n, err := s.DB.Bulk(ctx, "students", insertColumns, func() []any {
		b := next()
		if b == nil {
			return nil
		}
		number++
		st := Student{
			UUID: b.UUID, Surname: b.Surname, Name: b.Name, Patronymic: b.Patronymic, Phone: b.Phone, Code: b.Code, Status: b.Status, Reason: b.Reason,
		}
		if st.UUID == "" {
			st.UUID, st.Code = uuid.NewString(), Code(number)
		}
		return s.values(st, b.Application)
	})
	if err != nil {
		return 0, err
	}
	ctx = access.WithPrincipal(ctx, access.Principal{})
	return n, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "students.bulk", Kind: auditKind, After: map[string]any{"rows": n}}); err != nil {
			return err
		}
		return index.TouchAll(ctx, tx, listName, s.Clock())
	})
}
