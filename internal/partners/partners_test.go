package partners

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/fault"
)

func TestMoves(t *testing.T) {
	for _, from := range []Status{Active, Blocked} {
		for _, to := range []Status{Active, Blocked} {
			if statusRules.Allows(from, to) != (from != to) {
				t.Errorf("%s may become %s: %v", from, to, statusRules.Allows(from, to))
			}
		}
	}
	if statusRules.Knows("moderation") || statusRules.Knows("") {
		t.Error("a partner has two states")
	}
}

func TestRatingIsRoundedHalfUp(t *testing.T) {
	for _, c := range []struct{ sum, count, want int64 }{
		{0, 1, 0}, {5, 1, 50}, {9, 2, 45}, {14, 3, 47}, {13, 3, 43}, {85, 20, 43}, {84, 20, 42}, {17, 4, 43}, {1, 3, 3}, {5_000_000, 1_000_000, 50},
	} {
		if got := ratingOf(c.sum, c.count); got == nil || int64(*got) != c.want {
			t.Errorf("%d/%d: %v, want %d", c.sum, c.count, got, c.want)
		}
	}
	if ratingOf(0, 0) != nil {
		t.Error("a partner without reviews has a rating")
	}
}

func TestStreetOf(t *testing.T) {
	for address, want := range map[string]string{
		"ул. Баумана, 5":                         "Баумана",
		"ул.Баумана,5":                           "Баумана",
		"улица Баумана, д. 5":                    "Баумана",
		"Невский проспект, 28":                   "Невский",
		"Невский пр., 28":                        "Невский",
		"пр-т Мира, 1":                           "Мира",
		"Большая Садовая ул., 3, стр. 2":         "Большая Садовая",
		"г. Казань, ул. Баумана, 5":              "Баумана",
		"Казань, Баумана, 5":                     "Баумана",
		"Казань, ул. Казанская, 1":               "Казанская",
		"Россия, Республика Татарстан, пр. Мира": "Мира",
		"1-я Советская ул., 7":                   "Советская",
		"ул. 8 Марта, 10":                        "Марта",
		"ул. 50 лет Октября, 10":                 "лет Октября",
		"пл. Ленина, 1":                          "Ленина",
		"наб. реки Фонтанки, 15":                 "реки Фонтанки",
		"б-р Строителей, 4":                      "Строителей",
		"ТЦ «Мега», ул. Ёлочная, 2":              "Ёлочная",
		"д. 5, ул. Ленина":                       "Ленина",
		"Тверская 5":                             "Тверская 5",
		"ул. «Весёлая», 1":                       "Весёлая",
		"микрорайон Солнечный, 12":               "Солнечный",
		"ул. Набережная, 94":                     "Набережная",
		"Набережная ул., 94":                     "Набережная",
		"Набережная улица, 94":                   "Набережная",
		"ул. Дорога, 1":                          "Дорога",
		"Казань, ул. Линия, 3":                   "Линия",
		"Набережная, 94":                         "Набережная",
		"12":                                     "",
		"":                                       "",
		",,,":                                    "",
		"ул.":                                    "",
		"Main street, 5":                         "Main street",
	} {
		if got := streetOf(address, "Казань"); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

func TestLetter(t *testing.T) {
	for key, want := range map[string]string{"баумана": "Б", "елочная": "Е", "": "#", "12": "#", "main street": "M", "🎓": "#"} {
		if got := (Point{StreetKey: key}).Letter(); got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

func day(name, start, end string) Day { return Day{name, &start, &end} }

// days returns a week with the same hours every day.
func days(start, end string) []Day {
	out := make([]Day, 0, len(weekdays))
	for _, name := range weekdays {
		out = append(out, day(name, start, end))
	}
	return out
}

func TestWeek(t *testing.T) {
	for _, c := range []struct {
		name  string
		given []Day
		want  string // the formatted week, or empty if it is refused
	}{
		{"the same hours", days("09:00", "18:00"), "Пн:09:00-18:00,\nВт:09:00-18:00,\nСр:09:00-18:00,\nЧт:09:00-18:00,\nПт:09:00-18:00,\nСб:09:00-18:00,\nВс:09:00-18:00"},
		{"off and round the clock", append(days("00:00", "23:30")[:5], day("Сб", dayOff, dayOff), day("Вс", roundClock, roundClock)),
			"Пн:00:00-23:30,\nВт:00:00-23:30,\nСр:00:00-23:30,\nЧт:00:00-23:30,\nПт:00:00-23:30,\nСб:Выходной,\nВс:Круглосуточно"},
		{"over midnight", days("22:00", "06:00"), strings.ReplaceAll("Пн:22:00-06:00,Вт:22:00-06:00,Ср:22:00-06:00,Чт:22:00-06:00,Пт:22:00-06:00,Сб:22:00-06:00,Вс:22:00-06:00", ",", ",\n")},
		{"a day that is not set", append([]Day{{Name: "Вс"}}, days("10:00", "11:00")[:6]...), "Пн:10:00-11:00,\nВт:10:00-11:00,\nСр:10:00-11:00,\nЧт:10:00-11:00,\nПт:10:00-11:00,\nСб:10:00-11:00"},
		{"six days", days("09:00", "18:00")[:6], ""},
		{"eight days", append(days("09:00", "18:00"), day("Пн", "09:00", "18:00")), ""},
		{"a day twice", append(days("09:00", "18:00")[:6], day("Пн", "09:00", "18:00")), ""},
		{"an unknown day", append(days("09:00", "18:00")[:6], day("Mon", "09:00", "18:00")), ""},
		{"no days", []Day{}, ""},
		{"no day is set", []Day{{Name: "Пн"}, {Name: "Вт"}, {Name: "Ср"}, {Name: "Чт"}, {Name: "Пт"}, {Name: "Сб"}, {Name: "Вс"}}, ""},
		{"a start without an end", append(days("09:00", "18:00")[:6], Day{Name: "Вс", Start: days("09:00", "")[0].Start}), ""},
		{"half a day off", append(days("09:00", "18:00")[:6], day("Вс", dayOff, "18:00")), ""},
		{"two words", append(days("09:00", "18:00")[:6], day("Вс", dayOff, roundClock)), ""},
		{"no time", days("9:00", "18:00"), ""},
		{"hour 24", days("00:00", "24:00"), ""},
		{"minute 60", days("00:00", "12:60"), ""},
		{"a newline", days("09:00\n", "18:00"), ""},
		{"empty texts", days("", ""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sorted, text, broken := week(c.given)
			if text != c.want || (broken == "") != (c.want != "") {
				t.Errorf("%q, %q, want %q", text, broken, c.want)
			}
			for i, d := range sorted {
				if d.Name != weekdays[i] {
					t.Errorf("%d: %s", i, d.Name)
				}
			}
		})
	}
}

// FuzzWeek checks that accepted hours are formatted with known words only.
func FuzzWeek(f *testing.F) {
	for _, seed := range []string{"09:00", "Выходной", "Круглосуточно", "", "24:00", "9:00", "09:00\n", "००:००"} {
		f.Add(seed, "18:00")
	}
	f.Fuzz(func(t *testing.T, start, end string) {
		sorted, text, broken := week(days(start, end))
		if broken != "" {
			return
		}
		if len(sorted) != 7 || strings.ContainsFunc(text, func(r rune) bool {
			return !strings.ContainsRune("ПнВтСрЧбтс:0123456789-,\nВыходнойКруглосуточно", r)
		}) {
			t.Errorf("%q–%q became %q", start, end, text)
		}
	})
}

func TestDiscountRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("я", n) }
	for _, c := range []struct {
		name   string
		given  DiscountChange
		fields []string
	}{
		{"a number", DiscountChange{Type: "fix", Size: "10", Description: "на всё"}, nil},
		{"a number with a comma", DiscountChange{Type: "fix", Size: "7,5", Description: "на всё"}, nil},
		{"eleven digits", DiscountChange{Type: "fix", Size: "12345678901", Description: "на всё"}, nil},
		{"twelve digits", DiscountChange{Type: "fix", Size: "123456789012", Description: "на всё"}, []string{"size"}},
		{"no number", DiscountChange{Type: "fix", Description: "на всё"}, []string{"size"}},
		{"blanks", DiscountChange{Type: "fix", Size: "  ", Description: "\t"}, []string{"size", "description"}},
		{"a percent sign", DiscountChange{Type: "fix", Size: "10%", Description: "на всё"}, []string{"size"}},
		{"a negative number", DiscountChange{Type: "fix", Size: "-5", Description: "на всё"}, []string{"size"}},
		{"foreign digits", DiscountChange{Type: "fix", Size: "٣", Description: "на всё"}, []string{"size"}},
		{"a gift", DiscountChange{Type: "free", Name: "Кофе", Description: "в подарок"}, nil},
		{"a gift without a name", DiscountChange{Type: "free", Size: "10", Description: "в подарок"}, []string{"name"}},
		{"a name of thirty", DiscountChange{Type: "free", Name: long(30), Description: long(140)}, nil},
		{"one more of each", DiscountChange{Type: "free", Name: long(31), Description: long(141)}, []string{"name", "description"}},
		{"far past", DiscountChange{Type: "free", Name: long(10_000), Description: long(10_000)}, []string{"name", "description"}},
		{"no type", DiscountChange{Size: "10", Description: "на всё"}, []string{"type"}},
		{"another type", DiscountChange{Type: "gift", Size: "10", Description: "на всё"}, []string{"type"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var check fault.Check
			c.given.checked(&check, "")
			if diff := cmp.Diff(c.fields, broken(check)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// broken returns the fields with errors.
func broken(check fault.Check) []string {
	var names []string
	if e, ok := check.Err().(*fault.Error); ok { //nolint:errorlint // made just now
		for _, f := range e.Fields {
			names = append(names, f.Name)
		}
	}
	return names
}

func TestVacancyRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("я", n) }
	for _, c := range []struct {
		name  string
		given VacancyChange
		field string
	}{
		{"sound", VacancyChange{Title: "Бариста", Link: "https://example.org/job"}, ""},
		{"by mail", VacancyChange{Title: "Бариста", Link: "mailto:hr@example.org"}, ""},
		{"by phone", VacancyChange{Title: "Бариста", Link: "tel:+74950000000"}, ""},
		{"at the limits", VacancyChange{Title: long(200), Link: "https://example.org/" + strings.Repeat("a", 1980), Description: long(2000)}, ""},
		{"no title", VacancyChange{Title: " ", Link: "https://example.org"}, "title"},
		{"no link", VacancyChange{Title: "Бариста"}, "link"},
		{"a long title", VacancyChange{Title: long(201), Link: "https://example.org"}, "title"},
		{"a long description", VacancyChange{Title: "Бариста", Link: "https://example.org", Description: long(2001)}, "description"},
		{"a long link", VacancyChange{Title: "Бариста", Link: "https://example.org/" + strings.Repeat("a", 1981)}, "link"},
		{"a script", VacancyChange{Title: "Бариста", Link: "javascript:alert(1)"}, "link"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.given.checked()
			e, refused := err.(*fault.Error) //nolint:errorlint // made just now
			if refused != (c.field != "") || refused && e.Fields[0].Name != c.field {
				t.Errorf("%v, want %q refused", err, c.field)
			}
		})
	}
}
