package partners

import (
	"strings"

	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/richtext"
)

const (
	maxVacancies      = 100 // of a partner: the tab shows all of them
	maxVacancyTitle   = 200
	maxVacancyDetails = 2000
)

// Vacancy is a job that a partner offers.
type Vacancy struct {
	ID          int64  `db:"id"`
	UUID        string `db:"uuid"`
	Partner     int64  `db:"partner_id"`
	Title       string `db:"title"`
	Link        string `db:"link"`
	Description string `db:"description"`
}

// VacancyChange is what the dialog sends.
type VacancyChange struct{ Title, Link, Description string }

// checked gives the vacancy without blanks around its texts, or every rule that it breaks.
func (c VacancyChange) checked() (VacancyChange, error) {
	var check fault.Check
	c.Title, c.Link, c.Description = strings.TrimSpace(c.Title), strings.TrimSpace(c.Link), strings.TrimSpace(c.Description)
	check.When(c.Title == "", "title", "Обязательное поле")
	check.When(form.Longer(c.Title, maxVacancyTitle), "title", "Не более 200 символов.")
	check.When(form.Longer(c.Description, maxVacancyDetails), "description", "Не более 2000 символов.")
	check.When(c.Link == "", "link", "Обязательное поле")
	if c.Link != "" {
		link, err := richtext.CheckContact(c.Link)
		if err != nil {
			check.Add("link", err.Error())
		}
		c.Link = link
	}
	return c, check.Err()
}
