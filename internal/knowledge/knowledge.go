// Package knowledge is the knowledge base: questions and normative acts by category, and the votes of students.
package knowledge

import (
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

// The sort orders, by their wire names.
const (
	sortDate  = "created_at"
	sortVotes = "votes_all"
	sortText  = "question"
)

const (
	maxQuestion = 500
	maxAnswer   = 2500
	maxDeleted  = 1000 // questions in one selection
)

// Category groups questions.
type Category struct {
	UUID      string `db:"uuid"`
	Name      string `db:"name"`
	Questions int    `db:"questions"`
}

// Question is a question with its answer, or a normative act.
type Question struct {
	ID             int64     `db:"id"`
	UUID           string    `db:"uuid"`
	CategoryUUID   string    `db:"category_uuid"`
	CategoryName   string    `db:"category_name"`
	University     *int64    `db:"university_id"` // the owner; nil: the programme itself
	UniversityUUID *string   `db:"university_uuid"`
	UniversityName *string   `db:"university_name"`
	Text           string    `db:"question"`
	Answer         string    `db:"answer"`
	Plus           int       `db:"votes_plus"`
	Minus          int       `db:"votes_minus"`
	Version        int64     `db:"version"`
	CreatedAt      time.Time `db:"created_at"`
}

// ownerFor returns the owner of a new question (rules 11.2): the operator's university, or the programme (nil) for an
// operator of all universities.
func ownerFor(scope access.Scope) *int64 {
	university, limited := scope.University()
	if !limited {
		return nil
	}
	return &university
}

// mayBeChanged reports whether the caller owns the question or is the programme's staff (rules 11.2). Reading is open to all.
func (q Question) mayBeChanged(scope access.Scope) bool {
	_, limited := scope.University()
	return !limited || q.University != nil && scope.Covers(*q.University)
}

// Filter narrows the list; empty fields do not.
type Filter struct {
	Category   string // uuid
	University string // uuid of the owner
	Before     int64  // only questions with a smaller id, for the next page by a cursor; 0: all
}

// Draft is what the question form sends.
type Draft struct {
	Category string // uuid
	Question string
	Answer   string
}

// Messages of the form.
const (
	fillAll    = "Заполните все поля!" // rules 11.1
	noCategory = "Выберите категорию из списка."
)

// checked returns the draft as it is stored, or all broken rules.
func (d Draft) checked() (Draft, error) {
	d = Draft{
		Category: strings.TrimSpace(d.Category),
		Question: strings.TrimSpace(d.Question),
		Answer:   strings.TrimSpace(strings.ReplaceAll(d.Answer, "\r\n", "\n")), // a line break counts as one character
	}
	var empty []fault.Field
	for _, f := range []struct{ name, text string }{{"uuidCategory", d.Category}, {"question", d.Question}, {"answer", d.Answer}} {
		if f.text == "" {
			empty = append(empty, fault.Field{Name: f.name, Message: fillAll})
		}
	}
	if len(empty) > 0 {
		return d, &fault.Error{Kind: fault.KindInvalid, Message: fillAll, Fields: empty}
	}
	var check fault.Check
	check.When(!form.IsUUID(d.Category), "uuidCategory", noCategory)
	check.When(form.Longer(d.Question, maxQuestion), "question", "Вопрос не длиннее 500 символов.")
	check.When(form.Longer(d.Answer, maxAnswer), "answer", "Ответ не длиннее 2500 символов.")
	return d, check.Err()
}

func (d Draft) key() string { return listquery.Fold(d.Question) }

func (d Draft) searchText() string { return listquery.SearchText(d.Question, d.Answer) }

// Vote is a student's vote on a question.
type Vote struct {
	Question string // uuid
	Student  string // uuid
	IsPlus   bool
}

// change returns what the vote adds to the two counts, given the student's previous vote, if any.
func (v Vote) change(before []bool) (plus, minus int) {
	count := func(isPlus bool, by int) {
		if isPlus {
			plus += by
		} else {
			minus += by
		}
	}
	count(v.IsPlus, 1)
	for _, isPlus := range before {
		count(isPlus, -1)
	}
	return plus, minus
}
