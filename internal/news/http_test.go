package news_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

const unknown = "00000000-0000-4000-8000-000000000000"

func many(n int, word string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(word, i)
	}
	return out
}

// badForms are rejected by every form of an item: the change to a valid form, the field in the answer and its message.
var badForms = []struct {
	name    string
	level   string
	change  object
	field   string
	message string
}{
	{"no title", "university", object{"title": ""}, "title", "Обязательное поле"},
	{"a blank title", "university", object{"title": " \t "}, "title", "Обязательное поле"},
	{"a long title", "university", object{"title": strings.Repeat("я", 201)}, "title", "Не длиннее 200 символов."},
	{"a title that is a number", "university", object{"title": 1}, "title", ""},
	{"content over 20,000 characters", "university", object{"content": "<p>" + strings.Repeat("я", 20_001) + "</p>"}, "content", "Максимальное количество символов: 20000"},
	{"an unknown level", "university", object{"typeNews": "city"}, "typeNews", ""},
	{"a start in the past", "university", object{"publishBegin": "2026-11-15 11:59"}, "publishBegin", "Начало публикации уже прошло."},
	{"a start that is no time", "university", object{"publishBegin": "завтра"}, "publishBegin", "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ."},
	{"a day that is none", "university", object{"publishBegin": "2027-02-30 10:00"}, "publishBegin", "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ."},
	{"an hour that is none", "university", object{"publishBegin": "2027-02-03 24:01"}, "publishBegin", "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ."},
	{"an end before the start", "university", object{"publishBegin": "2026-11-20 10:00", "publishEnd": "2026-11-20 09:59"}, "publishEnd", "Окончание должно быть позже начала."},
	{"an end at the start", "university", object{"publishBegin": "2026-11-20 10:00", "publishEnd": "2026-11-20 10:00"}, "publishEnd", "Окончание должно быть позже начала."},
	{"an end in the past", "university", object{"publishEnd": "2026-11-14 10:00"}, "publishEnd", "Окончание публикации уже прошло."},
	{"pinned until yesterday", "university", object{"fixToDate": "2026-11-14 10:00"}, "fixToDate", "Дата закрепления уже прошла."},
	{"a course of nine", "university", object{"forCourse": 9}, "forCourse", ""},
	{"a course below none", "university", object{"forCourse": -1}, "forCourse", ""},
	{"a faculty that is none", "university", object{"forFaculty": []string{unknown}}, "forFaculty", "Выберите факультеты из списка."},
	{"a faculty that is no identifier", "university", object{"forFaculty": []string{"x"}}, "forFaculty[0]", ""},
	{"faculties of a regional item", "region", object{"forFaculty": []string{unknown}}, "forFaculty", "Факультеты выбирают только для местной новости."},
	{"21 tags", "university", object{"tags": many(21, "тег")}, "tags", "Не больше 20 тегов."},
	{"a long tag", "university", object{"tags": []string{strings.Repeat("я", 51)}}, "tags", "Тег не длиннее 50 символов."},
	{"an unknown messenger", "university", object{"messengers": []string{"icq"}}, "messengers[0]", ""},
	{"a script for a link", "university", object{"rzdBonus": object{"link": "javascript:alert(1)"}}, "rzdBonus.link", "Ссылка должна начинаться с http:// или https://."},
	{"an empty link", "university", object{"rzdBonus": object{"link": ""}}, "rzdBonus.link", "Укажите ссылку."},
	{"a key that is none", "university", object{"keyFiles": []string{"../../etc/passwd"}}, "keyFiles", "Загрузите файл ещё раз."},
	{"a key of nothing", "university", object{"keyFiles": []string{strings.Repeat("a", 32)}}, "keyFiles", "Загрузите файл ещё раз."},
	{"21 images", "university", object{"keyFiles": many(21, "key")}, "keyFiles", "Не больше 20 изображений."},
	{"a survey without dates", "university", object{"pooling": survey(object{"startPooling": nil, "endPooling": ""})}, "pooling.startPooling", "Даты обязательны для заполнения"},
	{"an event without a title", "university", object{"event": event(object{"title": " "})}, "event.title", "Укажите название."},
}

func TestBadForms(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		ids := map[string]string{"university": create(t, c, form("university")), "region": create(t, c, form("region"))}
		before := snapshot(t, a)
		for _, bad := range badForms {
			t.Run(bad.name, func(t *testing.T) {
				body := form(bad.level, bad.change)
				for what, answer := range map[string]kit.Answer{
					"create": within(t, a, c).Post("/v1/news", body), "save": within(t, a, c).Put("/v1/news/"+ids[bad.level], body),
				} {
					got := answer.Is(422).Problem().Field(bad.field)
					if got == "" || bad.message != "" && got != bad.message {
						t.Errorf("%s: %s says %q, want %q: %s", what, bad.field, got, bad.message, answer.Body)
					}
				}
			})
		}
		t.Run("no level", func(t *testing.T) {
			p := within(t, a, c).Post("/v1/news", object{"title": "Без уровня"}).Is(422).Problem()
			if p.Field("typeNews") != "Укажите тип." {
				t.Errorf("%+v", p)
			}
		})
		t.Run("another level in an edit", func(t *testing.T) {
			p := within(t, a, c).Put("/v1/news/"+ids["university"], form("region")).Is(422).Problem()
			if p.Field("typeNews") != "Тип новости изменить нельзя." {
				t.Errorf("%+v", p)
			}
		})
		t.Run("all errors are reported together", func(t *testing.T) {
			p := within(t, a, c).Post("/v1/news", form("university", object{"title": "", "publishEnd": "2020-01-01 10:00", "rzdBonus": object{"link": "x"}, "event": event(object{"placesCount": 0})})).Is(422).Problem()
			if len(p.Errors) != 4 || p.Field("event.placesCount") == "" {
				t.Errorf("%+v", p)
			}
		})
		t.Run("a faculty of another university", func(t *testing.T) {
			foreign := kit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1", universityB)
			within(t, a, c).Post("/v1/news", form("university", object{"forFaculty": []string{foreign}})).Is(422)
		})
		unchanged(t, a, before)
	})
}

// Values exactly at a limit are accepted.
func TestFormsAtTheLimit(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		home := kit.One[string](t, a, "SELECT uuid FROM universities WHERE inn = ?", universityA)
		faculty := kit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1", universityA)
		id := create(t, c, form("university", object{
			"title": strings.Repeat("я", 200), "content": "<p>" + strings.Repeat("я", 20_000) + "</p>", "publishBegin": "2026-11-15 12:00", "publishEnd": "2026-11-15 12:01",
			"fixToDate": "2026-11-15 12:00", "forCourse": 8, "forFaculty": []string{faculty, faculty}, "tags": append(many(19, "тег"), strings.Repeat("я", 50), "  ТЕГ1 ", ""),
			"messengers": []string{"vk", "telegram", "vk"}, "rzdBonus": object{"link": " https://rzd-bonus.ru/?a=1 "},
		}))
		k, tag := read(t, c, id)
		text := func(s *string) string {
			if s == nil {
				return "null"
			}
			return *s
		}
		got := []string{
			text(k.PublishBegin), text(k.PublishEnd), text(k.FixToDate), fmt.Sprint(k.ForCourse), strings.Join(k.ForFaculty, ","), fmt.Sprint(len(k.Tags)), strings.Join(k.Messengers, ","),
			k.RZDBonus.Link, k.Approve, k.Status, k.CreatedAt, text(k.NameUniversity), text(k.UUIDUniversity), tag,
		}
		want := []string{
			"2026-11-15 12:00", "2026-11-15 12:01", "2026-11-15 12:00", "8", faculty, "20", "vk,telegram",
			"https://rzd-bonus.ru/?a=1", "approved", "active", "2026-11-15 12:00:00", "МГУ имени М. В. Ломоносова", home, `"1"`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// Rules 17.8, 17.6: markup is sanitized on input, and read-only fields are ignored.
func TestMarkupIsCleanedAndForeignFieldsIgnored(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("region", object{
			"content": `<p onclick="x()">Привет<script>alert(1)</script><img src=x onerror=alert(1)> <a href="javascript:alert(1)">тут</a></p>`,
			"approve": "approved", "status": "disabled", "uuidNews": unknown, "nameUniversity": "Чужой", "hasEvent": true, "createdAt": "2000-01-01 00:00:00", "university_id": 2,
		}))
		k, _ := read(t, c, id)
		if k.Content != "<p>Привет тут</p>" || k.Approve != "wait" || k.UUIDNews == unknown || *k.NameUniversity == "Чужой" || k.HasEvent || k.CreatedAt[:4] != "2026" {
			t.Errorf("%+v", k)
		}
	})
}

func TestOnlyProgrammeOperatorsWriteFederalNews(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		before := snapshot(t, a)
		for account, c := range clients {
			if account != "all" {
				c.Post("/v1/news", form("federal")).Is(403)
				c.Put("/v1/news/reach", object{"typeNews": "federal"}).Is(403)
			}
		}
		unchanged(t, a, before)
		k, _ := read(t, clients["new"], create(t, clients["all"], form("federal")))
		if k.Approve != "approved" || k.NameUniversity != nil || k.UUIDUniversity != nil {
			t.Errorf("%+v", k)
		}
	})
}

// A field absent from the form is kept, a null clears it (rules 9.6).
func TestEditLeavesAbsentFields(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		image := uploaded(c)
		id := create(t, c, form("university", object{
			"publishBegin": "2026-11-16 10:00", "publishEnd": "2026-12-16 10:00", "fixToDate": "2026-12-01 10:00", "tags": []string{"спорт"}, "forCourse": 2, "messengers": []string{"vk"},
			"rzdBonus": object{"link": "https://rzd.ru"}, "keyFiles": []string{image.KeyFile}, "pooling": survey(), "event": event(),
		}))
		was, tag := read(t, c, id)
		c.Put("/v1/news/"+id, object{"title": was.Title}, "If-Match", tag).OK()
		is, next := read(t, c, id)
		if diff := cmp.Diff(was, is); diff != "" {
			t.Errorf("an edit that names nothing (-before +after):\n%s", diff)
		}
		// Resubmitting the unchanged form days later succeeds although its dates are in the past by then.
		a.Clock.Set(kit.Start.AddDate(0, 0, 3))
		c = a.As(t, "student")
		c.Put("/v1/news/"+id, form("university", object{
			"title": was.Title, "publishBegin": was.PublishBegin, "publishEnd": was.PublishEnd, "fixToDate": was.FixToDate, "keyFiles": was.KeyFiles, "pooling": survey(), "event": event(),
		}), "If-Match", next).OK()
		if is, next = read(t, c, id); is.Pooling.UUIDPooling != was.Pooling.UUIDPooling || is.Event.UUIDEvent != was.Event.UUIDEvent {
			t.Error("a survey and an event that are sent unchanged were replaced")
		}
		c.Put("/v1/news/"+id, form("university", object{
			"title": "Новый", "publishBegin": nil, "publishEnd": nil, "fixToDate": nil, "tags": []string{}, "forCourse": 0, "messengers": []string{}, "rzdBonus": nil, "keyFiles": []string{}, "pooling": nil, "event": nil, "content": "",
		}), "If-Match", next).OK()
		is, _ = read(t, c, id)
		if is.Title != "Новый" || is.Content != "" || is.PublishBegin != nil || is.PublishEnd != nil || is.FixToDate != nil || len(is.Tags)+len(is.Messengers)+len(is.KeyFiles)+is.ForCourse != 0 ||
			is.RZDBonus != nil || is.Pooling != nil || is.Event != nil || is.HasPooling || is.HasEvent {
			t.Errorf("not all of it went: %+v", is)
		}
		c.Put("/v1/news/"+id, form("university"), "If-Match", tag).Is(409)
		c.Delete("/v1/news/"+id, nil, "If-Match", tag).Is(409)
		c.Delete("/v1/news/"+id, nil).OK()
		for _, call := range []string{"/v1/news/" + id, "/v1/audit/news/" + id, "/v2/news/pooling/" + id} {
			c.Get(call).Is(404)
		}
	})
}

// Rules 9.5: an edit of title, content, images, survey or event by anyone but the chairman sends the item back to
// moderation.
func TestEditsThatReturnToModeration(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		author, chairman, all := a.As(t, "student"), a.As(t, "chairman"), a.As(t, "all")
		edits := map[string]struct {
			body  object
			again bool // back to moderation
		}{
			"title": {object{"title": "Другой"}, true}, "content": {object{"content": "<p>Другое</p>"}, true}, "survey": {object{"pooling": survey()}, true},
			"event": {object{"event": event()}, true}, "images": {object{"keyFiles": nil}, true},
			"course": {object{"forCourse": 3}, false}, "tags": {object{"tags": []string{"x"}}, false}, "dates": {object{"publishEnd": "2027-01-01 10:00"}, false}, "pin": {object{"fixToDate": "2027-01-01 10:00"}, false},
			"messengers": {object{"messengers": []string{"vk"}}, false}, "nothing": {object{}, false},
		}
		for name, edit := range edits {
			for _, from := range approvals {
				for who, c := range map[string]*kit.Client{"the author": author, "the programme": all, "the chairman": chairman} {
					id := create(t, author, form("region"))
					kit.Exec(t, a, "UPDATE news SET approval = ? WHERE uuid = ?", from, id)
					body := form("region", edit.body)
					if name == "images" {
						body["keyFiles"] = []string{uploaded(c).KeyFile}
					}
					c.Put("/v1/news/"+id, body).OK()
					want := from
					if edit.again && who != "the chairman" && (from == "approved" || from == "declined") {
						want = "wait"
					}
					if got := kit.One[string](t, a, "SELECT approval FROM news WHERE uuid = ?", id); got != want {
						t.Errorf("%s by %s from %s: %s, want %s", name, who, from, got, want)
					}
				}
			}
		}
		id := create(t, author, form("university"))
		author.Put("/v1/news/"+id, form("university", object{"title": "Другой"})).OK()
		if k, _ := read(t, author, id); k.Approve != "approved" {
			t.Errorf("university news after an edit: %s", k.Approve)
		}
	})
}

// F15, F16: a stale save changes nothing, and a repeated create makes one item.
func TestRepeatedAndStaleWrites(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university"))
		_, tag := read(t, c, id)
		statuses := make([]int, 8)
		var done sync.WaitGroup
		for i := range statuses {
			done.Go(func() {
				statuses[i] = c.Put("/v1/news/"+id, form("university", object{"title": fmt.Sprint("Правка ", i)}), "If-Match", tag).Status
			})
		}
		done.Wait()
		won := 0
		for _, status := range statuses {
			if status == 200 {
				won++
			} else if status != 409 {
				t.Errorf("status %d", status)
			}
		}
		if _, next := read(t, c, id); won != 1 || next != `"2"` {
			t.Errorf("%d saves succeeded, the tag is %s", won, next)
		}
		key, ids := uuid.NewString(), make([]string, 5)
		for i := range ids {
			done.Go(func() {
				var made struct{ UUIDNews string }
				answer := c.Post("/v1/news", form("university", object{"title": "Один раз", "pooling": survey(), "event": event()}), "Idempotency-Key", key)
				if answer.Status == 200 {
					answer.Into(&made)
				}
				ids[i] = made.UUIDNews
			})
		}
		done.Wait()
		for _, got := range ids {
			if got == "" || got != ids[0] {
				t.Errorf("ids %v", ids)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM news WHERE title = 'Один раз'"); n != 1 {
			t.Errorf("%d items", n)
		}
		c.Post("/v1/news", form("university", object{"title": "Другое"}), "Idempotency-Key", key).Is(422)
	})
}
