package structure_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type specialty struct{ UUIDSpecialty, NameSpecialty string }

type faculty struct {
	UUIDDepartment, NameDepartment string
	Specialties                    []specialty
}

// within returns a client for a subtest.
func within(t *testing.T, a *kit.App, c *kit.Client) *kit.Client {
	out := a.Anyone(t)
	out.Access = c.Access
	return out
}

func structureOf(t *testing.T, c *kit.Client) []faculty {
	t.Helper()
	var out []faculty
	c.Get("/v1/hierarchy").OK().Into(&out)
	return out
}

func addFaculty(c *kit.Client, name any) kit.Answer {
	return c.Post("/v1/hierarchy/faculty", map[string]any{"nameDepartment": name})
}

// added creates a faculty with specialties and returns it as the structure shows it.
func added(t *testing.T, c *kit.Client, name string, specialties ...string) faculty {
	t.Helper()
	var f faculty
	addFaculty(c, name).OK().Into(&f)
	if len(specialties) > 0 {
		edited := make([]map[string]any, len(specialties))
		for i, s := range specialties {
			edited[i] = map[string]any{"nameSpecialty": s}
		}
		save(c, f.UUIDDepartment, name, edited).OK()
	}
	return named(t, c, name)
}

func named(t *testing.T, c *kit.Client, name string) faculty {
	t.Helper()
	for _, f := range structureOf(t, c) {
		if f.NameDepartment == name {
			return f
		}
	}
	t.Fatalf("no faculty %q", name)
	return faculty{}
}

func save(c *kit.Client, uuid, name, specialties any) kit.Answer {
	body := map[string]any{"uuidDepartment": uuid, "nameDepartment": name}
	if specialties != nil {
		body["specialties"] = specialties
	}
	return c.Put("/v1/hierarchy", body)
}

// enrol moves a student to a faculty, and to a specialty unless it is empty.
func enrol(t *testing.T, a *kit.App, faculty, specialty string) {
	t.Helper()
	id := uuid.NewString() // used as the student number too, because it is unique
	err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO students (uuid, university_id, city_id, faculty_id, specialty_id, surname, name, patronymic, name_key, search_text, phone, student_code, birth_date,
			course, start_year, end_year, status, created_at)
			SELECT ?, f.university_id, u.city_id, f.id, (SELECT id FROM specialties WHERE CAST(uuid AS TEXT) = ?), 'Пробный', 'Студент', '', 'пробный студент', 'пробный студент', '', ?, '',
			1, 2025, 2029, 'active', ? FROM faculties f JOIN universities u ON u.id = f.university_id WHERE f.uuid = ?`,
			id, specialty, id, kit.Start.Add(-time.Hour), faculty)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// actions returns the audit rows of a request. That of its refusal is left out: it is written up to a second later.
func actions(t *testing.T, a *kit.App, answer kit.Answer) []string {
	t.Helper()
	out, err := db.All[string](context.Background(), a.DB, "SELECT action || ' ' || kind || ' ' || object FROM audit_log WHERE request_id = ? AND action <> 'access.denied' ORDER BY seq", answer.Header.Get("X-Request-Id"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// isAudited fails unless the request has exactly one audit row, the wanted one.
func isAudited(t *testing.T, a *kit.App, answer kit.Answer, want string) {
	t.Helper()
	if got := actions(t, a, answer); len(got) != 1 || got[0] != want {
		t.Errorf("audited %q, want %q", got, want)
	}
}

// isRefused checks status and message, and that there is no audit row.
func isRefused(t *testing.T, a *kit.App, answer kit.Answer, status int, detail string) {
	t.Helper()
	p := answer.Is(status).Problem()
	if detail != "" && p.Detail != detail {
		t.Errorf("detail %q, want %q", p.Detail, detail)
	}
	if got := actions(t, a, answer); len(got) != 0 {
		t.Errorf("a refusal was audited: %q", got)
	}
}
