package reviews

import (
	"strings"

	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

const (
	maxTemplateName = 100
	maxTemplates    = 50 // of a university
)

// Template is a ready answer, shared by the operators of a university. {имя} and {партнёр} in its text stand for the
// student's name and the partner's; the console puts them in.
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

func (t Template) key() string { return list.Fold(t.Name) }
