package list

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSearch    = 200 // characters looked at
	maxTerms     = 8
	prefixLength = 2 // so few letters match the beginnings of words only (contract §1)
)

// Term is one word of a search: a row matches when any of the spellings is found in its text.
type Term struct {
	Spellings []string
	Prefix    bool // only at the beginning of a word
}

// Terms reads what was typed into a search box. It forgives: case, ё, the order of words, the
// spelling of a phone, and the wrong keyboard layout.
func Terms(search string) []Term {
	search = Fold(search)
	if utf8.RuneCountInString(search) > maxSearch {
		search = string([]rune(search)[:maxSearch])
	}
	if number, ok := phoneLike(search); ok {
		return []Term{{Spellings: numberSpellings(number)}}
	}
	var out []Term
	for _, word := range strings.Fields(search) {
		if len(out) == maxTerms {
			break
		}
		out = append(out, term(word))
	}
	return out
}

func term(word string) Term {
	if Digits(word) == word {
		return Term{Spellings: numberSpellings(word)}
	}
	t := Term{Spellings: []string{word}, Prefix: utf8.RuneCountInString(word) <= prefixLength}
	if other := otherLayout(word); other != word {
		t.Spellings = append(t.Spellings, other)
	}
	return t
}

// phoneLike tells a search that is nothing but a number, however it is punctuated.
func phoneLike(s string) (string, bool) {
	number := Digits(s)
	if number == "" || strings.Trim(s, "0123456789+-() .") != "" {
		return "", false
	}
	return number, true
}

// numberSpellings: a leading 8 is how many people dial 7.
func numberSpellings(number string) []string {
	if strings.HasPrefix(number, "8") {
		return []string{number, "7" + number[1:]}
	}
	return []string{number}
}

const (
	latinKeys    = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
	cyrillicKeys = "ёйцукенгшщзхъфывапролджэячсмитьбю"
)

var toCyrillic, toLatin = layouts()

func layouts() (toCyrillic, toLatin map[rune]rune) {
	toCyrillic, toLatin = map[rune]rune{}, map[rune]rune{}
	latin, cyrillic := []rune(latinKeys), []rune(cyrillicKeys)
	for i := range latin {
		toCyrillic[latin[i]], toLatin[cyrillic[i]] = cyrillic[i], latin[i]
	}
	return toCyrillic, toLatin
}

// otherLayout is the word as if the keyboard had been switched the other way: Bdfyjd is Иванов.
func otherLayout(word string) string {
	keys := toLatin
	for _, r := range word {
		if unicode.Is(unicode.Latin, r) {
			keys = toCyrillic
			break
		}
	}
	return Fold(strings.Map(func(r rune) rune {
		if other, ok := keys[r]; ok {
			return other
		}
		return r
	}, word))
}

// SearchText is what a row is found by: its words folded, and after them the parts of words that
// are joined or quoted («Петров-Водкин» is also found by «во»), so that a word begins after a blank.
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

// Matches tells whether a text made by SearchText matches all terms. It is the definition that every
// index of ours must agree with.
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

// Condition is the same in SQL, for a column that holds SearchText.
func Condition(column string, terms []Term) (text string, args []any) {
	conditions := []string{"1 = 1"}
	for _, t := range terms {
		var any []string
		for _, s := range t.Spellings {
			s = escapeLike(s)
			if !t.Prefix {
				any, args = append(any, column+` LIKE ? ESCAPE '\'`), append(args, "%"+s+"%")
				continue
			}
			any = append(any, column+` LIKE ? ESCAPE '\'`, column+` LIKE ? ESCAPE '\'`)
			args = append(args, s+"%", "% "+s+"%")
		}
		conditions = append(conditions, "("+strings.Join(any, " OR ")+")")
	}
	return strings.Join(conditions, " AND "), args
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}

// Like is a pattern that finds a text anywhere in a folded column; the signs of LIKE are literal.
func Like(s string) string { return "%" + escapeLike(Fold(s)) + "%" }
