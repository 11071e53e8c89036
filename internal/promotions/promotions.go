// Package promotions is the partners' promotions and their promo codes: the list and the card, the import of codes
// from files, and the rules by which a student gets one.
package promotions

import (
	"slices"
	"strings"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

// Status is whether operators let a promotion run.
type Status string

// The two statuses of a promotion.
const (
	Active  Status = "active"
	Blocked Status = "blocked"
)

// moves is every change of status that there is; what is absent is a conflict.
var moves = map[Status][]Status{Active: {Blocked}, Blocked: {Active}}

func (s Status) known() bool { _, ok := moves[s]; return ok }

func (s Status) canBecome(to Status) bool { return slices.Contains(moves[s], to) }

// State is where a promotion stands in its time. It is never stored: it changes by itself at midnight in Moscow.
type State string

// The three states.
const (
	Planned State = "planned"
	Running State = "running"
	Ended   State = "ended"
)

func (s State) known() bool { return s == Planned || s == Running || s == Ended }

// stateOn is the state on a day; the last day is included.
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
	maxReason      = 500
	mostPerStudent = 3 // a larger limit is no limit: null
	firstDay       = clock.Date("2000-01-01")
	lastDay        = clock.Date("2100-12-31")
)

// Row is what the list shows of a promotion.
type Row struct {
	ID            int64      `db:"id"`
	UUID          string     `db:"uuid"`
	Name          string     `db:"name"`
	Status        Status     `db:"status"`
	Reason        string     `db:"block_reason"`
	Begin         clock.Date `db:"begin_date"`
	End           clock.Date `db:"end_date"`
	WinLimit      *int       `db:"win_limit"` // nil: any number
	Total         int64      `db:"codes_total"`
	Used          int64      `db:"codes_used"`
	PartnerUUID   string     `db:"partner_uuid"`
	PartnerName   string     `db:"partner_name"`
	PartnerStatus string     `db:"partner_status"`
	LegalName     string     `db:"legal_name"`
	CategoryUUID  string     `db:"category_uuid"`
	CategoryName  string     `db:"category_name"`
	CityName      string     `db:"city_name"`
	CreatedAt     time.Time  `db:"created_at"`
}

// State is the state at a moment.
func (r Row) State(now time.Time) State { return stateOn(clock.DateOf(now), r.Begin, r.End) }

// Promotion is a row with the rest of its card.
type Promotion struct {
	Row
	Partner     int64  `db:"partner_id"`
	Description string `db:"description"`
	Version     int64  `db:"version"`
}

// City is a city of the partner with its trade points there.
type City struct {
	UUID   string
	Name   string
	Count  int // of all its points; the first of them are shown
	Points []string
}

// Card is a promotion with what its page shows at once.
type Card struct {
	Promotion
	Cities []City
	File   string // key of the caller's own upload; empty when the last file is somebody else's
}

// Filter is what the list may be narrowed to; uuids that nothing has find nothing.
type Filter struct {
	Status     Status   // empty: both
	State      State    // empty: all
	Categories []string // of the partner
	Cities     []string // the partner's main city, or one with a trade point
	Partner    string   // empty: all
}

func (f Filter) check() error {
	var check fault.Check
	check.When(f.Status != "" && !f.Status.known(), "status", "Такого статуса в этом списке нет.")
	check.When(f.State != "" && !f.State.known(), "state", "Такого состояния в этом списке нет.")
	return check.Err()
}

// Change is what the forms send.
type Change struct {
	Name, Description string
	Begin, End        string // dd.MM.yyyy
	WinLimit          *int
	File              string // a file just uploaded; empty: none
}

const required = "Обязательное поле"

// apply gives the promotion as the form wants it, or every rule that this would break.
func (c Change) apply(to Promotion) (Promotion, error) {
	var check fault.Check
	to.Name, to.Description = strings.TrimSpace(c.Name), strings.TrimSpace(c.Description)
	check.When(to.Name == "", "name", required)
	check.When(form.Longer(to.Name, maxName), "name", "Не более 200 символов.")
	check.When(to.Description == "", "description", required)
	check.When(form.Longer(to.Description, maxDescription), "description", "Не более 2000 символов.")
	var beginIs, endIs bool
	to.Begin, beginIs = day(&check, "dateBegin", c.Begin)
	to.End, endIs = day(&check, "dateEnd", c.End)
	check.When(beginIs && endIs && to.End < to.Begin, "dateEnd", "Окончание не может быть раньше начала.")
	to.WinLimit = c.WinLimit
	check.When(c.WinLimit != nil && (*c.WinLimit < 1 || *c.WinLimit > mostPerStudent), "winLimit", "Один, два, три или без ограничения.")
	return to, check.Err()
}

func day(check *fault.Check, field, wire string) (clock.Date, bool) {
	wire = strings.TrimSpace(wire)
	d, err := clock.ParseDate(wire)
	switch {
	case wire == "":
		check.Add(field, required)
	case err != nil:
		check.Add(field, "Укажите дату в виде ДД.ММ.ГГГГ.")
	case d < firstDay || d > lastDay:
		check.Add(field, "Проверьте год.")
	default:
		return d, true
	}
	return d, false
}

// nameKey is what the list sorts by.
func (p Promotion) nameKey() string { return list.Fold(p.Name) }

// searchText is what a promotion is found by.
func searchText(name, partner string) string { return list.SearchText(name, partner) }

// Move is a change of status.
type Move struct {
	Promotion string
	To        Status
	Reason    string
}

// checkReason: blocking is always explained, unblocking never.
func (m *Move) checkReason() error {
	m.Reason = strings.TrimSpace(m.Reason)
	if m.To != Blocked {
		m.Reason = ""
		return nil
	}
	if m.Reason == "" {
		return fault.Invalid("reasonBlocked", "Укажите причину.")
	}
	if form.Longer(m.Reason, maxReason) {
		return fault.Invalid("reasonBlocked", "Причина не длиннее 500 символов.")
	}
	return nil
}
