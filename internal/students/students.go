// Package students is students and their applications: one row each, told apart by the status.
package students

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

// Status is where a student stands.
type Status string

// A row in moderation or rejected is an application, otherwise a student.
const (
	Active     Status = "active"
	Blocked    Status = "blocked"
	Moderation Status = "moderation"
	Rejected   Status = "rejected"
)

// moves is every change of status that there is; what is absent is a conflict (contract §4).
var moves = map[Status][]Status{
	Moderation: {Active, Rejected},
	Rejected:   {Active, Rejected},
	Active:     {Blocked},
	Blocked:    {Active},
}

func (s Status) known() bool { _, ok := moves[s]; return ok }

func (s Status) canBecome(to Status) bool { return slices.Contains(moves[s], to) }

// needsReason: taking something from a student is always explained to him.
func (s Status) needsReason() bool { return s == Blocked || s == Rejected }

// The sort orders, by their wire names.
const (
	sortDate    = "idStudent"
	sortName    = "surname"
	sortCourse  = "course"
	sortFaculty = "nameFaculty"
)

const (
	maxName     = 100
	maxReason   = 500
	firstCourse = 1
	lastCourse  = 6
	yearsAround = 10
	oldestBirth = clock.Date("1900-01-01")
)

// Student is a row of the table with the names of what it refers to.
type Student struct {
	ID             int64      `db:"id"`
	UUID           string     `db:"uuid"`
	University     int64      `db:"university_id"`
	UniversityUUID string     `db:"university_uuid"`
	UniversityName string     `db:"university_name"`
	CityUUID       string     `db:"city_uuid"`
	CityName       string     `db:"city_name"`
	FacultyUUID    *string    `db:"faculty_uuid"`
	FacultyName    *string    `db:"faculty_name"`
	SpecialtyUUID  *string    `db:"specialty_uuid"`
	SpecialtyName  *string    `db:"specialty_name"`
	Surname        string     `db:"surname"`
	Name           string     `db:"name"`
	Patronymic     string     `db:"patronymic"`
	Phone          string     `db:"phone"`
	Code           string     `db:"student_code"`
	Birth          clock.Date `db:"birth_date"`
	Course         int        `db:"course"`
	StartYear      int        `db:"start_year"`
	EndYear        int        `db:"end_year"`
	Status         Status     `db:"status"`
	Reason         string     `db:"status_reason"`
	HasVK          bool       `db:"has_vk"`
	LinkVK         string     `db:"link_vk"`
	LinkTG         string     `db:"link_tg"`
	Photo          string     `db:"photo"`
	Version        int64      `db:"version"`
}

// Row is what the lists show of a student.
type Row struct {
	ID          int64   `db:"id"`
	UUID        string  `db:"uuid"`
	Surname     string  `db:"surname"`
	Name        string  `db:"name"`
	Patronymic  string  `db:"patronymic"`
	Phone       string  `db:"phone"`
	FacultyUUID *string `db:"faculty_uuid"`
	FacultyName *string `db:"faculty_name"`
	Course      int     `db:"course"`
	StartYear   int     `db:"start_year"`
	EndYear     int     `db:"end_year"`
	Code        string  `db:"student_code"`
	Status      Status  `db:"status"`
	Reason      string  `db:"status_reason"`
	HasVK       bool    `db:"has_vk"`
}

// Kind is which of the two lists of students is meant.
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

// Filter is what a list of students may be narrowed to.
type Filter struct {
	Kind   Kind
	Status Status   // empty: both of the list's
	Cities []string // uuids; empty: all
}

func (f Filter) check() error {
	if f.Status != "" && !slices.Contains(f.Kind.statuses(), f.Status) {
		return fault.Invalid("status", "Такого статуса в этом списке нет.")
	}
	return nil
}

// Change is what the edit form sends. Pointers are fields that may be left out: they stay as they are.
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

// apply gives the student as the form wants him, or every rule that this would break.
func (c Change) apply(to Student, now time.Time) (Student, error) {
	var check fault.Check
	was := to
	to.Surname, to.Name, to.Patronymic = strings.TrimSpace(c.Surname), strings.TrimSpace(c.Name), strings.TrimSpace(c.Patronymic)
	check.When(to.Surname == "", "surname", "Укажите фамилию.")
	check.When(to.Name == "", "name", "Укажите имя.")
	for _, f := range []struct{ field, text string }{{"surname", to.Surname}, {"name", to.Name}, {"patronymic", to.Patronymic}} {
		check.When(form.Longer(f.text, maxName), f.field, "Не длиннее 100 символов.")
	}
	// contract §8: the card sends the university along; another one is a mistake, not a transfer.
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

// checkYears leaves alone what the form did not change: the window moves on, old records do not.
func (c Change) checkYears(check *fault.Check, was Student, now time.Time) {
	year := now.In(clock.Moscow).Year()
	message := fmt.Sprintf("Год от %d до %d.", year-yearsAround, year+yearsAround)
	outside := func(y int) bool { return y < year-yearsAround || y > year+yearsAround }
	check.When(c.StartYear != was.StartYear && outside(c.StartYear), "startEducation", message)
	check.When(c.EndYear != was.EndYear && outside(c.EndYear), "endEducation", message)
	check.When(c.StartYear > c.EndYear, "endEducation", "Окончание не может быть раньше начала обучения.")
}

// nameKey is what the list sorts by.
func (s Student) nameKey() string { return list.Fold(s.Surname + " " + s.Name + " " + s.Patronymic) }

// searchText is what a student is found by.
func (s Student) searchText() string {
	return list.SearchText(s.Surname, s.Name, s.Patronymic, s.Phone, s.Code)
}

// Move is a change of status.
type Move struct {
	Student string
	To      Status
	Reason  string
}

func (m *Move) checkReason() error {
	m.Reason = strings.TrimSpace(m.Reason)
	if !m.To.needsReason() {
		m.Reason = ""
		return nil
	}
	if m.Reason == "" {
		return fault.Invalid("reasonText", "Укажите причину.")
	}
	if form.Longer(m.Reason, maxReason) {
		return fault.Invalid("reasonText", "Причина не длиннее 500 символов.")
	}
	return nil
}
