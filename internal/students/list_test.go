package students_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/list"
	"studbonus/internal/students"
	"studbonus/internal/testkit"
)

// plain answers a list's question with the plainest SQL there is: what the index must agree with.
func plain(ctx context.Context, t *testing.T, a *testkit.App, university int64, q list.Query[students.Filter]) []int64 {
	t.Helper()
	statuses := []string{"active", "blocked"}
	if q.Filter.Kind == students.Applications {
		statuses = []string{"moderation", "rejected"}
	}
	if q.Filter.Status != "" {
		statuses = []string{string(q.Filter.Status)}
	}
	where, args := list.Condition("s.search_text", list.Terms(q.Search))
	where, args = where+" AND s.status IN (?)", append(args, statuses)
	if university != 0 {
		where, args = where+" AND s.university_id = ?", append(args, university)
	}
	if len(q.Filter.Cities) > 0 {
		where, args = where+" AND s.city_id IN (SELECT id FROM cities WHERE uuid IN (?))", append(args, q.Filter.Cities)
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

type asker struct {
	rng    *rand.Rand
	cities []string
}

func newAsker(ctx context.Context, t *testing.T, a *testkit.App, seed uint64) *asker {
	t.Helper()
	cities, err := db.All[string](ctx, a.DB, "SELECT DISTINCT c.uuid FROM cities c JOIN students s ON s.city_id = c.id ORDER BY c.uuid")
	if err != nil {
		t.Fatal(err)
	}
	return &asker{rand.New(rand.NewPCG(seed, 7)), cities}
}

func (k *asker) pick(from ...string) string { return from[k.rng.IntN(len(from))] }

func (k *asker) query() list.Query[students.Filter] {
	q := list.Query[students.Filter]{
		Sort: k.pick("idStudent", "surname", "course", "nameFaculty"), Direction: list.Direction(k.pick("ASC", "DESC")), Limit: 1 + k.rng.IntN(30),
	}
	q.Filter.Kind = students.Kind(k.rng.IntN(2))
	if k.rng.IntN(2) == 0 {
		q.Filter.Status = students.Status(map[students.Kind][]string{0: {"active", "blocked"}, 1: {"moderation", "rejected"}}[q.Filter.Kind][k.rng.IntN(2)])
	}
	if k.rng.IntN(3) == 0 {
		q.Filter.Cities = []string{k.cities[k.rng.IntN(len(k.cities))], k.cities[k.rng.IntN(len(k.cities))]}
	}
	if k.rng.IntN(2) == 0 {
		q.Search = k.pick("иван", "ива ан", "я", "ёв", "ко", "Bdfyjd", "+7 (9", "8916", "4800", "1", "петр", "нет такого", "%", "_", "ова мария", "ИВАНОВ")
	}
	return q
}

// writer keeps changing students through the service: decisions, edits, new applications.
func writer(ctx context.Context, t *testing.T, a *testkit.App, seed uint64, until <-chan struct{}) {
	rng := rand.New(rand.NewPCG(seed, 9))
	ctx = access.WithPrincipal(ctx, access.Principal{Role: access.OperatorAll, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
	uuids, err := db.All[string](ctx, a.DB, "SELECT uuid FROM students ORDER BY id")
	if err != nil {
		t.Error(err)
		return
	}
	faculties, err := db.All[string](ctx, a.DB, "SELECT uuid FROM faculties WHERE university_id = 1 ORDER BY id")
	if err != nil {
		t.Error(err)
		return
	}
	never := func(int64) bool { return false }
	for i := 0; ; i++ {
		select {
		case <-until:
			return
		default:
		}
		id := uuids[rng.IntN(len(uuids))]
		switch rng.IntN(3) {
		case 0:
			to := []students.Status{students.Active, students.Blocked, students.Rejected}[rng.IntN(3)]
			_ = a.Students.Move(ctx, students.Move{Student: id, To: to, Reason: "проверка"}, never) // many are refused by the rules
		case 1:
			names := []string{"Иванов", "Ёлкин", "Петрова-Водкина", "Ян", "Щукин"}
			_ = a.Students.Save(ctx, id, students.Change{
				Surname: names[rng.IntN(len(names))], Name: "Иван", Course: 1 + rng.IntN(6), StartYear: 2024, EndYear: 2028, Faculty: &faculties[rng.IntN(len(faculties))],
			}, never) // a faculty of another university is refused
		case 2:
			_, err := a.Students.Apply(ctx, students.Application{
				University: 1 + int64(rng.IntN(2)), City: 1 + int64(rng.IntN(20)), Surname: "Новиков", Name: fmt.Sprint("Имя", i), Phone: "79161112233", Course: 1, StartYear: 2026, EndYear: 2030,
			})
			if err != nil {
				t.Error(err)
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// changes counts what is committed: on PostgreSQL a change may become visible after one with a higher number.
func changes(ctx context.Context, t *testing.T, a *testkit.App) int64 {
	t.Helper()
	n, err := db.One[int64](ctx, a.DB, "SELECT count(*) FROM list_changes")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func waitForIndex(t *testing.T, a *testkit.App) {
	t.Helper()
	if err := a.Students.Index().Follow(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// compareOnce asks the list and plain SQL the same. A comparison counts only when nothing was written meanwhile.
func compareOnce(t *testing.T, a *testkit.App, k *asker) (counted bool) {
	t.Helper()
	principal := access.Principal{Role: access.OperatorAll}
	if k.rng.IntN(2) == 0 {
		principal = access.Principal{Role: access.OperatorStudent, University: 1 + int64(k.rng.IntN(2))}
	}
	ctx := access.WithPrincipal(t.Context(), principal)
	q := k.query()
	before := changes(ctx, t, a)
	want := plain(ctx, t, a, principal.University, q)
	if len(want) > 0 {
		q.Offset = k.rng.IntN(len(want) + 2)
	}
	page, err := a.Students.List(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	if changes(ctx, t, a) != before {
		return false
	}
	got := make([]int64, len(page.Rows))
	for i, r := range page.Rows {
		got[i] = r.ID
	}
	wantPage := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
	if page.Total != len(want) || !slices.Equal(got, wantPage) {
		t.Fatalf("%+v: total %d, want %d\n%s", q, page.Total, len(want), cmp.Diff(wantPage, got))
	}
	return true
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		waitForIndex(t, a)
		until := make(chan struct{})
		var writers sync.WaitGroup
		for w := range 3 {
			writers.Go(func() { writer(context.Background(), t, a, uint64(w), until) })
		}
		k := newAsker(t.Context(), t, a, 3)
		counted := 0
		const enough = 40 // as long as it takes on a busy machine, within reason
		for started := time.Now(); time.Since(started) < time.Minute && (counted < enough || time.Since(started) < 3*time.Second); {
			if compareOnce(t, a, k) {
				counted++
			}
		}
		close(until)
		writers.Wait()
		for range 150 { // and at rest
			if !compareOnce(t, a, k) {
				t.Fatal("something still writes")
			}
		}
		if counted < enough {
			t.Errorf("only %d comparisons while writing: the test proves too little", counted)
		}
	})
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		k := newAsker(t.Context(), t, a, 5)
		for range 60 {
			compareOnce(t, a, k)
		}
	})
}

func TestTheNextListRequestOnAnotherInstanceIsAlreadyRight(t *testing.T) {
	first := testkit.New(t, testkit.PostgreSQL)
	second := testkit.Open(t, testkit.PostgreSQL, first.Config)
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
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
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
			page, err := a.Students.List(ctx, list.Query[students.Filter]{Filter: students.Filter{Kind: students.Applications}, Search: search, Sort: "idStudent", Direction: "DESC", Limit: 5})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != 1 || page.Rows[0].Surname != "Щёткин-Зимний" {
				t.Errorf("%q finds %d", search, page.Total)
			}
		}
	})
}
