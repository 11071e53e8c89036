// Package promotions is the partners' promotions and their promo codes: list and card, import of codes from files, and
// the rules for granting codes to students.
package promotions

import (
	"strings"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/status"
)

// Status is whether a promotion is blocked.
type Status string

// The statuses, by their wire names.
const (
	Active  Status = "active"
	Blocked Status = "blocked"
)

// statusRules: only blocking needs a reason.
var statusRules = status.Rules[Status]{
	Moves: map[Status][]Status{Active: {Blocked}, Blocked: {Active}}, NeedReason: []Status{Blocked}, Field: "status", ReasonField: "reasonBlocked",
}

// State is planned, running or ended. It is computed, not stored, because it changes at midnight in Moscow.
type State string

// The states, by their wire names.
const (
	Planned State = "planned"
	Running State = "running"
	Ended   State = "ended"
)

func (s State) known() bool { return s == Planned || s == Running || s == Ended }

// stateOn returns the state on a day; the last day is included.
func stateOn(today, begin, end clock.Date) State {
	switch {
	case today < begin:
		return Planned
	case today > end:
		return Ended
	}
	return Running
}

// The sort orders, by their wire names.
const (
	sortDate    = "idStock"
	sortName    = "name"
	sortCity    = "nameMainCity"
	sortPartner = "partnerName"
)

const (
	maxName        = 200
	maxDescription = 2000
	mostPerStudent = 3 // null means no limit
	firstDay       = clock.Date("2000-01-01")
	lastDay        = clock.Date("2100-12-31")
)

// Row is what the list shows of a promotion.
type Row struct {
	ID            int64      `db:"id"`
	UUID          string     `db:"uuid"`
	Name          string     `db:"name" form:"name"`
	Status        Status     `db:"status"`
	Reason        string     `db:"block_reason"`
	Begin         clock.Date `db:"begin_date" form:"dateBegin"`
	End           clock.Date `db:"end_date" form:"dateEnd"`
	WinLimit      *int       `db:"win_limit" form:"winLimit"` // nil: any number
	Total         int64      `db:"codes_total"`
	Used          int64      `db:"codes_used"`
	PartnerUUID   string     `db:"partner_uuid" from:"p.uuid"`
	PartnerName   string     `db:"partner_name" from:"p.name"`
	PartnerStatus string     `db:"partner_status" from:"p.status"`
	LegalName     string     `db:"legal_name" from:"p.legal_name"`
	CategoryUUID  string     `db:"category_uuid" from:"k.uuid"`
	CategoryName  string     `db:"category_name" from:"k.name"`
	CityName      string     `db:"city_name" from:"c.name"`
	CreatedAt     time.Time  `db:"created_at"`
}

// State returns the state at a time.
func (r Row) State(now time.Time) State { return stateOn(clock.DateOf(now), r.Begin, r.End) }

// Promotion is a row with the rest of its card.
type Promotion struct {
	Row
	Partner     int64  `db:"partner_id"`
	Description string `db:"description" form:"description"`
	Version     int64  `db:"version"`
}

// City is a city where the partner has trade points.
type City struct {
	UUID   string
	Name   string
	Count  int // of all points; Points has the first ones
	Points []string
}

// Card is a promotion with what its page shows.
type Card struct {
	Promotion
	Cities []City
	File   string // key of the last file; empty if another operator uploaded it
}

// Filter narrows the list; unknown uuids match nothing.
type Filter struct {
	Status     Status   // empty: both
	State      State    // empty: all
	Categories []string // of the partner
	Cities     []string // the partner's main city, or one with a trade point
	Partner    string   // empty: all
	Codes      Codes    // empty: all
}

// Codes is what requires attention about the codes of an active promotion that has not ended.
type Codes string

// By their wire names.
const (
	CodesEnding Codes = "ending" // none are left, or at the present pace they last a week at most
	CodesFailed Codes = "failed" // the last import has failed
)

func (c Codes) known() bool { return c == CodesEnding || c == CodesFailed }

func (f Filter) check() error {
	var check fault.Check
	check.When(f.Status != "" && !statusRules.Knows(f.Status), "status", "Такого статуса в этом списке нет.")
	check.When(f.State != "" && !f.State.known(), "state", "Такого состояния в этом списке нет.")
	check.When(f.Codes != "" && !f.Codes.known(), "codes", "Такого условия в этом списке нет.")
	return check.Err()
}

// Change is what the forms send.
type Change struct {
	Name, Description string
	Begin, End        string // dd.MM.yyyy
	WinLimit          *int
	File              string // key of an upload; empty: none
}

const (
	required = "Обязательное поле"
	noBegin  = "Укажите дату начала."
	noEnd    = "Укажите дату окончания."
)

// apply returns the promotion with the form's fields, or every broken rule as one error.
func (c Change) apply(to Promotion) (Promotion, error) {
	var check fault.Check
	to.Name, to.Description = strings.TrimSpace(c.Name), strings.TrimSpace(c.Description)
	check.When(to.Name == "", "name", required)
	check.When(form.Longer(to.Name, maxName), "name", "Не более 200 символов.")
	check.When(to.Description == "", "description", required)
	check.When(form.Longer(to.Description, maxDescription), "description", "Не более 2000 символов.")
	var beginIs, endIs bool
	to.Begin, beginIs = day(&check, "dateBegin", c.Begin, noBegin)
	to.End, endIs = day(&check, "dateEnd", c.End, noEnd)
	check.When(beginIs && endIs && to.End < to.Begin, "dateEnd", "Окончание не может быть раньше начала.")
	to.WinLimit = c.WinLimit
	check.When(c.WinLimit != nil && (*c.WinLimit < 1 || *c.WinLimit > mostPerStudent), "winLimit", "Один, два, три или без ограничения.")
	return to, check.Err()
}

func day(check *fault.Check, field, wire, missing string) (clock.Date, bool) {
	wire = strings.TrimSpace(wire)
	d, err := clock.ParseDate(wire)
	switch {
	case wire == "":
		check.Add(field, missing)
	case err != nil:
		check.Add(field, "Укажите дату в виде ДД.ММ.ГГГГ.")
	case d < firstDay || d > lastDay:
		check.Add(field, "Проверьте год.")
	default:
		return d, true
	}
	return d, false
}

// nameKey is the list's sort key.
func (p Promotion) nameKey() string { return listquery.Fold(p.Name) }

// searchText is the text that the list searches.
func searchText(name, partner string) string { return listquery.SearchText(name, partner) }

// Move is a change of status.
type Move struct {
	Promotion string
	To        Status
	Reason    string
}
