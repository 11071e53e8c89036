package demo_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/db"
	"studbonus/internal/demo"
	"studbonus/internal/testkit"
)

func all[T any](t *testing.T, a *testkit.App, text string, args ...any) []T {
	t.Helper()
	found, err := db.All[T](t.Context(), a.DB, text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The table of contract §9.
var accounts = []string{
	"all@demo.studbonus.ru operator_all A", "chairman2@demo.studbonus.ru chairman B", "chairman@demo.studbonus.ru chairman A",
	"flag@demo.studbonus.ru operator_univer A with the flag", "new@demo.studbonus.ru operator_student C",
	"student2@demo.studbonus.ru operator_student B", "student@demo.studbonus.ru operator_student A", "univer@demo.studbonus.ru operator_univer A",
}

func TestTheAccountsAreThoseOfTheContract(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		got := all[string](t, a, `SELECT o.login || ' ' || o.role || CASE u.inn WHEN '7729082090' THEN ' A' WHEN '7801002274' THEN ' B' WHEN '7701002520' THEN ' C' ELSE ' ?' END
			|| CASE WHEN o.is_chairman THEN ' with the flag' ELSE '' END FROM operators o JOIN universities u ON u.id = o.university_id ORDER BY replace(o.login, '@', '~')`)
		if diff := cmp.Diff(len(accounts), len(got)); diff != "" {
			t.Errorf("number of accounts (-want +got):\n%s", diff)
		}
		for _, want := range accounts {
			found := false
			for _, g := range got {
				found = found || g == want
			}
			if !found {
				t.Errorf("%s is missing from %v", want, got)
			}
		}
		for _, account := range demo.Accounts {
			a.SignIn(t, account.Login, "Demo-2026!")
		}
	})
}

func TestThereIsEnoughToLookAt(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		for what, c := range map[string]struct {
			count   string
			atLeast int
		}{
			"universities":                                  {"SELECT count(*) FROM universities", 3},
			"regions with a university":                     {"SELECT count(DISTINCT c.region_id) FROM universities u JOIN cities c ON c.id = u.city_id", 2},
			"students":                                      {"SELECT count(*) FROM students", 2000},
			"universities with every status":                {"SELECT count(*) FROM (SELECT university_id FROM students GROUP BY university_id HAVING count(DISTINCT status) = 4) AS whole", 2},
			"students decided about, with who":              {"SELECT count(DISTINCT object) FROM audit_log WHERE kind = 'student' AND operator_id IS NOT NULL", 1000},
			"questions":                                     {"SELECT count(DISTINCT question) FROM knowledge_questions", 40},
			"owners of questions, the programme among them": {"SELECT count(DISTINCT coalesce(university_id, 0)) FROM knowledge_questions", 4},
			"categories with questions":                     {"SELECT count(DISTINCT category_id) FROM knowledge_questions", 11},
			"questions with votes both ways":                {"SELECT count(*) FROM knowledge_questions WHERE votes_plus > 0 AND votes_minus > 0", 25},
			"questions that nobody has voted on":            {"SELECT count(*) FROM knowledge_questions WHERE votes_plus + votes_minus = 0", 3},
			"months of history":                             {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM students", 12},
		} {
			if got := all[int](t, a, c.count)[0]; got < c.atLeast {
				t.Errorf("%d %s, want at least %d", got, what, c.atLeast)
			}
		}
		if got := all[int](t, a, "SELECT count(*) FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = '7701002520'")[0]; got != 0 {
			t.Errorf("C has %d faculties, want no structure yet", got)
		}
		if got := all[int](t, a, "SELECT count(*) FROM knowledge_votes v JOIN knowledge_questions q ON q.id = v.question_id JOIN students s ON s.id = v.student_id WHERE v.voted_at < q.created_at OR v.voted_at < s.created_at")[0]; got != 0 {
			t.Errorf("%d votes on what was not there yet, or by somebody who was not", got)
		}
		now := a.Clock.Now()
		if got := all[int](t, a, "SELECT count(*) FROM students WHERE created_at > ? OR created_at < ?", now, now.AddDate(-1, 0, -1))[0]; got != 0 {
			t.Errorf("%d students of the future or of another year", got)
		}
	})
}

func TestTheSameDataAreMadeEachTime(t *testing.T) {
	const students = `SELECT s.surname || '|' || s.name || '|' || s.patronymic || '|' || s.phone || '|' || s.student_code || '|' || s.birth_date || '|' || s.course || '|'
		|| coalesce(f.name, '') || '|' || c.name || '|' || s.status || '|' || s.status_reason FROM students s LEFT JOIN faculties f ON f.id = s.faculty_id
		JOIN cities c ON c.id = s.city_id ORDER BY s.id`
	one, another := testkit.New(t, testkit.SQLite), testkit.New(t, testkit.PostgreSQL) // two fills, each of its own engine
	if diff := cmp.Diff(all[string](t, one, students), all[string](t, another, students)); diff != "" {
		t.Errorf("students (-sqlite +postgres):\n%.2000s", diff)
	}
	const questions = `SELECT q.question || '|' || c.name || '|' || coalesce(u.inn, '') || '|' || q.votes_plus || '|' || q.votes_minus FROM knowledge_questions q
		JOIN knowledge_categories c ON c.id = q.category_id LEFT JOIN universities u ON u.id = q.university_id ORDER BY q.id`
	if diff := cmp.Diff(all[string](t, one, questions), all[string](t, another, questions)); diff != "" {
		t.Errorf("questions (-sqlite +postgres):\n%.2000s", diff)
	}
}
