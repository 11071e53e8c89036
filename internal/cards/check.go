package cards

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/geo"
)

// Verdict is the colour that a cashier sees: green, amber or red.
type Verdict string

// The verdicts.
const (
	Valid   Verdict = "valid"
	Stale   Verdict = "stale" // the right phone at the wrong time
	Invalid Verdict = "invalid"
)

// Reason is why a card is not valid.
type Reason string

// The reasons.
const (
	old      Reason = "old"      // a token of another time, used before, or made up
	unknown  Reason = "unknown"  // no such device or number
	blocked  Reason = "blocked"  // by an operator
	expired  Reason = "expired"  // after 30 September of the graduation year
	leased   Reason = "lease"    // the phone has not been in contact for a week
	inactive Reason = "inactive" // the application waits or is rejected
)

// Result is the answer to a check.
type Result struct {
	Verdict    Verdict
	Reason     Reason     // empty if valid
	ValidUntil clock.Date // empty unless the card is valid or expired
}

func invalid(why Reason) Result { return Result{Verdict: Invalid, Reason: why} }

var staleResult = Result{Verdict: Stale, Reason: old}

// judge returns the verdict for a student whose token or number is right.
func (st student) judge(now time.Time) Result {
	until := access.ValidUntil(st.EndYear)
	switch st.standing(now) {
	case access.Active:
		return Result{Verdict: Valid, ValidUntil: until}
	case access.Blocked:
		return invalid(blocked)
	case access.Expired:
		return Result{Verdict: Invalid, Reason: expired, ValidUntil: until}
	case access.NoApplication, access.Moderation, access.Rejected:
	}
	return invalid(inactive)
}

// words are what a cashier reads: the verdict, and what to do.
type words struct{ title, advice string }

// byNumber is the advice about a valid card of which only the number was shown.
const byNumber = "По номеру не узнать, чья это карта. Отсканируйте код: с ним видны фотография и имя."

func (r Result) words() words {
	switch r.Reason {
	case old:
		return words{"Код устарел: попросите обновить карту", "Код на экране меняется каждые 30 секунд. Снимок экрана не подойдёт."}
	case blocked:
		return words{"Карта заблокирована", "Скидка по ней не положена. Причину студент узнает в своём университете."}
	case expired:
		return words{"Срок карты истёк", fmt.Sprintf("Она действовала до %s. Продлить её можно в приложении.", r.ValidUntil.Wire())}
	case leased:
		return words{"Карту нужно обновить", "Телефон больше недели не был на связи. Попросите открыть карту с интернетом и отсканируйте её ещё раз."}
	case inactive:
		return words{"Карта не действует", "Что с ней, студент увидит в приложении."}
	case unknown:
		return words{"Такой карты нет", "Попросите открыть карту в приложении и отсканируйте её ещё раз."}
	}
	return words{"Действует до " + r.ValidUntil.Wire(), "Карта настоящая."}
}

// tooMany is the text of a 429 on the check page.
var tooMany = words{"Слишком много проверок", "Подождите минуту и отсканируйте карту ещё раз."}

// shortName is the name as a till shows it: first name and initial of the surname.
func (st student) shortName() string {
	initial, _ := utf8.DecodeRuneInString(strings.TrimSpace(st.Surname))
	if initial == utf8.RuneError {
		return st.Name
	}
	return fmt.Sprintf("%s %c.", st.Name, initial)
}

func (st student) fullName() string {
	return strings.Join(strings.Fields(st.Surname+" "+st.Name+" "+st.Patronymic), " ")
}

// Checks a minute. The proof of a token has 50 bits: counting by instance makes no difference.
const (
	pageChecksMost = 1_200 // from one network, which may be a campus
	tillChecksMost = 240   // by one till
)

// Tills this far from each other do not see the same phone within minutes (rules 24.12).
const (
	farFrom   = 50 // kilometres
	farWithin = 10 * time.Minute
)

// checkPlace is a trade point whose till has accepted a card.
type checkPlace struct {
	Till      int64   `db:"till_id"`
	Latitude  float64 `db:"latitude"`
	Longitude float64 `db:"longitude"`
}

func (p checkPlace) point() geo.Point { return geo.Point{Latitude: p.Latitude, Longitude: p.Longitude} }

// farthest returns how many kilometres a till is from the farthest of the others.
func farthest(places []checkPlace, till int64) (km int) {
	here := slices.IndexFunc(places, func(p checkPlace) bool { return p.Till == till })
	if here < 0 {
		return 0
	}
	for _, p := range places {
		km = max(km, int(p.point().MetresTo(places[here].point())/1000))
	}
	return km
}
