package students_test

import (
	"path"
	"testing"

	"studbonus/internal/catalog"
	"studbonus/internal/test/kit"
)

// Head office opens a university that has nobody: it invites the administrator, who accepts, invites an operator, who builds
// the structure and decides the first application. Nothing of it needs a shell.
func TestAUniversityOpensFromNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		added, err := a.Catalog.AddUniversity(t.Context(), catalog.NewUniversity{ShortName: "ПГНИУ", FullName: "Пермский университет", INN: "5903003330", City: "Пермь"})
		if err != nil {
			t.Fatal(err)
		}
		university := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", added.ID)
		const password = "Довольно длинный"
		sent := 0
		invite := func(by *kit.Client, login string, isAdmin bool) *kit.Client {
			t.Helper()
			by.Post("/v1/invitations", map[string]any{"login": login, "role": "operator_student", "isAdmin": isAdmin, "uuidUniversity": university}).OK()
			sent++
			link := path.Base(a.LetterAbout(t, "Приглашение в СтудБонус", sent).Link)
			a.Anyone(t).Put("/auth/invitation-accept", map[string]any{"hash": link, "password": password, "surname": "Новая", "name": "Анна"}).OK()
			return a.SignIn(t, login, password)
		}
		admin := invite(a.As(t, "all"), "admin@perm.example", true)
		operator := invite(admin, "operator@perm.example", false)
		operator.Put("/v1/operators", map[string]any{}).Is(403) // no administrator
		var faculty struct{ UUIDDepartment string }
		operator.Post("/v1/hierarchy/faculty", map[string]any{"nameDepartment": "Геологический факультет"}).OK().Into(&faculty)

		student, phone := a.Guest(t), kit.PhoneNumber(991)
		student.SignInMember(phone)
		form := student.Application()
		form["universityId"], form["facultyId"] = university, faculty.UUIDDepartment
		student.Post("/s/v1/application", form).Is(201)
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", phone)
		a.As(t, "student").Get("/v1/student/" + id).Is(404) // of another university
		operator.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "active"}).OK()
		if p := progressOf(student); p.Status != "active" {
			t.Errorf("%+v", p)
		}
		if at := kit.One[string](t, a, "SELECT short_name FROM universities WHERE id = (SELECT university_id FROM students WHERE uuid = ?)", id); at != "ПГНИУ" {
			t.Errorf("the student is at %s", at)
		}
	}, kit.WithJobs())
}
