package students

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
)

// Finding is something about an application that an operator should look at. It refuses nothing.
type Finding struct {
	Kind  string // see the constants below
	Text  string
	Other string // uuid of another student; "" if it is not about one
	// IsApplication reports whether the other is still an applicant.
	IsApplication bool
}

// The kinds of findings.
const (
	SamePhone     = "phone"
	SamePerson    = "person"
	LatinLetters  = "latin"
	OddCourse     = "course"
	StudyEnded    = "ended"
	NoPortrait    = "noPortrait"
	SmallPortrait = "smallPortrait"
)

const (
	smallestPortrait = 400 // pixels of the shorter side
	firstMonth       = time.September
	tolerated        = 1 // years: an academic leave
)

// findings are those that the application itself shows.
func (s Student) findings(now time.Time) (found []Finding) {
	add := func(kind, text string) { found = append(found, Finding{Kind: kind, Text: text}) }
	if words := latinIn(s.Surname, s.Name, s.Patronymic); words != "" {
		add(LatinLetters, fmt.Sprintf("В ФИО есть латинские буквы: %s.", words))
	}
	usual := usualCourse(s.StartYear, now)
	switch ended := clock.DateOf(now) > access.ValidUntil(s.EndYear); {
	case ended:
		add(StudyEnded, fmt.Sprintf("Учёба закончена в %d году: карта действовать не будет.", s.EndYear))
	case usual < 1 && s.StartYear == now.In(clock.Moscow).Year() && s.Course == 1: // applies in summer, begins in September
	case usual < 1:
		add(OddCourse, fmt.Sprintf("Учёба начнётся только в сентябре %d года, а указан %d курс.", s.StartYear, s.Course))
	case s.Course > usual || s.Course < usual-tolerated:
		add(OddCourse, fmt.Sprintf("Указан %d курс, а по году начала учёбы (%d) сейчас %d-й.", s.Course, s.StartYear, usual))
	}
	return found
}

// usualCourse returns the course of a student who began in a year and lost none.
func usualCourse(start int, now time.Time) int {
	now = now.In(clock.Moscow)
	year := now.Year()
	if now.Month() < firstMonth {
		year--
	}
	return year - start + 1
}

// latinIn returns the words with Latin letters.
func latinIn(words ...string) string {
	var found []string
	for _, word := range words {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			found = append(found, "«"+word+"»")
		}
	}
	return strings.Join(found, ", ")
}

// namesake is another student who looks the same.
type namesake struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	Surname    string `db:"surname"`
	Name       string `db:"name"`
	Patronymic string `db:"patronymic"`
	Status     Status `db:"status"`
}

func (n namesake) finding(kind, sentence string) Finding {
	name := strings.TrimSpace(n.Surname + " " + n.Name + " " + n.Patronymic)
	return Finding{Kind: kind, Text: fmt.Sprintf(sentence, name, strings.ToLower(statusNames[n.Status])), Other: n.UUID, IsApplication: n.Status.isApplication()}
}

// portraitFinding judges a portrait by its size in pixels.
func portraitFinding(width, height int) (Finding, bool) {
	return Finding{Kind: SmallPortrait, Text: fmt.Sprintf("Фото мелкое: %d×%d пикселей, а нужно хотя бы %d по каждой стороне.", width, height, smallestPortrait)},
		min(width, height) < smallestPortrait
}
