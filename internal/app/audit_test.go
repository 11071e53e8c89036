package app_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/kit"
)

func TestACallersOwnViewsAndDenialsReachTheLog(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		student := kit.One[string](t, a, "SELECT s.uuid FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' LIMIT 1")
		count := func(action string) int {
			return kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = ?", action)
		}
		a.As(t, "student").Get("/v1/student/" + student).OK()
		a.As(t, "univer").Get("/v1/student/" + student).Is(403)
		a.Anyone(t).Get("/v1/student/" + student).Is(401)
		deadline := time.Now().Add(20 * time.Second) // normally within a second
		for count("student.view") != 1 || count("access.denied") != 2 {
			if time.Now().After(deadline) {
				t.Fatalf("%d views and %d denials, want 1 and 2", count("student.view"), count("access.denied"))
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}

// logText is every column of the audit log that holds text.
const logText = `SELECT operator_name || ' ' || action || ' ' || kind || ' ' || object || ' ' || subject || ' ' || reason || ' ' || changes || ' ' || request_id || ' ' || address
	FROM audit_log`

func TestAPersonsValuesAreInNoRowOfTheLog(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := kit.One[string](t, a, "SELECT uuid FROM students WHERE status = 'moderation' ORDER BY id LIMIT 1")
		university := kit.One[int64](t, a, "SELECT university_id FROM students WHERE uuid = ?", id)
		text := func(query string, args ...any) string { return kit.One[string](t, a, query, args...) }
		forms := []map[string]any{
			{"surname": "Меткина", "name": "Метка", "patronymic": "Метковна", "phone": "79990001122", "birthdate": "17.03.2004", "course": 2, "startEducation": 2024, "endEducation": 2029},
			{"surname": "Знакова", "name": "Знаковка", "patronymic": "Знаковна", "phone": "79993334455", "birthdate": "18.04.2005", "course": 3, "startEducation": 2023, "endEducation": 2028},
		}
		for i, form := range forms {
			form["uuidUniversity"] = text("SELECT uuid FROM universities WHERE id = ?", university)
			form["uuidCity"] = text("SELECT uuid FROM cities ORDER BY id DESC LIMIT 1 OFFSET ?", i)
			form["uuidFaculty"] = text("SELECT uuid FROM faculties WHERE university_id = ? AND id IN (SELECT faculty_id FROM specialties) ORDER BY id LIMIT 1 OFFSET ?", university, i)
			form["uuidSpecialty"] = text("SELECT s.uuid FROM specialties s JOIN faculties f ON f.id = s.faculty_id WHERE f.uuid = ? ORDER BY s.id LIMIT 1", form["uuidFaculty"])
			form["photo"] = ""
			if diff := cmp.Diff(studentFields(t, a), slices.Sorted(maps.Keys(form))); diff != "" {
				t.Fatalf("fields of the form (-API +test):\n%s", diff)
			}
			c.Put("/v1/student/"+id, form).OK()
		}
		for _, to := range []string{"rejected", "active", "blocked"} {
			c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": to, "reasonText": "Причина с меткой"}).OK()
		}
		log := strings.Join(kit.All[string](t, a, logText), "\n")
		for _, marker := range []string{"Метк", "Знаков", "79990001122", "79993334455", "17.03.2004", "18.04.2005", "с меткой"} {
			if strings.Contains(log, marker) {
				t.Errorf("the log contains %q", marker)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE subject <> '' AND (changes <> '{}' OR reason <> '')"); n != 0 {
			t.Errorf("%d rows about people with values", n)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE kind = 'student' AND object <> '' AND (subject <> object OR subject_university_id IS NULL)"); n != 0 {
			t.Errorf("%d rows of students that do not name the student", n)
		}
		var history []struct {
			Reason  *string
			Changes map[string]struct{ From, To any }
		}
		c.Get("/v1/audit/student/" + id).OK().Into(&history)
		if len(history) < 5 || history[0].Reason == nil || *history[0].Reason != "Причина с меткой" || history[3].Changes["surname"].To != "Знакова" {
			t.Errorf("control: the card's history shows %+v", history)
		}
	})
}

// studentFields are the fields of a student's form in the API document.
func studentFields(t *testing.T, a *kit.App) []string {
	t.Helper()
	type schema struct {
		Ref        string `json:"$ref"`
		Properties map[string]any
	}
	var doc struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct{ Schema schema }
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	text, err := a.API.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	form := doc.Paths["/v1/student/{uuidUser}"]["put"].RequestBody.Content["application/json"].Schema
	if name := strings.TrimPrefix(form.Ref, "#/components/schemas/"); name != form.Ref {
		form = doc.Components.Schemas[name]
	}
	return slices.Sorted(maps.Keys(form.Properties))
}
