package listquery

import (
	"strings"
	"unicode"
)

// SearchText builds the text that a row is found by: its words, folded, then the parts of hyphenated or quoted words,
// so that every start of a word follows a space («во» finds Петров-Водкин).
func SearchText(texts ...string) string {
	folded := Fold(strings.Join(texts, " "))
	var parts []string
	for _, word := range strings.Fields(folded) {
		pieces := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, piece := range pieces {
			if !strings.HasPrefix(word, piece) {
				parts = append(parts, piece)
			}
		}
	}
	if len(parts) == 0 {
		return folded
	}
	return folded + " " + strings.Join(parts, " ")
}

// Matches reports whether a SearchText matches all terms. It is the reference that the SQL below and the memory index
// are tested against.
func Matches(text string, terms []Term) bool {
	for _, t := range terms {
		if !t.in(text) {
			return false
		}
	}
	return true
}

func (t Term) in(text string) bool {
	for _, s := range t.Spellings {
		if !t.Prefix && strings.Contains(text, s) || t.Prefix && (strings.HasPrefix(text, s) || strings.Contains(text, " "+s)) {
			return true
		}
	}
	return false
}

// Condition is Matches in SQL, for a column that holds a SearchText.
func Condition(column string, terms []Term) (text string, args []any) {
	conditions := []string{"1 = 1"}
	like := column + ` LIKE ? ESCAPE '\'`
	for _, t := range terms {
		var spellings []string
		for _, s := range t.Spellings {
			s = escapeLike(s)
			if t.Prefix {
				spellings, args = append(spellings, like, like), append(args, s+"%", "% "+s+"%")
			} else {
				spellings, args = append(spellings, like), append(args, "%"+s+"%")
			}
		}
		conditions = append(conditions, "("+strings.Join(spellings, " OR ")+")")
	}
	return strings.Join(conditions, " AND "), args
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}

// Like returns the LIKE pattern that finds a text anywhere in a folded column.
func Like(s string) string { return "%" + escapeLike(Fold(s)) + "%" }
