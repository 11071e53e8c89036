package students_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

// plain answers a list query with plain SQL, which the index must agree with.
func plain(ctx context.Context, t *testing.T, a *kit.App, q listquery.Query[students.Filter]) []int64 {
	t.Helper()
	statuses := []string{"active", "blocked"}
	if q.Filter.Kind == students.Applications {
		statuses = []string{"moderation", "rejected"}
	}
	if q.Filter.Status != "" {
		statuses = []string{string(q.Filter.Status)}
	}
	where, args := listquery.Condition("s.search_text", listquery.Terms(q.Search))
	where, args = where+" AND s.status IN (?)", append(args, statuses)
	if p := access.From(ctx); p.Role != access.OperatorAll {
		where, args = where+" AND s.university_id = ?", append(args, p.University)
	}
	if len(q.Filter.Cities) > 0 {
		where, args = where+" AND s.city_id IN (SELECT id FROM cities WHERE uuid IN (?))", append(args, q.Filter.Cities)
	}
	if q.Filter.WaitingDays > 0 {
		until := a.Clock.Now().AddDate(0, 0, -q.Filter.WaitingDays).Truncate(time.Hour)
		where, args = where+" AND s.status = 'moderation' AND coalesce(s.submitted_at, s.created_at) < ?", append(args, until)
	}
	text := map[string]string{"idStudent": "", "surname": "s.name_key", "course": "s.course", "nameFaculty": "coalesce(f.name_key, '')"}[q.Sort]
	order := " ORDER BY "
	if text != "" {
		if a.DB.Postgres() && q.Sort != "course" {
			text += ` COLLATE "C"`
		}
		order += text + " " + string(q.Direction) + ", "
	}
	ids, err := db.All[int64](ctx, a.DB, "SELECT s.id FROM students s LEFT JOIN faculties f ON f.id = s.faculty_id WHERE "+where+order+"s.id "+string(q.Direction), args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func pick(rng *rand.Rand, from ...string) string { return from[rng.IntN(len(from))] }

func ask(rng *rand.Rand, cities []string) listquery.Query[students.Filter] {
	q := listquery.Query[students.Filter]{
		Sort: pick(rng, "idStudent", "surname", "course", "nameFaculty"), Direction: listquery.Direction(pick(rng, "ASC", "DESC")), Limit: 1 + rng.IntN(30),
	}
	q.Filter.Kind = students.Kind(rng.IntN(2))
	if rng.IntN(2) == 0 {
		q.Filter.Status = students.Status(map[students.Kind][]string{0: {"active", "blocked"}, 1: {"moderation", "rejected"}}[q.Filter.Kind][rng.IntN(2)])
	}
	if rng.IntN(4) == 0 {
		q.Filter.WaitingDays = 1 + rng.IntN(30)
	}
	if rng.IntN(3) == 0 {
		q.Filter.Cities = []string{cities[rng.IntN(len(cities))], cities[rng.IntN(len(cities))]}
	}
	if rng.IntN(2) == 0 {
		q.Search = pick(rng, "иван", "ива ан", "я", "ёв", "ко", "Bdfyjd", "+7 (9", "8916", "4800", "1", "петр", "нет такого", "%", "_", "ова мария", "ИВАНОВ")
	}
	return q
}

// compared compares the list with plain SQL while students apply, are edited and change status.
func compared(t *testing.T, a *kit.App) kit.Comparison[students.Filter, students.Row] {
	t.Helper()
	cities := kit.All[string](t, a, "SELECT DISTINCT c.uuid FROM cities c JOIN students s ON s.city_id = c.id ORDER BY c.uuid")
	uuids := kit.All[string](t, a, "SELECT uuid FROM students ORDER BY id")
	faculties := kit.All[string](t, a, "SELECT uuid FROM faculties WHERE university_id = 1 ORDER BY id")
	return kit.Comparison[students.Filter, students.Row]{
		Index: a.Students.Index(), List: a.Students.List, ID: func(r students.Row) int64 { return r.ID },
		Plain: func(ctx context.Context, q listquery.Query[students.Filter]) []int64 { return plain(ctx, t, a, q) },
		Ask: func(rng *rand.Rand) (context.Context, listquery.Query[students.Filter]) {
			principal := access.Principal{Role: access.OperatorAll}
			if rng.IntN(2) == 0 {
				principal = access.Principal{Role: access.OperatorStudent, University: 1 + int64(rng.IntN(2))}
			}
			return access.WithPrincipal(t.Context(), principal), ask(rng, cities)
		},
		Write: func(rng *rand.Rand) { write(t, a, rng, pick(rng, uuids...), pick(rng, faculties...)) },
	}
}

func write(t *testing.T, a *kit.App, rng *rand.Rand, id, faculty string) {
	ctx := access.WithPrincipal(context.Background(), access.Principal{Role: access.OperatorAll, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
	never := func(int64) bool { return false }
	switch rng.IntN(3) {
	case 0:
		to := []students.Status{students.Active, students.Blocked, students.Rejected}[rng.IntN(3)]
		_ = a.Students.Move(ctx, students.Move{Student: id, To: to, Reason: "проверка"}, never) // many are refused by the rules
	case 1:
		_ = a.Students.Save(ctx, id, students.Change{
			Surname: pick(rng, "Иванов", "Ёлкин", "Петрова-Водкина", "Ян", "Щукин"), Name: "Иван", Course: 1 + rng.IntN(6), StartYear: 2024, EndYear: 2028, Faculty: &faculty,
		}, never) // a faculty of another university is refused
	case 2:
		_, err := a.Students.Apply(ctx, students.Application{
			University: 1 + int64(rng.IntN(2)), City: 1 + int64(rng.IntN(20)), Surname: "Новиков", Name: fmt.Sprint("Имя", rng.IntN(1000)), Phone: "79161112233", Course: 1, StartYear: 2026, EndYear: 2030,
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func waitForIndex(t *testing.T, a *kit.App) {
	t.Helper()
	if err := a.Students.Index().Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WhileWritten(t, a) })
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WithoutIndex(t, a) })
}

func TestTheNextListRequestOnAnotherInstanceIsAlreadyRight(t *testing.T) {
	first := kit.New(t, kit.PostgreSQL)
	second := kit.Open(t, kit.PostgreSQL, first.Config)
	waitForIndex(t, first)
	waitForIndex(t, second)
	here, there := first.As(t, "student"), second.As(t, "student")
	for range 20 {
		var rows []struct{ UUIDUser string }
		waiting := there.Put("/v1/student/request", map[string]any{"status": "moderation"}).OK()
		before := waiting.Header.Get("X-Record-Count")
		waiting.Into(&rows)
		here.Put("/v1/user/status", map[string]any{"uuidUser": rows[0].UUIDUser, "newStatus": "active"}).OK()
		after := there.Put("/v1/student/request", map[string]any{"status": "moderation"}).OK()
		if after.Header.Get("X-Record-Count") == before || strings.Contains(string(after.Body), rows[0].UUIDUser) {
			t.Fatal("the other instance still shows the decided application")
		}
	}
}

func TestSearchForgives(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		waitForIndex(t, a)
		ctx := access.WithPrincipal(t.Context(), access.Principal{Role: access.OperatorAll})
		_, err := a.Students.Apply(ctx, students.Application{
			University: 1, City: 1, Surname: "Щёткин-Зимний", Name: "Елисей", Patronymic: "Фомич", Phone: "+7 (911) 765-43-21", Course: 1, StartYear: 2026, EndYear: 2030,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, search := range []string{
			"щеткин", "ЩЁТКИН", "елисей щётк", "фомич елисей", "зимн", "зи щё", "+7 911 765-43-21", "8 911 765 43 21", "89117654321", "7654321", "otnrby", "Tkbctq", "щетк 765",
		} {
			page, err := a.Students.List(ctx, listquery.Query[students.Filter]{Filter: students.Filter{Kind: students.Applications}, Search: search, Sort: "idStudent", Direction: "DESC", Limit: 5})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != 1 || page.Rows[0].Surname != "Щёткин-Зимний" {
				t.Errorf("%q finds %d", search, page.Total)
			}
		}
	})
}

// A row names what tells universities apart, and the day its sort goes by.
func TestRowsNameUniversityCityAndDay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		type row struct{ UUIDUser, NameUniversity, NameCity, CreatedAt string }
		var rows []row
		a.As(t, "all").Put("/v1/student/request", map[string]any{}).OK().Into(&rows)
		if len(rows) == 0 {
			t.Fatal("no applications")
		}
		for _, got := range rows {
			names := kit.One[string](t, a, `SELECT u.short_name || '|' || c.name FROM students s JOIN universities u ON u.id = s.university_id JOIN cities c ON c.id = s.city_id
				WHERE s.uuid = ?`, got.UUIDUser)
			if got.NameUniversity+"|"+got.NameCity != names || got.CreatedAt == "" {
				t.Errorf("%+v, want %s", got, names)
			}
		}
		if !slices.IsSortedFunc(rows, func(a, b row) int { return strings.Compare(b.CreatedAt, a.CreatedAt) }) {
			t.Errorf("the latest is not first: %+v", rows)
		}
	})
}

func TestFrequentCitiesOfStudents(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		frequent := func(account string) (names []string) {
			var out []struct{ NameCity string }
			a.As(t, account).Put("/v1/univer/filter/cities", map[string]any{"frequent": true}).OK().Into(&out)
			for _, city := range out {
				names = append(names, city.NameCity)
			}
			return names
		}
		for account, where := range map[string]string{"all": "TRUE", "student": "university_id = 1", "student2": "university_id = 2"} {
			want := kit.All[string](t, a, `SELECT c.name FROM cities c JOIN (SELECT city_id, count(*) AS n FROM
				(SELECT city_id FROM students WHERE status IN ('active', 'blocked') AND `+where+` ORDER BY id DESC LIMIT 500) latest GROUP BY city_id) f ON f.city_id = c.id
				ORDER BY f.n DESC, c.population DESC, c.id LIMIT 8`)
			if got := frequent(account); len(got) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", account, got, want)
			}
		}
	})
}
