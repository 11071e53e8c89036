// Package catalog is what the programme shares: regions, cities, universities, categories, the known faculties of universities and
// the reasons that dialogs offer. Most of it ships with the program; administrators of the programme edit it, also from csv files.
package catalog

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

const foundAtMost = 20 // rules 3.10: city and university search

// City is a city of students, universities and partners.
type City struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

// Category is a kind of partner or of knowledge.
type Category struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

// namespace of the name-based uuids of shipped entries, which are the same in every installation. Entries added later have random ones.
var namespace = uuid.MustParse("6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11")

func stableUUID(kind, name string) string {
	return uuid.NewSHA1(namespace, []byte(kind+"/"+listquery.Fold(name))).String()
}

// Entry is a line of a catalogue: a region, a city, a category or a known faculty.
type Entry struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"` // of a region: its code
	Name       string `db:"name"`
	Region     string `db:"region"` // of a city: the code
	RegionName string `db:"region_name"`
	INN        string `db:"inn"`        // of a faculty
	University string `db:"university"` // of a faculty: who has its ИНН, if anybody
	IsUsed     bool   `db:"is_used"`
	Version    int64  `db:"version"`
}

// EntryForm is what an administrator fills in.
type EntryForm struct {
	Code   string // of a new region
	Name   string
	Region string // of a city: the code
	INN    string // of a new faculty
}

const (
	maxEntry = 200
	maxCode  = 10
)

// maxName returns how long a name of a catalogue may be.
func (k Kind) maxName() int {
	if k == Faculties {
		return maxLongText
	}
	return maxEntry
}

func (f EntryForm) checked(kind Kind) (EntryForm, error) {
	f.Code, f.Name = strings.ToUpper(strings.TrimSpace(f.Code)), strings.TrimSpace(f.Name)
	f.Region, f.INN = strings.TrimSpace(f.Region), strings.TrimSpace(f.INN)
	var c fault.Check
	c.When(f.Name == "", "name", "Укажите название")
	c.When(form.Longer(f.Name, kind.maxName()), "name", fmt.Sprintf("Не длиннее %d символов.", kind.maxName()))
	c.When(kind == Cities && f.Region == "", "codeRegion", "Выберите регион")
	return f, c.Err()
}

// checkNew checks what never changes: the code of a region, the ИНН of a faculty.
func (f EntryForm) checkNew(kind Kind) error {
	isOther := func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' }
	var c fault.Check
	if kind == Regions {
		c.When(f.Code == "", "code", "Введите код, например RU-MOW")
		c.When(strings.ContainsFunc(f.Code, isOther) || len(f.Code) > maxCode, "code", "До 10 латинских букв, цифр и дефисов, например RU-MOW")
	}
	c.When(kind == Faculties && !form.IsINN(f.INN), "inn", innWrong)
	return c.Err()
}

// toAudit is what the history says of an entry.
type toAudit struct {
	Name   string `json:"name"`
	Region string `json:"nameRegion,omitempty"`
	INN    string `json:"inn,omitempty"`
}
