package students

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Ages of rules 25.2.
const (
	youngest = 14
	adult    = 18
)

// Form is an application as the student sends it. References are uuids; portrait and document are keys of own uploads, or those
// of the present application.
type Form struct {
	University, City           string
	Faculty, Specialty         string // "": none
	Course, StartYear, EndYear int
	Surname, Name, Patronymic  string
	Birth                      string // yyyy-MM-dd
	Portrait, Document         string
	Consents                   map[string]int // kind → version
}

// check collects the broken rules. They are those of the console's form (rules 6.8), with the field names of this face.
func (f *Form) check(c *fault.Check, now time.Time, s Settings) (birth clock.Date, isMinor bool) {
	f.Surname, f.Name, f.Patronymic = strings.TrimSpace(f.Surname), strings.TrimSpace(f.Name), strings.TrimSpace(f.Patronymic)
	c.When(f.Surname == "", "surname", "Укажите фамилию.")
	c.When(f.Name == "", "name", "Укажите имя.")
	for _, one := range []struct{ field, text string }{{"surname", f.Surname}, {"name", f.Name}, {"patronymic", f.Patronymic}} {
		c.When(form.Longer(one.text, maxName), one.field, "Не длиннее 100 символов.")
	}
	c.When(f.Course < firstCourse || f.Course > lastCourse, "course", "Курс от 1 до 6.")
	f.checkYears(c, now)
	c.When(strings.TrimSpace(f.Portrait) == "", "portrait", "Добавьте свою фотографию.")
	c.When(strings.TrimSpace(f.Document) == "", "document", "Добавьте фото студенческого билета или справки.")
	return f.checkBirth(c, now, s)
}

func (f *Form) checkYears(c *fault.Check, now time.Time) {
	outside, message := yearRange(now)
	c.When(outside(f.StartYear), "startYear", message)
	switch {
	case outside(f.EndYear):
		c.Add("endYear", message)
	case f.StartYear > f.EndYear:
		c.Add("endYear", "Окончание не может быть раньше начала обучения.")
	case clock.DateOf(now) > access.ValidUntil(f.EndYear):
		c.Add("endYear", fmt.Sprintf("Карта с этим годом окончания уже не действует: она выдаётся до 30 сентября %d года.", f.EndYear))
	}
}

func (f *Form) checkBirth(c *fault.Check, now time.Time, s Settings) (birth clock.Date, isMinor bool) {
	const field = "birthDate"
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(f.Birth))
	birth, today := clock.Date(day.Format(time.DateOnly)), clock.DateOf(now)
	moscow := now.In(clock.Moscow)
	age := ageOn(day, time.Date(moscow.Year(), moscow.Month(), moscow.Day(), 0, 0, 0, 0, time.UTC))
	switch {
	case strings.TrimSpace(f.Birth) == "":
		c.Add(field, "Укажите дату рождения.")
	case err != nil:
		c.Add(field, "Укажите дату в виде ГГГГ-ММ-ДД.")
	case birth > today || birth < oldestBirth:
		c.Add(field, "Проверьте год рождения.")
	case age < youngest:
		c.Add(field, "Карта выдаётся с 14 лет.")
	case age < adult && !s.AllowMinors:
		c.Add(field, "Карта выдаётся с 18 лет.")
	}
	return birth, age < adult
}

// ageOn returns the full years of a person on a day.
func ageOn(birth, day time.Time) int {
	years := day.Year() - birth.Year()
	if birth.AddDate(years, 0, 0).After(day) {
		years--
	}
	return years
}

// resendRefusal returns why the student cannot send the application again; "" if it may be sent (rules 25.5).
func resendRefusal(is access.Standing) string {
	switch is {
	case access.Rejected, access.Active, access.Expired:
		return ""
	case access.Moderation:
		return "Заявка уже на рассмотрении. Дождитесь решения."
	case access.Blocked:
		return "Карта заблокирована. Обратитесь в профсоюз своего университета."
	case access.NoApplication:
	}
	return "Заявки ещё нет: сначала отправьте её."
}

// usualHours returns the median of the waiting times in hours, rounded up; nil without any.
func usualHours(waits []time.Duration) *int {
	if len(waits) == 0 {
		return nil
	}
	slices.Sort(waits)
	hours := max(1, int((waits[len(waits)/2]+time.Hour-1)/time.Hour))
	return &hours
}
