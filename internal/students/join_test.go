package students

import (
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

var joinedAt = time.Date(2026, 11, 15, 21, 30, 0, 0, time.UTC) // 16 November in Moscow

func soundForm() Form {
	return Form{Surname: " Ёлкина ", Name: "Анна", Birth: "2007-03-12", Course: 1, StartYear: 2026, EndYear: 2030, Portrait: "p", Document: "d"}
}

// rules 25.2 and 6.8.
func TestAFormIsCheckedByField(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Form)
		field  string // "": accepted
	}{
		"sound":                     {func(*Form) {}, ""},
		"no surname":                {func(f *Form) { f.Surname = " " }, "surname"},
		"no name":                   {func(f *Form) { f.Name = "" }, "name"},
		"a name of 100 letters":     {func(f *Form) { f.Name = strings.Repeat("ё", 100) }, ""},
		"a name of 101 letters":     {func(f *Form) { f.Name = strings.Repeat("ё", 101) }, "name"},
		"a long patronymic":         {func(f *Form) { f.Patronymic = strings.Repeat("а", 101) }, "patronymic"},
		"course 0":                  {func(f *Form) { f.Course = 0 }, "course"},
		"course 6":                  {func(f *Form) { f.Course = 6 }, ""},
		"course 7":                  {func(f *Form) { f.Course = 7 }, "course"},
		"a start long ago":          {func(f *Form) { f.StartYear = 2015 }, "startYear"},
		"an end far away":           {func(f *Form) { f.EndYear = 2037 }, "endYear"},
		"an end before the start":   {func(f *Form) { f.StartYear, f.EndYear = 2029, 2028 }, "endYear"},
		"a card that is over":       {func(f *Form) { f.StartYear, f.EndYear = 2022, 2026 }, "endYear"},
		"no birth date":             {func(f *Form) { f.Birth = "" }, "birthDate"},
		"a Russian date":            {func(f *Form) { f.Birth = "12.03.2007" }, "birthDate"},
		"no such day":               {func(f *Form) { f.Birth = "2007-02-30" }, "birthDate"},
		"born tomorrow":             {func(f *Form) { f.Birth = "2026-11-17" }, "birthDate"},
		"born in 1899":              {func(f *Form) { f.Birth = "1899-12-31" }, "birthDate"},
		"fourteen today, in Moscow": {func(f *Form) { f.Birth = "2012-11-16" }, ""},
		"fourteen tomorrow":         {func(f *Form) { f.Birth = "2012-11-17" }, "birthDate"},
		"no portrait":               {func(f *Form) { f.Portrait = "" }, "portrait"},
		"no document":               {func(f *Form) { f.Document = " " }, "document"},
	} {
		f, check := soundForm(), fault.Check{}
		c.change(&f)
		f.check(&check, joinedAt, Settings{AllowMinors: true})
		got := ""
		if err := check.Err(); err != nil {
			got = err.(*fault.Error).Fields[0].Name //nolint:errorlint,forcetypeassert // Check returns nothing else
		}
		if got != c.field {
			t.Errorf("%s: refused for %q, want %q", name, got, c.field)
		}
	}
}

func TestMinorsAreTold(t *testing.T) {
	for birth, want := range map[string]struct{ isMinor, refusedWithoutSwitch bool }{
		"2008-11-16": {false, false}, "2008-11-17": {true, true}, "2012-11-16": {true, true}, "1990-01-01": {false, false},
	} {
		f := soundForm()
		f.Birth = birth
		var open, closed fault.Check
		_, isMinor := f.check(&open, joinedAt, Settings{AllowMinors: true})
		f.check(&closed, joinedAt, Settings{})
		if isMinor != want.isMinor || open.Err() != nil || (closed.Err() != nil) != want.refusedWithoutSwitch {
			t.Errorf("born %s: minor %v, %v, %v", birth, isMinor, open.Err(), closed.Err())
		}
	}
}

// rules 25.5.
func TestWhoMaySendAgain(t *testing.T) {
	for standing, may := range map[access.Standing]bool{
		access.NoApplication: false, access.Moderation: false, access.Rejected: true, access.Active: true, access.Expired: true, access.Blocked: false,
	} {
		if got := resendRefusal(standing) == ""; got != may {
			t.Errorf("%s: %v, want %v", standing, got, may)
		}
	}
}

func TestTheUsualTimeIsTheMedian(t *testing.T) {
	hour := time.Hour
	for _, c := range []struct {
		waits []time.Duration
		want  int // 0: unknown
	}{
		{nil, 0}, {[]time.Duration{time.Minute}, 1}, {[]time.Duration{hour}, 1}, {[]time.Duration{hour + 1}, 2}, {[]time.Duration{100 * hour, hour, 5 * hour}, 5},
	} {
		got := 0
		if hours := usualHours(c.waits); hours != nil {
			got = *hours
		}
		if got != c.want {
			t.Errorf("%v: %d hours, want %d", c.waits, got, c.want)
		}
	}
}

func TestDecisionsAreNamed(t *testing.T) {
	for moves, want := range map[[2]Status]Decision{
		{Moderation, Active}: Approved, {Rejected, Active}: Approved, {Blocked, Active}: RestoredCard, {Moderation, Rejected}: Refused,
		{Rejected, Rejected}: Refused, {Active, Blocked}: BlockedCard,
	} {
		if got := decisionOf(moves[0], moves[1]); got != want {
			t.Errorf("%v: %s, want %s", moves, got, want)
		}
	}
}
