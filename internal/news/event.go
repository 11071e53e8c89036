package news

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const (
	maxEventTitle  = 200
	maxDescription = 2000
	maxAddress     = 300
	mostPlaces     = 1_000_000
)

// Event is an event that students register for.
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
func (e Event) registrationEnd() time.Time { return *cmp.Or(e.RegistrationEnd, &e.Begin) }

// equals reports whether two events are the same apart from their participants.
func (e Event) equals(other Event) bool {
	same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && sameMinute(*a, *b) }
	places := func(p *int) int { return *cmp.Or(p, new(int)) } // 0 means no limit: forms cannot send it
	return e.Title == other.Title && e.Description == other.Description && e.Address == other.Address && e.IsView == other.IsView &&
		sameMinute(e.Begin, other.Begin) && same(e.End, other.End) && same(e.RegistrationEnd, other.RegistrationEnd) && places(e.Places) == places(other.Places)
}

// outline describes an event for the history, without its participants.
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

// EventForm is what the event dialog sends.
type EventForm struct {
	Title, Description         string
	Date, EndDate, Registering string // yyyy-MM-dd HH:mm
	Places                     *int
	Address                    string
	IsView                     bool
}

func (f EventForm) read(check *fault.Check, at string, now time.Time) Event {
	e := Event{
		UUID: uuid.NewString(), Title: strings.TrimSpace(f.Title), Description: strings.TrimSpace(f.Description), Address: strings.TrimSpace(f.Address),
		Places: f.Places, IsView: f.IsView,
	}
	check.When(e.Title == "", at+"title", "Укажите название.")
	check.When(form.Longer(e.Title, maxEventTitle), at+"title", "Не длиннее 200 символов.")
	check.When(form.Longer(e.Description, maxDescription), at+"description", "Не длиннее 2000 символов.")
	check.When(form.Longer(e.Address, maxAddress), at+"address", "Не длиннее 300 символов.")
	check.When(e.Places != nil && (*e.Places < 1 || *e.Places > mostPlaces), at+"placesCount", "Мест от 1 до 1 000 000, или без ограничения.")
	check.When(strings.TrimSpace(f.Date) == "", at+"date", "Укажите дату и время начала.")
	e.End, e.RegistrationEnd = readMoment(check, at+"endDate", f.EndDate), readMoment(check, at+"endRegistration", f.Registering)
	if begin := readMoment(check, at+"date", f.Date); begin != nil {
		e.Begin = *begin
		check.When(isPastDay(e.Begin, now), at+"date", "Дата мероприятия уже прошла.")
		check.When(e.End != nil && e.End.Before(e.Begin), at+"endDate", "Окончание не может быть раньше начала.")
		check.When(e.RegistrationEnd != nil && e.RegistrationEnd.After(e.Begin), at+"endRegistration", "Запись должна закончиться не позже начала мероприятия.")
	}
	return e
}
