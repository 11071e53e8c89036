package news_test

import (
	"testing"

	"studbonus/internal/testkit"
)

func TestSmoke(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "student")
		var made struct{ UUIDNews string }
		c.Post("/v1/news", map[string]any{"title": "Новость", "typeNews": "region", "content": "<p>Текст</p><script>alert(1)</script>",
			"publishBegin": nil, "tags": []string{"спорт"}, "messengers": []string{"vk"}, "rzdBonus": map[string]any{"link": "https://rzd.ru"},
			"pooling": map[string]any{"startPooling": "2026-11-16 10:00", "endPooling": "2026-11-20 10:00", "questions": []any{
				map[string]any{"question": "Да?", "questionType": "single", "answersVariants": []any{map[string]any{"text": "Да", "position": "a"}, map[string]any{"text": "Нет", "position": "b"}}}}},
			"event": map[string]any{"title": "Встреча", "date": "2026-11-20 10:00", "placesCount": 2},
		}).OK().Into(&made)
		c.Get("/v1/news/" + made.UUIDNews).OK()
		c.Put("/v1/news", map[string]any{"owner": []string{"mine"}}).OK()
		c.Put("/v1/news", map[string]any{"owner": []string{"others"}}).OK()
		ch := a.As(t, "chairman")
		ch.Put("/v1/news/status", map[string]any{"uuidNews": made.UUIDNews, "approve": "approved"}).OK()
		a.As(t, "chairman2").Get("/v1/news/" + made.UUIDNews).Is(404)
		c.Put("/v1/student/request-by-event/get-students", map[string]any{"uuidNews": made.UUIDNews}).OK()
		c.Get("/v1/student/request-by-event/students-download-xlsx/" + made.UUIDNews).OK()
		c.Delete("/v1/news/"+made.UUIDNews, nil).OK()
	}, testkit.WithJobs())
}
