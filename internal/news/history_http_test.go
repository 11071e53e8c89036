package news_test

import (
	"slices"
	"testing"

	"studbonus/internal/test/kit"
)

func TestHistory(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		author, chairman := a.As(t, "student"), a.As(t, "chairman")
		id := create(t, author, form("region", object{"pooling": survey()}))
		chairman.Put("/v1/news/status", object{"uuidNews": id, "approve": "declined", "reasonText": "Нет даты"}).OK()
		author.Put("/v1/news/"+id, form("region", object{"title": "Другой", "event": event()})).OK()
		k, _ := read(t, author, id)
		author.Delete("/v1/news/pooling/"+k.Pooling.UUIDPooling, nil).OK()
		type change struct{ From, To any }
		var records []struct {
			At, Operator, Action string
			Reason               *string
			Changes              map[string]change
		}
		author.Get("/v1/audit/news/" + id).OK().Into(&records)
		var actions []string
		for _, r := range records {
			actions = append(actions, r.Operator+" "+r.Action)
		}
		if want := []string{"Кузнецов Павел news.save", "Кузнецов Павел news.save", "Орлов Дмитрий news.declined", "Кузнецов Павел news.create"}; !slices.Equal(actions, want) {
			t.Errorf("%v, want %v", actions, want)
		}
		if r := records[2]; r.Reason == nil || *r.Reason != "Нет даты" || r.Changes["approve"] != (change{"wait", "declined"}) {
			t.Errorf("the decline: %+v", r)
		}
		if r := records[1]; r.Changes["title"] != (change{"Проба пера", "Другой"}) || r.Changes["approve"] != (change{"declined", "wait"}) || r.Changes["event"].To == nil || len(r.Changes) != 3 {
			t.Errorf("the edit: %+v", r)
		}
		if r := records[0]; r.Changes["pooling"].From == nil || r.Changes["pooling"].To != nil || len(r.Changes) != 1 {
			t.Errorf("the survey's end: %+v", r)
		}
	})
}

// A faculty that is the only audience of an item cannot be deleted: the item would then address everybody.
func TestFacultyOfNewsCannotBeDeleted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		add := func(name string) string {
			var f struct{ UUIDDepartment string }
			c.Post("/v1/hierarchy/faculty", object{"nameDepartment": name}).OK().Into(&f)
			return f.UUIDDepartment
		}
		one, two := add("Первый"), add("Второй")
		id := create(t, c, form("university", object{"title": "Для двоих", "forFaculty": []string{one, two}}))
		c.Delete("/v1/hierarchy/faculty/"+one, nil).OK()
		if k, _ := read(t, c, id); !slices.Equal(k.ForFaculty, []string{two}) {
			t.Errorf("left %v", k.ForFaculty)
		}
		before := snapshot(t, a)
		p := c.Delete("/v1/hierarchy/faculty/"+two, nil).Is(409).Problem()
		if p.Detail != "Новость «Для двоих» только для этого факультета. Сначала измените или удалите её." {
			t.Error(p.Detail)
		}
		unchanged(t, a, before)
		c.Put("/v1/news/"+id, form("university", object{"forFaculty": []string{}})).OK()
		c.Delete("/v1/hierarchy/faculty/"+two, nil).OK()
	})
}
