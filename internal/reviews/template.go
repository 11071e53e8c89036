package reviews

import (
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

const (
	maxTemplateName = 100
	maxTemplates    = 50 // of a university
)

// Template is a saved answer, shared by the operators of a university. The console replaces {имя} and {партнёр} with the
// names of the student and the partner.
type Template struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
	Body string `db:"body"`
}

func (t Template) checked() (Template, error) {
	t.Name = strings.Join(strings.Fields(t.Name), " ")
	t.Body = strings.TrimSpace(strings.ReplaceAll(t.Body, "\r\n", "\n"))
	var check fault.Check
	check.When(t.Name == "", "name", "Назовите заготовку.")
	check.When(form.Longer(t.Name, maxTemplateName), "name", "Не более 100 символов.")
	check.When(t.Body == "", "text", "Напишите текст заготовки.")
	check.When(form.Longer(t.Body, maxAnswer), "text", "Не более 1000 символов.")
	return t, check.Err()
}

func (t Template) key() string { return listquery.Fold(t.Name) }
