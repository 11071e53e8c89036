package promotions

import (
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

const (
	// Without a limit per student (rules 27.3).
	pauseBetween = time.Minute
	mostADay     = 10
)

// Offer is a promotion as students see it.
type Offer struct {
	Row
	Description string `db:"description"`
}

// CodesLeft is roughly how many codes are left: the exact number is the partner's business.
type CodesLeft string

// What is left, by its wire names.
const (
	Many    CodesLeft = "many"
	Few     CodesLeft = "few"
	SoldOut CodesLeft = "none"
)

func (o Offer) codesLeft() CodesLeft {
	switch left := o.Total - o.Used; {
	case left == 0:
		return SoldOut
	case left*lowShare < o.Total:
		return Few
	}
	return Many
}

// Own is a student's code with its promotion.
type Own struct {
	Offer
	Code    string     `db:"code"`
	TakenAt *time.Time `db:"granted_at"` // nil: the claim has no code yet
}

// Claim is a student's request for a code.
type Claim struct {
	Key  string        // repeated with it, the claim gets the same code
	By   access.Member // Student is the row that gets the code
	From access.Request
}

// Outcome is the code that a claim got, or why it got none.
type Outcome struct {
	Code string
	At   time.Time
	Err  error
}

// Batch is the outcomes of claims, in their order.
type Batch struct {
	Outcomes []Outcome
	Left     int64 // free codes after them
}

// student is the part of a student that a claim needs.
type student struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	Status     string `db:"status"`
	EndYear    int    `db:"end_year"`
}

// held is a code that a student has of a promotion.
type held struct {
	Student int64     `db:"student_id"`
	Code    string    `db:"code"`
	Key     string    `db:"claim_key"`
	At      time.Time `db:"granted_at"`
}

// countedSince returns since when a student's codes count against the promotion's limit: for ever, or since midnight if
// there is no limit.
func (p Promotion) countedSince(now time.Time) time.Time {
	if p.WinLimit != nil {
		return time.Time{}
	}
	return clock.DayStart(clock.DayNumber(now))
}

// readSince is countedSince, and at least the pause between two codes: it does not end at midnight.
func (p Promotion) readSince(now time.Time) time.Time {
	since := p.countedSince(now)
	if pause := now.Add(-pauseBetween); pause.Before(since) {
		since = pause
	}
	return since
}

// judgement is the input of the rules for one claim.
type judgement struct {
	promotion Promotion
	student   student
	has       []held // codes of this promotion since readSince, and the one of the claim's key
}

// byKey returns the code that the claim's key got earlier.
func (j judgement) byKey(key string) (held, bool) {
	for _, h := range j.has {
		if h.Key == key {
			return h, true
		}
	}
	return held{}, false
}

// check refuses a student who may not get a code now (rules 8.9, 27.2, 27.3).
func (j judgement) check(now time.Time) error {
	p, counted, last := j.promotion, 0, time.Time{}
	for _, h := range j.has {
		if !h.At.Before(p.countedSince(now)) {
			counted++
		}
		if h.At.After(last) {
			last = h.At
		}
	}
	state := p.State(now)
	switch {
	case access.StandingOf(j.student.Status, j.student.EndYear, now) != access.Active:
		return refusal("inactive", "Промокоды получают только действующие студенты.")
	case p.Status != Active:
		return refusal("blocked", "Акция остановлена.")
	case p.PartnerStatus != "active":
		return refusal("blocked", "Партнёр сейчас не участвует в программе.")
	case state == Planned:
		return refusal("planned", "Акция ещё не началась.")
	case state == Ended:
		return refusal("ended", "Акция закончилась.")
	case p.WinLimit != nil && counted >= *p.WinLimit:
		return refusal("limit", "Вы уже получили все промокоды этой акции.")
	case p.WinLimit == nil && counted >= mostADay:
		return refusal("tooOften", "Сегодня вы уже получили десять промокодов этой акции. Приходите завтра.")
	case p.WinLimit == nil && now.Sub(last) < pauseBetween:
		e := refusal("tooOften", "Следующий промокод этой акции можно получить через минуту.")
		e.RetryAfter = pauseBetween - now.Sub(last)
		return e
	}
	return nil
}

// refusal is a 409 with a name for programs.
func refusal(name, message string) *fault.Error {
	return &fault.Error{Kind: fault.KindConflict, Type: name, Message: message}
}

func errNoCodes() error { return refusal("soldOut", "Коды закончились.") }

func errStillWaiting() error {
	e := refusal("waiting", "Предыдущий запрос на промокод этой акции ещё выполняется.")
	e.RetryAfter = time.Second
	return e
}
