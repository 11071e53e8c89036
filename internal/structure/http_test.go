package structure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

func TestAdd(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		if got := structureOf(t, c); got == nil || len(got) != 0 {
			t.Fatalf("a new university has %v", got)
		}
		t.Run("a faculty is answered and listed", func(t *testing.T) {
			answer := addFaculty(within(t, a, c), "  Ёлочный факультет ").OK()
			var got faculty
			answer.Into(&got)
			want := faculty{got.UUIDDepartment, "Ёлочный факультет", []specialty{}}
			if diff := cmp.Diff(want, got); diff != "" || got.UUIDDepartment == "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]faculty{want}, structureOf(t, within(t, a, c))); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
			isAudited(t, a, answer, "structure.add faculty "+got.UUIDDepartment)
		})
		t.Run("an existing name is a conflict in any letter case", func(t *testing.T) {
			for _, name := range []string{"Ёлочный факультет", "ЕЛОЧНЫЙ ФАКУЛЬТЕТ", " ёлочный   факультет "} {
				isRefused(t, a, addFaculty(within(t, a, c), name), 409, "Факультет «"+strings.TrimSpace(name)+"» уже есть.")
			}
		})
		t.Run("another university may have the same name", func(t *testing.T) {
			addFaculty(a.As(t, "student2"), "Ёлочный факультет").OK()
		})
		t.Run("the name is validated", func(t *testing.T) {
			for _, name := range []any{"", "   ", "\t\n"} {
				isRefused(t, a, addFaculty(within(t, a, c), name), 422, "Введите название факультета")
			}
			addFaculty(within(t, a, c), strings.Repeat("ж", 300)).OK()
			isRefused(t, a, addFaculty(within(t, a, c), strings.Repeat("ж", 301)), 422, "Не длиннее 300 символов.")
			for _, name := range []any{nil, 1, []string{"x"}, "a\x00b"} {
				isRefused(t, a, addFaculty(within(t, a, c), name), 422, "")
			}
			if p := within(t, a, c).Post("/v1/hierarchy/faculty", map[string]any{}).Is(422).Problem(); p.Field("nameDepartment") == "" {
				t.Errorf("%+v", p)
			}
		})
		t.Run("faculties are sorted by name", func(t *testing.T) {
			for _, name := range []string{"Ясный", "абрикосовый", "Ежовый", "ёжный", "Жаркий"} {
				addFaculty(within(t, a, c), name).OK()
			}
			got := structureOf(t, within(t, a, c))
			if !slices.IsSortedFunc(got, func(x, y faculty) int {
				return strings.Compare(listquery.Fold(x.NameDepartment), listquery.Fold(y.NameDepartment))
			}) {
				t.Errorf("got %v", got)
			}
		})
	})
}

func TestAddMany(t *testing.T) {
	many := func(c *kit.Client, names any) kit.Answer {
		return c.Post("/v1/hierarchy/faculties", map[string]any{"namesDepartments": names})
	}
	numbered := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprintf("Факультет %03d", i)
		}
		return out
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		t.Run("all are created in the given order", func(t *testing.T) {
			answer := many(within(t, a, c), []string{" Второй", "Первый"}).OK()
			var got []faculty
			answer.Into(&got)
			if len(got) != 2 || got[0].NameDepartment != "Второй" || got[1].NameDepartment != "Первый" || got[0].UUIDDepartment == got[1].UUIDDepartment {
				t.Errorf("got %+v", got)
			}
			isAudited(t, a, answer, "structure.add faculty "+got[0].UUIDDepartment)
		})
		t.Run("or none", func(t *testing.T) {
			before := structureOf(t, within(t, a, c))
			isRefused(t, a, many(within(t, a, c), []string{"Третий", "первый"}), 409, "Факультет «первый» уже есть.")
			isRefused(t, a, many(within(t, a, c), []string{"Третий", "ТРЕТИЙ"}), 409, "Факультет «ТРЕТИЙ» уже есть.")
			isRefused(t, a, many(within(t, a, c), []string{"Третий", " "}), 422, "Введите название факультета")
			isRefused(t, a, many(within(t, a, c), []string{"Третий", strings.Repeat("ж", 301)}), 422, "Не длиннее 300 символов.")
			if diff := cmp.Diff(before, structureOf(t, within(t, a, c))); diff != "" {
				t.Errorf("something was made (-before +after):\n%s", diff)
			}
		})
		t.Run("accepts one to two hundred names", func(t *testing.T) {
			isRefused(t, a, many(within(t, a, c), []string{}), 422, "Выберите от 1 до 200 факультетов.")
			isRefused(t, a, many(within(t, a, c), numbered(201)), 422, "Выберите от 1 до 200 факультетов.")
			many(within(t, a, c), numbered(200)).OK()
			for _, names := range []any{nil, "Первый", []int{1}, map[string]any{}} {
				isRefused(t, a, many(within(t, a, c), names), 422, "")
			}
		})
	})
}

func TestImportByINN(t *testing.T) {
	known := func(c *kit.Client, inn string) kit.Answer {
		return c.Get("/v1/univer/import-faculties?inn=" + inn)
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		const bmstu = "7701002520"
		var all struct{ NamesDepartments []string }
		known(c, bmstu).OK().Into(&all)
		if len(all.NamesDepartments) < 5 {
			t.Fatalf("the catalogue knows %q", all.NamesDepartments)
		}
		t.Run("skips existing names in any letter case", func(t *testing.T) {
			there := strings.ToUpper(all.NamesDepartments[0])
			addFaculty(within(t, a, c), there).OK()
			var rest struct{ NamesDepartments []string }
			known(within(t, a, c), bmstu).OK().Into(&rest)
			if diff := cmp.Diff(all.NamesDepartments[1:], rest.NamesDepartments); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
		t.Run("of a university that has all of them is empty and no 404", func(t *testing.T) {
			within(t, a, c).Post("/v1/hierarchy/faculties", map[string]any{"namesDepartments": all.NamesDepartments[1:]}).OK()
			if got := strings.TrimSpace(string(known(within(t, a, c), bmstu).OK().Body)); got != `{"namesDepartments":[]}` {
				t.Errorf("got %s", got)
			}
		})
		t.Run("ignores blanks and punctuation around the digits", func(t *testing.T) {
			known(within(t, a, c), "%20"+bmstu+"%20").OK()
			known(within(t, a, c), "7701-002520").OK()
		})
		t.Run("of an unknown number is a 404", func(t *testing.T) {
			known(within(t, a, c), "7707083893").Is(404)
			known(within(t, a, c), "%D0%B8%D0%BD%D0%BD+%D1%83%D0%BD%D0%B8%D0%B2%D0%B5%D1%80%D0%B0").Is(404)
		})
		t.Run("of less than ten characters is a 422", func(t *testing.T) {
			// «ИНН вуза» is eight characters in fifteen bytes.
			for _, short := range []string{"", "123456789", "%20%20123456789%20", "%D0%98%D0%9D%D0%9D%20%D0%B2%D1%83%D0%B7%D0%B0"} {
				if p := known(within(t, a, c), short).Is(422).Problem(); p.Field("inn") != "Введите ИНН" {
					t.Errorf("%q: %+v", short, p)
				}
			}
			known(within(t, a, c), strings.Repeat("1", 101)).Is(422)
		})
	})
}

// Rules 2.11: only operator_all may name another university; to the others it does not exist.
func TestFacultiesOfAUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		added(t, a.As(t, "student2"), "Только в Петербурге", "Мосты")
		added(t, a.As(t, "student"), "Только в Москве")
		home := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE inn = '7729082090'")
		foreign := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE inn = '7801002274'")
		has := func(t *testing.T, answer kit.Answer, name string) bool {
			t.Helper()
			var got []faculty
			answer.OK().Into(&got)
			return slices.ContainsFunc(got, func(f faculty) bool { return f.NameDepartment == name })
		}
		for _, account := range []string{"all", "student", "univer", "chairman", "flag"} {
			t.Run(account, func(t *testing.T) {
				c := a.As(t, account)
				for _, path := range []string{"/v1/univer/faculty", "/v1/univer/faculty?uuidUniversity=", "/v1/univer/faculty?uuidUniversity=" + home, "/v1/hierarchy"} {
					if answer := c.Get(path); !has(t, answer, "Только в Москве") || has(t, answer, "Только в Петербурге") {
						t.Errorf("%s: %s", path, answer.Body)
					}
				}
				answer := c.Get("/v1/univer/faculty?uuidUniversity=" + foreign)
				if account == "all" {
					if !has(t, answer, "Только в Петербурге") {
						t.Errorf("%s", answer.Body)
					}
				} else {
					answer.Is(404)
				}
				c.Get("/v1/univer/faculty?uuidUniversity=" + uuid.NewString()).Is(404)
				if p := c.Get("/v1/univer/faculty?uuidUniversity=1").Is(422).Problem(); p.Field("uuidUniversity") == "" {
					t.Errorf("%+v", p)
				}
			})
		}
	})
}

func TestRoles(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		f := added(t, a.As(t, "student"), "Для проверки ролей", "Роли")
		for _, account := range []string{"univer", "flag"} {
			t.Run(account+" may look and not change", func(t *testing.T) {
				c := a.As(t, account)
				c.Get("/v1/hierarchy").OK()
				c.Get("/v1/univer/import-faculties?inn=7729082090").Is(403)
				isRefused(t, a, addFaculty(c, "Новый"), 403, "Доступ запрещён.")
				isRefused(t, a, c.Post("/v1/hierarchy/faculties", map[string]any{"namesDepartments": []string{"Новый"}}), 403, "Доступ запрещён.")
				isRefused(t, a, save(c, f.UUIDDepartment, "Иначе", nil), 403, "Доступ запрещён.")
				isRefused(t, a, c.Delete("/v1/hierarchy/faculty/"+f.UUIDDepartment, nil), 403, "Доступ запрещён.")
				isRefused(t, a, c.Delete("/v1/hierarchy/specialty/"+f.Specialties[0].UUIDSpecialty, nil), 403, "Доступ запрещён.")
			})
		}
		for _, account := range []string{"all", "chairman"} {
			t.Run(account+" may change", func(t *testing.T) {
				c := a.As(t, account)
				made := added(t, c, "Сделал "+account)
				save(c, made.UUIDDepartment, "Изменил "+account, nil).OK()
				c.Delete("/v1/hierarchy/faculty/"+made.UUIDDepartment, nil).OK()
			})
		}
		if diff := cmp.Diff(f, named(t, a.As(t, "student"), "Для проверки ролей")); diff != "" {
			t.Errorf("it changed (-before +after):\n%s", diff)
		}
	})
}
