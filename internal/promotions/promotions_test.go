package promotions

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

func TestStateUsesMoscowDays(t *testing.T) {
	r := Row{Begin: "2026-11-10", End: "2026-11-20"}
	for moment, want := range map[string]State{
		"2026-11-09T20:59:59Z": Planned, "2026-11-09T21:00:00Z": Running, // midnight in Moscow
		"2026-11-15T12:00:00Z": Running, "2026-11-20T20:59:59Z": Running, "2026-11-20T21:00:00Z": Ended,
	} {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.State(at); got != want {
			t.Errorf("%s: %s, want %s", moment, got, want)
		}
	}
	one := Row{Begin: "2026-11-15", End: "2026-11-15"}
	if got := one.State(time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)); got != Running {
		t.Errorf("a promotion of one day is %s on it", got)
	}
}

// The index filters by number ranges; they must agree with the rule.
func TestStateRangesMatchStateOn(t *testing.T) {
	days := []clock.Date{"2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01", "2026-11-14", "2026-11-15", "2026-11-16", "2027-01-01"}
	for _, today := range days {
		for _, begin := range days {
			for _, end := range days {
				if end < begin {
					continue
				}
				for _, s := range []State{Planned, Running, Ended} {
					in := true
					for _, r := range inState(s, today) {
						v := dayNumber(map[int]clock.Date{facetBegin: begin, facetEnd: end}[r.Facet])
						in = in && v >= r.From && v <= r.To
					}
					if want := stateOn(today, begin, end) == s; in != want {
						t.Errorf("%s–%s on %s: in %s is %v", begin, end, today, s, in)
					}
				}
			}
		}
	}
	if inState("", "2026-11-15") != nil {
		t.Error("no state asks for something")
	}
}

// broken returns the messages of a form by field.
func broken(t *testing.T, err error) map[string]string {
	t.Helper()
	out := map[string]string{}
	if err == nil {
		return out
	}
	refusal, ok := errors.AsType[*fault.Error](err)
	if !ok || refusal.Kind != fault.KindInvalid {
		t.Fatalf("not a refusal of a form: %v", err)
	}
	for _, f := range refusal.Fields {
		out[f.Name] = f.Message
	}
	return out
}

func number(n int) *int { return &n }

func TestFormRules(t *testing.T) {
	good := Change{Name: " Кофе ", Description: "Текст", Begin: "01.11.2026", End: "30.11.2026", WinLimit: number(1)}
	for name, c := range map[string]struct {
		change func(*Change)
		want   map[string]string
	}{
		"good":                   {func(*Change) {}, nil},
		"one day":                {func(c *Change) { c.End = c.Begin }, nil},
		"no limit":               {func(c *Change) { c.WinLimit = nil }, nil},
		"three":                  {func(c *Change) { c.WinLimit = number(3) }, nil},
		"names of just 200":      {func(c *Change) { c.Name = strings.Repeat("я", 200) }, nil},
		"a description of 2000":  {func(c *Change) { c.Description = strings.Repeat("я", 2000) }, nil},
		"nothing":                {func(c *Change) { *c = Change{} }, map[string]string{"name": required, "description": required, "dateBegin": noBegin, "dateEnd": noEnd}},
		"blanks":                 {func(c *Change) { c.Name, c.Description, c.Begin = " ", "\n", " " }, map[string]string{"name": required, "description": required, "dateBegin": noBegin}},
		"a long name":            {func(c *Change) { c.Name = strings.Repeat("я", 201) }, map[string]string{"name": "Не более 200 символов."}},
		"a long description":     {func(c *Change) { c.Description = strings.Repeat("я", 2001) }, map[string]string{"description": "Не более 2000 символов."}},
		"reversed dates":         {func(c *Change) { c.End = "31.10.2026" }, map[string]string{"dateEnd": "Окончание не может быть раньше начала."}},
		"an impossible day":      {func(c *Change) { c.Begin = "31.02.2026" }, map[string]string{"dateBegin": "Укажите дату в виде ДД.ММ.ГГГГ."}},
		"another spelling":       {func(c *Change) { c.End = "2026-11-30" }, map[string]string{"dateEnd": "Укажите дату в виде ДД.ММ.ГГГГ."}},
		"another century":        {func(c *Change) { c.Begin = "01.01.1026" }, map[string]string{"dateBegin": "Проверьте год."}},
		"the form's own four":    {func(c *Change) { c.WinLimit = number(4) }, map[string]string{"winLimit": "Один, два, три или без ограничения."}},
		"no codes for a student": {func(c *Change) { c.WinLimit = number(0) }, map[string]string{"winLimit": "Один, два, три или без ограничения."}},
	} {
		t.Run(name, func(t *testing.T) {
			change := good
			c.change(&change)
			got, err := change.apply(Promotion{})
			want := map[string]string{}
			maps.Copy(want, c.want)
			if diff := cmp.Diff(want, broken(t, err)); diff != "" {
				t.Error(diff)
			}
			if err == nil && (got.Name != strings.TrimSpace(change.Name) || got.Begin == "" || got.End == "") {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestForecast(t *testing.T) {
	const today = clock.Date("2026-11-15")
	row := func(total, used int64, end clock.Date) Row {
		return Row{Total: total, Used: used, Begin: "2026-11-01", End: end}
	}
	for name, c := range map[string]struct {
		row   Row
		taken int64
		days  int
		until clock.Date
		isLow bool
	}{
		"ten a day, for ten days more":              {row(200, 100, "2026-12-31"), 140, 14, "2026-11-25", true},
		"to the last day of the promotion":          {row(200, 100, "2026-11-25"), 140, 14, "2026-11-25", false},
		"long enough for a fortnight":               {row(400, 200, "2026-12-31"), 140, 14, "2026-12-05", false},
		"nobody takes any, most are left":           {row(200, 100, "2026-12-31"), 0, 14, "", false},
		"nobody takes any, few are left":            {row(200, 181, "2026-12-31"), 0, 14, "", true},
		"none are left":                             {row(200, 200, "2026-12-31"), 140, 14, "", true},
		"none were there":                           {row(0, 0, "2026-12-31"), 0, 14, "", false},
		"it is over":                                {row(200, 199, "2026-11-14"), 140, 14, "", false},
		"it has not begun":                          {Row{Total: 100, Begin: "2026-12-01", End: "2026-12-31"}, 0, 0, "", false},
		"a pace of hardly anything ends in a while": {row(1_000_000, 1, "2026-12-31"), 1, 14, today.Plus(36_500), false},
	} {
		t.Run(name, func(t *testing.T) {
			until, isLow := forecast(c.row, c.taken, c.days, today)
			if until != c.until || isLow != c.isLow {
				t.Errorf("until %s, low: %v", until, isLow)
			}
		})
	}
}

func TestPaceSince(t *testing.T) {
	for begin, want := range map[clock.Date]string{
		"2026-01-01": "2026-11-02 14", "2026-11-02": "2026-11-02 14", "2026-11-10": "2026-11-10 6", "2026-11-15": "2026-11-15 1", "2026-11-16": "2026-11-16 0",
	} {
		since, days := paceSince(begin, "2026-11-15")
		if got := fmt.Sprint(since, " ", days); got != want {
			t.Errorf("%s: %s, want %s", begin, got, want)
		}
	}
}

// A page is the same whether it is read from the start or from the end.
func TestPageFromNearerEnd(t *testing.T) {
	const total = 23
	for offset := range total + 3 {
		for _, limit := range []int{1, 5, 10, 30} {
			skip, n, backwards := codePage{offset: offset, limit: limit, total: total}.fromNearerEnd()
			want := max(0, min(limit, total-offset))
			if max(n, 0) != want {
				t.Errorf("offset %d, limit %d: %d rows, want %d", offset, limit, n, want)
			}
			if want == 0 {
				continue
			}
			first := skip
			if backwards {
				first = total - skip - n
			}
			if first != offset || skip > total/2 {
				t.Errorf("offset %d, limit %d: skips %d, backwards: %v", offset, limit, skip, backwards)
			}
		}
	}
}

func TestBadLineIsShortenedAndEscaped(t *testing.T) {
	long := badLine(7, []byte(strings.Repeat("щ", 5000)), "Длиннее 64 символов.")
	if n := len([]rune(long.Value)); n != valueShown || !strings.HasSuffix(long.Value, "…") || long.Line != 7 {
		t.Errorf("%d characters: %s", n, long.Value)
	}
	if got := badLine(1, []byte("a\x01b\x7f"), "").Value; got != "a\uFFFDb\uFFFD" {
		t.Errorf("%q", got)
	}
}
