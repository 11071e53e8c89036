package news

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// QuestionKind is how many answers a question takes.
type QuestionKind string

// The kinds of questions.
const (
	Single   QuestionKind = "single"
	Multiple QuestionKind = "multiple"
)

const (
	maxQuestions = 50
	maxVariants  = 30
	maxQuestion  = 500
	maxAnswer    = 500
)

// letters are the positions of answers on the wire: a … z, za … zd.
var letters = func() []string {
	var out []string
	for c := 'a'; c <= 'z'; c++ {
		out = append(out, string(c))
	}
	return append(out, "za", "zb", "zc", "zd")
}()

// Survey is the questions of an item and how students have answered.
type Survey struct {
	ID        int64     `db:"id"`
	UUID      string    `db:"uuid"`
	News      int64     `db:"news_id"`
	Begin     time.Time `db:"begins_at"`
	End       time.Time `db:"ends_at"`
	IsView    bool      `db:"is_view"`
	Voted     int       `db:"voted"` // students
	Questions []Question
}

// Question is one question of a survey.
type Question struct {
	ID          int64        `db:"id"`
	Survey      int64        `db:"survey_id"`
	Position    int          `db:"position"`
	Text        string       `db:"question"`
	Kind        QuestionKind `db:"kind"`
	AllowsOther bool         `db:"allows_other"`
	Others      int          `db:"others"` // students who wrote their own answer
	Variants    []Variant
}

// Variant is one answer that a question offers.
type Variant struct {
	ID       int64  `db:"id"`
	Question int64  `db:"question_id"`
	Position int    `db:"position"` // of its letter: a is 0
	Text     string `db:"answer"`
	Voted    int    `db:"voted"`
}

// equals reports whether two surveys ask the same, regardless of their results. Times are compared by the minute, which is what
// forms send.
func (s Survey) equals(other Survey) bool {
	return sameMinute(s.Begin, other.Begin) && sameMinute(s.End, other.End) && s.IsView == other.IsView &&
		slices.EqualFunc(s.Questions, other.Questions, func(a, b Question) bool {
			return a.Text == b.Text && a.Kind == b.Kind && a.AllowsOther == b.AllowsOther &&
				slices.EqualFunc(a.Variants, b.Variants, func(a, b Variant) bool { return a.Position == b.Position && a.Text == b.Text })
		})
}

func sameMinute(a, b time.Time) bool { return a.Truncate(time.Minute).Equal(b.Truncate(time.Minute)) }

// outline describes a survey for the history, without its results.
func (s *Survey) outline() []string {
	if s == nil {
		return nil
	}
	out := []string{fmt.Sprintf("%s – %s, %s", clock.FormatMinute(s.Begin), clock.FormatMinute(s.End), shownOr(s.IsView))}
	for _, q := range s.Questions {
		line := fmt.Sprintf("%s (%s)", q.Text, kindNames[q.Kind])
		for _, v := range q.Variants {
			line += fmt.Sprintf("; %s: %s", letters[v.Position], v.Text)
		}
		if q.AllowsOther {
			line += "; " + otherAnswer
		}
		out = append(out, line)
	}
	return out
}

func shownOr(isView bool) string {
	if isView {
		return "студенты видят результаты"
	}
	return "студенты не видят результатов"
}

const otherAnswer = "Другое"

var kindNames = map[QuestionKind]string{Single: "один ответ", Multiple: "несколько ответов"}

// SurveyForm is what the survey dialog sends.
type SurveyForm struct {
	Begin, End string // yyyy-MM-dd HH:mm
	IsView     bool
	Questions  []QuestionForm
}

// QuestionForm is one question of the survey dialog.
type QuestionForm struct {
	Text        string
	Kind        QuestionKind
	AllowsOther bool
	Variants    []VariantForm
}

// VariantForm is one answer; without a letter it takes the next one.
type VariantForm struct{ Text, Letter string }

func (f SurveyForm) read(check *fault.Check, at string, now time.Time) Survey {
	s := Survey{UUID: uuid.NewString(), IsView: f.IsView}
	begin, end := readMoment(check, at+"startPooling", f.Begin), readMoment(check, at+"endPooling", f.End)
	const both = "Даты обязательны для заполнения"
	check.When(strings.TrimSpace(f.Begin) == "", at+"startPooling", both)
	check.When(strings.TrimSpace(f.End) == "", at+"endPooling", both)
	if begin != nil {
		s.Begin = *begin
		check.When(isPastDay(s.Begin, now), at+"startPooling", "Начало опроса уже прошло.")
	}
	if end != nil {
		s.End = *end
		check.When(!s.End.After(now), at+"endPooling", "Окончание опроса уже прошло.")
		check.When(begin != nil && !s.End.After(s.Begin), at+"endPooling", "Окончание должно быть позже начала.")
	}
	check.When(len(f.Questions) == 0, at+"questions", "Вы не указали ни одного вопроса")
	check.When(len(f.Questions) > maxQuestions, at+"questions", "Не больше 50 вопросов.")
	for i, q := range f.Questions {
		s.Questions = append(s.Questions, q.read(check, fmt.Sprintf("%squestions[%d].", at, i), i))
	}
	return s
}

// isPastDay reports whether t is before today: a survey or event may begin earlier today.
func isPastDay(t, now time.Time) bool { return clock.DateOf(t) < clock.DateOf(now) }

func (f QuestionForm) read(check *fault.Check, at string, position int) Question {
	q := Question{Position: position, Text: strings.TrimSpace(f.Text), Kind: f.Kind, AllowsOther: f.AllowsOther}
	check.When(q.Text == "", at+"question", "Все вопросы должны быть заполнены")
	check.When(form.Longer(q.Text, maxQuestion), at+"question", "Вопрос не длиннее 500 символов.")
	check.When(kindNames[q.Kind] == "", at+"questionType", "Выберите тип вопроса.")
	check.When(len(f.Variants) == 0, at+"answersVariants", allAnswers)
	if len(f.Variants) > maxVariants {
		check.Add(at+"answersVariants", "Не больше 30 вариантов ответа.")
		return q
	}
	taken := map[int]bool{}
	for i, v := range f.Variants {
		field := fmt.Sprintf("%sanswersVariants[%d].", at, i)
		made := Variant{Position: i, Text: strings.TrimSpace(v.Text)}
		if v.Letter != "" {
			made.Position = slices.Index(letters, v.Letter)
		}
		if made.Position < 0 || taken[made.Position] {
			check.Add(field+"position", "Позиции ответов: a, b, c … z, za, zb, zc, zd, без повторов.")
			made.Position = i
		}
		check.When(made.Text == "", field+"text", allAnswers)
		check.When(form.Longer(made.Text, maxAnswer), field+"text", "Ответ не длиннее 500 символов.")
		taken[made.Position] = true
		q.Variants = append(q.Variants, made)
	}
	slices.SortStableFunc(q.Variants, func(a, b Variant) int { return a.Position - b.Position })
	return q
}

const allAnswers = "Все ответы на вопросы должны быть заполнены"
