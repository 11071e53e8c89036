package form

import (
	"strings"

	"studbonus/internal/fault"
)

const (
	maxName = 100
	maxJob  = 200
)

// Person is what an operator's profile says of him, typed by himself or by an administrator.
type Person struct{ Surname, Name, Patronymic, Phone, Job string }

// Checked trims it and notes which of its rules are broken.
func (p Person) Checked(c *fault.Check) Person {
	for _, text := range []*string{&p.Surname, &p.Name, &p.Patronymic, &p.Phone, &p.Job} {
		*text = strings.TrimSpace(*text)
	}
	c.When(p.Surname == "", "surname", "Укажите фамилию.")
	c.When(p.Name == "", "name", "Укажите имя.")
	for _, f := range []struct{ field, text string }{{"surname", p.Surname}, {"name", p.Name}, {"patronymic", p.Patronymic}} {
		c.When(Longer(f.text, maxName), f.field, "Не длиннее 100 символов.")
	}
	c.When(Longer(p.Job, maxJob), "job", "Не длиннее 200 символов.")
	if p.Phone != "" {
		digits, ok := Phone(p.Phone)
		c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		p.Phone = digits
	}
	return p
}
