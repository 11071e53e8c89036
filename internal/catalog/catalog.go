// Package catalog is what the programme shares: regions, cities, universities, categories and the
// known faculties of universities. Most of it ships with the program; more comes from csv files.
package catalog

import (
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

const foundAtMost = 20 // contract §3: city and university search

// City is a place where students, universities and partners are.
type City struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

// Category is a kind of partner or of knowledge.
type Category struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

// University is where operators work and students study.
type University struct {
	ID        int64  `db:"id"`
	UUID      string `db:"uuid"`
	ShortName string `db:"short_name"`
	city      int64
}

// NewUniversity is what an installation is told of a university.
type NewUniversity struct {
	ShortName, FullName, INN, City, Region string
	Address, Phone, Email, Boss            string
	ContractEnd                            string
}

// namespace makes the identifiers of shipped entries the same in every installation.
var namespace = uuid.MustParse("6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11")

func stableUUID(kind, name string) string {
	return uuid.NewSHA1(namespace, []byte(kind+"/"+list.Fold(name))).String()
}

func (n NewUniversity) check() error {
	var c fault.Check
	c.When(strings.TrimSpace(n.ShortName) == "", "short-name", "Укажите краткое название.")
	c.When(strings.TrimSpace(n.FullName) == "", "full-name", "Укажите полное название.")
	c.When(!form.IsINN(n.INN), "inn", "ИНН состоит из 10 или 12 цифр с верными контрольными цифрами.")
	c.When(strings.TrimSpace(n.City) == "", "city", "Укажите город.")
	return c.Err()
}
