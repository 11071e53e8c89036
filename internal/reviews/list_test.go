package reviews_test

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
	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/list"
	"studbonus/internal/reviews"
	"studbonus/internal/students"
	"studbonus/internal/testkit"
)

func follow(t *testing.T, a *testkit.App) {
	t.Helper()
	if err := a.Reviews.Index().Follow(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// plain answers a list's question with the plainest SQL there is: what the index must agree with.
func plain(ctx context.Context, t *testing.T, a *testkit.App, q list.Query[reviews.Filter]) []int64 {
	t.Helper()
	where, args := list.Condition("(p.search_text || ' ' || s.search_text || ' ' || r.search_text)", list.Terms(q.Search))
	narrow := func(condition string, more ...any) { where, args = where+" AND "+condition, append(args, more...) }
	if p := access.From(ctx); p.Role != access.OperatorAll {
		narrow("r.university_id = ?", p.University)
	}
	if narrow("r.deleted_at IS NULL"); q.Filter.IsDeleted {
		where = strings.Replace(where, "r.deleted_at IS NULL", "r.deleted_at IS NOT NULL", 1)
	}
	if q.Filter.Status != "" {
		narrow("r.status = ?", string(q.Filter.Status))
	}
	if q.Filter.Answered != nil {
		narrow(map[bool]string{true: "r.answer <> ''", false: "r.answer = ''"}[*q.Filter.Answered])
	}
	if q.Filter.MaxRating != nil {
		narrow("r.rating <= ?", *q.Filter.MaxRating)
	}
	order := "r.id " + string(q.Direction)
	if q.Sort == "partnerName" {
		key := "p.name_key"
		if a.DB.Postgres() {
			key += ` COLLATE "C"`
		}
		order = key + " " + string(q.Direction) + ", " + order
	}
	ids, err := db.All[int64](ctx, a.DB, "SELECT r.id FROM reviews r JOIN students s ON s.id = r.student_id JOIN partners p ON p.id = r.partner_id WHERE "+where+" ORDER BY "+order, args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

type asker struct{ rng *rand.Rand }

func (k asker) pick(from ...string) string { return from[k.rng.IntN(len(from))] }

func (k asker) query() list.Query[reviews.Filter] {
	q := list.Query[reviews.Filter]{
		Sort: k.pick("createdAt", "partnerName"), Direction: list.Direction(k.pick("ASC", "DESC")), Limit: 1 + k.rng.IntN(30),
	}
	q.Filter.Status = reviews.Status(k.pick("", "", "moderation", "public", "rejected"))
	if k.rng.IntN(3) == 0 {
		is := k.rng.IntN(2) == 0
		q.Filter.Answered = &is
	}
	if k.rng.IntN(3) == 0 {
		stars := k.rng.IntN(6)
		q.Filter.MaxRating = &stars
	}
	q.Filter.IsDeleted = k.rng.IntN(5) == 0
	if k.rng.IntN(2) == 0 {
		q.Search = k.pick("скидк", "иван", "ё", "по", "crblrf", "кофе ива", "8916", "%", "_", "1", "нет такого слова", "СПАСИБО", "ко ма", "место")
	}
	return q
}

// compareOnce asks the list and plain SQL the same. A comparison counts only when nothing was written meanwhile.
func compareOnce(t *testing.T, a *testkit.App, k asker) (counted bool) {
	t.Helper()
	principal := access.Principal{Role: access.OperatorAll}
	if k.rng.IntN(2) == 0 {
		principal = access.Principal{Role: access.OperatorUniver, University: 1 + int64(k.rng.IntN(2))}
	}
	ctx := access.WithPrincipal(t.Context(), principal)
	lastChange := func() int64 {
		return one[int64](t, a, "SELECT count(*) FROM list_changes WHERE list = 'reviews'")
	}
	q := k.query()
	before := lastChange()
	want := plain(ctx, t, a, q)
	if len(want) > 0 {
		q.Offset = k.rng.IntN(len(want) + 2)
	}
	page, err := a.Reviews.List(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	if lastChange() != before {
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

// writer keeps changing reviews: new ones, decisions, answers, deletions, restoring; and students' names.
func writer(ctx context.Context, t *testing.T, a *testkit.App, seed uint64, until <-chan struct{}) {
	rng := rand.New(rand.NewPCG(seed, 9))
	ctx = access.WithPrincipal(ctx, access.Principal{Role: access.OperatorAll, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
	partners, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id")
	if err != nil {
		t.Error(err)
		return
	}
	authors, err := db.All[string](ctx, a.DB, "SELECT CAST(s.uuid AS TEXT) FROM students s WHERE EXISTS (SELECT 1 FROM reviews r WHERE r.student_id = s.id) ORDER BY s.id")
	if err != nil {
		t.Error(err)
		return
	}
	for {
		select {
		case <-until:
			return
		default:
		}
		uuids, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id")
		if err != nil {
			t.Error(err)
			return
		}
		some := func() string { return uuids[rng.IntN(len(uuids))] }
		author := authors[rng.IntN(len(authors))]
		switch rng.IntN(6) { // many are refused by the rules, and that is right
		case 0:
			_, _ = a.Reviews.Submit(ctx, reviews.Draft{Partner: partners[rng.IntN(len(partners))], Student: author, Rating: rng.IntN(6), Body: fmt.Sprint("Ёмкое место ", rng.IntN(20))})
		case 1:
			_ = a.Reviews.Move(ctx, reviews.Named(some(), some()), []reviews.Status{reviews.Public, reviews.Rejected}[rng.IntN(2)])
		case 2:
			_, _ = a.Reviews.Answer(ctx, reviews.Reply{To: some(), Text: "Спасибо"})
		case 3:
			_ = a.Reviews.Delete(ctx, reviews.Named(some()))
		case 4:
			_ = a.Reviews.Restore(ctx, []string{some()})
		case 5:
			_ = a.Students.Save(ctx, author, students.Change{
				Surname: []string{"Иванов", "Ёлкин", "Щукин"}[rng.IntN(3)], Name: "Иван", Course: 1, StartYear: 2024, EndYear: 2028,
			}, func(int64) bool { return false })
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		follow(t, a)
		until := make(chan struct{})
		var writers sync.WaitGroup
		for w := range 3 {
			writers.Go(func() { writer(context.Background(), t, a, uint64(w), until) })
		}
		k, counted := asker{rand.New(rand.NewPCG(3, 7))}, 0
		const enough = 40 // as long as it takes on a busy machine, within reason
		for started := time.Now(); time.Since(started) < time.Minute && (counted < enough || time.Since(started) < 2*time.Second); {
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
		k := asker{rand.New(rand.NewPCG(5, 7))}
		for range 60 {
			compareOnce(t, a, k)
		}
	})
}

type row struct {
	UUIDComment, Surname, Name, Comment, PartnerName, CreatedAt, Status string
	Patronymic, DeletedAt                                               *string
	Rating                                                              int
	Answered                                                            bool
}

func listed(c *testkit.Client, body any, headers ...string) (rows []row, total string) {
	answer := c.Put("/v1/comments/list", body, headers...).OK()
	answer.Into(&rows)
	return rows, answer.Header.Get("X-Record-Count")
}

func TestFiltersSortsAndSearch(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		follow(t, a)
		c := a.As(t, "all")
		count := func(where string) string {
			return fmt.Sprint(one[int](t, a, "SELECT count(*) FROM reviews WHERE "+where))
		}
		for _, test := range []struct {
			body  map[string]any
			where string
		}{
			{map[string]any{}, "deleted_at IS NULL"},
			{map[string]any{"status": nil, "searchString": ""}, "deleted_at IS NULL"},
			{map[string]any{"status": "all"}, "deleted_at IS NULL"},
			{map[string]any{"status": "public"}, "deleted_at IS NULL AND status = 'public'"},
			{map[string]any{"status": "moderation", "answered": false}, "deleted_at IS NULL AND status = 'moderation' AND answer = ''"},
			{map[string]any{"answered": true}, "deleted_at IS NULL AND answer <> ''"},
			{map[string]any{"maxRating": 2}, "deleted_at IS NULL AND rating <= 2"},
			{map[string]any{"deleted": true}, "deleted_at IS NOT NULL"},
		} {
			rows, total := listed(c, test.body)
			if want := count(test.where); total != want || total == "0" || len(rows) == 0 || len(rows) > 15 {
				t.Errorf("%v: %d rows of %s, want %s", test.body, len(rows), total, want)
			}
			for _, r := range rows {
				if (r.DeletedAt != nil) != (test.body["deleted"] == true) || test.body["status"] == "public" && r.Status != "public" || test.body["answered"] == true && !r.Answered {
					t.Errorf("%v finds %+v", test.body, r)
				}
			}
		}
		for _, bad := range []map[string]any{{"status": "frozen"}, {"status": "active"}, {"maxRating": 6}, {"maxRating": -1}, {"answered": "да"}} {
			c.Put("/v1/comments/list", bad).Is(422)
		}
		for _, bad := range [][]string{{"X-Sort-Field", "rating"}, {"X-Limit", "0"}, {"X-Offset", "-1"}} {
			c.Put("/v1/comments/list", nil, bad...).Is(422)
		}
		partner, student := newPartner(t, a), studentOf(t, a, universityA, 3)
		id, err := a.Reviews.Submit(t.Context(), reviews.Draft{Partner: partner, Student: student, Rating: 4, Body: "Нашёл «Щёткин-бар»"})
		if err != nil {
			t.Fatal(err)
		}
		surname := one[string](t, a, "SELECT surname FROM students WHERE uuid = ?", student)
		for _, search := range []string{"щеткин", "ЩЁТКИН-БАР", "otnrby", "тихое щёт", surname + " тихое", "тих щё"} {
			rows, total := listed(c, map[string]any{"searchString": search})
			if total != "1" || rows[0].UUIDComment != id || rows[0].PartnerName != "Тихое место" || rows[0].Rating != 4 || rows[0].Status != "moderation" || rows[0].CreatedAt != "2026-11-15 12:00:00" {
				t.Errorf("%q: %s %+v", search, total, rows)
			}
		}
		if rows, _ := listed(c, nil); rows[0].UUIDComment != id {
			t.Error("the newest is not the first")
		}
		rows, _ := listed(c, nil, "X-Sort-Field", "partnerName", "X-Sort-Direction", "ASC", "X-Limit", "100")
		if !slices.IsSortedFunc(rows, func(x, y row) int { return strings.Compare(list.Fold(x.PartnerName), list.Fold(y.PartnerName)) }) {
			t.Error("not by the partner's name")
		}
		renamePartner(t, a, partner, "Ящик Пандоры")
		if rows, total := listed(c, map[string]any{"searchString": "пандор щеткин"}); total != "1" || rows[0].PartnerName != "Ящик Пандоры" {
			t.Errorf("a new name is not found: %s", total)
		}
		if _, total := listed(c, map[string]any{"searchString": "тихое щеткин"}); total != "0" {
			t.Error("the old name is still found")
		}
	})
}

func renamePartner(t *testing.T, a *testkit.App, partner, name string) {
	t.Helper()
	a.As(t, "all").Put("/v2/partner/"+partner, map[string]any{
		"name": name, "phone": "79161234567", "uuidMainCity": one[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1"),
		"category": map[string]any{"uuidCategory": one[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
	}).OK()
}

func TestTheCounterAndNeighboursOfTheCallersScope(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		follow(t, a)
		for account, university := range map[string]string{"all": "", "univer": universityA, "chairman2": universityB} {
			c := a.As(t, account)
			var counted struct{ CountComments int }
			c.Get("/v1/comments/count").OK().Into(&counted)
			want := one[int](t, a, "SELECT count(*) FROM reviews r JOIN universities u ON u.id = r.university_id WHERE r.status = 'moderation' AND r.deleted_at IS NULL AND (? = '' OR u.inn = ?)", university, university)
			rows, total := listed(c, map[string]any{"status": "moderation"}, "X-Limit", "5")
			if counted.CountComments != want || total != fmt.Sprint(want) || want == 0 {
				t.Errorf("%s: the badge says %d, the list %s, want %d", account, counted.CountComments, total, want)
			}
			for i := 1; i < len(rows)-1; i++ {
				var near struct {
					Previous, Next  *string
					Position, Total int
				}
				c.Put("/v1/comments/neighbours/"+rows[i].UUIDComment, map[string]any{"status": "moderation"}).OK().Into(&near)
				if near.Previous == nil || *near.Previous != rows[i-1].UUIDComment || near.Next == nil || *near.Next != rows[i+1].UUIDComment || near.Position != i+1 || near.Total != want {
					t.Errorf("%s: neighbours of row %d: %+v", account, i, near)
				}
			}
			c.Put("/v1/comments/neighbours/"+uuid.NewString(), nil).Is(404)
		}
		foreign := submit(t, a, newPartner(t, a), studentOf(t, a, universityB, 0), 3)
		c := a.As(t, "univer")
		c.Put("/v1/comments/neighbours/"+foreign, nil).Is(404)
		c.Get("/v1/comments/" + foreign).Is(404)
		c.Get("/v1/audit/review/" + foreign).Is(404)
		a.As(t, "student").Get("/v1/comments/count").Is(403)
	})
}
