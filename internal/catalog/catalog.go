// Package catalog is what the programme shares: regions, cities, universities, categories and the
// known faculties of universities. Most of it ships with the program; more comes from csv files.
package catalog

import (
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/clock"
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

const (
	maxShortName = 100
	maxLongText  = 300 // full name, head
	maxAddress   = 500
)

// checked trims what was typed and tells which of its rules are broken.
func (n NewUniversity) checked() (NewUniversity, error) {
	for _, text := range []*string{&n.ShortName, &n.FullName, &n.INN, &n.City, &n.Region, &n.Address, &n.Phone, &n.Email, &n.Boss, &n.ContractEnd} {
		*text = strings.TrimSpace(*text)
	}
	var c fault.Check
	c.When(n.ShortName == "", "short-name", "Укажите краткое название.")
	c.When(form.Longer(n.ShortName, maxShortName), "short-name", "Краткое название не длиннее 100 символов.")
	c.When(n.FullName == "", "full-name", "Укажите полное название.")
	c.When(form.Longer(n.FullName, maxLongText), "full-name", "Полное название не длиннее 300 символов.")
	c.When(!form.IsINN(n.INN), "inn", "ИНН состоит из 10 или 12 цифр с верными контрольными цифрами.")
	c.When(n.City == "", "city", "Укажите город.")
	c.When(form.Longer(n.Address, maxAddress), "address", "Адрес не длиннее 500 символов.")
	c.When(form.Longer(n.Boss, maxLongText), "boss", "Имя руководителя не длиннее 300 символов.")
	c.When(n.Email != "" && !form.IsEmail(n.Email), "email", "E-mail неверного формата.")
	if n.Phone != "" {
		digits, ok := form.Phone(n.Phone)
		c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		n.Phone = digits
	}
	if n.ContractEnd != "" {
		_, err := clock.ParseDate(n.ContractEnd)
		c.When(err != nil, "contract-end", "Укажите дату в виде ДД.ММ.ГГГГ.")
	}
	return n, c.Err()
}
