package clock_test

import (
	"testing"
	"time"

	"studbonus/internal/platform/clock"
)

func TestDate(t *testing.T) {
	for wire, want := range map[string]clock.Date{
		"15.11.2026": "2026-11-15", "01.01.2000": "2000-01-01", "29.02.2024": "2024-02-29", "31.12.1999": "1999-12-31",
	} {
		got, err := clock.ParseDate(wire)
		if err != nil || got != want {
			t.Errorf("%s: %q, %v", wire, got, err)
		}
		if back := got.Wire(); back != wire {
			t.Errorf("%s comes back as %s", wire, back)
		}
	}
	for _, bad := range []string{
		"", " ", "31.02.2026", "29.02.2026", "32.01.2026", "00.01.2026", "01.13.2026", "1.2.2026", "2026-11-15", "15.11.26", "15/11/2026", "15.11.2026 ", " 15.11.2026", "15.11.2026 10:00", "не дата", "15.11.20260", "１５.11.2026",
	} {
		if got, err := clock.ParseDate(bad); err == nil {
			t.Errorf("%q was read as %s", bad, got)
		}
	}
	for _, none := range []clock.Date{"", "nonsense", "2026-13-01"} {
		if got := none.Wire(); got != "" {
			t.Errorf("%q is shown as %q", none, got)
		}
	}
}

// rules 1.4: an operator sees Moscow time.
func TestMoscowTime(t *testing.T) {
	lateEvening := time.Date(2026, 11, 15, 21, 30, 5, 0, time.UTC) // half past midnight in Moscow
	if got := clock.FormatStamp(lateEvening); got != "2026-11-16 00:30:05" {
		t.Errorf("stamp %s", got)
	}
	if got := clock.FormatMinute(lateEvening); got != "2026-11-16 00:30" {
		t.Errorf("minute %s", got)
	}
	if got := clock.DateOf(lateEvening); got != "2026-11-16" {
		t.Errorf("day %s", got)
	}
	if got := clock.DateOf(lateEvening.Add(-time.Hour)); got != "2026-11-15" {
		t.Errorf("day %s", got)
	}
	elsewhere := lateEvening.In(time.FixedZone("VLAT", 10*60*60))
	if clock.FormatStamp(elsewhere) != clock.FormatStamp(lateEvening) {
		t.Error("the zone of the value matters")
	}
}

func TestMinute(t *testing.T) {
	got, err := clock.ParseMinute("2026-11-16 00:30")
	if want := time.Date(2026, 11, 15, 21, 30, 0, 0, time.UTC); err != nil || !got.Equal(want) || got.Location() != time.UTC {
		t.Errorf("%v, %v", got, err)
	}
	if back := clock.FormatMinute(got); back != "2026-11-16 00:30" {
		t.Errorf("it comes back as %s", back)
	}
	for _, bad := range []string{"", "2026-11-16", "2026-11-16 24:00", "2026-11-16 00:60", "2026-02-30 10:00", "2026-11-16T00:30", "2026-11-16 00:30:00", "16.11.2026 00:30", "2026-11-16 0:30"} {
		if got, err := clock.ParseMinute(bad); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}

func TestFake(t *testing.T) {
	start := time.Date(2026, 11, 15, 12, 0, 0, 123_456_789, clock.Moscow)
	f := clock.NewFake(start)
	if got := f.Now(); !got.Equal(start.Truncate(time.Microsecond)) || got.Location() != time.UTC {
		t.Errorf("starts at %v", got)
	}
	before := f.Now()
	if f.Now() != before {
		t.Error("it runs by itself")
	}
	f.Advance(90 * time.Minute)
	if got := f.Now().Sub(before); got != 90*time.Minute {
		t.Errorf("moved by %v", got)
	}
}

// Both databases store microseconds: a stamp must come back equal.
func TestSystem(t *testing.T) {
	now := clock.System()
	if now.Location() != time.UTC || now.Nanosecond()%1000 != 0 || time.Since(now) > time.Minute {
		t.Errorf("now is %v", now)
	}
}

func TestDaysAreNumberedInMoscow(t *testing.T) {
	for moment, want := range map[string]int64{
		"1970-01-01T00:00:00Z": 0, "1970-01-01T20:59:59Z": 0, "1970-01-01T21:00:00Z": 1, "1969-12-31T20:59:59Z": -1, "1969-12-31T21:00:00Z": 0,
		"2026-11-15T09:00:00Z": 20772, "2026-11-14T21:00:00Z": 20772, "2026-11-14T20:59:59Z": 20771,
	} {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		if got := clock.DayNumber(at); got != want {
			t.Errorf("%s is day %d, want %d", moment, got, want)
		}
		start := clock.DayStart(want)
		if start.After(at) || !start.Add(24*time.Hour).After(at) || clock.DateOf(start) != clock.DateOf(at) {
			t.Errorf("day %d of %s begins at %s", want, moment, start)
		}
	}
}

// FuzzDate: an accepted day or minute is formatted as it was parsed.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{"15.11.2026", "29.02.2024", "31.02.2026", "2026-11-15 10:00", "0001-01-01 00:00", "", "１５.11.2026", "15.11.20266", " 15.11.2026"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := clock.ParseDate(s); err == nil && s != "" && d.Wire() != s {
			t.Errorf("%q is read as %s and written as %q", s, d, d.Wire())
		}
		if at, err := clock.ParseMinute(s); err == nil && s != "" && clock.FormatMinute(at) != s {
			t.Errorf("%q is written as %q", s, clock.FormatMinute(at))
		}
	})
}
