package students

import (
	"slices"
	"strings"

	"studbonus/internal/platform/fault"
)

// correctable are the fields of an application that an operator may ask to correct, by their names in the student's form and
// in its order.
var correctable = []string{
	"universityId", "facultyId", "specialtyId", "course", "startYear", "endYear",
	"surname", "name", "patronymic", "birthDate", "cityId", "portrait", "document",
}

// wrongFields returns the fields to correct as they are stored.
func (v Verdict) wrongFields() (string, error) {
	var check fault.Check
	check.When(len(v.Fields) > 0 && v.To != Rejected, "fields", "Поля для исправления указывают только при отказе.")
	check.When(slices.ContainsFunc(v.Fields, func(f string) bool { return !slices.Contains(correctable, f) }), "fields", "В заявке нет такого поля.")
	chosen := slices.DeleteFunc(slices.Clone(correctable), func(f string) bool { return !slices.Contains(v.Fields, f) })
	return strings.Join(chosen, " "), check.Err()
}
