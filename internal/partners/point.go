package partners

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

const (
	maxAddress   = 300
	maxWorkTime  = 500
	pointsAtOnce = 100  // in one call
	pointsShown  = 100  // of a city in one answer
	pointsOnMap  = 1000 // in one answer; more are asked for by a part of the map
)

// Point is a trade point: a place where a partner gives its discounts.
type Point struct {
	ID        int64    `db:"id"`
	UUID      string   `db:"uuid"`
	Partner   int64    `db:"partner_id"`
	City      int64    `db:"city_id"`
	Address   string   `db:"address"`
	StreetKey string   `db:"street_key"`
	WorkTime  string   `db:"work_time"`
	HoursJSON string   `db:"hours"`
	Latitude  *float64 `db:"latitude"`
	Longitude *float64 `db:"longitude"`
}

// Hours are the working hours by day, or nil where only a text is known.
func (p Point) Hours() []Day {
	var days []Day
	_ = json.Unmarshal([]byte(p.HoursJSON), &days) // written by us, or empty
	return days
}

// Letter is under which the point stands in its city.
func (p Point) Letter() string {
	first, _ := utf8.DecodeRuneInString(p.StreetKey)
	if !unicode.IsLetter(first) {
		return noLetter
	}
	return string(unicode.ToUpper(first))
}

// Day is the working hours of a weekday: times, one of the two words in both, or nothing in both.
type Day struct {
	Name  string  `json:"name"`
	Start *string `json:"startWork"`
	End   *string `json:"endWork"`
}

// The words that stand instead of times.
const (
	dayOff     = "Выходной"
	roundClock = "Круглосуточно"
	noLetter   = "#"
)

var (
	weekdays = []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"}
	timeOf   = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
)

// Coordinates are where a point stands on the map.
type Coordinates struct{ Latitude, Longitude float64 }

func (c Coordinates) sound() bool {
	// Not the opposite: a number that is none is outside too.
	return c.Latitude >= -90 && c.Latitude <= 90 && c.Longitude >= -180 && c.Longitude <= 180 && !math.IsNaN(c.Latitude+c.Longitude)
}

// PointChange is what a row of the wizard or the popup with the map sends.
type PointChange struct {
	UUID     string // of the point that is changed; empty for a new one
	Address  string
	WorkTime string
	Hours    []Day // nil: only the text is known
	// Place is where the point stands; nil: nowhere, unless KeepPlace.
	Place     *Coordinates
	KeepPlace bool
}

// apply gives the point as the form wants it and notes the rules that this would break. at names the row, city is the name of its city.
func (c PointChange) apply(to Point, city, at string, check *fault.Check) Point {
	to.Address = strings.TrimSpace(c.Address)
	check.When(to.Address == "", at+"address", "Укажите адрес.")
	check.When(form.Longer(to.Address, maxAddress), at+"address", "Не более 300 символов.")
	to.StreetKey = list.Fold(streetOf(to.Address, city))
	switch {
	case c.Hours != nil:
		days, text, broken := week(c.Hours)
		if broken != "" {
			check.Add(at+"timeWork", broken)
			break
		}
		raw, _ := json.Marshal(days) // strings alone
		to.HoursJSON, to.WorkTime = string(raw), text
	case strings.TrimSpace(c.WorkTime) != to.WorkTime: // the same text says nothing new: the days stay
		to.HoursJSON, to.WorkTime = "", strings.TrimSpace(c.WorkTime)
	}
	check.When(to.WorkTime == "" && c.Hours == nil, at+"workTime", "Укажите время работы.")
	check.When(form.Longer(to.WorkTime, maxWorkTime), at+"workTime", "Не более 500 символов.")
	if !c.KeepPlace {
		to.Latitude, to.Longitude = nil, nil
	}
	if c.Place != nil {
		check.When(!c.Place.sound(), at+"geo", "Широта от −90 до 90, долгота от −180 до 180.")
		to.Latitude, to.Longitude = &c.Place.Latitude, &c.Place.Longitude
	}
	return to
}

// week puts seven days in order and into words, or says what is wrong with them.
func week(given []Day) (days []Day, text, broken string) {
	var words []string
	for _, name := range weekdays {
		i := slices.IndexFunc(given, func(d Day) bool { return d.Name == name })
		if i < 0 || len(given) != len(weekdays) {
			return nil, "", "Нужны все семь дней: Пн, Вт, Ср, Чт, Пт, Сб, Вс."
		}
		d := given[i]
		word, ok := d.words()
		if !ok {
			return nil, "", fmt.Sprintf("%s: укажите начало и конец в виде ЧЧ:ММ, «Выходной» или «Круглосуточно».", name)
		}
		if days = append(days, d); word != "" {
			words = append(words, name+":"+word)
		}
	}
	if len(words) == 0 {
		return nil, "", "Укажите время работы."
	}
	return days, strings.Join(words, ",\n"), ""
}

// words are how the work time's text writes a day; empty for a day that is not set.
func (d Day) words() (text string, ok bool) {
	if d.Start == nil || d.End == nil {
		return "", d.Start == d.End
	}
	start, end := *d.Start, *d.End
	if start == end && (start == dayOff || start == roundClock) {
		return start, true
	}
	return start + "-" + end, timeOf.MatchString(start) && timeOf.MatchString(end)
}

// streetTypes are the words beside a street's name that are not part of it.
var streetTypes = []string{
	"ул", "улица", "пр", "пр-т", "просп", "проспект", "пер", "переулок", "пл", "площадь", "наб", "набережная", "б-р", "бул", "бульвар", "ш", "шоссе",
	"пр-д", "проезд", "ал", "аллея", "тракт", "туп", "тупик", "мкр", "мкрн", "микрорайон", "кв-л", "квартал", "линия", "дорога", "спуск", "тер", "территория", "пос", "поселок",
}

// placeTypes begin a part of an address that is not the street.
var placeTypes = []string{"г", "город", "обл", "область", "респ", "республика", "край", "р-н", "район", "россия", "д", "дом", "стр", "строение", "корп", "корпус", "к", "тц", "трц", "бц"}

// streetOf finds the name of the street in an address: «г. Казань, ул. Баумана, 5» is on Баумана. A street that begins
// with a number («1-я Советская») stands under its first word of letters.
func streetOf(address, city string) string {
	fallback := ""
	for part := range strings.SplitSeq(address, ",") {
		words := strings.Fields(strings.ReplaceAll(part, ".", ". "))
		name := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return isType(w, streetTypes) })
		isStreet := len(name) < len(words)
		for len(name) > 0 && !beginsWithLetter(name[0]) {
			name = name[1:]
		}
		found := strings.Trim(strings.Join(name, " "), quotes)
		switch {
		case found == "" || isType(words[0], placeTypes) || list.Fold(part) == list.Fold(city):
		case isStreet:
			return found
		case fallback == "":
			fallback = found
		}
	}
	return fallback
}

const quotes = `«»"'()`

func isType(word string, types []string) bool {
	return slices.Contains(types, strings.TrimSuffix(list.Fold(word), "."))
}

func beginsWithLetter(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, quotes))
	return unicode.IsLetter(first)
}
