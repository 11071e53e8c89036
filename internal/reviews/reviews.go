// Package reviews is students' reviews of partners, which operators moderate, and complaints.
package reviews

import (
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Status is the moderation status of a review.
type Status string

// Only public reviews are shown to students and count for the partner's rating.
const (
	Moderation Status = "moderation"
	Public     Status = "public"
	Rejected   Status = "rejected"
)

// moves lists the allowed changes of status; any other is a conflict (rules 10.1).
var moves = map[Status][]Status{Moderation: {Public, Rejected}, Rejected: {Public}, Public: {Rejected}}

func (s Status) known() bool { _, ok := moves[s]; return ok }

func (s Status) canBecome(to Status) bool { return slices.Contains(moves[s], to) }

const (
	maxBody      = 2000
	maxAnswer    = 1000
	highestStars = 5
)

// The sort orders of the list, by their wire names.
const (
	sortDate    = "createdAt"
	sortPartner = "partnerName"
)

// restorable is how long a deleted review can be restored.
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

	AnswerUUID *string    `db:"answer_uuid"` // nil: no answer
	Answer     string     `db:"answer"`
	AnsweredAt *time.Time `db:"answered_at"` // written or last edited
	DeletedAt  *time.Time `db:"deleted_at"`
}

func (r Review) isRestorable(now time.Time) bool {
	return r.DeletedAt != nil && !r.DeletedAt.Before(now.Add(-restorable))
}

// Filter narrows the list; empty fields are ignored.
type Filter struct {
	Status    Status
	Answered  *bool
	MaxRating *int // this many stars or fewer
	IsDeleted bool // list deleted reviews that can be restored instead
}

func (f Filter) check() error {
	var check fault.Check
	check.When(f.Status != "" && !f.Status.known(), "status", "Статус: all, moderation, public или rejected.")
	check.When(f.MaxRating != nil && (*f.MaxRating < 0 || *f.MaxRating > highestStars), "maxRating", "Оценка от 0 до 5.")
	return check.Err()
}

// Row is what the list shows of a review.
type Row struct {
	ID            int64      `db:"id"`
	UUID          string     `db:"uuid"`
	Student       int64      `db:"student_id"`
	Surname       string     `db:"surname"`
	Name          string     `db:"name"`
	Patronymic    string     `db:"patronymic"`
	PartnerName   string     `db:"partner_name"`
	PartnerStatus string     `db:"partner_status"`
	University    string     `db:"university_name"`
	City          string     `db:"city_name"`
	Rating        int        `db:"rating"`
	Body          string     `db:"body"`
	Status        Status     `db:"status"`
	Answer        *string    `db:"answer_uuid"`
	CreatedAt     time.Time  `db:"created_at"`
	DeletedAt     *time.Time `db:"deleted_at"`
}

// Card is a review with its author, its partner and its answer.
type Card struct {
	Review
	PartnerUUID   string  `db:"partner_uuid"`
	PartnerName   string  `db:"partner_name"`
	PartnerStatus string  `db:"partner_status"`
	Writer        Student `db:",inline"`
}

// Student is the author on a review's card.
type Student struct {
	UUID           string `db:"student_uuid"`
	Patronymic     string `db:"patronymic"`
	Phone          string `db:"phone"`
	LinkVK         string `db:"link_vk"`
	LinkTG         string `db:"link_tg"`
	CityName       string `db:"city_name"`
	UniversityName string `db:"university_name"`
	StartYear      int    `db:"start_year"`
	EndYear        int    `db:"end_year"`
	Author
}

// OfPartner is a review on its partner's card.
type OfPartner struct {
	UUID      string    `db:"uuid"`
	Student   int64     `db:"student_id"`
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

// Complaint is a complaint on its partner's card.
type Complaint struct {
	UUID      string    `db:"uuid"`
	Student   int64     `db:"student_id"`
	Body      string    `db:"body"`
	CreatedAt time.Time `db:"created_at"`
	Author
}

// Draft is a review as a student writes it.
type Draft struct {
	Partner, Student string // uuids
	Rating           int
	Body             string
}

func (d *Draft) check() error {
	var check fault.Check
	check.When(d.Rating < 0 || d.Rating > highestStars, "rating", "Оценка от 0 до 5.")
	d.Body = checkBody(&check, "text", d.Body)
	return check.Err()
}

// Grievance is a complaint as a student writes it.
type Grievance struct {
	Partner, Student string // uuids
	Body             string
}

func (g *Grievance) check() error {
	var check fault.Check
	g.Body = checkBody(&check, "text", g.Body)
	return check.Err()
}

func checkBody(check *fault.Check, field, body string) string {
	body = strings.TrimSpace(body)
	check.When(body == "", field, "Напишите хотя бы слово.")
	check.When(form.Longer(body, maxBody), field, "Не более 2000 символов.")
	return body
}

// checkAnswer returns the normalized answer.
func checkAnswer(answer string) (string, error) {
	answer = strings.TrimSpace(strings.ReplaceAll(answer, "\r\n", "\n")) // a line break counts as one character
	var check fault.Check
	check.When(answer == "", "answer", "Напишите ответ.")
	check.When(form.Longer(answer, maxAnswer), "answer", "Не более 1000 символов.")
	return answer, check.Err()
}
