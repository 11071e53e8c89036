package form_test

import (
	"testing"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

func TestHiddenCharacters(t *testing.T) {
	for text, visible := range map[string]string{
		"Анна-Мария О’Нил":   "Анна-Мария О’Нил",
		"Анна\x1b[2K":        `Анна\u001b[2K`,
		"Анна\nadmin@x.ru":   `Анна\u000aadmin@x.ru`,
		"Анна\u202eнимда":    `Анна\u202eнимда`,
		"Анна\u2028вторая":   `Анна\u2028вторая`,
		"Анна\u00a0Ивановна": "Анна\u00a0Ивановна",
	} {
		if got := form.Visible(text); got != visible {
			t.Errorf("%q is shown as %q, want %q", text, got, visible)
		}
		if got := form.HasHidden(text); got != (text != visible) {
			t.Errorf("%q has hidden characters: %v", text, got)
		}
	}
	for _, p := range []form.Person{
		{Surname: "Ива\x1bнова", Name: "Анна"}, {Surname: "Иванова", Name: "Ан\nна"}, {Surname: "Иванова", Name: "Анна", Job: "декан\u202e"},
	} {
		var c fault.Check
		p.Checked(&c)
		if c.Err() == nil {
			t.Errorf("%q is accepted", p)
		}
	}
}
