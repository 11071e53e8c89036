package reviews_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/reviews"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

func follow(t *testing.T, a *kit.App) {
	t.Helper()
	if err := a.Reviews.Index().Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// plain answers a list query with naive SQL. The index must return the same.
func plain(ctx context.Context, t *testing.T, a *kit.App, q listquery.Query[reviews.Filter]) []int64 {
	t.Helper()
	where, args := listquery.Condition("(p.search_text || ' ' || s.search_text || ' ' || r.search_text)", listquery.Terms(q.Search))
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

func pick(rng *rand.Rand, from ...string) string { return from[rng.IntN(len(from))] }

func ask(rng *rand.Rand) listquery.Query[reviews.Filter] {
	q := listquery.Query[reviews.Filter]{
		Sort: pick(rng, "createdAt", "partnerName"), Direction: listquery.Direction(pick(rng, "ASC", "DESC")), Limit: 1 + rng.IntN(30),
	}
	q.Filter.Status = reviews.Status(pick(rng, "", "", "moderation", "public", "rejected"))
	if rng.IntN(3) == 0 {
		is := rng.IntN(2) == 0
		q.Filter.Answered = &is
	}
	if rng.IntN(3) == 0 {
		stars := rng.IntN(6)
		q.Filter.MaxRating = &stars
	}
	q.Filter.IsDeleted = rng.IntN(5) == 0
	if rng.IntN(2) == 0 {
		q.Search = pick(rng, "скидк", "иван", "ё", "по", "crblrf", "кофе ива", "8916", "%", "_", "1", "нет такого слова", "СПАСИБО", "ко ма", "место")
	}
	return q
}

// compared compares the list with naive SQL while reviews are added, moderated, answered, deleted and restored.
func compared(t *testing.T, a *kit.App) kit.Comparison[reviews.Filter, reviews.Row] {
	t.Helper()
	partners := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id")
	authors := kit.All[string](t, a, "SELECT CAST(s.uuid AS TEXT) FROM students s WHERE EXISTS (SELECT 1 FROM reviews r WHERE r.student_id = s.id) ORDER BY s.id")
	return kit.Comparison[reviews.Filter, reviews.Row]{
		Index: a.Reviews.Index(), List: a.Reviews.List, ID: func(r reviews.Row) int64 { return r.ID },
		Plain: func(ctx context.Context, q listquery.Query[reviews.Filter]) []int64 { return plain(ctx, t, a, q) },
		Ask: func(rng *rand.Rand) (context.Context, listquery.Query[reviews.Filter]) {
			principal := access.Principal{Role: access.OperatorAll}
			if rng.IntN(2) == 0 {
				principal = access.Principal{Role: access.OperatorUniver, University: 1 + int64(rng.IntN(2))}
			}
			return access.WithPrincipal(t.Context(), principal), ask(rng)
		},
		Write: func(rng *rand.Rand) { write(t, a, rng, pick(rng, partners...), pick(rng, authors...)) },
	}
}

func write(t *testing.T, a *kit.App, rng *rand.Rand, partner, author string) {
	ctx := access.WithPrincipal(context.Background(), access.Principal{Role: access.OperatorAll, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
	uuids, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id")
	if err != nil {
		t.Error(err)
		return
	}
	some := func() string { return pick(rng, uuids...) }
	switch rng.IntN(6) { // many calls are rejected, as they should be
	case 0:
		_, _ = a.Reviews.Submit(ctx, reviews.Draft{Partner: partner, Student: author, Rating: rng.IntN(6), Body: fmt.Sprint("Ёмкое место ", rng.IntN(20))})
	case 1:
		_, _ = a.Reviews.Move(ctx, reviews.Named(some(), some()), []reviews.Status{reviews.Public, reviews.Rejected}[rng.IntN(2)])
	case 2:
		_, _ = a.Reviews.Answer(ctx, reviews.Reply{To: some(), Text: "Спасибо"})
	case 3:
		_ = a.Reviews.Delete(ctx, reviews.Named(some()))
	case 4:
		_ = a.Reviews.Restore(ctx, []string{some()})
	case 5:
		_ = a.Students.Save(ctx, author, students.Change{
			Surname: pick(rng, "Иванов", "Ёлкин", "Щукин"), Name: "Иван", Course: 1, StartYear: 2024, EndYear: 2028,
		}, func(int64) bool { return false })
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WhileWritten(t, a) })
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WithoutIndex(t, a) })
}

type row struct {
	UUIDComment, Surname, Name, Comment, PartnerName, CreatedAt, Status string
	Patronymic, DeletedAt                                               *string
	Rating                                                              int
	Answered                                                            bool
}

func listed(c *kit.Client, body any, headers ...string) (rows []row, total string) {
	answer := c.Put("/v1/comments/list", body, headers...).OK()
	answer.Into(&rows)
	return rows, answer.Header.Get("X-Record-Count")
}

func TestFiltersSortsAndSearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "all")
		count := func(where string) string {
			return fmt.Sprint(kit.One[int](t, a, "SELECT count(*) FROM reviews WHERE "+where))
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
		surname := kit.One[string](t, a, "SELECT surname FROM students WHERE uuid = ?", student)
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
		if !slices.IsSortedFunc(rows, func(x, y row) int {
			return strings.Compare(listquery.Fold(x.PartnerName), listquery.Fold(y.PartnerName))
		}) {
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

func renamePartner(t *testing.T, a *kit.App, partner, name string) {
	t.Helper()
	a.As(t, "all").Put("/v2/partner/"+partner, map[string]any{
		"name": name, "phone": "79161234567", "uuidMainCity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1"),
		"category": map[string]any{"uuidCategory": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
	}).OK()
}

func TestCounterAndNeighboursAreScoped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		for account, university := range map[string]string{"all": "", "univer": universityA, "chairman2": universityB} {
			c := a.As(t, account)
			var counted struct{ CountComments int }
			c.Get("/v1/comments/count").OK().Into(&counted)
			want := kit.One[int](t, a, "SELECT count(*) FROM reviews r JOIN universities u ON u.id = r.university_id WHERE r.status = 'moderation' AND r.deleted_at IS NULL AND (? = '' OR u.inn = ?)", university, university)
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
