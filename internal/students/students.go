// Package students holds students and applications: rows of one table that differ by status.
package students

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/status"
)

// Status is the status of a student or an application.
type Status string

// A row in moderation or rejected is an application, otherwise a student.
const (
	Active     Status = "active"
	Blocked    Status = "blocked"
	Moderation Status = "moderation"
	Rejected   Status = "rejected"
)

// statusRules are the transitions of an application and of a student (rules 6.2).
var statusRules = status.Rules[Status]{
	Moves: map[Status][]Status{
		Moderation: {Active, Rejected},
		Rejected:   {Active, Rejected},
		Active:     {Blocked},
		Blocked:    {Active},
	},
	NeedReason: []Status{Blocked, Rejected},
	Field:      "newStatus", ReasonField: "reasonText",
}

// The sort orders, by their wire names.
const (
	sortDate    = "idStudent"
	sortName    = "surname"
	sortCourse  = "course"
	sortFaculty = "nameFaculty"
)

const (
	maxName     = 100
	firstCourse = 1
	lastCourse  = 6
	yearsAround = 10
	oldestBirth = clock.Date("1900-01-01")
)

// Row is a student in a list.
type Row struct {
	ID          int64   `db:"id"`
	UUID        string  `db:"uuid"`
	Surname     string  `db:"surname" form:"surname"`
	Name        string  `db:"name" form:"name"`
	Patronymic  string  `db:"patronymic" form:"patronymic"`
	Phone       string  `db:"phone" form:"phone"`
	FacultyUUID *string `db:"faculty_uuid" from:"f.uuid"`
	FacultyName *string `db:"faculty_name" from:"f.name" form:"nameFaculty"`
	Course      int     `db:"course" form:"course"`
	StartYear   int     `db:"start_year" form:"startEducation"`
	EndYear     int     `db:"end_year" form:"endEducation"`
	Code        string  `db:"student_code"`
	Status      Status  `db:"status"`
	Reason      string  `db:"status_reason"`
	HasVK       bool    `db:"has_vk"`

	UniversityName string    `db:"university_name" from:"u.short_name"`
	CityName       string    `db:"city_name" from:"c.name" form:"nameCity"`
	CreatedAt      time.Time `db:"created_at"`
}

// Student is a row with the other fields of the card. The tags are those of db.Select and db.FormColumns.
type Student struct {
	Row
	University     int64      `db:"university_id"`
	UniversityUUID string     `db:"university_uuid" from:"u.uuid"`
	CityUUID       string     `db:"city_uuid" from:"c.uuid"`
	SpecialtyUUID  *string    `db:"specialty_uuid" from:"p.uuid"`
	SpecialtyName  *string    `db:"specialty_name" from:"p.name" form:"nameSpecialty"`
	Birth          clock.Date `db:"birth_date" form:"birthdate"`
	LinkVK         string     `db:"link_vk"`
	LinkTG         string     `db:"link_tg"`
	Photo          string     `db:"photo" form:"photo"`
	Document       string     `db:"document"` // key of a file: student card or certificate
	SubmittedAt    *time.Time `db:"submitted_at"`
	DecidedAt      *time.Time `db:"decided_at"`   // by an operator, about the application
	StatusAt       *time.Time `db:"status_at"`    // since when the status
	LeftAt         *time.Time `db:"left_at"`      // when the student left the programme; nil: takes part
	WrongFields    string     `db:"wrong_fields"` // of a rejected application: fields of Form to correct, separated by spaces
	Version        int64      `db:"version"`
	Member         *int64     `db:"member_id" from:"m.id"` // the student's account; nil: has none
}

// isApplication reports whether an operator still has to decide or may decide otherwise.
func (s Status) isApplication() bool { return s == Moderation || s == Rejected }

// hasLeft reports whether the student has left the programme: the consents have ended, so nobody but the student, by a new
// application, may bring the card back (rules 25.9).
func (s Student) hasLeft() bool { return s.LeftAt != nil }

// afterLeaving returns the student as leaving leaves them. The reason of an operator's block stays.
func (s Student) afterLeaving(now time.Time) Student {
	switch {
	case s.Status.isApplication():
		s.Status, s.Reason = Rejected, leaveReason
	case s.Status == Active:
		s.Status, s.Reason = Blocked, leaveReason
	}
	s.Document, s.StatusAt, s.LeftAt = "", &now, &now
	return s
}

const leaveReason = "Запрос на удаление"

// filesOwner is what the student's files are attached to.
func filesOwner(uuid string) string { return "student/" + uuid }

// Kind selects one of the two lists.
type Kind int

// The two lists.
const (
	Students Kind = iota
	Applications
)

func (k Kind) statuses() []Status {
	if k == Applications {
		return []Status{Moderation, Rejected}
	}
	return []Status{Active, Blocked}
}

// Filter narrows a list of students.
type Filter struct {
	Kind   Kind
	Status Status   // empty: both statuses of the list
	Cities []string // uuids; empty: all

	// WaitingDays selects applications in moderation that have been waiting for more than this many days, to the hour; 0: all.
	WaitingDays int
}

const mostWaitingDays = 365

func (f Filter) check() error {
	if f.Status != "" && !slices.Contains(f.Kind.statuses(), f.Status) {
		return fault.Invalid("status", "Такого статуса в этом списке нет.")
	}
	if f.WaitingDays < 0 || f.WaitingDays > mostWaitingDays {
		return fault.Invalid("waitingDays", "Число дней от 1 до 365.")
	}
	return nil
}

// Change is what the edit form sends. A nil pointer leaves the field unchanged, but nil removes faculty and specialty.
type Change struct {
	Surname    string
	Name       string
	Patronymic string
	Birth      string // dd.MM.yyyy
	Course     int
	StartYear  int
	EndYear    int
	City       *string
	University *string // only the student's own
	Faculty    *string // nil: none
	Specialty  *string // nil: none
	Photo      *string
	Phone      *string
}

// apply returns the student after the change, or all broken rules.
func (c Change) apply(to Student, now time.Time) (Student, error) {
	var check fault.Check
	was := to
	to.Surname, to.Name, to.Patronymic = strings.TrimSpace(c.Surname), strings.TrimSpace(c.Name), strings.TrimSpace(c.Patronymic)
	check.When(to.Surname == "", "surname", "Укажите фамилию.")
	check.When(to.Name == "", "name", "Укажите имя.")
	for _, f := range []struct{ field, text string }{{"surname", to.Surname}, {"name", to.Name}, {"patronymic", to.Patronymic}} {
		check.When(form.Longer(f.text, maxName), f.field, "Не длиннее 100 символов.")
	}
	// rules 6.9: the card sends the university along; another one is a mistake, not a transfer.
	check.When(c.University != nil && !strings.EqualFold(*c.University, was.UniversityUUID), "uuidUniversity", "Университет студента изменить нельзя.")
	to.Birth = c.birth(&check, now)
	to.Course, to.StartYear, to.EndYear = c.Course, c.StartYear, c.EndYear
	check.When(to.Course != was.Course && (to.Course < firstCourse || to.Course > lastCourse), "course", "Курс от 1 до 6.")
	c.checkYears(&check, was, now)
	if c.Phone != nil && was.HasVK {
		digits, ok := form.Phone(*c.Phone)
		check.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		to.Phone = digits
	}
	return to, check.Err()
}

func (c Change) birth(check *fault.Check, now time.Time) clock.Date {
	if strings.TrimSpace(c.Birth) == "" {
		return ""
	}
	d, err := clock.ParseDate(strings.TrimSpace(c.Birth))
	switch {
	case err != nil:
		check.Add("birthdate", "Укажите дату в виде ДД.ММ.ГГГГ.")
	case d > clock.DateOf(now) || d < oldestBirth:
		check.Add("birthdate", "Проверьте год рождения.")
	}
	return d
}

// checkYears accepts unchanged years: the allowed range moves with time, old records do not.
func (c Change) checkYears(check *fault.Check, was Student, now time.Time) {
	outside, message := yearRange(now)
	check.When(c.StartYear != was.StartYear && outside(c.StartYear), "startEducation", message)
	check.When(c.EndYear != was.EndYear && outside(c.EndYear), "endEducation", message)
	check.When(c.StartYear > c.EndYear, "endEducation", "Окончание не может быть раньше начала обучения.")
}

// yearRange returns which years of study are out of range today, and what to say about them.
func yearRange(now time.Time) (outside func(year int) bool, message string) {
	year := now.In(clock.Moscow).Year()
	return func(y int) bool { return y < year-yearsAround || y > year+yearsAround }, fmt.Sprintf("Год от %d до %d.", year-yearsAround, year+yearsAround)
}

// nameKey is the sort key.
func (s Student) nameKey() string {
	return listquery.Fold(s.Surname + " " + s.Name + " " + s.Patronymic)
}

// searchText is the text that search looks in.
func (s Student) searchText() string {
	return listquery.SearchText(s.Surname, s.Name, s.Patronymic, s.Phone, s.Code)
}
