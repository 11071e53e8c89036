// Package journal shows the audit log to administrators: who did what, and who saw a student.
package journal

import (
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

const longestQuestion = 92 // days

// Filter narrows the journal; empty fields ask nothing.
type Filter struct {
	From, To string // dd.MM.yyyy, both included; by default the latest 92 days
	Operator string // uuid
	Group    string // of actions
	Kind     string
	Person   string // uuid of a student
	Address  string
}

// period returns the times that the filter covers, from the first to before the second.
func (f Filter) period(now time.Time) (from, to time.Time, err error) {
	var c fault.Check
	last, first := clock.DateOf(now), clock.Date("")
	day := func(field, text string, into *clock.Date) {
		d, err := clock.ParseDate(text)
		c.When(err != nil, field, "Дата неверного формата.")
		*into = d
	}
	if f.To != "" {
		day("to", f.To, &last)
	}
	if first = last.Plus(1 - longestQuestion); f.From != "" {
		day("from", f.From, &first)
		if f.To == "" && first.Plus(longestQuestion-1) < last {
			last = first.Plus(longestQuestion - 1)
		}
	}
	if err := c.Err(); err != nil {
		return from, to, err
	}
	c.When(first > last, "from", "Начало позже конца.")
	c.When(first.Plus(longestQuestion-1) < last, "from", "Журнал показывает не больше 92 дней сразу. Сократите период.")
	return first.Start(), last.Plus(1).Start(), c.Err()
}

// asked is what the journal says about its own reading; the person is in the row itself.
type asked struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Operator string `json:"operator,omitempty"`
	Group    string `json:"group,omitempty"`
	Kind     string `json:"kind,omitempty"`
	Address  string `json:"address,omitempty"`
}

// Person is a student as the journal names one.
type Person struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	Surname    string `db:"surname"`
	Name       string `db:"name"`
	Patronymic string `db:"patronymic"`
	University int64  `db:"university_id"`
	Status     string `db:"status"`
}

// href returns the page of the console with the person, empty if an operator does not see it.
func (p Person) href(viewer access.Principal) string {
	area, page := access.Applications, "/application/card/"
	if p.Status == "active" || p.Status == "blocked" {
		area, page = access.Students, "/card/"
	}
	if !viewer.Can(area) {
		return ""
	}
	return page + p.UUID
}

func (p Person) fullName() string {
	return strings.TrimSpace(p.Surname + " " + p.Name + " " + p.Patronymic)
}

// Taken is an export that named a student.
type Taken struct {
	ID        int64
	At        time.Time
	Operator  string
	Of        access.Scope // what the operator sees
	List      string
	Filter    string // in words; empty: the whole list
	Purpose   string
	Rows      int
	IsHidden  bool // filter and purpose, which may name people whom the caller does not see
	Downloads []Downloaded
}

// Downloaded is one opening of an export's file.
type Downloaded struct {
	At      time.Time
	Address string
}

func (t *Taken) hideFrom(scope access.Scope) {
	if _, isLimited := scope.University(); isLimited && t.Of != scope {
		t.Filter, t.Purpose, t.IsHidden = "", "", true
	}
}
