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
			"universities":                     {"SELECT count(*) FROM universities", 3},
			"regions with a university":        {"SELECT count(DISTINCT c.region_id) FROM universities u JOIN cities c ON c.id = u.city_id", 2},
			"students":                         {"SELECT count(*) FROM students", 2000},
			"universities with every status":   {"SELECT count(*) FROM (SELECT university_id FROM students GROUP BY university_id HAVING count(DISTINCT status) = 4) AS whole", 2},
			"students decided about, with who": {"SELECT count(DISTINCT object) FROM audit_log WHERE kind = 'student' AND operator_id IS NOT NULL", 1000},
			"news":                             {"SELECT count(*) FROM news", 40},
			"levels and states of news":        {"SELECT count(*) FROM (SELECT DISTINCT level, approval FROM news) AS kinds", 8},
			"months of news":                   {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM news", 11},
			"news that wait in A's region":     {"SELECT count(*) FROM news WHERE approval = 'wait' AND region_id = (SELECT c.region_id FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.inn = '7729082090')", 2},
			"planned news":                     {"SELECT count(*) FROM news WHERE publish_begin > '2026-11-15 09:00:00+00:00'", 2},
			"news whose time is over":          {"SELECT count(*) FROM news WHERE publish_end < '2026-11-15 09:00:00+00:00'", 3},
			"pinned news":                      {"SELECT count(*) FROM news WHERE pinned_until > '2026-11-15 09:00:00+00:00'", 2},
			"news of the railway bonus":        {"SELECT count(*) FROM news WHERE rzd_link IS NOT NULL", 3},
			"surveys with votes":               {"SELECT count(*) FROM surveys WHERE voted > 10", 7},
			"surveys that run":                 {"SELECT count(*) FROM surveys WHERE begins_at <= '2026-11-15 09:00:00+00:00' AND ends_at > '2026-11-15 09:00:00+00:00' AND voted > 0", 2},
			"events with participants":         {"SELECT count(*) FROM events WHERE booked > 0", 8},
			"events that are full":             {"SELECT count(*) FROM events WHERE booked = places", 2},
			"images of news":                   {"SELECT count(*) FROM news_photos p JOIN files f ON f.key = p.file WHERE f.is_public AND p.news_id IS NOT NULL", 30},
			"months of history":                {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM students", 12},
		} {
			if got := all[int](t, a, c.count)[0]; got < c.atLeast {
				t.Errorf("%d %s, want at least %d", got, what, c.atLeast)
			}
		}
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("sums that are not what a recount gives: %v, %v", wrong, err)
		}
		if wrong, err := a.Files.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("files that are not there: %v, %v", wrong, err)
		}
		if got := all[int](t, a, "SELECT count(*) FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = '7701002520'")[0]; got != 0 {
			t.Errorf("C has %d faculties, want no structure yet", got)
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
	const news = `SELECT n.level || '|' || n.approval || '|' || n.title || '|' || n.content || '|' || n.decline_reason || '|' || coalesce(s.voted, 0) || '|' || coalesce(e.booked, 0)
		|| '|' || (SELECT count(*) FROM news_photos p WHERE p.news_id = n.id) FROM news n LEFT JOIN surveys s ON s.news_id = n.id LEFT JOIN events e ON e.news_id = n.id ORDER BY n.id`
	const answers = "SELECT answer || '|' || voted FROM survey_variants ORDER BY id"
	one, another := testkit.New(t, testkit.SQLite), testkit.New(t, testkit.PostgreSQL) // two fills, each of its own engine
	for what, rows := range map[string]string{"students": students, "news": news, "answers": answers} {
		if diff := cmp.Diff(all[string](t, one, rows), all[string](t, another, rows)); diff != "" {
			t.Errorf("%s (-sqlite +postgres):\n%.2000s", what, diff)
		}
	}
}
