package listquery

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSearch    = 200 // characters
	maxTerms     = 8
	prefixLength = 2 // words this short match only at the start of a word (rules 3.6)
)

// Term is one word of a search. A row matches when its text contains one of the spellings.
type Term struct {
	Spellings []string
	Prefix    bool // match only at the start of a word
}

// Terms parses a search. It ignores case, ё, word order and the punctuation of phones, and adds the spelling of each
// word in the other keyboard layout.
func Terms(search string) []Term {
	search = Fold(search)
	if utf8.RuneCountInString(search) > maxSearch {
		search = string([]rune(search)[:maxSearch])
	}
	if number, ok := parseNumber(search); ok {
		return []Term{{Spellings: numberSpellings(number)}}
	}
	var out []Term
	for _, word := range strings.Fields(search) {
		if len(out) == maxTerms {
			break
		}
		out = append(out, newTerm(word))
	}
	return out
}

func newTerm(word string) Term {
	if Digits(word) == word {
		return Term{Spellings: numberSpellings(word)}
	}
	t := Term{Spellings: []string{word}, Prefix: utf8.RuneCountInString(word) <= prefixLength}
	if other := otherLayout(word); other != word {
		t.Spellings = append(t.Spellings, other)
	}
	return t
}

// parseNumber returns the digits of a search that is only a number, with any phone punctuation.
func parseNumber(s string) (string, bool) {
	number := Digits(s)
	if number == "" || strings.Trim(s, "0123456789+-() .") != "" {
		return "", false
	}
	return number, true
}

// numberSpellings adds +7 for a leading 8: both are dialled in Russia, stored numbers start with 7.
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

// otherLayout returns the word as typed in the other keyboard layout: Bdfyjd is Иванов.
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
