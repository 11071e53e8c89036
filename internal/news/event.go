package news

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/fault"
	"studbonus/internal/form"
)

const (
	maxEventTitle  = 200
	maxDescription = 2000
	maxAddress     = 300
	mostPlaces     = 1_000_000
)

// Event is something that students register for.
type Event struct {
	ID              int64      `db:"id"`
	UUID            string     `db:"uuid"`
	News            int64      `db:"news_id"`
	Title           string     `db:"title"`
	Description     string     `db:"description"`
	Begin           time.Time  `db:"begins_at"`
	End             *time.Time `db:"ends_at"`
	RegistrationEnd *time.Time `db:"registration_ends_at"` // nil: when it begins
	Places          *int       `db:"places"`               // nil: no limit
	Booked          int        `db:"booked"`
	Address         string     `db:"address"`
	IsView          bool       `db:"is_view"`
}

// registrationEnd is when the registration closes.
func (e Event) registrationEnd() time.Time {
	if e.RegistrationEnd != nil {
		return *e.RegistrationEnd
	}
	return e.Begin
}

// means tells whether two events are the same, whoever takes part.
func (e *Event) means(other *Event) bool {
	same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && sameMinute(*a, *b) }
	places := func(p *int) int { return *cmp.Or(p, new(int)) } // none is no limit; zero is refused
	return e.Title == other.Title && e.Description == other.Description && e.Address == other.Address && e.IsView == other.IsView &&
		sameMinute(e.Begin, other.Begin) && same(e.End, other.End) && same(e.RegistrationEnd, other.RegistrationEnd) && places(e.Places) == places(other.Places)
}

// outline is an event in words for the history, without its participants.
func (e *Event) outline() []string {
	if e == nil {
		return nil
	}
	at := func(t *time.Time) string {
		if t == nil {
			return "–"
		}
		return clock.FormatMinute(*t)
	}
	places := "без ограничения"
	if e.Places != nil {
		places = fmt.Sprint(*e.Places)
	}
	visible := "студенты не видят числа участников"
	if e.IsView {
		visible = "студенты видят число участников"
	}
	return []string{
		e.Title, e.Description, "Начало: " + clock.FormatMinute(e.Begin), "Окончание: " + at(e.End), "Запись до: " + at(e.RegistrationEnd),
		"Мест: " + places, "Адрес: " + e.Address, visible,
	}
}

// EventForm is what the event window sends.
type EventForm struct {
	Title, Description         string
	Date, EndDate, Registering string // yyyy-MM-dd HH:mm
	Places                     *int
	Address                    string
	IsView                     bool
}

// settle gives the event of an item's form: none, the present one when the form says nothing else, or a new one.
func (f *EventForm) settle(check *fault.Check, present *Event, now time.Time) *Event {
	if f == nil {
		return nil
	}
	var unheeded fault.Check // the rules for new dates do not hold for an event that is under way
	if made := f.read(&unheeded, "", now); present != nil && made.means(present) {
		return present
	}
	made := f.read(check, "event.", now)
	return &made
}

// read gives the event that the form describes; at names the form within a larger one.
func (f EventForm) read(check *fault.Check, at string, now time.Time) Event {
	e := Event{
		Title: strings.TrimSpace(f.Title), Description: strings.TrimSpace(f.Description), Address: strings.TrimSpace(f.Address),
		Places: f.Places, IsView: f.IsView,
	}
	check.When(e.Title == "", at+"title", required)
	check.When(form.Longer(e.Title, maxEventTitle), at+"title", "Не длиннее 200 символов.")
	check.When(form.Longer(e.Description, maxDescription), at+"description", "Не длиннее 2000 символов.")
	check.When(form.Longer(e.Address, maxAddress), at+"address", "Не длиннее 300 символов.")
	check.When(e.Places != nil && (*e.Places < 1 || *e.Places > mostPlaces), at+"placesCount", "Мест от 1 до 1 000 000, или без ограничения.")
	check.When(strings.TrimSpace(f.Date) == "", at+"date", required)
	e.End, e.RegistrationEnd = readMoment(check, at+"endDate", f.EndDate), readMoment(check, at+"endRegistration", f.Registering)
	if begin := readMoment(check, at+"date", f.Date); begin != nil {
		e.Begin = *begin
		check.When(isPastDay(e.Begin, now), at+"date", "Дата мероприятия уже прошла.")
		check.When(e.End != nil && e.End.Before(e.Begin), at+"endDate", "Окончание не может быть раньше начала.")
		check.When(e.RegistrationEnd != nil && e.RegistrationEnd.After(e.Begin), at+"endRegistration", "Запись должна закончиться не позже начала мероприятия.")
	}
	return e
}
