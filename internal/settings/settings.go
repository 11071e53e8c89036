// Package settings is an operator's own profile and his university's messenger contact.
package settings

import (
	"strings"

	"studbonus/internal/fault"
	"studbonus/internal/form"
)

const (
	maxName = 100
	maxJob  = 200
)

// Profile is what an operator may change of himself.
type Profile struct {
	Surname    string `db:"surname" json:"surname"`
	Name       string `db:"name" json:"name"`
	Patronymic string `db:"patronymic" json:"patronymic"`
	Phone      string `db:"phone" json:"phone"`
	Job        string `db:"job" json:"job"`
}

// Info is the whole profile, with what only an administrator changes.
type Info struct {
	Profile
	ID    int64  `db:"id"`
	UUID  string `db:"uuid"`
	Login string `db:"login"`
}

// checked trims a profile and tells which of its rules are broken.
func (p Profile) checked() (Profile, error) {
	for _, text := range []*string{&p.Surname, &p.Name, &p.Patronymic, &p.Phone, &p.Job} {
		*text = strings.TrimSpace(*text)
	}
	var c fault.Check
	c.When(p.Surname == "", "surname", "Укажите фамилию.")
	c.When(p.Name == "", "name", "Укажите имя.")
	for _, f := range []struct{ field, text string }{{"surname", p.Surname}, {"name", p.Name}, {"patronymic", p.Patronymic}} {
		c.When(form.Longer(f.text, maxName), f.field, "Не длиннее 100 символов.")
	}
	c.When(form.Longer(p.Job, maxJob), "job", "Не длиннее 200 символов.")
	if p.Phone != "" {
		digits, ok := form.Phone(p.Phone)
		c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		p.Phone = digits
	}
	return p, c.Err()
}
