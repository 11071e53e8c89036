package partners

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

const (
	maxAddress   = 300
	maxWorkTime  = 500
	pointsAtOnce = 100  // in one call
	pointsShown  = 100  // of a city in one response
	pointsOnMap  = 1000 // in one response; zooming in shows the rest
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

// Version names the state that a form has loaded: a hash of what the form shows.
func (p Point) Version() string {
	state, _ := json.Marshal([]any{p.Address, p.WorkTime, p.HoursJSON, p.Latitude, p.Longitude}) // texts and numbers always marshal
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8])
}

// Hours returns the working hours by day, or nil if there is only a text.
func (p Point) Hours() []Day {
	var days []Day
	_ = json.Unmarshal([]byte(p.HoursJSON), &days) // our own JSON, or empty
	return days
}

// Letter is the group of the point in its city.
func (p Point) Letter() string {
	first, _ := utf8.DecodeRuneInString(p.StreetKey)
	if !unicode.IsLetter(first) {
		return noLetter
	}
	return string(unicode.ToUpper(first))
}

// Day is the working hours of a weekday: two times, or dayOff, roundClock or nil in both.
type Day struct {
	Name  string  `json:"name"`
	Start *string `json:"startWork"`
	End   *string `json:"endWork"`
}

// Values that replace times, and the group of points without a letter.
const (
	dayOff     = "Выходной"
	roundClock = "Круглосуточно"
	noLetter   = "#"
)

var (
	weekdays = []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"}
	timeOf   = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
)

// Coordinates are the place of a point on the map.
type Coordinates struct{ Latitude, Longitude float64 }

func (c Coordinates) isValid() bool {
	return c.Latitude >= -90 && c.Latitude <= 90 && c.Longitude >= -180 && c.Longitude <= 180 && !math.IsNaN(c.Latitude+c.Longitude)
}

// PointChange is what a row of the wizard or the dialog with the map sends.
type PointChange struct {
	UUID     string // empty for a new point
	Version  string // of the state that the form has loaded; empty: any
	Address  string
	WorkTime string
	Hours    []Day // nil: only the text is given
	Place    form.Maybe[Coordinates]
}

// apply returns the point with the form's fields and adds broken rules to check; at is the path of the row in the form.
func (c PointChange) apply(to Point, city, at string, check *fault.Check) Point {
	to.Address = strings.TrimSpace(c.Address)
	check.When(to.Address == "", at+"address", "Укажите адрес.")
	check.When(form.Longer(to.Address, maxAddress), at+"address", "Не более 300 символов.")
	to.StreetKey = listquery.Fold(streetOf(to.Address, city))
	switch {
	case c.Hours != nil:
		days, text, broken := week(c.Hours)
		if broken != "" {
			check.Add(at+"timeWork", broken)
			break
		}
		raw, _ := json.Marshal(days) // strings always marshal
		to.HoursJSON, to.WorkTime = string(raw), text
	case strings.TrimSpace(c.WorkTime) != to.WorkTime: // an unchanged text keeps the days
		to.HoursJSON, to.WorkTime = "", strings.TrimSpace(c.WorkTime)
	}
	check.When(to.WorkTime == "" && c.Hours == nil, at+"workTime", "Укажите время работы.")
	check.When(form.Longer(to.WorkTime, maxWorkTime), at+"workTime", "Не более 500 символов.")
	if c.Place.Given {
		to.Latitude, to.Longitude = nil, nil
	}
	if place := c.Place.Value; place != nil {
		check.When(!place.isValid(), at+"geo", "Широта от −90 до 90, долгота от −180 до 180.")
		to.Latitude, to.Longitude = &place.Latitude, &place.Longitude
	}
	return to
}

// week orders seven days and formats them as text, or returns the error message.
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

// words formats the hours of a day; empty if they are not set.
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

// streetTypes are words for street, avenue and so on, which are not part of a street's name.
var streetTypes = []string{
	"ул", "улица", "пр", "пр-т", "просп", "проспект", "пер", "переулок", "пл", "площадь", "наб", "набережная", "б-р", "бул", "бульвар", "ш", "шоссе",
	"пр-д", "проезд", "ал", "аллея", "тракт", "туп", "тупик", "мкр", "мкрн", "микрорайон", "кв-л", "квартал", "линия", "дорога", "спуск", "тер", "территория", "пос", "поселок",
}

// placeTypes are words that begin a part of an address other than the street.
var placeTypes = []string{"г", "город", "обл", "область", "респ", "республика", "край", "р-н", "район", "россия", "д", "дом", "стр", "строение", "корп", "корпус", "к", "тц", "трц", "бц"}

// streetOf finds the name of the street in an address: «г. Казань, ул. Баумана, 5» is on Баумана. A street that begins
// with a number («1-я Советская») is sorted by its first word of letters.
func streetOf(address, city string) string {
	fallback := ""
	for part := range strings.SplitSeq(address, ",") {
		words := strings.Fields(strings.ReplaceAll(part, ".", ". "))
		name := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return isType(w, streetTypes) })
		isStreet := len(name) < len(words)
		if isStreet && len(name) == 0 {
			name, isStreet = nameOfTypes(words), len(words) > 1
		}
		for len(name) > 0 && !beginsWithLetter(name[0]) {
			name = name[1:]
		}
		found := strings.Trim(strings.Join(name, " "), quotes)
		switch {
		case found == "" || isType(words[0], placeTypes) || listquery.Fold(part) == listquery.Fold(city):
		case isStreet:
			return found
		case fallback == "":
			fallback = found
		}
	}
	return fallback
}

// nameOfTypes finds the name among words that are all types of streets: «ул. Набережная» is on Набережная. Abbreviations are no
// names.
func nameOfTypes(words []string) []string {
	longest := slices.MaxFunc(words, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
	const shortestName = 5 // линия, аллея
	if strings.HasSuffix(longest, ".") || utf8.RuneCountInString(longest) < shortestName {
		return nil
	}
	return []string{longest}
}

const quotes = `«»"'()`

func isType(word string, types []string) bool {
	return slices.Contains(types, strings.TrimSuffix(listquery.Fold(word), "."))
}

func beginsWithLetter(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, quotes))
	return unicode.IsLetter(first)
}
