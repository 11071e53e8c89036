// Package reviews is what students say of partners: reviews, which operators moderate, and complaints.
package reviews

import (
	"slices"
	"strings"
	"time"

	"studbonus/internal/fault"
	"studbonus/internal/form"
)

// Status is where a review stands.
type Status string

// Only public reviews are shown to students and count for the partner's rating.
const (
	Moderation Status = "moderation"
	Public     Status = "public"
	Rejected   Status = "rejected"
)

// moves is every change of status that there is; what is absent is a conflict (specification part 2 §4).
var moves = map[Status][]Status{Moderation: {Public, Rejected}, Rejected: {Public}, Public: {Rejected}}

func (s Status) known() bool { _, ok := moves[s]; return ok }

func (s Status) canBecome(to Status) bool { return slices.Contains(moves[s], to) }

const (
	maxBody      = 2000
	highestStars = 5
)

// restorable is how long a deleted review can be brought back.
const restorable = 30 * 24 * time.Hour

// Review is a row of the table.
type Review struct {
	ID         int64     `db:"id"`
	UUID       string    `db:"uuid"`
	Partner    int64     `db:"partner_id"`
	Student    int64     `db:"student_id"`
	University int64     `db:"university_id"`
	Rating     int       `db:"rating"`
	Body       string    `db:"body"`
	Status     Status    `db:"status"`
	Likes      int64     `db:"likes"`
	Version    int64     `db:"version"`
	CreatedAt  time.Time `db:"created_at"`
}

// OfPartner is a review as its partner's card shows it.
type OfPartner struct {
	UUID      string    `db:"uuid"`
	Rating    int       `db:"rating"`
	Body      string    `db:"body"`
	Status    Status    `db:"status"`
	Likes     int64     `db:"likes"`
	CreatedAt time.Time `db:"created_at"`
	Author
}

// Author is the student who wrote a review or a complaint.
type Author struct {
	Surname string `db:"surname"`
	Name    string `db:"name"`
	Photo   string `db:"photo"` // key of a file
}

// Complaint is a complaint as its partner's card shows it.
type Complaint struct {
	UUID      string    `db:"uuid"`
	Body      string    `db:"body"`
	CreatedAt time.Time `db:"created_at"`
	Author
}

// Draft is what a student writes about a partner; the mobile application sends it.
type Draft struct {
	Partner, Student string // uuids
	Rating           int
	Body             string
}

func (d *Draft) check() error {
	var check fault.Check
	check.When(d.Rating < 0 || d.Rating > highestStars, "rating", "Оценка от 0 до 5.")
	d.Body = checkBody(&check, "comment", d.Body)
	return check.Err()
}

// Grievance is what a student complains about.
type Grievance struct {
	Partner, Student string // uuids
	Body             string
}

func (g *Grievance) check() error {
	var check fault.Check
	g.Body = checkBody(&check, "msg", g.Body)
	return check.Err()
}

func checkBody(check *fault.Check, field, body string) string {
	body = strings.TrimSpace(body)
	check.When(body == "", field, "Напишите хотя бы слово.")
	check.When(form.Longer(body, maxBody), field, "Не более 2000 символов.")
	return body
}
