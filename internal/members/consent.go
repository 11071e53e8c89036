package members

import (
	"fmt"
	"strings"
	"time"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Kinds of consents (rules 25.3). Parent is required of members from 14 to 17.
const (
	consentPersonal = "personal"
	consentPortrait = "portrait"
	consentLetters  = "letters"
	consentParent   = "parent"
)

// ConsentText is a version of a text that members agree to.
type ConsentText struct {
	Kind       string `db:"kind"`
	Version    int    `db:"version"`
	Title      string `db:"title"`
	Body       string `db:"body"`
	IsRequired bool   `db:"is_required"`
}

// TextVersion is a text with the time it was written; nil: shipped.
type TextVersion struct {
	ConsentText
	CreatedAt *time.Time `db:"created_at"`
}

const (
	maxTitle = 200
	maxBody  = 20_000
)

// checked returns the trimmed text of a new version.
func (t ConsentText) checked(was ConsentText) (ConsentText, error) {
	t.Title, t.Body = strings.TrimSpace(t.Title), strings.TrimSpace(t.Body)
	var c fault.Check
	c.When(t.Title == "", "title", "Укажите заголовок")
	c.When(form.Longer(t.Title, maxTitle), "title", "Не длиннее 200 символов.")
	c.When(t.Body == "", "body", "Укажите текст")
	c.When(form.Longer(t.Body, maxBody), "body", "Не длиннее 20 000 символов.")
	c.When(t.Title == was.Title && t.Body == was.Body, "body", "Текст не изменился: новая версия не нужна.")
	return t, c.Err()
}

// Consent is what a member has agreed to.
type Consent struct {
	ConsentText
	GivenAt time.Time `db:"given_at"`
}

// checkConsents compares what was ticked, by kind and version, with the current texts.
func checkConsents(current []ConsentText, given map[string]int, isMinor bool) error {
	const field = "consents"
	var c fault.Check
	known := 0
	for _, text := range current {
		version, ticked := given[text.Kind]
		if ticked {
			known++
		}
		isRequired := text.IsRequired || text.Kind == consentParent && isMinor
		switch {
		case ticked && version != text.Version:
			c.Add(field, fmt.Sprintf("«%s»: текст изменился. Прочитайте его ещё раз.", text.Title))
		case !ticked && isRequired:
			c.Add(field, fmt.Sprintf("«%s»: без него заявку не принять.", text.Title))
		}
	}
	c.When(known < len(given), field, "Такого согласия нет.")
	return c.Err()
}
