// Package clock is the only source of time, and the only place that knows how the wire writes it.
package clock

import (
	"errors"
	"sync"
	"time"
)

// Moscow is the zone of every time that an operator sees (contract §1).
var Moscow = time.FixedZone("MSK", moscowOffset)

// Clock tells the present moment.
type Clock func() time.Time

// System is the machine's clock in UTC, cut to microseconds: both databases keep no more.
func System() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake is a clock that stands until it is moved: for tests, and for demo data with a past.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake starts a standing clock at the given moment.
func NewFake(now time.Time) *Fake { return &Fake{now: now.UTC().Truncate(time.Microsecond)} }

// Now is the Clock of this fake.
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

// Set moves the clock to a moment, also back.
func (f *Fake) Set(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now.UTC().Truncate(time.Microsecond)
}

// The spellings of the wire (contract §1).
const (
	dateLayout   = "02.01.2006"
	stampLayout  = "2006-01-02 15:04:05"
	minuteLayout = "2006-01-02 15:04"
)

// FormatStamp writes a timestamp in Moscow time, yyyy-MM-dd HH:mm:ss.
func FormatStamp(t time.Time) string { return t.In(Moscow).Format(stampLayout) }

// FormatMinute writes a news time in Moscow time, yyyy-MM-dd HH:mm.
func FormatMinute(t time.Time) string { return t.In(Moscow).Format(minuteLayout) }

// ParseMinute reads a news time in Moscow time.
func ParseMinute(s string) (time.Time, error) {
	t, err := time.ParseInLocation(minuteLayout, s, Moscow)
	if err == nil && t.Format(minuteLayout) != s { // the library also takes an hour of one digit
		err = errors.New("the hour has two digits")
	}
	return t.UTC(), err
}

// Date is a day without a time, kept as yyyy-MM-dd so that both databases agree; "" is no date.
type Date string

const isoLayout = "2006-01-02"

// DateOf is the Moscow day of a moment.
func DateOf(t time.Time) Date { return Date(t.In(Moscow).Format(isoLayout)) }

// DayNumber counts the Moscow days since 1970: for sums by day, of which there may be tens of millions.
func DayNumber(t time.Time) int64 { return floorDiv(t.Unix()+moscowOffset, secondsADay) }

// DayStart is the moment at which a day with this number begins.
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

// ParseDate reads dd.MM.yyyy; impossible days are refused.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(dateLayout, s)
	if err != nil {
		return "", err
	}
	return Date(t.Format(isoLayout)), nil
}

// Wire writes the day as dd.MM.yyyy.
func (d Date) Wire() string {
	t, err := time.Parse(isoLayout, string(d))
	if err != nil {
		return ""
	}
	return t.Format(dateLayout)
}

// Plus is the day so many days later.
func (d Date) Plus(days int) Date {
	t, err := time.Parse(isoLayout, string(d))
	if err != nil {
		return ""
	}
	return Date(t.AddDate(0, 0, days).Format(isoLayout))
}
