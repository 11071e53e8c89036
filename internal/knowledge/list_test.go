package knowledge_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/knowledge"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

// plain answers a list query with plain SQL, which the index must agree with.
func plain(t *testing.T, a *kit.App, q listquery.Query[knowledge.Filter]) []int64 {
	t.Helper()
	where, args := listquery.Condition("q.search_text", listquery.Terms(q.Search))
	if q.Filter.Category != "" {
		where, args = where+" AND q.category_id IN (SELECT id FROM knowledge_categories WHERE uuid = ?)", append(args, q.Filter.Category)
	}
	if q.Filter.University != "" {
		where, args = where+" AND q.university_id IN (SELECT id FROM universities WHERE uuid = ?)", append(args, q.Filter.University)
	}
	by := map[string]string{"created_at": "q.created_at", "votes_all": "q.votes_plus + q.votes_minus", "question": "q.question_key"}[q.Sort]
	if a.DB.Postgres() && q.Sort == "question" {
		by += ` COLLATE "C"`
	}
	return kit.All[int64](t, a, fmt.Sprintf("SELECT q.id FROM knowledge_questions q WHERE %s ORDER BY %s %s, q.id %s", where, by, q.Direction, q.Direction), args...)
}

func pick(rng *rand.Rand, from ...string) string { return from[rng.IntN(len(from))] }

func ask(rng *rand.Rand, categories, universities []string) listquery.Query[knowledge.Filter] {
	q := listquery.Query[knowledge.Filter]{
		Sort: pick(rng, "created_at", "votes_all", "question"), Direction: listquery.Direction(pick(rng, "ASC", "DESC")), Limit: 1 + rng.IntN(30),
	}
	if rng.IntN(3) == 0 {
		q.Filter.Category = pick(rng, append(categories, uuid.NewString())...)
	}
	if rng.IntN(3) == 0 {
		q.Filter.University = pick(rng, append(universities, uuid.NewString())...)
	}
	if rng.IntN(2) == 0 {
		q.Search = pick(rng, "как", "заяв", "ё", "по", "cnbgtylbz", "проф билет", "взнос", "%", "_", "1", "нет такого слова", "СТИПЕНДИЯ", "ответ 1")
	}
	return q
}

// compared compares the list with plain SQL while questions are added, edited, deleted and voted on.
func compared(t *testing.T, a *kit.App) kit.Comparison[knowledge.Filter, knowledge.Question] {
	t.Helper()
	categories := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_categories ORDER BY id")
	universities := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities ORDER BY id")
	voters := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2026 ORDER BY id LIMIT 200")
	return kit.Comparison[knowledge.Filter, knowledge.Question]{
		Index: a.Knowledge.Index(), List: a.Knowledge.List, ID: func(r knowledge.Question) int64 { return r.ID },
		Plain: func(_ context.Context, q listquery.Query[knowledge.Filter]) []int64 { return plain(t, a, q) },
		Ask: func(rng *rand.Rand) (context.Context, listquery.Query[knowledge.Filter]) {
			return t.Context(), ask(rng, categories, universities)
		},
		Write: func(rng *rand.Rand) { write(t, a, rng, pick(rng, categories...), pick(rng, voters...)) },
	}
}

func write(t *testing.T, a *kit.App, rng *rand.Rand, category, voter string) {
	ctx := access.WithPrincipal(context.Background(), access.Principal{Role: access.OperatorAll, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
	uuids, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id")
	if err != nil {
		t.Error(err)
		return
	}
	id := pick(rng, uuids...)
	d := knowledge.Draft{Category: category, Question: fmt.Sprintf("Как получить справку %d?", rng.IntN(50)), Answer: fmt.Sprint("Ёлочный ответ ", rng.IntN(20))}
	switch rng.IntN(6) { // errors are expected: another writer may have deleted the question
	case 0:
		_, _ = a.Knowledge.Create(ctx, d)
	case 1:
		_ = a.Knowledge.Save(ctx, id, d, func(int64) bool { return false })
	case 2:
		if len(uuids) > 30 {
			_ = a.Knowledge.Delete(ctx, []string{id, pick(rng, uuids...)})
		}
	default:
		_ = a.Knowledge.Vote(ctx, knowledge.Vote{Question: id, Student: voter, IsPlus: rng.IntN(3) > 0})
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WhileWritten(t, a) })
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WithoutIndex(t, a) })
}

func TestFilters(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "student2")
		everything := kit.One[int](t, a, "SELECT count(*) FROM knowledge_questions")
		for _, none := range []url.Values{nil, {"uuid": {""}, "uuidUniversity": {""}, "searchString": {""}}} {
			if rows, total := listed(t, c, none); total != everything || len(rows) != 15 {
				t.Errorf("%v: %d rows of %d, want 15 of %d", none, len(rows), total, everything)
			}
		}
		shelf, university := category(t, a, 2), universityUUID(t, a, mgu)
		for _, test := range []struct {
			query url.Values
			where string
		}{
			{url.Values{"uuid": {shelf}}, "category_id = 3"},
			{url.Values{"uuidUniversity": {university}}, "university_id = 1"},
			{url.Values{"uuid": {shelf}, "uuidUniversity": {university}}, "category_id = 3 AND university_id = 1"},
			{url.Values{"uuid": {uuid.NewString()}}, "1 = 0"},
			{url.Values{"uuidUniversity": {uuid.NewString()}}, "1 = 0"},
		} {
			rows, total := listed(t, c, test.query, "X-Limit", "100")
			if want := kit.One[int](t, a, "SELECT count(*) FROM knowledge_questions WHERE "+test.where); total != want || len(rows) != want {
				t.Errorf("%v: %d rows of %d, want %d", test.query, len(rows), total, want)
			}
			for _, q := range rows {
				if test.query.Has("uuid") && q.Category != shelf || test.query.Has("uuidUniversity") && q.Owner != university {
					t.Errorf("%v finds %+v", test.query, q)
				}
			}
		}
		if got := c.Get("/v1/knowledge/questions?uuid=" + uuid.NewString()).OK(); string(got.Body) != "[]\n" {
			t.Errorf("an unknown category: %s", got.Body)
		}
		for _, bad := range []string{"uuid=x", "uuidUniversity=admin", "uuid=" + strings.ReplaceAll(shelf, "-", "")} {
			c.Get("/v1/knowledge/questions?" + bad).Is(422)
		}
		for _, bad := range [][]string{{"X-Sort-Field", "votes_plus"}, {"X-Sort-Direction", "desc"}, {"X-Limit", "0"}, {"X-Offset", "-1"}} {
			c.Get("/v1/knowledge/questions", bad...).Is(422)
		}
		if rows, total := listed(t, c, nil, "X-Offset", "1000"); len(rows) != 0 || total != everything {
			t.Errorf("past the end: %d rows of %d", len(rows), total)
		}
		// 9999 is for categories only: here a page has at most 100 rows.
		for i := range 60 {
			created(t, c, draft(shelf, fmt.Sprint("Лишний вопрос ", i), "Ответ"))
		}
		if rows, total := listed(t, c, nil, "X-Limit", "9999"); len(rows) != 100 || total != everything+60 {
			t.Errorf("%d rows of %d", len(rows), total)
		}
	})
}

func TestSorts(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		for _, text := range []string{"Ёж", "ежа", "Жук", "ЕЖ"} {
			created(t, c, draft(category(t, a, 0), text, "Зоология"))
		}
		texts := func(headers ...string) (out []string) {
			rows, _ := listed(t, c, url.Values{"searchString": {"зоология"}}, headers...)
			for _, q := range rows {
				out = append(out, q.Question)
			}
			return out
		}
		for _, test := range []struct{ field, direction, want string }{
			{"", "", "ЕЖ Жук ежа Ёж"}, {"created_at", "ASC", "Ёж ежа Жук ЕЖ"}, {"question", "ASC", "Ёж ЕЖ ежа Жук"}, {"question", "DESC", "Жук ежа ЕЖ Ёж"}, {"votes_all", "ASC", "Ёж ежа Жук ЕЖ"},
		} {
			var headers []string
			if test.field != "" {
				headers = []string{"X-Sort-Field", test.field, "X-Sort-Direction", test.direction}
			}
			if got := strings.Join(texts(headers...), " "); got != test.want {
				t.Errorf("%s %s: %s, want %s", test.field, test.direction, got, test.want)
			}
		}
		rows, _ := listed(t, c, nil, "X-Sort-Field", "votes_all", "X-Limit", "100")
		if !slices.IsSortedFunc(rows, func(x, y question) int { return y.All - x.All }) || rows[0].All == 0 {
			t.Errorf("not by votes: %+v", rows)
		}
		for _, q := range rows {
			if q.All != q.Plus+q.Minus {
				t.Errorf("%d votes are %d and %d", q.All, q.Plus, q.Minus)
			}
		}
	})
}

func TestSearchLooksIntoQuestionsAndAnswers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "student")
		id := created(t, c, draft(category(t, a, 1), "Где взять «Щёткин-бланк»?", "У вахтёра Зюзина, каб. 40817, 100% бесплатно."))
		for _, search := range []string{"щеткин", "ЩЁТКИН-БЛАНК", "бланк щёт", "зюзин", "вахтера", "p.pby", "где зюз", "40817", "100%", "бл"} {
			rows, total := listed(t, c, url.Values{"searchString": {search}})
			if total == 0 || !slices.ContainsFunc(rows, func(q question) bool { return q.UUIDQuestion == id }) {
				t.Errorf("%q does not find it among %d", search, total)
			}
		}
		for _, search := range []string{"зюзин нигде", "юзи1", "%зюзин", "_юзина"} {
			if _, total := listed(t, c, url.Values{"searchString": {search}}); total != 0 {
				t.Errorf("%q finds %d", search, total)
			}
		}
		c.Put(call, change(id, category(t, a, 1), "Где взять бланк?", "Нигде.")).OK()
		if _, total := listed(t, c, url.Values{"searchString": {"зюзин"}}); total != 0 {
			t.Error("an edited answer is still found by its old words")
		}
	})
}

func TestNeighbours(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c, shelf := a.As(t, "student"), category(t, a, 4)
		rows, total := listed(t, c, url.Values{"uuid": {shelf}}, "X-Sort-Field", "question", "X-Sort-Direction", "ASC")
		for i, q := range rows {
			var got struct {
				Previous, Next  *string
				Position, Total int
			}
			c.Get("/v1/knowledge/question/neighbours/"+q.UUIDQuestion+"?uuid="+shelf, "X-Sort-Field", "question", "X-Sort-Direction", "ASC").OK().Into(&got)
			want := func(at int) string {
				if at < 0 || at >= len(rows) {
					return ""
				}
				return rows[at].UUIDQuestion
			}
			text := func(p *string) string {
				if p == nil {
					return ""
				}
				return *p
			}
			if text(got.Previous) != want(i-1) || text(got.Next) != want(i+1) || got.Position != i+1 || got.Total != total {
				t.Errorf("%d: %+v", i, got)
			}
		}
		elsewhere := c.Get("/v1/knowledge/question/neighbours/" + rows[0].UUIDQuestion + "?uuid=" + category(t, a, 5)).OK()
		if !strings.Contains(string(elsewhere.Body), `"position":0`) {
			t.Errorf("in a list that it is not in: %s", elsewhere.Body)
		}
		c.Get("/v1/knowledge/question/neighbours/" + uuid.NewString()).Is(404)
	})
}
