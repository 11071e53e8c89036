package reviews_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/fault"
	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
)

type card struct {
	UUID, Status, Comment, CreatedAt, UUIDPartner, PartnerName string
	Rating, Likes                                              int
	StudentInfo                                                struct {
		UUIDUser, Surname, Name, NameCity, NameUniversity string
		Photo, Patronymic, Phone, LinkVK, LinkTG          *string
		StartEducation, EndEducation                      int
	}
	AnswerInfo *struct{ UUIDAnswer, Answer, UpdatedAt string }
}

func cardOf(c *kit.Client, id string) (out card, tag string) {
	answer := c.Get("/v1/comments/" + id).OK()
	answer.Into(&out)
	return out, answer.Header.Get("ETag")
}

func TestCardWithAnswer(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, student := newPartner(t, a), studentOf(t, a, universityA, 0)
		id := submit(t, a, partner, student, 4)
		c := a.As(t, "chairman")
		got, tag := cardOf(c, id)
		surname := kit.One[string](t, a, "SELECT surname FROM students WHERE uuid = ?", student)
		if got.UUID != id || got.Status != "moderation" || got.Comment != "Вполне" || got.Rating != 4 || got.PartnerName != "Тихое место" || got.UUIDPartner != partner || got.CreatedAt != "2026-11-15 12:00:00" ||
			got.AnswerInfo != nil || got.StudentInfo.UUIDUser != student || got.StudentInfo.Surname != surname || got.StudentInfo.NameUniversity != "МГУ имени М. В. Ломоносова" || got.StudentInfo.StartEducation == 0 || tag != `"1"` {
			t.Errorf("%+v %s", got, tag)
		}
		write := func(text any) kit.Answer {
			return c.Post("/v1/comments/answer", map[string]any{"uuidComment": id, "answer": text})
		}
		for _, bad := range []any{"", " \n ", strings.Repeat("я", 1001)} {
			isRefused(t, a, write(bad), 422, "answer")
		}
		var made struct{ UUIDAnswer string }
		write(strings.Repeat("я", 1000) + " \n").OK().Into(&made)
		a.Clock.Advance(time.Minute)
		isRefused(t, a, write("Ещё один"), 409, "")
		edit := func(id, text string) kit.Answer {
			return c.Put("/v1/comments/answer", map[string]any{"uuidAnswer": id, "answer": text})
		}
		isRefused(t, a, edit(made.UUIDAnswer, ""), 422, "answer")
		isRefused(t, a, edit(uuid.NewString(), "Да"), 404, "")
		edit(made.UUIDAnswer, "Спасибо,\r\nзаходите").OK()
		got, _ = cardOf(c, id)
		if got.AnswerInfo == nil || got.AnswerInfo.Answer != "Спасибо,\nзаходите" || got.AnswerInfo.UUIDAnswer != made.UUIDAnswer || got.AnswerInfo.UpdatedAt != "2026-11-15 12:01:00" || got.Status != "moderation" {
			t.Errorf("%+v", got.AnswerInfo)
		}
		var history []struct {
			Action, Operator string
			Changes          map[string]struct{ From, To any }
		}
		c.Get("/v1/audit/review/" + id).OK().Into(&history)
		if len(history) != 3 || history[0].Action != "reviews.editAnswer" || history[0].Changes["answer"].To != "Спасибо,\nзаходите" || history[2].Action != "reviews.submit" || history[0].Operator == "" {
			t.Errorf("%+v", history)
		}
		foreign := a.As(t, "chairman2")
		foreign.Put("/v1/comments/answer", map[string]any{"uuidAnswer": made.UUIDAnswer, "answer": "x"}).Is(404)
		foreign.Delete("/v1/comments/answer/"+made.UUIDAnswer, nil).Is(404)
		foreign.Post("/v1/comments/answer", map[string]any{"uuidComment": id, "answer": "x"}).Is(404)
		c.Delete("/v1/comments/answer/"+made.UUIDAnswer, nil).OK()
		isRefused(t, a, c.Delete("/v1/comments/answer/"+made.UUIDAnswer, nil), 404, "")
		if got, _ = cardOf(c, id); got.AnswerInfo != nil {
			t.Errorf("%+v", got.AnswerInfo)
		}
		write("Ещё раз").OK().Into(&made)
		c.Delete("/v1/comments/"+id, nil).OK()
		isRefused(t, a, write("Поздно"), 404, "")
		isRefused(t, a, edit(made.UUIDAnswer, "Поздно"), 404, "")
	})
}

func TestConcurrentAnswersKeepOne(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id, ctx := submit(t, a, newPartner(t, a), studentOf(t, a, universityA, 0), 3), as(t, a, "univer")
		var kept, refused atomic.Int32
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				switch _, err := a.Reviews.Answer(ctx, reviews.Reply{To: id, Text: "Спасибо"}); {
				case err == nil:
					kept.Add(1)
				case fault.Is(err, fault.KindConflict):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if kept.Load() != 1 || refused.Load() != 49 || kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE object = ? AND action = 'reviews.answer'", id) != 1 {
			t.Errorf("%d kept, %d refused", kept.Load(), refused.Load())
		}
	})
}

func TestTemplatesAreSharedByTheUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const path = "/v1/comments/templates"
		c, other := a.As(t, "univer"), a.As(t, "chairman2")
		type template struct{ UUIDTemplate, Name, Text string }
		all := func(c *kit.Client) (out []template) { c.Get(path).OK().Into(&out); return out }
		body := func(name, text string) map[string]any { return map[string]any{"name": name, "text": text} }
		before, foreign := len(all(c)), all(other)
		for field, bad := range map[string]map[string]any{
			"name": body(" ", "x"), "text": body("x", "\n"),
		} {
			isRefused(t, a, c.Post(path, bad), 422, field)
		}
		isRefused(t, a, c.Post(path, body(strings.Repeat("я", 101), strings.Repeat("я", 1001))), 422, "text")
		var made struct{ UUIDTemplate string }
		c.Post(path, body(" Ёлка  в подарок ", "{имя}, заходите в «{партнёр}»")).OK().Into(&made)
		isRefused(t, a, c.Post(path, body("ЕЛКА В ПОДАРОК", "x")), 409, "")
		got := all(a.As(t, "chairman")) // of the same university
		if len(got) != before+1 || got[before-1] == got[before] || len(all(other)) != len(foreign) {
			t.Fatalf("%+v", got)
		}
		isRefused(t, a, other.Put(path+"/"+made.UUIDTemplate, body("Чужая", "x")), 404, "")
		isRefused(t, a, other.Delete(path+"/"+made.UUIDTemplate, nil), 404, "")
		c.Put(path+"/"+made.UUIDTemplate, body("Ящик", "Да")).OK()
		if got = all(c); got[before] != (template{made.UUIDTemplate, "Ящик", "Да"}) {
			t.Errorf("%+v", got)
		}
		isRefused(t, a, c.Put(path+"/"+made.UUIDTemplate, body(got[0].Name, "Да")), 409, "")
		c.Delete(path+"/"+made.UUIDTemplate, nil).OK()
		isRefused(t, a, c.Delete(path+"/"+made.UUIDTemplate, nil), 404, "")
		for range 50 - before {
			c.Post(path, body(uuid.NewString(), "x")).OK()
		}
		isRefused(t, a, c.Post(path, body("Лишняя", "x")), 409, "")
		if len(all(c)) != 50 {
			t.Errorf("%d", len(all(c)))
		}
		a.As(t, "student").Get(path).Is(403)
	})
}
