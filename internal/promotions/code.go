package promotions

import (
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
)

const (
	paceDays = 14 // period of the pace
	lowDays  = 14 // codes that last no longer are low
	lowShare = 10 // without a pace: low if less than a tenth is left

	// foreignStudent replaces the name of a student outside the caller's scope (rules 8.10).
	foreignStudent = "Студент другого университета"
)

// Counts is the number of a promotion's codes and how long they will last.
type Counts struct {
	Remaining, Used int64
	LastsUntil      clock.Date // at the current pace; empty without a pace or free codes
	IsLow           bool
	Import          *Import // nil: no file yet
}

// forecast returns the day when the free codes run out if students continue to take them at the pace of the last days, and
// whether to warn about it.
func forecast(p Row, taken int64, days int, today clock.Date) (until clock.Date, isLow bool) {
	remaining := p.Total - p.Used
	if stateOn(today, p.Begin, p.End) == Ended || p.Total == 0 {
		return "", false
	}
	if remaining == 0 {
		return "", true
	}
	if taken == 0 || days == 0 {
		return "", remaining*lowShare < p.Total
	}
	more := remaining * int64(days) / taken
	const century = 36_500
	until = today.Plus(int(min(more, century)))
	return until, until < p.End && until <= today.Plus(lowDays)
}

// paceSince returns the first day of the pace's period and its length, which is shorter if the promotion began recently.
func paceSince(begin, today clock.Date) (since clock.Date, days int) {
	since = max(today.Plus(1-paceDays), begin)
	for d := since; d <= today; d = d.Plus(1) {
		days++
	}
	return since, days
}

// Taken is a granted code.
type Taken struct {
	Code    string    `db:"code"`
	Granted time.Time `db:"granted_at"`
	Holder
}

// Holder is the student who has a code.
type Holder struct {
	ID         *int64  `db:"student_id"`
	UUID       *string `db:"student_uuid"`
	University *int64  `db:"university_id"`
	Surname    *string `db:"surname"`
	Name       *string `db:"student_name"`
	Patronymic *string `db:"patronymic"`
}

// shown returns the student's name and uuid, unless the student is outside the scope.
func (h Holder) shown(covers func(university int64) bool) (name string, uuid *string) {
	if h.University == nil || !covers(*h.University) {
		return foreignStudent, nil
	}
	name = *h.Surname + " " + *h.Name
	if *h.Patronymic != "" {
		name += " " + *h.Patronymic
	}
	return name, h.UUID
}

// seen returns the student's id if shown names the student.
func (h Holder) seen(scope access.Scope) (id int64, isNamed bool) {
	if h.ID == nil || !scope.Covers(*h.University) {
		return 0, false
	}
	return *h.ID, true
}

// Found is a result of a search for a code.
type Found struct {
	Row
	Code    string     `db:"code"`
	Granted *time.Time `db:"granted_at"`
	Holder
}

// The sort orders of the statistics, by their wire names.
const (
	sortGranted = "granted"
	sortCode    = "codeValue"
)
