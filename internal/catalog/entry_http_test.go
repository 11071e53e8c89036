package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/catalog"
	"studbonus/internal/test/kit"
)

func TestEntriesOfCatalogues(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		region := added(t, c, "regions", object{"code": "ru-xyz", "name": "Новый край"})
		city := added(t, c, "cities", object{"name": "Ёлкоград", "codeRegion": region})
		t.Run("a city is listed with its region", func(t *testing.T) {
			got := entries(t, c, "cities", "елкоград")
			if len(got) != 1 || got[0].ID != city || got[0].CodeRegion != "RU-XYZ" || got[0].NameRegion != "Новый край" || got[0].IsUsed {
				t.Errorf("got %+v", got)
			}
		})
		t.Run("names are taken whatever their case", func(t *testing.T) {
			c.Post("/v1/catalog/cities", object{"name": "ЕЛКОГРАД", "codeRegion": region}).Is(409)
			c.Post("/v1/catalog/regions", object{"code": "RU-XYY", "name": "новый край"}).Is(409)
			for _, kind := range []string{"partner-categories", "knowledge-categories"} {
				added(t, c, kind, object{"name": "Ёлки"})
				c.Post("/v1/catalog/"+kind, object{"name": "ЕЛКИ"}).Is(409)
			}
		})
		t.Run("a name is needed, a city needs a region, a region a code", func(t *testing.T) {
			c.Post("/v1/catalog/partner-categories", object{"name": " "}).Is(422)
			c.Post("/v1/catalog/partner-categories", object{"name": strings.Repeat("щ", 201)}).Is(422)
			c.Post("/v1/catalog/cities", object{"name": "Где"}).Is(422)
			c.Post("/v1/catalog/cities", object{"name": "Где", "codeRegion": "RU-NONE"}).Is(422)
			c.Post("/v1/catalog/regions", object{"name": "Где", "code": "Я"}).Is(422)
		})
		t.Run("renamed", func(t *testing.T) {
			c.Put("/v1/catalog/cities/"+city, object{"name": "Соснград", "codeRegion": region}).OK()
			c.Put("/v1/catalog/regions/"+region, object{"name": "Новейший край"}).OK()
			if got := entries(t, c, "cities", "соснград"); len(got) != 1 || got[0].NameRegion != "Новейший край" {
				t.Errorf("got %+v", got)
			}
		})
		t.Run("deleted only if unused", func(t *testing.T) {
			c.Delete("/v1/catalog/regions/"+region, nil).Is(409)
			c.Delete("/v1/catalog/cities/"+city, nil).OK()
			c.Delete("/v1/catalog/regions/"+region, nil).OK()
			used := kit.One[string](t, a, "SELECT CAST(c.uuid AS TEXT) FROM partner_categories c JOIN partners p ON p.category_id = c.id LIMIT 1")
			c.Delete("/v1/catalog/partner-categories/"+used, nil).Is(409)
		})
	})
}

// The catalogue of faculties: universities copy its names, so a line is never in use.
func TestKnownFacultiesAreEdited(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, own, other := a.As(t, "all"), inn(700_000_011), inn(700_000_012)
		const path = "/v1/catalog/faculties"
		for field, body := range map[string]object{
			"inn": {"name": "Физический", "inn": "1"}, "name": {"name": strings.Repeat("щ", 301), "inn": own},
		} {
			if c.Post(path, body).Is(422).Problem().Field(field) == "" {
				t.Errorf("%s is not blamed", field)
			}
		}
		id := added(t, c, "faculties", object{"name": "Физическй", "inn": own})
		added(t, c, "faculties", object{"name": "Химический", "inn": own})
		added(t, c, "faculties", object{"name": "Физическй", "inn": other})
		c.Post(path, object{"name": "ФИЗИЧЕСКЙ", "inn": own}).Is(409)
		c.Put(path+"/"+id, object{"name": "химический"}).Is(409)
		c.Put(path+"/"+id, object{"name": "Физический", "inn": other}).OK() // the ИНН stays
		if got := entries(t, c, "faculties", own); len(got) != 2 || got[0].Name != "Физический" || got[0].INN != own || got[0].IsUsed {
			t.Errorf("got %+v", got)
		}
		c.Delete(path+"/"+id, nil).OK()
		c.Delete(path+"/"+id, nil).Is(404)
		if got := entries(t, c, "faculties", own); len(got) != 1 || got[0].Name != "Химический" {
			t.Errorf("got %+v", got)
		}
		for action, want := range map[string]int{"catalog.add": 3, "catalog.save": 1, "catalog.delete": 1} {
			if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE kind = 'knownFaculty' AND action = ?", action); n != want {
				t.Errorf("%d rows of %s, want %d", n, action, want)
			}
		}
	})
}

// Two administrators who rename one entry at once: the second is told, and nothing is overwritten.
func TestAStaleFormOfAnEntryIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		added(t, c, "regions", object{"code": "RU-STL", "name": "Спорный край"})
		added(t, c, "cities", object{"name": "Спорное", "codeRegion": "RU-STL"})
		added(t, c, "partner-categories", object{"name": "Спорное"})
		added(t, c, "knowledge-categories", object{"name": "Спорное"})
		added(t, c, "faculties", object{"name": "Спорное", "inn": inn(700_000_021)})
		for _, kind := range []string{"regions", "cities", "partner-categories", "knowledge-categories", "faculties"} {
			seen := entries(t, c, kind, "спорн")[0]
			path, body := "/v1/catalog/"+kind+"/"+seen.ID, object{"codeRegion": "RU-STL", "version": seen.Version}
			body["name"] = "Первое спорное"
			c.Put(path, body).OK()
			body["name"] = "Второе спорное"
			c.Put(path, body).Is(409)
			if got := entries(t, c, kind, "спорн"); len(got) != 1 || got[0].Name != "Первое спорное" || got[0].Version != seen.Version+1 {
				t.Errorf("%s: %+v", kind, got)
			}
		}
	})
}

// What refers to universities by a foreign key keeps them, and the card says so; invitations that have ended do not.
func TestWhatKeepsAUniversity(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	referring := kit.All[string](t, a, `SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f."table" = 'universities' ORDER BY m.name`)
	if diff := cmp.Diff(referring, slices.Sorted(slices.Values(catalog.UniversityTables))); diff != "" {
		t.Errorf("(-schema +looked at):\n%s", diff)
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := addedUniversity(t, c, findCities(t, c, object{"nameCity": "Пермь"})[0].UUID, 7)
		path := "/v1/catalog/universities/" + id
		invite := func(login string) (uuid string) {
			var made struct{ UUIDInvitation string }
			c.Post("/v1/invitations", object{"login": login, "role": "operator_student", "isChairman": false, "isAdmin": false, "uuidUniversity": id}).OK().Into(&made)
			return made.UUIDInvitation
		}
		isUsed := func() bool {
			var card struct{ IsUsed bool }
			c.Get(path).OK().Into(&card)
			return card.IsUsed
		}
		revoked, accepted := invite("revoked@example.ru"), invite("accepted@example.ru")
		if c.Delete(path, nil).Is(409); !isUsed() {
			t.Error("a pending invitation does not keep the university")
		}
		c.Delete("/v1/invitations/"+revoked, nil).OK()
		kit.Exec(t, a, "UPDATE invitations SET accepted_at = ? WHERE uuid = ?", a.Clock.Now(), accepted)
		if isUsed() {
			t.Error("ended invitations keep the university")
		}
		c.Delete(path, nil).OK()
	})
}
