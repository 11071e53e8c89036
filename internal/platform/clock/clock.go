// Package clock is the only source of time and the only place that knows the wire formats of times and dates.
package clock

import (
	"errors"
	"sync"
	"time"
)

// Moscow is the zone of all times that an operator sees (rules 1.4).
var Moscow = time.FixedZone("MSK", moscowOffset)

// Clock returns the current time.
type Clock func() time.Time

// System is the machine's clock in UTC, truncated to microseconds, the precision of both databases.
func System() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake is a clock that only moves when told to, for tests and for demo data with a past.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock set to the given time.
func NewFake(now time.Time) *Fake { return &Fake{now: now.UTC().Truncate(time.Microsecond)} }

// Now implements Clock.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// Set sets the clock, also back.
func (f *Fake) Set(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now.UTC().Truncate(time.Microsecond)
}

// Wire formats (rules 1.4).
const (
	dateLayout   = "02.01.2006"
	stampLayout  = "2006-01-02 15:04:05"
	minuteLayout = "2006-01-02 15:04"
)

// FormatStamp formats a timestamp in Moscow time, yyyy-MM-dd HH:mm:ss.
func FormatStamp(t time.Time) string { return t.In(Moscow).Format(stampLayout) }

// FormatMinute formats a news time in Moscow time, yyyy-MM-dd HH:mm.
func FormatMinute(t time.Time) string { return t.In(Moscow).Format(minuteLayout) }

// ParseMinute parses a news time in Moscow time.
func ParseMinute(s string) (time.Time, error) {
	t, err := time.ParseInLocation(minuteLayout, s, Moscow)
	if err == nil && t.Format(minuteLayout) != s { // time.Parse also accepts a one-digit hour
		err = errors.New("the hour has two digits")
	}
	return t.UTC(), err
}

// Date is a day without a time, stored as yyyy-MM-dd in both databases; "" is no date.
type Date string

const isoLayout = "2006-01-02"

// DateOf returns the Moscow day of a time.
func DateOf(t time.Time) Date { return Date(t.In(Moscow).Format(isoLayout)) }

// DayNumber returns the Moscow days since 1970: a cheap key for sums by day over millions of rows.
func DayNumber(t time.Time) int64 { return floorDiv(t.Unix()+moscowOffset, secondsADay) }

// DayStart returns the start of the day with this number.
func DayStart(number int64) time.Time { return time.Unix(number*secondsADay-moscowOffset, 0).UTC() }

const (
	moscowOffset = 3 * 60 * 60
	secondsADay  = 24 * 60 * 60
)

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// ParseDate parses dd.MM.yyyy and refuses impossible days.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(dateLayout, s)
	if err != nil {
		return "", err
	}
	return Date(t.Format(isoLayout)), nil
}

// Wire formats the day as dd.MM.yyyy.
func (d Date) Wire() string {
	t, err := time.Parse(isoLayout, string(d))
	if err != nil {
		return ""
	}
	return t.Format(dateLayout)
}

// Start returns the first moment of the day in Moscow; the zero time for no date.
func (d Date) Start() time.Time {
	t, err := time.ParseInLocation(isoLayout, string(d), Moscow)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// Plus adds days.
func (d Date) Plus(days int) Date {
	t, err := time.Parse(isoLayout, string(d))
	if err != nil {
		return ""
	}
	return Date(t.AddDate(0, 0, days).Format(isoLayout))
}
