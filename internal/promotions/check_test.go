package promotions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func suspectsOf(t *testing.T, codes ...string) *damage {
	t.Helper()
	s := newDamage()
	for i, code := range codes {
		s.look(codeLine{number: i + 1, code: []byte(code)})
	}
	return s
}

func TestScientificCodesAreSuspects(t *testing.T) {
	s := suspectsOf(t, "1,23E+12", "1.5E+09", "A1", "5E10", "12345")
	if s.scientific != 2 || len(s.first()) != 2 || s.first()[0].Line != 1 || s.first()[1].Line != 2 {
		t.Errorf("%d: %+v", s.scientific, s.first())
	}
}

func TestLostZerosAreSuspects(t *testing.T) {
	numbers := func(from, to int, format string) (out []string) {
		for i := from; i < to; i++ {
			out = append(out, fmt.Sprintf(format, i))
		}
		return out
	}
	for name, c := range map[string]struct {
		codes []string
		want  int64
	}{
		"a few are shorter":                   {append(numbers(10_000, 10_030, "%d"), "734", "9021", "8"), 3},
		"all are of one length":               {numbers(10_000, 10_030, "%d"), 0},
		"zeros were kept":                     {append(numbers(10_000, 10_030, "%d"), "00734", "734"), 0},
		"of all lengths, as numbers are":      {numbers(1, 200, "%d"), 0},
		"too few to tell":                     {[]string{"10000", "10001", "99"}, 0},
		"letters do not count":                {append(numbers(10_000, 10_030, "A%d"), "A1", "77"), 0},
		"no numbers at all":                   {[]string{"A", "B"}, 0},
		"nothing at all":                      {nil, 0},
		"numbers among letters are looked at": {append(append(numbers(10_000, 10_030, "%d"), "734"), numbers(0, 50, "X%d")...), 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := suspectsOf(t, c.codes...)
			if got := s.lostZeros(); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
			if shown := len(s.first()); (shown > 0) != (c.want > 0) {
				t.Errorf("%d are shown", shown)
			}
		})
	}
	s := suspectsOf(t, append(numbers(10_000, 10_030, "%d"), "734", "9021", "735")...)
	want := []BadLine{{32, "9021", "Возможно, Excel убрал нули в начале."}, {31, "734", "Возможно, Excel убрал нули в начале."}}
	if diff := cmp.Diff(want, s.first()); diff != "" {
		t.Error(diff)
	}
}

func TestLookAlikeLettersAreSuspects(t *testing.T) {
	for code, want := range map[string]bool{
		"SALE10": false, "SАLE10": true, "ЛЕТО10": false, "ЛЕТОx": true, "СКИДКА": false, "АВС": false, "Д5-A": false, "cофе": true, "A-Щ": false, "": false,
	} {
		if got := hasLookAlikes([]byte(code)); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprintf("SА%d", i) // the second letter is Cyrillic
	}
	s := suspectsOf(t, many...)
	if s.lookAlikes != 100 || len(s.first()) != suspectsShown || !strings.Contains(s.first()[0].Reason, "Русские") {
		t.Errorf("%d, %d shown", s.lookAlikes, len(s.first()))
	}
}
