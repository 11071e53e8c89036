package news_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/news"
	"studbonus/internal/test/kit"
)

func question(changes object, variants ...string) object {
	answers := []object{}
	for _, v := range variants {
		answers = append(answers, object{"text": v})
	}
	q := object{"question": "Вопрос?", "questionType": "single", "answersVariants": answers}
	for k, v := range changes {
		q[k] = v
	}
	return q
}

// The error messages of the survey dialog, by field (rules 9.10).
var badSurveys = []struct {
	name, field, message string
	change               object
}{
	{"no question", "questions", "Вы не указали ни одного вопроса", object{"questions": []object{}}},
	{"questions are null", "questions", "Вы не указали ни одного вопроса", object{"questions": nil}},
	{"an empty question", "questions[0].question", "Все вопросы должны быть заполнены", object{"questions": []object{question(object{"question": "  "}, "Да")}}},
	{"an empty second question", "questions[1].question", "Все вопросы должны быть заполнены", object{"questions": []object{question(nil, "Да"), question(object{"question": ""}, "Да")}}},
	{"an empty answer", "questions[0].answersVariants[1].text", "Все ответы на вопросы должны быть заполнены", object{"questions": []object{question(nil, "Да", " ")}}},
	{"no answers", "questions[0].answersVariants", "Все ответы на вопросы должны быть заполнены", object{"questions": []object{question(object{"allowOther": true})}}},
	{"31 answers", "questions[0].answersVariants", "Не больше 30 вариантов ответа.", object{"questions": []object{question(nil, many(31, "Ответ ")...)}}},
	{"51 questions", "questions", "Не больше 50 вопросов.", object{"questions": func() (out []object) {
		for range 51 {
			out = append(out, question(nil, "Да"))
		}
		return out
	}()}},
	{"no start", "startPooling", "Даты обязательны для заполнения", object{"startPooling": ""}},
	{"no end", "endPooling", "Даты обязательны для заполнения", object{"endPooling": nil}},
	{"a start on a day that is over", "startPooling", "Начало опроса уже прошло.", object{"startPooling": "2026-11-14 23:59"}},
	{"an end in the past", "endPooling", "Окончание опроса уже прошло.", object{"startPooling": "2026-11-15 10:00", "endPooling": "2026-11-15 12:00"}},
	{"an end before the start", "endPooling", "Окончание должно быть позже начала.", object{"startPooling": "2026-11-20 10:00", "endPooling": "2026-11-20 09:59"}},
	{"an end at the start", "endPooling", "Окончание должно быть позже начала.", object{"startPooling": "2026-11-20 10:00", "endPooling": "2026-11-20 10:00"}},
	{"a start that is no time", "startPooling", "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ.", object{"startPooling": "20.11.2026"}},
	{"an unknown type", "questions[0].questionType", "", object{"questions": []object{question(object{"questionType": "scale"}, "Да")}}},
	{"a long question", "questions[0].question", "Вопрос не длиннее 500 символов.", object{"questions": []object{question(object{"question": strings.Repeat("я", 501)}, "Да")}}},
	{"a long answer", "questions[0].answersVariants[0].text", "Ответ не длиннее 500 символов.", object{"questions": []object{question(nil, strings.Repeat("я", 501))}}},
	{"an unknown position", "questions[0].answersVariants[0].position", "Позиции ответов: a, b, c … z, za, zb, zc, zd, без повторов.",
		object{"questions": []object{question(object{"answersVariants": []object{{"text": "Да", "position": "ze"}}})}}},
	{"a position twice", "questions[0].answersVariants[1].position", "Позиции ответов: a, b, c … z, za, zb, zc, zd, без повторов.",
		object{"questions": []object{question(object{"answersVariants": []object{{"text": "Да", "position": "b"}, {"text": "Нет", "position": "b"}}})}}},
}

func TestBadSurveys(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university"))
		before := snapshot(t, a)
		for _, bad := range badSurveys {
			t.Run(bad.name, func(t *testing.T) {
				c := within(t, a, c)
				for at, answer := range map[string]kit.Answer{
					"":         c.Post("/v2/news/pooling", survey(bad.change, object{"uuidNews": id})),
					"pooling.": c.Post("/v1/news", form("university", object{"pooling": survey(bad.change)})),
				} {
					if got := answer.Is(422).Problem().Field(at + bad.field); got == "" || bad.message != "" && got != bad.message {
						t.Errorf("%s%s says %q, want %q: %s", at, bad.field, got, bad.message, answer.Body)
					}
				}
			})
		}
		c.Post("/v2/news/pooling", survey(object{"uuidNews": unknown})).Is(404)
		c.Post("/v2/news/pooling", survey(object{"uuidNews": "x"})).Is(422)
		c.Get("/v2/news/pooling/" + id).Is(404)
		unchanged(t, a, before)
	})
}

func TestSurveyAddEditDelete(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university"))
		var made struct{ UUIDPooling string }
		thirty := make([]object, 30)
		for i, letter := range strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z za zb zc zd") {
			thirty[29-i] = object{"text": "Ответ " + letter, "position": letter}
		}
		c.Post("/v2/news/pooling", survey(object{"uuidNews": id, "questions": []object{
			question(object{"answersVariants": thirty, "allowOther": true}), question(object{"questionType": "multiple", "question": " Ещё? "}, "Раз", "Два"),
		}})).OK().Into(&made)
		k, tag := read(t, c, id)
		if !k.HasPooling || k.Pooling.UUIDPooling != made.UUIDPooling || k.Pooling.StartPooling != "2026-11-15 12:00" || k.Pooling.EndPooling != "2026-11-20 10:00" || !k.Pooling.IsView {
			t.Errorf("%+v", k.Pooling)
		}
		first := k.Pooling.Questions[0]
		if len(first.AnswerVariants) != 30 || first.AnswerVariants[0].AnswerVariant != "Ответ a" || first.AnswerVariants[29].Position != "zd" || !first.AllowOther {
			t.Errorf("answers are not by their positions: %+v", first)
		}
		if second := k.Pooling.Questions[1]; second.Question != "Ещё?" || second.AnswerVariants[1].Position != "b" || second.QuestionType != "multiple" {
			t.Errorf("%+v", second)
		}
		var alone, within card
		within.Pooling = k.Pooling
		c.Get("/v2/news/pooling/" + id).OK().Into(&alone.Pooling)
		if diff := cmp.Diff(within, alone); diff != "" {
			t.Errorf("the survey alone and on the card differ:\n%s", diff)
		}
		if tag != `"2"` {
			t.Errorf("the tag is %s: a survey that was added is a change of the card", tag)
		}
		c.Post("/v2/news/pooling", survey(object{"uuidNews": id})).Is(409) // one survey per item
		c.Put("/v1/news/"+id, form("university", object{"pooling": survey()})).OK()
		k, _ = read(t, c, id)
		if k.Pooling.UUIDPooling == made.UUIDPooling || len(k.Pooling.Questions) != 2 || len(k.Pooling.Questions[0].AnswerVariants) != 2 {
			t.Errorf("not replaced: %+v", k.Pooling)
		}
		c.Delete("/v1/news/pooling/"+made.UUIDPooling, nil).Is(404)
		c.Delete("/v1/news/pooling/"+k.Pooling.UUIDPooling, nil).OK()
		if k, _ = read(t, c, id); k.HasPooling || k.Pooling != nil || kit.One[int](t, a, "SELECT count(*) FROM surveys WHERE news_id = (SELECT id FROM news WHERE uuid = ?)", id) != 0 {
			t.Error("the survey is still there")
		}
	})
}

// A survey with votes can no longer be edited; deleting the item deletes its votes.
func TestSurveyWithVotesCannotBeChanged(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"pooling": survey()}))
		if err := a.News.Vote(t.Context(), news.Ballot{News: id, Student: reader(t, a, universityA, 0), Answers: []news.Answer{{Letters: []string{"a"}}, {Letters: []string{"b"}}}}); err != nil {
			t.Fatal(err)
		}
		k, tag := read(t, c, id)
		if tag != `"1"` {
			t.Errorf("the tag is %s: a vote is no change of the card", tag)
		}
		before := snapshot(t, a)
		for name, body := range map[string]object{
			"removed": {"pooling": nil}, "with another end": {"pooling": survey(object{"endPooling": "2026-12-20 10:00"})}, "with another question": {"pooling": survey(object{"questions": []object{question(nil, "Да")}})},
			"with its results hidden": {"pooling": survey(object{"isView": false})},
		} {
			if p := c.Put("/v1/news/"+id, form("university", body)).Is(409).Problem(); p.Detail != "В опросе уже есть голоса: его нельзя изменить или удалить." {
				t.Errorf("%s: %s", name, p.Detail)
			}
		}
		c.Delete("/v1/news/pooling/"+k.Pooling.UUIDPooling, nil).Is(409)
		unchanged(t, a, before)
		c.Put("/v1/news/"+id, form("university", object{"title": "Другой заголовок", "pooling": survey()})).OK() // resubmitting the unchanged survey is not an edit
		c.Delete("/v1/news/"+id, nil).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM survey_votes v LEFT JOIN surveys s ON s.id = v.survey_id WHERE s.id IS NULL"); n != 0 {
			t.Errorf("%d votes are left without a survey", n)
		}
	})
}
