package exporting

import "strings"

// Words name a filter for people: "Статус: Активен; Города: Казань, Москва".
type Words []string

// Named returns the words with one more filter; without values they stay as they are.
func (w Words) Named(filter string, values ...string) Words {
	if len(values) == 0 || values[0] == "" {
		return w
	}
	return append(w, filter+": "+strings.Join(values, ", "))
}

func (w Words) with(filter, search string) Words {
	if search = strings.TrimSpace(search); search == "" {
		return w
	}
	return w.Named(filter, "«"+search+"»")
}

// String returns the whole filter; empty: the whole list.
func (w Words) String() string { return strings.Join(w, "; ") }

// When returns the words with one more if a filter is on.
func (w Words) When(on bool, word string) Words {
	if !on {
		return w
	}
	return append(w, word)
}
