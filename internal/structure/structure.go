// Package structure is the faculties of a university and their specialties.
package structure

import (
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const (
	maxName     = 300
	maxAtOnce   = 200 // faculties in one import
	maxSpecials = 500 // specialties of a faculty
)

// Faculty is a faculty or institute with its specialties.
type Faculty struct {
	ID          int64  `db:"id"`
	UUID        string `db:"uuid"`
	University  int64  `db:"university_id"`
	Name        string `db:"name"`
	Specialties []Specialty
}

// Specialty is a course of study at a faculty.
type Specialty struct {
	ID      int64  `db:"id"`
	UUID    string `db:"uuid"`
	Faculty int64  `db:"faculty_id"`
	Name    string `db:"name"`
}

// checkName trims a faculty's name and refuses one that is empty or too long.
func checkName(field, name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", fault.Invalid(field, "Введите название факультета")
	}
	if form.Longer(name, maxName) {
		return "", fault.Invalid(field, "Не длиннее 300 символов.")
	}
	return name, nil
}

func checkSpecialty(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", fault.Invalid("specialties", "Введите название специальности")
	}
	if form.Longer(name, maxName) {
		return "", fault.Invalid("specialties", "Название специальности не длиннее 300 символов.")
	}
	return name, nil
}
