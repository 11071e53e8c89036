package main

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"studbonus/bench/dataset"
	"studbonus/internal/platform/listquery"
)

// question is a query of a list.
type question struct {
	sort          string // a column
	desc          bool
	statuses      []int // one or two: students are active or blocked, applications in moderation or rejected
	city          int   // -1: any
	search        []string
	limit, offset int
}

// anyCity matches all cities.
const anyCity = -1

// patterns returns the texts that must all match: two letters as a prefix of a word, longer ones anywhere.
func patterns(search string) (out []string) {
	for _, word := range strings.Fields(listquery.Fold(search)) {
		if utf8.RuneCountInString(word) <= 2 && listquery.Digits(word) != word {
			word = " " + word
		}
		out = append(out, word)
	}
	return out
}

// where returns the SQL condition without the search, with arguments from $1.
func (q question) where() statement {
	var wanted []string
	for _, status := range q.statuses {
		wanted = append(wanted, strconv.Itoa(status))
	}
	s := statement{text: " WHERE status IN (" + strings.Join(wanted, ", ") + ")"}
	if q.city != anyCity {
		s.text, s.args = s.text+" AND city = $1", []any{q.city}
	}
	return s
}

func (q question) holds(status, city int) bool {
	return slices.Contains(q.statuses, status) && (q.city == anyCity || q.city == city)
}

func order(column string, desc bool) string {
	direction := ""
	if desc {
		direction = " DESC"
	}
	if column == "id" {
		return " ORDER BY id" + direction
	}
	return " ORDER BY " + column + direction + ", id" + direction
}

// row is a student as shown by the list and the card.
type row struct {
	ID       int    `json:"idStudent"`
	UUID     string `json:"uuidUser"`
	Code     string `json:"studentCode"`
	FullName string `json:"fullName"`
	Phone    string `json:"phone"`
	Course   int    `json:"course"`
	Faculty  string `json:"nameFaculty"`
	City     string `json:"nameCity"`
	Status   string `json:"status"`

	faculty, city, status int
}

const rowColumns = "id, uuid, code, full_name, phone, course, faculty, city, status"

func (r *row) targets() []any {
	return []any{&r.ID, &r.UUID, &r.Code, &r.FullName, &r.Phone, &r.Course, &r.faculty, &r.city, &r.status}
}

func (r *row) named() row {
	r.Faculty, r.City, r.Status = dataset.Faculties[r.faculty], dataset.Cities[r.city], dataset.Statuses[r.status]
	return *r
}
