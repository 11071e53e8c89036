package news_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"studbonus/internal/fault"
	"studbonus/internal/testkit"
	"studbonus/internal/testkit/testdb"
)

// titlesFor is what a student sees now.
func titlesFor(t *testing.T, a *testkit.App, student string) []string {
	t.Helper()
	items, err := a.News.Feed(context.Background(), student, 0, 200)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = item.Title
	}
	return out
}

func sees(t *testing.T, a *testkit.App, student, title string) bool {
	t.Helper()
	return slices.Contains(titlesFor(t, a, student), title)
}

// An item appears and disappears at its minute: on two instances, and on one that was started in between.
func TestAnItemAppearsAndDisappearsOnTime(t *testing.T) {
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			first := testkit.New(t, engine)
			instances := []*testkit.App{first, testkit.Open(t, engine, first.Config)}
			c, student := first.As(t, "student"), reader(t, first, universityA, 0)
			id := create(t, c, form("university", object{"title": "В свой час", "publishBegin": "2026-11-15 14:30", "publishEnd": "2026-11-15 16:00"}))
			begin := time.Date(2026, 11, 15, 11, 30, 0, 0, time.UTC)
			for _, moment := range []struct {
				at      time.Time
				visible bool
			}{
				{testkit.Start, false}, {begin.Add(-time.Second), false}, {begin, true}, {begin.Add(time.Hour), true},
				{begin.Add(90*time.Minute - time.Second), true}, {begin.Add(90 * time.Minute), false}, {begin.AddDate(1, 0, 0), false},
			} {
				for i, a := range append(instances, testkit.Open(t, engine, first.Config)) { // the last has only just been started
					a.Clock.Set(moment.at)
					if got := sees(t, a, student, "В свой час"); got != moment.visible {
						t.Errorf("instance %d at %v: visible %v, want %v", i, moment.at, got, moment.visible)
					}
				}
				status := map[bool]string{true: "active", false: "disabled"}[moment.visible]
				if k, _ := read(t, first.As(t, "student"), id); k.Status != status {
					t.Errorf("at %v the card says %s, want %s", moment.at, k.Status, status)
				}
			}
		})
	}
}

func TestWhatAStudentSees(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		clients := everyone(t, a)
		type who struct {
			UUID, Faculty string
			Course        int
		}
		find := func(inn string, skip int) (w who) {
			w.UUID = reader(t, a, inn, skip)
			w.Faculty = testkit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN students s ON s.faculty_id = f.id WHERE s.uuid = ?", w.UUID)
			w.Course = testkit.One[int](t, a, "SELECT course FROM students WHERE uuid = ?", w.UUID)
			return w
		}
		mine, theirs := find(universityA, 0), find(universityB, 0)
		other := mine
		for skip := 1; other.Faculty == mine.Faculty || other.Course == mine.Course; skip++ {
			other = find(universityA, skip)
		}
		add := func(title, account string, body object) string {
			body["title"] = title
			return create(t, clients[account], body)
		}
		add("A", "student", form("university"))
		add("A, один факультет", "student", form("university", object{"forFaculty": []string{mine.Faculty}}))
		add("A, один курс", "student", form("university", object{"forCourse": mine.Course}))
		add("B", "student2", form("university"))
		region := add("Регион", "student", form("region"))
		add("Страна", "all", form("federal"))
		add("Страна, один курс", "all", form("federal", object{"forCourse": mine.Course}))
		blocked := add("Заблокирована", "student", form("university"))
		clients["student"].Put("/v1/news/status", object{"uuidNews": blocked, "approve": "blocked"}).OK()
		check := func(w who, name string, want map[string]bool) {
			t.Helper()
			for title, visible := range want {
				if got := sees(t, a, w.UUID, title); got != visible {
					t.Errorf("%s: %q visible %v, want %v", name, title, got, visible)
				}
			}
		}
		check(mine, "a student of A", map[string]bool{
			"A": true, "A, один факультет": true, "A, один курс": true, "B": false, "Регион": false, "Страна": true, "Страна, один курс": true, "Заблокирована": false,
		})
		clients["chairman"].Put("/v1/news/status", object{"uuidNews": region, "approve": "approved"}).OK()
		check(mine, "a student of A", map[string]bool{"Регион": true})
		check(other, "another student of A", map[string]bool{"A": true, "A, один факультет": false, "A, один курс": false, "Страна": true, "Страна, один курс": false, "Регион": true})
		check(theirs, "a student of B", map[string]bool{"A": false, "B": true, "Регион": false, "Страна": true})
		testkit.Exec(t, a, "UPDATE students SET status = 'blocked' WHERE uuid = ?", mine.UUID)
		if _, err := a.News.Feed(t.Context(), mine.UUID, 0, 10); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a blocked student: %v", err)
		}
	})
}

// Pinned news stand first until their date, then in their place by the day of publication.
func TestPinnedNewsStandFirst(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c, student := a.As(t, "student"), reader(t, a, universityA, 0)
		testkit.Exec(t, a, "UPDATE news SET approval = 'blocked'") // of the demo
		create(t, c, form("university", object{"title": "Закреплена", "fixToDate": "2026-11-17 10:00"}))
		a.Clock.Advance(time.Hour)
		create(t, a.As(t, "student"), form("university", object{"title": "Завтра", "publishBegin": "2026-11-16 10:00"}))
		a.Clock.Advance(time.Hour)
		create(t, a.As(t, "student"), form("university", object{"title": "Позже"}))
		for at, want := range map[string][]string{
			"2026-11-15T11:30:00Z": {"Закреплена", "Позже"}, "2026-11-16T07:00:00Z": {"Закреплена", "Завтра", "Позже"},
			"2026-11-17T06:59:59Z": {"Закреплена", "Завтра", "Позже"}, "2026-11-17T07:00:00Z": {"Завтра", "Позже", "Закреплена"},
		} {
			moment, err := time.Parse(time.RFC3339, at)
			if err != nil {
				t.Fatal(err)
			}
			a.Clock.Set(moment)
			if got := titlesFor(t, a, student); !slices.Equal(got, want) {
				t.Errorf("at %s: %v, want %v", at, got, want)
			}
		}
		a.Clock.Set(testkit.Start.Add(3 * time.Hour))
		items, err := a.News.Feed(t.Context(), student, 1, 1)
		if err != nil || len(items) != 1 || items[0].Title != "Позже" {
			t.Errorf("the second page: %v, %v", items, err)
		}
	})
}

func TestReach(t *testing.T) {
	for name, opts := range map[string][]testkit.Option{"by plain SQL": nil, "by the index": {testkit.WithJobs()}} {
		t.Run(name, func(t *testing.T) { testkit.OnBoth(t, reach, opts...) })
	}
}

func reach(t *testing.T, a *testkit.App) {
	clients := everyone(t, a)
	const active = "SELECT count(*) FROM students s JOIN universities u ON u.id = s.university_id WHERE s.status = 'active' AND "
	inA := testkit.One[int](t, a, active+"u.inn = ?", universityA)
	inB := testkit.One[int](t, a, active+"u.inn = ?", universityB)
	faculties := []string{
		testkit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1", universityA),
		testkit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1 OFFSET 1", universityA),
	}
	some := testkit.One[int](t, a, active+"s.course = 2 AND s.faculty_id IN (SELECT id FROM faculties WHERE uuid IN (?))", faculties)
	ofB := create(t, clients["student2"], form("university"))
	for _, test := range []struct {
		name, account string
		body          object
		want          int
	}{
		{"a university", "student", object{"typeNews": "university"}, inA},
		{"another university", "student2", object{"typeNews": "university", "forFaculty": nil, "forCourse": nil}, inB},
		{"faculties and a course", "univer", object{"typeNews": "university", "forFaculty": faculties, "forCourse": 2}, some},
		{"a region from C", "new", object{"typeNews": "region"}, inA},
		{"a university without students", "new", object{"typeNews": "university"}, 0},
		{"the country", "all", object{"typeNews": "federal"}, inA + inB},
		{"an unknown faculty", "student", object{"typeNews": "university", "forFaculty": []string{unknown}}, 0},
		{"an item of another university", "all", object{"typeNews": "university", "uuidNews": ofB}, inB},
	} {
		var got struct{ Count int }
		clients[test.account].Put("/v1/news/reach", test.body).OK().Into(&got)
		if got.Count != test.want {
			t.Errorf("%s: %d, want %d", test.name, got.Count, test.want)
		}
	}
	if some == 0 || inA == 0 || inB == 0 {
		t.Error("a count of nothing proves nothing")
	}
	for _, bad := range []object{{}, {"typeNews": ""}, {"typeNews": "city"}, {"typeNews": "region", "forFaculty": faculties}, {"typeNews": "university", "forCourse": 9}, {"typeNews": "university", "forFaculty": []string{"x"}}} {
		clients["student"].Put("/v1/news/reach", bad).Is(422)
	}
	clients["student"].Put("/v1/news/reach", object{"typeNews": "university", "uuidNews": ofB}).Is(404)
	region := create(t, clients["student"], form("region"))
	clients["chairman"].Put("/v1/news/status", object{"uuidNews": region, "approve": "approved"}).OK()
	federal := create(t, clients["all"], form("federal"))
	for _, foreign := range []object{
		{"typeNews": "university", "uuidNews": region}, {"typeNews": "university", "uuidNews": region, "forFaculty": faculties[:1]}, {"typeNews": "region", "uuidNews": region}, {"typeNews": "university", "uuidNews": federal},
	} {
		clients["new"].Get("/v1/news/" + foreign["uuidNews"].(string)).OK() // whoever reads an item learns no count by it
		clients["new"].Put("/v1/news/reach", foreign).Is(403)
	}
	clients["student"].Put("/v1/news/reach", object{"typeNews": "region", "uuidNews": region}).OK()
}
