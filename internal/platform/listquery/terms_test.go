package listquery_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/listquery"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "  ": "", "Иванов": "иванов", "ЁЛКА ёлка Елка": "елка елка елка", " a \t b\n\u00a0c ": "a b c", "ПЕТРОВ-Водкин": "петров-водкин", "ÄÖ": "äö", "100%_\\": "100%_\\",
	} {
		if got := listquery.Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for text, want := range map[string]string{"": "", "+7 (916) 123-45-67": "79161234567", "нет": "", "a1b2": "12", "٣３3": "3"} {
		if got := listquery.Digits(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	word := func(spellings ...string) listquery.Term { return listquery.Term{Spellings: spellings} }
	start := func(spellings ...string) listquery.Term { return listquery.Term{Spellings: spellings, Prefix: true} }
	for _, test := range []struct {
		name, search string
		want         []listquery.Term
	}{
		{"nothing", "", nil},
		{"blanks", " \t ", nil},
		{"a word", "Иванов", []listquery.Term{word("иванов", "bdfyjd")}},
		{"the wrong layout", "Bdfyjd", []listquery.Term{word("bdfyjd", "иванов")}},
		{"the wrong layout with a letter on the backtick key", "`krf", []listquery.Term{word("`krf", "елка")}},
		{"punctuation that is a letter in the other layout", "gtnhjd.", []listquery.Term{word("gtnhjd.", "петровю")}},
		{"several words", "пётр Иванов", []listquery.Term{word("петр", "gtnh"), word("иванов", "bdfyjd")}},
		{"two letters match the start of a word", "Ив", []listquery.Term{start("ив", "bd")}},
		{"one letter matches the start of a word", "ё", []listquery.Term{start("е", "t")}},
		{"three letters match anywhere", "ива", []listquery.Term{word("ива", "bdf")}},
		{"a single digit matches anywhere", "7", []listquery.Term{word("7")}},
		{"a phone with punctuation", "+7 (916) 123-45-67", []listquery.Term{word("79161234567")}},
		{"a phone that starts with 8", "8 916 123", []listquery.Term{word("8916123", "7916123")}},
		{"a part of a phone", "123-45", []listquery.Term{word("12345")}},
		{"digits next to a word", "иванов 8916", []listquery.Term{word("иванов", "bdfyjd"), word("8916", "7916")}},
		{"digits within a word", "мт12", []listquery.Term{word("мт12", "vn12")}},
		{"LIKE wildcards", `50%_\`, []listquery.Term{word(`50%_\`)}},
		{"only punctuation", "+-()", []listquery.Term{word("+-()")}},
		{"at most eight words", "а б в г д е ж з и к", []listquery.Term{start("а", "f"), start("б", ","), start("в", "d"), start("г", "u"), start("д", "l"), start("е", "t"), start("ж", ";"), start("з", "p")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, listquery.Terms(test.search)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("a search is cut to two hundred characters", func(t *testing.T) {
		got := listquery.Terms(strings.Repeat("щ", 500))
		if len(got) != 1 || utf8.RuneCountInString(got[0].Spellings[0]) != 200 {
			t.Errorf("%d terms", len(got))
		}
	})
}

// What operators type and what they expect to find (rules 3.6).
func TestMatches(t *testing.T) {
	text := listquery.SearchText("Петров-Водкин Кузьма Сергеевич", "79161234567", "MSU-004242", "ООО «Ёлка и К°»")
	for search, want := range map[string]bool{
		"":                   true,
		"Петров":             true,
		"ПЕТРОВ":             true,
		"водкин":             true,
		"етров":              true,
		"петров-водкин":      true,
		"кузьма петров":      true,
		"сергеевич кузьма":   true,
		"кузьма иванов":      false,
		"gtnhjd":             true, // петров
		"repmvf":             true, // кузьма
		"ку":                 true,
		"во":                 true, // the second half of a double name starts a word
		"уз":                 false,
		"к":                  true,
		"ъ":                  false,
		"елка":               true,
		"Ёлка":               true,
		"ёл":                 true,
		"лка":                true,
		"79161234567":        true,
		"+7 (916) 123-45-67": true,
		"8 (916) 123-45-67":  true,
		"89161234567":        true,
		"916 123":            true,
		"34567":              true,
		"9161234568":         false,
		"004242":             true,
		"4242":               true,
		"msu":                true,
		"%":                  false,
		"_":                  false,
		`\`:                  false,
		"петров%":            false,
	} {
		if got := listquery.Matches(text, listquery.Terms(search)); got != want {
			t.Errorf("%q: %v, want %v", search, got, want)
		}
	}
}

func TestLike(t *testing.T) {
	if got := listquery.Like(` 50%_\Ё  Ж `); got != `%50\%\_\\е ж%` {
		t.Errorf("got %s", got)
	}
}

// FuzzTerms checks that terms are few and folded, and that a text finds itself.
func FuzzTerms(f *testing.F) {
	for _, seed := range []string{
		"", "Иванов Пётр", "Bdfyjd", "+7 (916) 123-45-67", "8", "ив", "а б в г д е ж з и", `%_\`, "\xff\xfe", "İstanbul ẞ ǅ", "ё`Ё~", strings.Repeat("щ", 300), "1 2 3", "a\u00adb", "—«»", "\u2028",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, search string) {
		folded := listquery.Fold(search)
		if again := listquery.Fold(folded); again != folded {
			t.Errorf("%q folds to %q and then to %q", search, folded, again)
		}
		terms := listquery.Terms(search)
		if len(terms) > 8 || (len(terms) == 0) != (folded == "") {
			t.Errorf("%q has %d terms", search, len(terms))
		}
		for _, term := range terms {
			for _, s := range term.Spellings {
				if s == "" || listquery.Fold(s) != s || strings.ContainsAny(s, " \t\n") {
					t.Errorf("%q has the spelling %q", search, s)
				}
			}
		}
		isNumber := len(terms) == 1 && listquery.Digits(terms[0].Spellings[0]) == terms[0].Spellings[0] // found with any punctuation
		if !isNumber && !listquery.Matches(listquery.SearchText(search), terms) {
			t.Errorf("%q does not find itself: %v in %q", search, terms, listquery.SearchText(search))
		}
		text, args := listquery.Condition("x", terms)
		if strings.Count(text, "?") != len(args) || strings.Trim(text, "1 =ANDORLIKESCPx?()'\\") != "" {
			t.Errorf("%q becomes %s with %d arguments", search, text, len(args))
		}
	})
}
