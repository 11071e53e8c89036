package students_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

// someStudent returns a student of university A with the status.
func someStudent(t *testing.T, a *kit.App, status string) string {
	t.Helper()
	id, err := db.One[string](t.Context(), a.DB, "SELECT uuid FROM students WHERE university_id = 1 AND status = ? AND faculty_id IS NOT NULL AND NOT has_vk ORDER BY id LIMIT 1", status)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func statusOf(t *testing.T, a *kit.App, uuid string) string {
	t.Helper()
	s, err := db.One[string](t.Context(), a.DB, "SELECT status || '/' || status_reason FROM students WHERE uuid = ?", uuid)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMove(t *testing.T) {
	legal := map[string]bool{
		"moderation→active": true, "moderation→rejected": true, "rejected→active": true, "rejected→rejected": true, "active→blocked": true, "blocked→active": true,
	}
	all := []string{"active", "blocked", "moderation", "rejected"}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		for _, from := range all {
			for _, to := range all {
				name := from + "→" + to
				t.Run(name, func(t *testing.T) {
					c := a.As(t, "student")
					id := someStudent(t, a, from)
					before := statusOf(t, a, id)
					answer := c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": to, "reasonText": "Причина"})
					if !legal[name] {
						answer.Is(http.StatusConflict)
						if statusOf(t, a, id) != before {
							t.Error("a refused move changed the student")
						}
						return
					}
					answer.OK()
					want := to + "/"
					if to == "blocked" || to == "rejected" {
						want += "Причина"
					}
					if got := statusOf(t, a, id); got != want {
						t.Errorf("status %s, want %s", got, want)
					}
				})
			}
		}
		id := someStudent(t, a, "active")
		for _, reason := range []any{nil, "", "   "} {
			p := c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "blocked", "reasonText": reason}).Is(422).Problem()
			if p.Field("reasonText") == "" {
				t.Errorf("reason %v: the field is not named: %+v", reason, p)
			}
		}
		c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "blocked", "reasonText": strings.Repeat("я", 501)}).Is(422)
		c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "frozen"}).Is(422)
		c.Put("/v1/user/status", map[string]any{"uuidUser": "x", "newStatus": "active"}).Is(422)
		c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "blocked", "reasonText": strings.Repeat("я", 500)}).OK()
	})
}

// Drill F14.
func TestOfTwoDecisionsExactlyOneWins(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		first, second := a.As(t, "student"), a.As(t, "chairman")
		for i := range kit.Reps(t, 100) {
			id := apply(t, a, fmt.Sprintf("Спорный %d", i), i)
			tag := first.Get("/v1/student/" + id).OK().Header.Get("ETag")
			var won atomic.Int32
			var both sync.WaitGroup
			decide := func(c *kit.Client, to string) {
				answer := c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": to, "reasonText": "Ошибки в ФИО"}, "If-Match", tag)
				switch answer.Status {
				case http.StatusOK:
					won.Add(1)
				case http.StatusConflict:
					if !strings.Contains(answer.Problem().Detail, "Последнее изменение:") {
						t.Errorf("the second is not told who decided: %s", answer.Body)
					}
				default:
					t.Errorf("status %d: %s", answer.Status, answer.Body)
				}
			}
			both.Go(func() { decide(first, "active") })
			both.Go(func() { decide(second, "rejected") })
			both.Wait()
			if won.Load() != 1 {
				t.Fatalf("%d decisions won", won.Load())
			}
			rows, err := db.One[int](t.Context(), a.DB, "SELECT count(*) FROM audit_log WHERE kind = 'student' AND object = ? AND action IN ('students.active', 'students.rejected')", id)
			if err != nil || rows != 1 {
				t.Fatalf("%d audit rows: %v", rows, err)
			}
		}
	})
}

// apply makes an application to university A.
func apply(t *testing.T, a *kit.App, surname string, number int) (uuid string) {
	t.Helper()
	uuid, err := a.Students.Apply(t.Context(), students.Application{
		University: 1, City: 1, Surname: surname, Name: "Иван", Phone: fmt.Sprintf("7999%07d", number), Course: 1, StartYear: 2024, EndYear: 2028,
	})
	if err != nil {
		t.Fatal(err)
	}
	return uuid
}

// form is a valid edit of a student as the console sends it.
func form(t *testing.T, c *kit.Client, id string) (map[string]any, string) {
	t.Helper()
	answer := c.Get("/v1/student/" + id).OK()
	var card struct{ StudentInfo map[string]any }
	answer.Into(&card)
	body := map[string]any{}
	for _, k := range []string{"surname", "name", "patronymic", "birthdate", "course", "startEducation", "endEducation", "uuidCity", "uuidUniversity", "uuidFaculty", "uuidSpecialty", "photo"} {
		body[k] = card.StudentInfo[k]
	}
	return body, answer.Header.Get("ETag")
}

// Drill F15: two operators save different fields of one card at once. One gets a 409, and nothing that the other saved
// is overwritten.
func TestOfTwoSavesExactlyOneWins(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := []*kit.Client{a.As(t, "student"), a.As(t, "chairman")}
		id := someStudent(t, a, "active")
		for i := range kit.Reps(t, 100) {
			before, tag := form(t, clients[0], id)
			mark := fmt.Sprint("Правка ", i)
			fields, saved := []string{"surname", "patronymic"}, [2]bool{}
			var both sync.WaitGroup
			for k, c := range clients {
				body := maps.Clone(before)
				body[fields[k]] = mark
				both.Go(func() {
					answer := c.Put("/v1/student/"+id, body, "If-Match", tag)
					if saved[k] = answer.Status == http.StatusOK; !saved[k] && answer.Status != http.StatusConflict {
						t.Errorf("status %d: %s", answer.Status, answer.Body)
					}
				})
			}
			both.Wait()
			after, _ := form(t, clients[0], id)
			if saved[0] == saved[1] {
				t.Fatalf("saved by both or by none: %v", saved)
			}
			for k, field := range fields {
				if (after[field] == mark) != saved[k] {
					t.Fatalf("%s is %v although its save was %v", field, after[field], saved[k])
				}
			}
		}
	})
}

func TestSave(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := someStudent(t, a, "active")
		foreign, err := db.One[string](t.Context(), a.DB, "SELECT uuid FROM faculties WHERE university_id = 2 ORDER BY id LIMIT 1")
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []struct {
			field string
			value any
		}{
			{"surname", ""}, {"surname", "  "}, {"surname", strings.Repeat("я", 101)}, {"name", ""}, {"name", strings.Repeat("я", 101)}, {"patronymic", strings.Repeat("я", 101)},
			{"birthdate", "31.02.2000"}, {"birthdate", "2000-01-01"}, {"birthdate", "01.01.2100"}, {"birthdate", "01.01.1899"},
			{"course", 0}, {"course", 7}, {"course", "2"}, {"startEducation", 2015}, {"startEducation", 2037}, {"endEducation", 2037}, {"endEducation", 2015},
			{"uuidCity", "00000000-0000-4000-8000-000000000000"}, {"uuidCity", "x"}, {"uuidFaculty", foreign}, {"uuidUniversity", foreign}, {"uuidUniversity", "x"}, {"uuidSpecialty", "00000000-0000-4000-8000-000000000000"},
			{"photo", strings.Repeat("a", 32)}, {"photo", "../../etc/passwd"},
		} {
			body, tag := form(t, c, id)
			body[bad.field] = bad.value
			p := c.Put("/v1/student/"+id, body, "If-Match", tag).Is(422).Problem()
			if p.Field(bad.field) == "" && bad.field != "startEducation" {
				t.Errorf("%s = %v: the field is not named: %+v", bad.field, bad.value, p)
			}
			if _, after := form(t, c, id); after != tag {
				t.Fatalf("%s = %v: a refused save changed the student", bad.field, bad.value)
			}
		}
		body, tag := form(t, c, id)
		body["surname"], body["name"], body["status"], body["idStudent"] = `Ёлкина<script>alert(1)</script>`, strings.Repeat("я", 100), "blocked", 7
		body["phone"] = "123" // without the vk flag the form does not set the phone
		c.Put("/v1/student/"+id, body, "If-Match", tag).OK()
		c.Put("/v1/student/"+id, body, "If-Match", tag).Is(http.StatusConflict)
		var card struct {
			Status      string
			StudentInfo struct{ Surname, NameUniversity string }
		}
		c.Get("/v1/student/" + id).OK().Into(&card)
		if card.Status != "active" || card.StudentInfo.Surname != `Ёлкина<script>alert(1)</script>` || card.StudentInfo.NameUniversity == "" {
			t.Errorf("%+v", card)
		}
	})
}

func TestThePhoneBelongsToTheFormOnlyWithTheVKFlag(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id, err := db.One[string](t.Context(), a.DB, "SELECT uuid FROM students WHERE university_id = 1 AND status = 'active' AND has_vk ORDER BY id LIMIT 1")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := form(t, c, id)
		body["phone"] = "12345"
		c.Put("/v1/student/"+id, body).Is(422)
		body["phone"] = "8 (916) 555-44-33"
		c.Put("/v1/student/"+id, body).OK()
		var card struct{ Phone string }
		c.Get("/v1/student/" + id).OK().Into(&card)
		if card.Phone != "89165554433" {
			t.Errorf("phone %s", card.Phone)
		}
	})
}

func TestAStudentOfAnotherUniversityDoesNotExist(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := someStudent(t, a, "active")
		before := statusOf(t, a, id)
		for _, account := range []string{"student2", "chairman2"} {
			c := a.As(t, account)
			c.Get("/v1/student/" + id).Is(404)
			c.Put("/v1/student/"+id, map[string]any{"surname": "Х", "name": "Х", "course": 1, "startEducation": 2024, "endEducation": 2026}).Is(404)
			c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "blocked", "reasonText": "x"}).Is(404)
			c.Put("/v1/student/neighbours/"+id, map[string]any{}).Is(404)
			c.Get("/v1/audit/student/" + id).Is(404)
		}
		if statusOf(t, a, id) != before {
			t.Error("a stranger changed the student")
		}
		a.As(t, "all").Get("/v1/student/" + id).OK()
		a.As(t, "univer").Get("/v1/student/" + id).Is(403)
	})
}

func TestListRefusals(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "student")
	for _, body := range []any{
		map[string]any{"status": "moderation"}, map[string]any{"status": "x"}, map[string]any{"cities": []string{"x"}}, map[string]any{"status": 1}, map[string]any{"searchString": []string{"a"}},
	} {
		c.Put("/v1/student", body).Is(422)
	}
	for _, body := range []any{nil, map[string]any{}, map[string]any{"status": nil, "searchString": nil, "cities": nil}, map[string]any{"status": "", "searchString": "", "cities": []string{}}} {
		if got := c.Put("/v1/student", body).OK().Header.Get("X-Record-Count"); got == "0" || got == "" {
			t.Errorf("%v: no filter finds %q", body, got)
		}
	}
	none := c.Put("/v1/student", map[string]any{"cities": []string{"00000000-0000-4000-8000-000000000000"}}).OK()
	if none.Header.Get("X-Record-Count") != "0" || string(none.Body) != "[]\n" {
		t.Errorf("an unknown city finds %s", none.Body)
	}
	past := c.Put("/v1/student", map[string]any{}, "X-Offset", "1000000").OK()
	if string(past.Body) != "[]\n" || past.Header.Get("X-Record-Count") == "0" {
		t.Errorf("an offset past the end gives %s", past.Body)
	}
}
