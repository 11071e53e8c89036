package students

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Application is a new row: what a student sends (see Form) with its references resolved, or demo data.
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

// Apply adds an application, which awaits an operator's decision.
func (s *Service) Apply(ctx context.Context, a Application) (id string, err error) {
	if err := a.check(); err != nil {
		return "", err
	}
	st := a.student(uuid.NewString(), Moderation)
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := s.add(ctx, tx, a, st)
		return err
	})
	return st.UUID, err
}

// add inserts the row of an application.
func (s *Service) add(ctx context.Context, tx db.Tx, a Application, st Student) (row int64, err error) {
	if st.Code, err = s.freeNumber(ctx, tx); err != nil {
		return 0, err
	}
	if row, err = db.Insert(ctx, tx, "students", a.columns(st, s.Clock())...); err != nil {
		return 0, err
	}
	return row, s.log.Changed(ctx, tx, audit.Entry{Action: "students.apply", Object: st.UUID, About: about(st)}, row)
}

// freeNumber draws until it finds a number that no student has: of a million students every thousandth draw is taken. The
// unique index refuses the same number drawn by two transactions at once.
func (s *Service) freeNumber(ctx context.Context, tx db.Tx) (string, error) {
	for {
		number := newNumber(s.Draw)
		if taken, err := isTaken(ctx, tx, number); err != nil || !taken {
			return number, err
		}
	}
}

// student returns the row of an application.
func (a Application) student(id string, status Status) Student {
	phone, _ := form.Phone(a.Phone) // checked before
	return Student{
		Row: Row{
			UUID: id, Surname: a.Surname, Name: a.Name, Patronymic: a.Patronymic, Phone: phone,
			Course: a.Course, StartYear: a.StartYear, EndYear: a.EndYear, Status: status, HasVK: a.HasVK,
		},
		University: a.University, Birth: a.Birth, LinkVK: a.LinkVK, LinkTG: a.LinkTG,
	}
}

// columns returns the columns of a new row.
func (a Application) columns(st Student, now time.Time) []db.Column {
	return append(db.FormColumns(st),
		db.Column{Name: "uuid", Value: st.UUID}, db.Column{Name: "university_id", Value: a.University}, db.Column{Name: "city_id", Value: a.City},
		db.Column{Name: "faculty_id", Value: a.Faculty}, db.Column{Name: "specialty_id", Value: a.Specialty},
		db.Column{Name: "name_key", Value: st.nameKey()}, db.Column{Name: "search_text", Value: st.searchText()},
		db.Column{Name: "student_code", Value: st.Code}, db.Column{Name: "status", Value: string(st.Status)}, db.Column{Name: "status_reason", Value: st.Reason},
		db.Column{Name: "has_vk", Value: st.HasVK}, db.Column{Name: "link_vk", Value: st.LinkVK}, db.Column{Name: "link_tg", Value: st.LinkTG},
		db.Column{Name: "document", Value: st.Document}, db.Column{Name: "created_at", Value: now},
		db.Column{Name: "submitted_at", Value: now}, db.Column{Name: "status_at", Value: now},
	)
}

// Bulk is a student of a bulk load, with a final status.
type Bulk struct {
	Application
	Status Status
	Reason string
	UUID   string // generated if empty, like the code
	Code   string
}

// LoadBulk inserts many students at once, for measurements, without audit rows.
func (s *Service) LoadBulk(ctx context.Context, next func() *Bulk) (int64, error) {
	taken, err := numbers(ctx, s.DB)
	if err != nil {
		return 0, err
	}
	n, err := s.DB.Bulk(ctx, "students", db.Names(Application{}.columns(Student{}, time.Time{})), func() []any {
		b := next()
		if b == nil {
			return nil
		}
		st := b.student(b.UUID, b.Status)
		st.Code, st.Reason = b.Code, b.Reason
		if st.UUID == "" {
			st.UUID, st.Code = uuid.NewString(), newNumber(s.Draw)
		}
		for taken[st.Code] {
			st.Code = newNumber(s.Draw)
		}
		taken[st.Code] = true
		return db.Values(b.columns(st, s.Clock()))
	})
	if err != nil {
		return 0, err
	}
	ctx = access.WithPrincipal(ctx, access.Principal{})
	return n, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.log.Write(ctx, tx, audit.Entry{Action: "students.bulk", After: map[string]any{"rows": n}}); err != nil {
			return err
		}
		return s.index.TouchAll(ctx, tx)
	})
}
