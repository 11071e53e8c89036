package catalog_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/catalog"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

type city struct{ UUID, Name string }

func namesOf(cities []city) []string {
	out := make([]string, len(cities))
	for i, c := range cities {
		out[i] = c.Name
	}
	return out
}

func findCities(t *testing.T, c *kit.Client, body any) []city {
	t.Helper()
	var out []city
	c.Put("/v1/city", body).OK().Into(&out)
	return out
}

func TestCities(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var all []city
		a.As(t, "univer").Get("/v1/city").OK().Into(&all)
		if n := kit.One[int](t, a, "SELECT count(*) FROM cities"); len(all) != n || n < 900 {
			t.Errorf("%d cities of %d", len(all), n)
		}
		seen := map[string]bool{}
		for _, c := range all {
			if c.UUID == "" || seen[c.Name] {
				t.Errorf("two cities are called %q: nobody can tell which to choose", c.Name)
			}
			seen[c.Name] = true
		}
		if !slices.IsSortedFunc(all, func(x, y city) int { return strings.Compare(bareName(x.Name), bareName(y.Name)) }) {
			t.Error("the cities are not in order")
		}
	})
}

// bareName returns the name without the region that disambiguates it.
func bareName(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return listquery.Fold(name)
}

func TestCitySearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		imported(t, a, catalog.Cities, "name,region,population",
			"Щёлкингфорд,RU-MOW,10", "Новый Щелкингфорд,RU-MOW,1000000", "Щелкингфорд-2,RU-MOW,20", `100% Город_\,RU-MOW,1`)
		c := a.As(t, "student")
		search := func(t *testing.T, text string) []string {
			t.Helper()
			client := a.Anyone(t)
			client.Access = c.Access
			return namesOf(findCities(t, client, map[string]any{"nameCity": text}))
		}
		for _, test := range []struct {
			name, text string
			want       []string
		}{
			{"what begins so comes first, then the larger", "щелкингф", []string{"Щелкингфорд-2", "Щёлкингфорд", "Новый Щелкингфорд"}},
			{"ё is е", "щёлкингф", []string{"Щелкингфорд-2", "Щёлкингфорд", "Новый Щелкингфорд"}},
			{"any case", "ЩЁЛКИНГФОРД-2", []string{"Щелкингфорд-2"}},
			{"in the middle", "елкингфорд", []string{"Новый Щелкингфорд", "Щелкингфорд-2", "Щёлкингфорд"}},
			{"blanks around and between", "  новый   щел ", []string{"Новый Щелкингфорд"}},
			{"a per cent sign is one", "%", []string{`100% Город_\`}},
			{"an underscore is one", "_", []string{`100% Город_\`}},
			{"a backslash is one", `\`, []string{`100% Город_\`}},
			{"a pattern is none", "щел%форд", []string{}},
			{"a quote is one", "'", []string{}},
			{"nothing found", "Атлантида", []string{}},
			{"no text finds nothing", "", []string{}},
			{"blanks find nothing", "   ", []string{}},
		} {
			t.Run(test.name, func(t *testing.T) {
				if diff := cmp.Diff(test.want, search(t, test.text)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		t.Run("twenty at most, and those that begin so before the rest", func(t *testing.T) {
			got := search(t, "к")
			if len(got) != 20 {
				t.Fatalf("%d found", len(got))
			}
			for _, name := range got {
				if !strings.HasPrefix(listquery.Fold(name), "к") {
					t.Errorf("%s pushed out a city that begins with К", name)
				}
			}
			got = search(t, "моск")
			if len(got) == 0 || got[0] != "Москва" {
				t.Errorf("got %q", got)
			}
		})
		t.Run("absent or null is no text", func(t *testing.T) {
			client := a.As(t, "student")
			for _, body := range []any{map[string]any{}, map[string]any{"nameCity": nil}} {
				if got := findCities(t, client, body); got == nil || len(got) != 0 {
					t.Errorf("%v: %v", body, got)
				}
			}
		})
		t.Run("the text has its limit and its type", func(t *testing.T) {
			client := a.As(t, "student")
			client.Put("/v1/city", map[string]any{"nameCity": strings.Repeat("щ", 200)}).OK()
			for _, bad := range []any{strings.Repeat("щ", 201), 1, []string{"Москва"}, map[string]any{}, "a\x00"} {
				client.Put("/v1/city", map[string]any{"nameCity": bad}).Is(422)
			}
		})
	})
}

func TestCategories(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var got []struct{ UUIDCategory, Name string }
		a.As(t, "student").Get("/v1/category").OK().Into(&got)
		if n := kit.One[int](t, a, "SELECT count(*) FROM partner_categories"); len(got) != n || n < 15 {
			t.Errorf("%d of %d", len(got), n)
		}
		if !slices.IsSortedFunc(got, func(x, y struct{ UUIDCategory, Name string }) int { return strings.Compare(x.Name, y.Name) }) {
			t.Errorf("not in order: %v", got)
		}
	})
}

type university struct{ UUIDUniversity, ShortName string }

func TestUniversitySearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for i := range 25 {
			_, err := a.Catalog.AddUniversity(context.Background(), catalog.NewUniversity{
				ShortName: fmt.Sprintf("ПИ №%d", i), FullName: "Проверочный ёлочный институт", INN: inn(500_000_000 + i), City: "Москва",
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		c := a.As(t, "univer")
		search := func(t *testing.T, text any) []university {
			t.Helper()
			client := a.Anyone(t)
			client.Access = c.Access
			var out []university
			client.Put("/v1/univer", map[string]any{"searchString": text}).OK().Into(&out)
			return out
		}
		for _, test := range []struct{ name, text, want string }{
			{"by the short name", "спбгу", "СПбГУ"},
			{"by the full name", "петербургский государственный", "СПбГУ"},
			{"in any case", "БАУМАНА", "МГТУ имени Н. Э. Баумана"},
			{"by one of many", "№24", "ПИ №24"},
		} {
			t.Run(test.name, func(t *testing.T) {
				if got := search(t, test.text); len(got) != 1 || got[0].ShortName != test.want || got[0].UUIDUniversity == "" {
					t.Errorf("got %v", got)
				}
			})
		}
		t.Run("twenty at most", func(t *testing.T) {
			if got := search(t, "елочный"); len(got) != 20 {
				t.Errorf("%d found", len(got))
			}
		})
		t.Run("no text finds nothing", func(t *testing.T) {
			for _, text := range []any{"", "  ", nil} {
				if got := search(t, text); got == nil || len(got) != 0 {
					t.Errorf("%v: %v", text, got)
				}
			}
		})
		t.Run("signs are literal", func(t *testing.T) {
			for _, text := range []string{"%", "_", `\`, "'", "мгу%имени"} {
				if got := search(t, text); len(got) != 0 {
					t.Errorf("%q: %v", text, got)
				}
			}
		})
		t.Run("the text has its limit", func(t *testing.T) {
			client := a.As(t, "univer")
			client.Put("/v1/univer", map[string]any{"searchString": strings.Repeat("щ", 200)}).OK()
			client.Put("/v1/univer", map[string]any{"searchString": strings.Repeat("щ", 201)}).Is(422)
		})
	})
}

func TestCatalogueNeedsASession(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for _, call := range []string{"GET /v1/city", "PUT /v1/city", "GET /v1/category", "PUT /v1/univer"} {
		method, path, _ := strings.Cut(call, " ")
		a.Anyone(t).Do(method, path, "{}").Is(401)
		for _, account := range []string{"all", "student", "univer", "chairman"} {
			a.As(t, account).Do(method, path, "{}").OK()
		}
	}
}
