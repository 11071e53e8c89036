package promotions

import (
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/fault"
)

const (
	paceDays = 14 // what the pace is measured over
	lowDays  = 14 // codes that will not last as long run low
	lowShare = 10 // without a pace: less than a tenth is left

	// foreignStudent stands for a student outside the caller's scope (contract §8).
	foreignStudent = "Студент другого университета"
)

// Counts are how many codes of a promotion there are, and how long they will last.
type Counts struct {
	Remaining, Used int64
	LastsUntil      clock.Date // at the present pace; empty where there is none, or nothing is left
	IsLow           bool
	Import          *Import // nil: no file has come yet
}

// lasting tells until which day the remaining codes last if students go on taking them as in the last days, of which
// there were so many, and whether that is a reason to worry.
func lasting(p Row, taken int64, days int, today clock.Date) (until clock.Date, isLow bool) {
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

// paceSince is the first of the days that the pace is measured over, and how many there are: the promotion may have begun
// only lately.
func paceSince(begin, today clock.Date) (since clock.Date, days int) {
	since = max(today.Plus(1-paceDays), begin)
	for d := since; d <= today; d = d.Plus(1) {
		days++
	}
	return since, days
}

// Taken is a code that a student has.
type Taken struct {
	Code    string    `db:"code"`
	Granted time.Time `db:"granted_at"`
	Holder
}

// Holder is the student who has a code, as the caller may see him.
type Holder struct {
	UUID       *string `db:"student_uuid"`
	University *int64  `db:"university_id"`
	Surname    *string `db:"surname"`
	Name       *string `db:"student_name"`
	Patronymic *string `db:"patronymic"`
}

// shown is the student's name and uuid; of one outside the scope neither.
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

// Found is a code that somebody asked about.
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

// offer is what decides whether a student gets a code.
type offer struct {
	promotion     Row
	studentStatus string
	has           int // codes of this promotion that he has already
}

// check refuses whoever may not have a code now (contract §4, §8).
func (o offer) check(today clock.Date) error {
	p := o.promotion
	switch state := stateOn(today, p.Begin, p.End); {
	case o.studentStatus != "active":
		return fault.Conflict("Промокоды выдаются только активным студентам.")
	case p.Status != Active:
		return fault.Conflict("Акция заблокирована.")
	case p.PartnerStatus != "active":
		return fault.Conflict("Партнёр заблокирован.")
	case state == Planned:
		return fault.Conflict("Акция ещё не началась.")
	case state == Ended:
		return fault.Conflict("Акция закончилась.")
	case p.WinLimit != nil && o.has >= *p.WinLimit:
		return fault.Conflict("Студент уже получил все промокоды этой акции.")
	}
	return nil
}

func errNoCodes() error { return fault.Conflict("Промокоды закончились.") }
