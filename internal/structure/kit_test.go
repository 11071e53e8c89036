package structure_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/db"
	"studbonus/internal/testkit"
)

type specialty struct{ UUIDSpecialty, NameSpecialty string }

type faculty struct {
	UUIDDepartment, NameDepartment string
	Specialties                    []specialty
}

// within gives a client to a subtest.
func within(t *testing.T, a *testkit.App, c *testkit.Client) *testkit.Client {
	out := a.Anyone(t)
	out.Access = c.Access
	return out
}

func structureOf(t *testing.T, c *testkit.Client) []faculty {
	t.Helper()
	var out []faculty
	c.Get("/v1/hierarchy").OK().Into(&out)
	return out
}

func addFaculty(c *testkit.Client, name any) testkit.Answer {
	return c.Post("/v1/hierarchy/faculty", map[string]any{"nameDepartment": name})
}

// added makes a faculty with specialties and gives it as the structure shows it.
func added(t *testing.T, c *testkit.Client, name string, specialties ...string) faculty {
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

func named(t *testing.T, c *testkit.Client, name string) faculty {
	t.Helper()
	for _, f := range structureOf(t, c) {
		if f.NameDepartment == name {
			return f
		}
	}
	t.Fatalf("no faculty %q", name)
	return faculty{}
}

func save(c *testkit.Client, uuid, name, specialties any) testkit.Answer {
	body := map[string]any{"uuidDepartment": uuid, "nameDepartment": name}
	if specialties != nil {
		body["specialties"] = specialties
	}
	return c.Put("/v1/hierarchy", body)
}

// enrol puts a student into a faculty, and into a specialty unless it is empty.
func enrol(t *testing.T, a *testkit.App, faculty, specialty string) {
	t.Helper()
	err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO students (uuid, university_id, city_id, faculty_id, specialty_id, surname, name, patronymic, name_key, search_text, phone, student_code, birth_date,
			course, start_year, end_year, status, created_at)
			SELECT ?, f.university_id, u.city_id, f.id, (SELECT id FROM specialties WHERE CAST(uuid AS TEXT) = ?), 'Пробный', 'Студент', '', 'пробный студент', 'пробный студент', '', '', '',
			1, 2025, 2029, 'active', ? FROM faculties f JOIN universities u ON u.id = f.university_id WHERE f.uuid = ?`,
			uuid.NewString(), specialty, testkit.Start.Add(-time.Hour), faculty)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// actions are the audit rows of a request.
func actions(t *testing.T, a *testkit.App, answer testkit.Answer) []string {
	t.Helper()
	out, err := db.All[string](context.Background(), a.DB, "SELECT action || ' ' || kind || ' ' || object FROM audit_log WHERE request_id = ? ORDER BY seq", answer.Header.Get("X-Request-Id"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// isAudited: one row per write, under the id of its request.
func isAudited(t *testing.T, a *testkit.App, answer testkit.Answer, want string) {
	t.Helper()
	if got := actions(t, a, answer); len(got) != 1 || got[0] != want {
		t.Errorf("audited %q, want %q", got, want)
	}
}

// isRefused: the status and text are as they should be, and nothing is written down.
func isRefused(t *testing.T, a *testkit.App, answer testkit.Answer, status int, detail string) {
	t.Helper()
	p := answer.Is(status).Problem()
	if detail != "" && p.Detail != detail {
		t.Errorf("detail %q, want %q", p.Detail, detail)
	}
	if got := actions(t, a, answer); len(got) != 0 {
		t.Errorf("a refusal was audited: %q", got)
	}
}
