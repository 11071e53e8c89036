package structure_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/test/kit"
)

type edit = map[string]any

func TestSave(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		f := added(t, c, "Физический", "Оптика", "Акустика")
		added(t, c, "Химический")
		t.Run("renames the faculty and edited specialties, adds new ones, leaves the rest", func(t *testing.T) {
			optics := f.Specialties[1]
			answer := save(within(t, a, c), f.UUIDDepartment, " Физико-технический ", []edit{
				{"uuidSpecialty": optics.UUIDSpecialty, "nameSpecialty": "Волновая оптика"}, {"nameSpecialty": "Магнетизм"},
			}).OK()
			got := named(t, within(t, a, c), "Физико-технический")
			if got.UUIDDepartment != f.UUIDDepartment {
				t.Error("another faculty")
			}
			if diff := cmp.Diff([]string{"Акустика", "Волновая оптика", "Магнетизм"}, namesOf(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.Specialties[1].UUIDSpecialty != optics.UUIDSpecialty {
				t.Error("a renamed specialty lost its identifier")
			}
			isAudited(t, a, answer, "structure.save faculty "+f.UUIDDepartment)
			last, found, err := audit.Last(context.Background(), a.DB, "faculty", f.UUIDDepartment)
			if err != nil || !found {
				t.Fatal(found, err)
			}
			want := map[string]audit.Change{
				"nameDepartment": {From: "Физический", To: "Физико-технический"}, "specialty Волновая оптика": {From: "Оптика", To: "Волновая оптика"}, "specialty Магнетизм": {From: "", To: "Магнетизм"},
			}
			if diff := cmp.Diff(want, last.Changes()); diff != "" {
				t.Errorf("audited (-want +got):\n%s", diff)
			}
		})
		t.Run("a name that is not sent stays", func(t *testing.T) {
			within(t, a, c).Put("/v1/hierarchy", edit{"uuidDepartment": f.UUIDDepartment, "specialties": []edit{{"nameSpecialty": "Термодинамика"}}}).OK()
			got := named(t, within(t, a, c), "Физико-технический")
			if diff := cmp.Diff([]string{"Акустика", "Волновая оптика", "Магнетизм", "Термодинамика"}, namesOf(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
		present := named(t, within(t, a, c), "Физико-технический")
		t.Run("a change of letter case does not conflict with itself", func(t *testing.T) {
			save(within(t, a, c), f.UUIDDepartment, "ФИЗИКО-технический", nil).OK()
			save(within(t, a, c), f.UUIDDepartment, "Физико-технический", nil).OK()
		})
		t.Run("an invalid form changes nothing", func(t *testing.T) {
			optics := present.Specialties[1].UUIDSpecialty
			foreign := added(t, a.As(t, "student2"), "Чужой факультет", "Чужая специальность")
			other := added(t, within(t, a, c), "Соседний", "Соседняя")
			for _, test := range []struct {
				name   string
				uuid   any
				title  any
				edits  any
				status int
				detail string
			}{
				{"no name", f.UUIDDepartment, " ", nil, 422, "Введите название факультета"},
				{"301 characters", f.UUIDDepartment, strings.Repeat("ж", 301), nil, 422, "Не длиннее 300 символов."},
				{"the name of another faculty", f.UUIDDepartment, "химический", nil, 409, "Факультет «химический» уже есть."},
				{"a specialty without a name", f.UUIDDepartment, "Новый", []edit{{"uuidSpecialty": optics, "nameSpecialty": ""}}, 422, "Введите название специальности"},
				{"a specialty of 301 characters", f.UUIDDepartment, "Новый", []edit{{"nameSpecialty": strings.Repeat("ж", 301)}}, 422, "Название специальности не длиннее 300 символов."},
				{"a specialty that is there", f.UUIDDepartment, "Новый", []edit{{"nameSpecialty": "акустика"}}, 409, "Специальность «акустика» уже есть."},
				{"two new ones of one name", f.UUIDDepartment, "Новый", []edit{{"nameSpecialty": "Икс"}, {"nameSpecialty": "икс"}}, 409, "Специальность «икс» уже есть."},
				{"the name of another specialty", f.UUIDDepartment, "Новый", []edit{{"uuidSpecialty": optics, "nameSpecialty": "МАГНЕТИЗМ"}}, 409, "Специальность «МАГНЕТИЗМ» уже есть."},
				{"a specialty of another faculty", f.UUIDDepartment, "Новый", []edit{{"uuidSpecialty": other.Specialties[0].UUIDSpecialty, "nameSpecialty": "Икс"}}, 404, "Не найдено."},
				{"a specialty of another university", f.UUIDDepartment, "Новый", []edit{{"uuidSpecialty": foreign.Specialties[0].UUIDSpecialty, "nameSpecialty": "Икс"}}, 404, "Не найдено."},
				{"a faculty of another university", foreign.UUIDDepartment, "Новый", nil, 404, "Не найдено."},
				{"a faculty that never was", uuid.NewString(), "Новый", nil, 404, "Не найдено."},
				{"a bad identifier", "1", "Новый", nil, 422, "Неверный идентификатор."},
				{"a bad identifier of a specialty", f.UUIDDepartment, "Новый", []edit{{"uuidSpecialty": "1", "nameSpecialty": "Икс"}}, 422, "Неверный идентификатор."},
				{"501 specialties", f.UUIDDepartment, "Новый", manySpecialties(501), 422, ""},
				{"specialties that are no list", f.UUIDDepartment, "Новый", "Икс", 422, "Ожидается список."},
			} {
				t.Run(test.name, func(t *testing.T) {
					isRefused(t, a, save(within(t, a, c), test.uuid, test.title, test.edits), test.status, test.detail)
				})
			}
			if diff := cmp.Diff(present, named(t, within(t, a, c), "Физико-технический")); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(foreign, named(t, a.As(t, "student2"), "Чужой факультет")); diff != "" {
				t.Errorf("another university's (-before +after):\n%s", diff)
			}
		})
		t.Run("300 characters are a name", func(t *testing.T) {
			save(within(t, a, c), f.UUIDDepartment, strings.Repeat("ж", 300), []edit{{"nameSpecialty": strings.Repeat("щ", 300)}}).OK()
		})
	})
}

func namesOf(f faculty) []string {
	out := make([]string, len(f.Specialties))
	for i, s := range f.Specialties {
		out[i] = s.NameSpecialty
	}
	return out
}

func manySpecialties(n int) []edit {
	out := make([]edit, n)
	for i := range out {
		out[i] = edit{"nameSpecialty": fmt.Sprint("Специальность ", i)}
	}
	return out
}

func TestDelete(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		deleteFaculty := func(t *testing.T, id string) kit.Answer {
			return within(t, a, c).Delete("/v1/hierarchy/faculty/"+id, nil)
		}
		deleteSpecialty := func(t *testing.T, id string) kit.Answer {
			return within(t, a, c).Delete("/v1/hierarchy/specialty/"+id, nil)
		}
		t.Run("a specialty is deleted", func(t *testing.T) {
			f := added(t, within(t, a, c), "Первый", "Раз", "Два")
			answer := deleteSpecialty(t, f.Specialties[1].UUIDSpecialty).OK()
			isAudited(t, a, answer, "structure.delete specialty "+f.Specialties[1].UUIDSpecialty)
			if diff := cmp.Diff([]string{"Два"}, namesOf(named(t, within(t, a, c), "Первый"))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			deleteSpecialty(t, f.Specialties[1].UUIDSpecialty).Is(404)
		})
		t.Run("a faculty is deleted with its specialties", func(t *testing.T) {
			f := added(t, within(t, a, c), "Второй", "Три", "Четыре")
			answer := deleteFaculty(t, f.UUIDDepartment).OK()
			isAudited(t, a, answer, "structure.delete faculty "+f.UUIDDepartment)
			if n := kit.One[int](t, a, "SELECT count(*) FROM specialties WHERE name IN ('Три', 'Четыре')"); n != 0 {
				t.Errorf("%d specialties are left without a faculty", n)
			}
			deleteFaculty(t, f.UUIDDepartment).Is(404)
		})
		t.Run("one with students stays", func(t *testing.T) {
			f := added(t, within(t, a, c), "Третий", "Пять", "Шесть")
			enrol(t, a, f.UUIDDepartment, "")
			isRefused(t, a, deleteFaculty(t, f.UUIDDepartment), 409, "К факультету «Третий» прикреплены студенты. Сначала переведите их на другой факультет.")
			deleteSpecialty(t, f.Specialties[1].UUIDSpecialty).OK() // no student studies it
			enrol(t, a, f.UUIDDepartment, f.Specialties[0].UUIDSpecialty)
			isRefused(t, a, deleteSpecialty(t, f.Specialties[0].UUIDSpecialty), 409, "К специальности «"+f.Specialties[0].NameSpecialty+"» прикреплены студенты. Сначала переведите их на другую.")
			if got := named(t, within(t, a, c), "Третий"); len(got.Specialties) != 1 {
				t.Errorf("got %+v", got)
			}
		})
		t.Run("another university's is a 404 and stays", func(t *testing.T) {
			foreign := added(t, a.As(t, "student2"), "Чужой", "Чужая")
			isRefused(t, a, deleteFaculty(t, foreign.UUIDDepartment), 404, "Не найдено.")
			isRefused(t, a, deleteSpecialty(t, foreign.Specialties[0].UUIDSpecialty), 404, "Не найдено.")
			// Structure calls of operator_all also act on its home university (rules 2.7).
			isRefused(t, a, a.As(t, "all").Delete("/v1/hierarchy/faculty/"+foreign.UUIDDepartment, nil), 404, "Не найдено.")
			if diff := cmp.Diff(foreign, named(t, a.As(t, "student2"), "Чужой")); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
		t.Run("an invalid identifier is a 404", func(t *testing.T) {
			for _, id := range []string{"1", "x", uuid.NewString(), "%00", strings.Repeat("a", 36)} {
				deleteFaculty(t, id).Is(404)
				deleteSpecialty(t, id).Is(404)
			}
		})
	})
}

// The unique index decides, not a check before the insert: of many parallel adds of one name only one succeeds.
func TestParallelAdds(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "new")
		const times = 20
		statuses := make([]int, 2*times)
		var done sync.WaitGroup
		for i := range statuses {
			name := "Один на всех"
			if i%2 == 1 { // control: different names all succeed
				name = fmt.Sprint("Свой ", i)
			}
			done.Go(func() { statuses[i] = addFaculty(c, name).Status })
		}
		done.Wait()
		made := 0
		for i, status := range statuses {
			switch {
			case i%2 == 1 && status != 200:
				t.Errorf("a name of its own got %d", status)
			case i%2 == 0 && status == 200:
				made++
			case i%2 == 0 && status != 409:
				t.Errorf("status %d", status)
			}
		}
		if made != 1 || len(structureOf(t, c)) != times+1 {
			t.Errorf("%d times made, %d faculties", made, len(structureOf(t, c)))
		}
	})
}
