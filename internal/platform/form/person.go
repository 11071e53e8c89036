package form

import (
	"strings"

	"studbonus/internal/platform/fault"
)

const (
	maxName = 100
	maxJob  = 200
)

// Person holds the profile fields of an operator.
type Person struct{ Surname, Name, Patronymic, Phone, Job string }

// Checked returns the trimmed fields and adds broken rules to c.
func (p Person) Checked(c *fault.Check) Person {
	for _, text := range []*string{&p.Surname, &p.Name, &p.Patronymic, &p.Phone, &p.Job} {
		*text = strings.TrimSpace(*text)
	}
	c.When(p.Surname == "", "surname", "Укажите фамилию.")
	c.When(p.Name == "", "name", "Укажите имя.")
	for _, f := range []struct {
		field, text, tooLong string
		limit                int
	}{
		{"surname", p.Surname, "Не длиннее 100 символов.", maxName}, {"name", p.Name, "Не длиннее 100 символов.", maxName},
		{"patronymic", p.Patronymic, "Не длиннее 100 символов.", maxName}, {"job", p.Job, "Не длиннее 200 символов.", maxJob},
	} {
		c.When(Longer(f.text, f.limit), f.field, f.tooLong)
		c.When(HasHidden(f.text), f.field, "Уберите невидимые символы и переносы строк.")
	}
	if p.Phone != "" {
		digits, ok := Phone(p.Phone)
		c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		p.Phone = digits
	}
	return p
}
