package news_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"studbonus/internal/news"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// titlesFor returns the titles that a student sees now.
func titlesFor(t *testing.T, a *kit.App, student string) []string {
	t.Helper()
	items, err := a.News.Feed(context.Background(), student, news.FeedKey{}, 200)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = item.Title
	}
	return out
}

func sees(t *testing.T, a *kit.App, student, title string) bool {
	t.Helper()
	return slices.Contains(titlesFor(t, a, student), title)
}

// An item appears and disappears on the minute, on two running instances and on one that has just started.
func TestItemIsShownWithinItsDates(t *testing.T) {
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			first := kit.New(t, engine)
			instances := []*kit.App{first, kit.Open(t, engine, first.Config)}
			c, student := first.As(t, "student"), reader(t, first, universityA, 0)
			id := create(t, c, form("university", object{"title": "В свой час", "publishBegin": "2026-11-15 14:30", "publishEnd": "2026-11-15 16:00"}))
			begin := time.Date(2026, 11, 15, 11, 30, 0, 0, time.UTC)
			for _, moment := range []struct {
				at      time.Time
				visible bool
			}{
				{kit.Start, false}, {begin.Add(-time.Second), false}, {begin, true}, {begin.Add(time.Hour), true},
				{begin.Add(90*time.Minute - time.Second), true}, {begin.Add(90 * time.Minute), false}, {begin.AddDate(0, 6, 0), false},
			} {
				for i, a := range append(instances, kit.Open(t, engine, first.Config)) { // the last one has just started
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

func TestFeedAudience(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		type who struct {
			UUID, Faculty string
			Course        int
		}
		find := func(inn string, skip int) (w who) {
			w.UUID = reader(t, a, inn, skip)
			w.Faculty = kit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN students s ON s.faculty_id = f.id WHERE s.uuid = ?", w.UUID)
			w.Course = kit.One[int](t, a, "SELECT course FROM students WHERE uuid = ?", w.UUID)
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
		for _, not := range []string{"end_year = 2026", "status = 'blocked'"} {
			kit.Exec(t, a, "UPDATE students SET "+not+" WHERE uuid = ?", mine.UUID)
			if _, err := a.News.Feed(t.Context(), mine.UUID, news.FeedKey{}, 10); !fault.Is(err, fault.KindForbidden) {
				t.Errorf("the feed of a student with %s: %v", not, err)
			}
		}
	})
}

// Pinned news come first until the pin ends, then are sorted by publication date.
func TestPinnedNewsComeFirst(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, student := a.As(t, "student"), reader(t, a, universityA, 0)
		kit.Exec(t, a, "UPDATE news SET approval = 'blocked'") // hides the demo items
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
	})
}

func TestReach(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) { kit.OnBoth(t, reach, opts...) })
	}
}

func reach(t *testing.T, a *kit.App) {
	clients := everyone(t, a)
	const active = "SELECT count(*) FROM students s JOIN universities u ON u.id = s.university_id WHERE s.status = 'active' AND "
	inA := kit.One[int](t, a, active+"u.inn = ?", universityA)
	inB := kit.One[int](t, a, active+"u.inn = ?", universityB)
	faculties := []string{
		kit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1", universityA),
		kit.One[string](t, a, "SELECT f.uuid FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = ? ORDER BY f.id LIMIT 1 OFFSET 1", universityA),
	}
	some := kit.One[int](t, a, active+"s.course = 2 AND s.faculty_id IN (SELECT id FROM faculties WHERE uuid IN (?))", faculties)
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
		clients["new"].Get("/v1/news/" + foreign["uuidNews"].(string)).OK() // the item is visible, its reach is not
		clients["new"].Put("/v1/news/reach", foreign).Is(403)
	}
	clients["student"].Put("/v1/news/reach", object{"typeNews": "region", "uuidNews": region}).OK()
}
