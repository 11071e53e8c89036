package partners

import (
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/richtext"
)

const (
	maxVacancyTitle   = 200
	maxVacancyDetails = 2000
)

// Vacancy is a job that a partner offers.
type Vacancy struct {
	Owned
	VacancyChange
}

// VacancyChange is what the dialog sends.
type VacancyChange struct {
	Title       string `db:"title" form:"title"`
	Link        string `db:"link" form:"link"`
	Description string `db:"description" form:"description"`
}

// checked trims the texts, or returns every broken rule as one error.
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
