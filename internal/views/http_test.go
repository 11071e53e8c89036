package views_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type view struct {
	UUIDView, Name, Query, Owner string
	IsShared, Mine               bool
	Lost                         int
}

func viewsOf(c *kit.Client, list string) (found []view) {
	c.Get("/v1/views?list=" + list).OK().Into(&found)
	return found
}

func names(found []view) (all []string) {
	for _, v := range found {
		all = append(all, v.Name)
	}
	return all
}

func body(list, name, query string, isShared bool) map[string]any {
	return map[string]any{"list": list, "name": name, "query": query, "isShared": isShared}
}

func added(c *kit.Client, b map[string]any) string {
	var out struct{ UUIDView string }
	c.Post("/v1/views", b).OK().Into(&out)
	return out.UUIDView
}

func rows(t *testing.T, a *kit.App) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM saved_views")
}

func TestAViewIsSavedChangedAndDeleted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		first := added(c, body("promotions", "  Идут   сейчас ", "state=running", false))
		second := added(c, body("promotions", "Ёлки", "search=%D1%91%D0%BB%D0%BA%D0%B0", false))
		found := viewsOf(c, "promotions")
		if len(found) != 2 || found[0].UUIDView != first || found[0].Name != "Идут сейчас" || found[0].Query != "state=running" || !found[0].Mine || found[0].IsShared {
			t.Fatalf("%+v", found)
		}
		c.Put("/v1/views", map[string]any{"list": "promotions", "uuidViews": []string{second, first}}).OK()
		c.Put("/v1/views/"+first, map[string]any{"name": "Идут", "query": "state=running&page=2", "isShared": true}).OK()
		if found = viewsOf(c, "promotions"); found[0].UUIDView != second || found[1].Name != "Идут" || !found[1].IsShared {
			t.Fatalf("%+v", found)
		}
		c.Delete("/v1/views/"+second, nil).OK()
		if found = viewsOf(c, "promotions"); len(found) != 1 {
			t.Fatalf("%+v", found)
		}
		actions := kit.All[string](t, a, "SELECT action FROM audit_log WHERE kind = 'saved view' ORDER BY seq DESC LIMIT 5")
		if fmt.Sprint(actions) != "[views.delete views.save views.arrange views.add views.add]" {
			t.Errorf("audited %v", actions)
		}
		// The name may be that of a student.
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE kind = 'saved view' AND (changes LIKE '%Идут%' OR changes LIKE '%лки%')"); n != 0 {
			t.Errorf("%d rows have the name of the view", n)
		}
	})
}

func TestASharedViewIsSeenAtHomeAndChangedByItsOwner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		owner, colleague, abroad, programme := a.As(t, "student"), a.As(t, "chairman"), a.As(t, "student2"), a.As(t, "all")
		shared := added(owner, body("students", "Общий", "status=blocked", true))
		if got := len(func() (found []view) { colleague.Get("/v1/views").OK().Into(&found); return }()); got != 2 {
			t.Errorf("in all lists the colleague sees %d, the shared one and that of the demo", got)
		}
		own := added(owner, body("students", "Свой", "status=active", false))
		ofProgramme := added(programme, body("students", "Программы", "", true))
		if got := fmt.Sprint(names(viewsOf(colleague, "students"))); got != "[Общий]" {
			t.Errorf("a colleague sees %s", got)
		}
		if got := viewsOf(colleague, "students")[0]; got.Mine || got.Owner != "Кузнецов Павел" {
			t.Errorf("%+v", got)
		}
		if got := append(viewsOf(abroad, "students"), viewsOf(a.As(t, "new"), "students")...); len(got) != 0 {
			t.Errorf("abroad they see %+v", got)
		}
		if got := fmt.Sprint(names(viewsOf(programme, "students"))); got != "[Программы]" {
			t.Errorf("the programme sees %s", got)
		}
		change := map[string]any{"name": "Чужой", "query": ""}
		if p := colleague.Put("/v1/views/"+shared, change).Is(403).Problem(); p.Detail != "Общий вид меняет только тот, кто его создал." {
			t.Errorf("%+v", p)
		}
		colleague.Delete("/v1/views/"+shared, nil).Is(403)
		for _, c := range []*kit.Client{colleague, abroad, programme} {
			c.Put("/v1/views/"+own, change).Is(404)
			c.Delete("/v1/views/"+own, nil).Is(404)
		}
		abroad.Delete("/v1/views/"+shared, nil).Is(404)
		owner.Delete("/v1/views/"+ofProgramme, nil).Is(404)
		if got := fmt.Sprint(names(viewsOf(owner, "students"))); got != "[Общий Свой]" {
			t.Errorf("after the refusals: %s", got)
		}
	})
}

func TestRefusedViewsChangeNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		added(c, body("partners", "Ёлки", "", false))
		before := rows(t, a)
		long := fmt.Sprintf("%061d", 0)
		for _, r := range []struct {
			name   string
			body   map[string]any
			status int
			text   string
		}{
			{"no name", body("partners", " ", "", false), 422, "Назовите вид."},
			{"a long name", body("partners", long, "", false), 422, "Не более 60 символов."},
			{"a name twice", body("partners", "елки", "", true), 409, "Вид с таким названием у вас уже есть."},
			{"no query", body("partners", "x", "%zz", false), 422, "Этот список сохранить нельзя: в адресе слишком много условий."},
			{"an unknown list", body("statistics", "x", "", false), 422, "У этого списка нет видов."},
			{"a list of others", body("students", "x", "", false), 403, "Доступ запрещён."},
		} {
			if p := c.Post("/v1/views", r.body).Is(r.status).Problem(); p.Detail != r.text {
				t.Errorf("%s: %q, want %q", r.name, p.Detail, r.text)
			}
		}
		c.Get("/v1/views?list=applications").Is(403)
		c.Put("/v1/views", map[string]any{"list": "partners", "uuidViews": []string{uuid.NewString()}}).Is(409)
		c.Put("/v1/views/"+uuid.NewString(), map[string]any{"name": "x", "query": ""}).Is(404)
		if after := rows(t, a); after != before {
			t.Errorf("%d views, before %d", after, before)
		}
	})
}

func TestThirtyViewsAtMostEvenAtOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		for n := range 28 {
			added(c, body("reviews", fmt.Sprint("Вид ", n), "", false))
		}
		var refused atomic.Int32
		kit.Together(6, func(i int) {
			if answer := c.Post("/v1/views", body("reviews", fmt.Sprint("Ещё ", i), "", false)); answer.Status == 409 {
				refused.Add(1)
			}
		})
		if n := len(viewsOf(c, "reviews")); n != 30 || refused.Load() != 4 {
			t.Errorf("%d views, %d refused", n, refused.Load())
		}
	})
}

func TestAViewOfWhatIsGoneShowsNothingForeign(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		gone, city := uuid.NewString(), kit.One[string](t, a, "SELECT CAST(c.uuid AS TEXT) FROM cities c JOIN students s ON s.city_id = c.id WHERE s.university_id = 1 AND s.status = 'active' ORDER BY s.id LIMIT 1")
		added(c, body("students", "Удалённый город", "cities="+gone, false))
		added(c, body("students", "Два города", "cities="+gone+"."+city, false))
		found := viewsOf(c, "students")
		if found[0].Lost != 1 || found[1].Lost != 1 {
			t.Errorf("%+v", found)
		}
		total := func(cities ...string) string {
			return c.Put("/v1/student", map[string]any{"cities": cities}).OK().Header.Get("X-Record-Count")
		}
		if all, none, one := total(), total(gone), total(gone, city); none != "0" || one != total(city) || one == all {
			t.Errorf("of %s rows a city that is gone shows %s, beside another one %s", all, none, one)
		}
	})
}
