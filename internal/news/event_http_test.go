package news_test

import (
	"context"
	"strings"
	"testing"

	"studbonus/internal/test/kit"
)

var badEvents = []struct {
	name, field, message string
	change               object
}{
	{"no title", "title", "Укажите название.", object{"title": ""}},
	{"a long title", "title", "Не длиннее 200 символов.", object{"title": strings.Repeat("я", 201)}},
	{"a long description", "description", "Не длиннее 2000 символов.", object{"description": strings.Repeat("я", 2001)}},
	{"a long address", "address", "Не длиннее 300 символов.", object{"address": strings.Repeat("я", 301)}},
	{"no date", "date", "Укажите дату и время начала.", object{"date": nil}},
	{"a date that is over", "date", "Дата мероприятия уже прошла.", object{"date": "2026-11-14 18:00", "endRegistration": nil}},
	{"a date that is none", "date", "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ.", object{"date": "2026-11-31 18:00"}},
	{"an end before the start", "endDate", "Окончание не может быть раньше начала.", object{"endDate": "2026-11-20 17:59"}},
	{"registration beyond the start", "endRegistration", "Запись должна закончиться не позже начала мероприятия.", object{"endRegistration": "2026-11-20 18:01"}},
	{"no places", "placesCount", "Мест от 1 до 1 000 000, или без ограничения.", object{"placesCount": 0}},
	{"places below none", "placesCount", "Мест от 1 до 1 000 000, или без ограничения.", object{"placesCount": -5}},
	{"half a place", "placesCount", "", object{"placesCount": 1.5}},
}

func TestBadEvents(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university"))
		before := snapshot(t, a)
		for _, bad := range badEvents {
			t.Run(bad.name, func(t *testing.T) {
				c := within(t, a, c)
				for at, answer := range map[string]kit.Answer{
					"":       c.Post("/v2/news/event", event(bad.change, object{"uuidNews": id})),
					"event.": c.Post("/v1/news", form("university", object{"event": event(bad.change)})),
				} {
					if got := answer.Is(422).Problem().Field(at + bad.field); got == "" || bad.message != "" && got != bad.message {
						t.Errorf("%s%s says %q, want %q: %s", at, bad.field, got, bad.message, answer.Body)
					}
				}
			})
		}
		c.Post("/v2/news/event", event(object{"uuidNews": unknown})).Is(404)
		c.Put("/v1/student/request-by-event/get-students", object{"uuidNews": id}).Is(404) // the item has no event
		c.Get("/v1/student/request-by-event/students-download-xlsx/" + id).Is(404)
		unchanged(t, a, before)
	})
}

func TestEventAddEditDelete(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university"))
		var made struct{ UUIDEvent string }
		c.Post("/v2/news/event", event(object{"uuidNews": id})).OK().Into(&made)
		k, _ := read(t, c, id)
		e := k.Event
		if !k.HasEvent || e.UUIDEvent != made.UUIDEvent || e.Title != "Встреча" || e.Date != "2026-11-20 18:00" || *e.EndDate != "2026-11-20 21:00" || *e.EndRegistration != "2026-11-19 18:00" ||
			*e.PlacesCount != 3 || e.PlacesCountBooked != 0 || *e.Address != "Москва, Ленинские Горы, 1" || !e.IsView {
			t.Errorf("%+v", e)
		}
		c.Post("/v2/news/event", event(object{"uuidNews": id})).Is(409)
		// An event today without end, limit or address: registration stays open until it begins.
		c.Put("/v1/news/"+id, form("university", object{"event": object{"title": "Сегодня", "date": "2026-11-15 09:00"}})).OK()
		if k, _ = read(t, c, id); k.Event.UUIDEvent == made.UUIDEvent || k.Event.PlacesCount != nil || k.Event.EndDate != nil || k.Event.EndRegistration != nil || k.Event.Address != nil || k.Event.IsView {
			t.Errorf("%+v", k.Event)
		}
		c.Delete("/v1/news/event/"+made.UUIDEvent, nil).Is(404)
		c.Delete("/v1/news/event/"+k.Event.UUIDEvent, nil).OK()
		if k, _ = read(t, c, id); k.HasEvent || k.Event != nil {
			t.Error("the event is still there")
		}
	})
}

func TestEventWithParticipantsCannotBeChanged(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"event": event()}))
		if err := a.News.Register(t.Context(), id, reader(t, a, universityA, 0)); err != nil {
			t.Fatal(err)
		}
		k, _ := read(t, c, id)
		before := snapshot(t, a)
		for name, body := range map[string]object{"removed": {"event": nil}, "with more places": {"event": event(object{"placesCount": 4})}, "elsewhere": {"event": event(object{"address": ""})}} {
			if p := c.Put("/v1/news/"+id, form("university", body)).Is(409).Problem(); p.Detail != "На мероприятие уже записались студенты: его нельзя изменить или удалить." {
				t.Errorf("%s: %s", name, p.Detail)
			}
		}
		c.Delete("/v1/news/event/"+k.Event.UUIDEvent, nil).Is(409)
		unchanged(t, a, before)
		c.Put("/v1/news/"+id, form("university", object{"title": "Другой заголовок", "event": event()})).OK()
		c.Delete("/v1/news/"+id, nil).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM event_participants p LEFT JOIN events e ON e.id = p.event_id WHERE e.id IS NULL"); n != 0 {
			t.Errorf("%d participants are left without an event", n)
		}
	})
}

// If one part of a save fails, nothing of it is stored.
func TestFailedSaveLeavesNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("region", object{"pooling": survey(), "event": event()}))
		kit.Exec(t, a, "UPDATE news SET approval = 'approved' WHERE uuid = ?", id)
		if err := a.News.Register(context.Background(), id, reader(t, a, universityA, 0)); err != nil {
			t.Fatal(err)
		}
		image, before := uploaded(c), ""
		before = snapshot(t, a)
		c.Put("/v1/news/"+id, form("region", object{"title": "Половина", "keyFiles": []string{image.KeyFile}, "pooling": nil, "event": nil})).Is(409) // fails at the last part: the event has participants
		c.Post("/v1/news", form("region", object{"title": "Половина", "pooling": survey(), "event": event(object{"date": "x"})})).Is(422)
		c.Post("/v1/news", form("region", object{"title": "Половина", "keyFiles": []string{image.KeyFile, strings.Repeat("b", 32)}, "pooling": survey()})).Is(422)
		unchanged(t, a, before)
		c.Post("/v1/news", form("region", object{"keyFiles": []string{image.KeyFile}})).OK() // the image is still free
	})
}
