package news_test

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

	"studbonus/internal/news"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

// plain answers a list query with naive SQL (rules 9.3). The index must return the same.
func plain(ctx context.Context, t *testing.T, a *kit.App, p access.Principal, q listquery.Query[news.Filter]) []string {
	t.Helper()
	where, args := listquery.Condition("n.search_text", listquery.Terms(q.Search))
	add := func(condition string, with ...any) { where, args = where+" AND ("+condition+")", append(args, with...) }
	switch {
	case p.Role == access.OperatorAll:
	case p.IsChairman:
		add("n.level = 'federal' OR n.university_id = ? OR n.level = 'region' AND n.region_id = ?", p.University, p.Region)
	default:
		add("n.level = 'federal' OR n.university_id = ? OR n.level = 'region' AND n.region_id = ? AND n.approval = 'approved'", p.University, p.Region)
	}
	if q.Filter.Level != "" {
		add("n.level = ?", q.Filter.Level)
	}
	if q.Filter.Approval != "" {
		add("n.approval = ?", q.Filter.Approval)
	}
	if q.Filter.Owner == news.Mine {
		add("n.operator_id = ?", p.Operator)
	}
	if q.Filter.Owner == news.Others {
		add("n.operator_id <> ?", p.Operator)
	}
	if q.Filter.RZD {
		add("n.rzd_link IS NOT NULL")
	}
	ids, err := db.All[string](ctx, a.DB, "SELECT n.uuid FROM news n WHERE "+where+" ORDER BY n.created_at "+string(q.Direction)+", n.id "+string(q.Direction), args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func principals(t *testing.T, a *kit.App) []access.Principal {
	t.Helper()
	ids, err := db.All[int64](context.Background(), a.DB, "SELECT id FROM operators ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]access.Principal, len(ids))
	for i, id := range ids {
		if out[i], err = a.Auth.Principal(context.Background(), id); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func randomQuery(chance *rand.Rand) listquery.Query[news.Filter] {
	pick := func(from ...string) string { return from[chance.IntN(len(from))] }
	return listquery.Query[news.Filter]{
		Sort: "createdAt", Direction: listquery.Direction(pick("ASC", "DESC")), Limit: 1 + chance.IntN(30), Search: pick("", "", "", "студент", "опрос проба", "ПРОБА", "ghj,f", "про", "я", "нет такого", "%", "правк 1", "скидк"),
		Filter: news.Filter{
			Level: news.Level(pick("", "", "university", "region", "federal")), Approval: news.Approval(pick("", "", "wait", "approved", "declined", "blocked")),
			Owner: news.Owner(pick("", "", "mine", "others")), RZD: chance.IntN(6) == 0,
		},
	}
}

// The list equals naive SQL for every operator: without an index, with one, and while two instances write.
func TestListEqualsPlainSQL(t *testing.T) {
	const rounds = 250
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		other := kit.Open(t, a.Engine, a.Config, kit.WithJobs())
		who := principals(t, a)
		chance := rand.New(rand.NewPCG(8, 9))
		compare := func(a *kit.App, when string) (found int) {
			for range rounds {
				p, q := who[chance.IntN(len(who))], randomQuery(chance)
				want := plain(t.Context(), t, a, p, q)
				if len(want) > 0 {
					q.Offset = chance.IntN(len(want) + 2)
				}
				page, err := a.News.List(access.WithPrincipal(t.Context(), p), q)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, item := range page.Rows {
					got = append(got, item.UUID)
				}
				if diff := cmp.Diff(want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))], append([]string{}, got...)); diff != "" || page.Total != len(want) {
					t.Fatalf("%s, %s %s, %+v: total %d, want %d\n%s", when, p.Login, p.Role, q, page.Total, len(want), diff)
				}
				found += len(got)
			}
			return found
		}
		if compare(a, "by plain SQL") < rounds/2 {
			t.Error("too little was found to prove anything")
		}
		if err := other.News.Index().Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		compare(other, "by the index")
		until := make(chan struct{})
		var writing sync.WaitGroup
		for i, writer := range []*kit.App{a, other} {
			writing.Go(func() { write(writer, who, uint64(i), until) })
		}
		time.Sleep(time.Second)
		close(until)
		writing.Wait()
		compare(other, "after the writers")
		compare(a, "after the writers, without an index")
	})
}

// write creates, changes and deletes items through the service until the channel is closed.
func write(a *kit.App, who []access.Principal, seed uint64, until <-chan struct{}) {
	chance := rand.New(rand.NewPCG(seed, 5))
	var made []string
	never := func(int64) bool { return false }
	for i := 0; ; i++ {
		select {
		case <-until:
			return
		default:
		}
		ctx := access.WithPrincipal(context.Background(), who[chance.IntN(len(who))])
		content, link := fmt.Sprintf("<p>Правка %d для студентов</p>", i), "https://rzd.ru"
		f := news.Form{Title: fmt.Sprint("Проба ", i), Level: []news.Level{news.University, news.Region, news.Federal}[chance.IntN(3)], Content: &content}
		f.RZDLink.Given = chance.IntN(3) == 0
		if chance.IntN(2) == 0 {
			f.RZDLink.Value = &link
		}
		switch {
		case len(made) < 5 || chance.IntN(3) == 0:
			if id, err := a.News.Create(ctx, f); err == nil { // not everybody may create federal news
				made = append(made, id)
			}
		case chance.IntN(6) == 0:
			_ = a.News.Delete(ctx, made[chance.IntN(len(made))], never) // many calls here and below are rejected by the rules
		case chance.IntN(2) == 0:
			f.Level = ""
			_ = a.News.Save(ctx, made[chance.IntN(len(made))], f, never)
		default:
			_ = a.News.Move(ctx, news.Move{News: made[chance.IntN(len(made))], To: news.Approvals[chance.IntN(4)], Reason: "Проверка"}, never)
		}
	}
}

func TestListCalls(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		list := func(body any, headers ...string) (rows []card, total string) {
			answer := c.Put("/v1/news", body, headers...).OK()
			answer.Into(&rows)
			return rows, answer.Header.Get("X-Record-Count")
		}
		first, total := list(nil)
		second, _ := list(object{}, "X-Offset", "9")
		if len(first) != 9 || len(second) != 9 || first[0].CreatedAt < first[8].CreatedAt || first[8].CreatedAt < second[0].CreatedAt || total == "9" {
			t.Errorf("pages of %d and %d of %s", len(first), len(second), total)
		}
		oldest, _ := list(object{"typeNews": nil, "approve": "", "owner": []string{}, "searchString": nil}, "X-Sort-Direction", "ASC", "X-Sort-Field", "createdAt")
		if oldest[0].CreatedAt > oldest[8].CreatedAt {
			t.Error("not the oldest first")
		}
		both, all := list(object{"owner": []string{"others", "mine"}})
		if _, mine := list(object{"owner": []string{"mine"}}); len(both) != 9 || all != total || mine == total || mine == "0" {
			t.Errorf("%s of all, %s of mine", all, mine)
		}
		// A list row equals the card.
		k, _ := read(t, c, first[0].UUIDNews)
		if diff := cmp.Diff(k, first[0]); diff != "" {
			t.Errorf("(-card +row):\n%s", diff)
		}
		past := c.Put("/v1/news", object{}, "X-Offset", "1000").OK()
		if string(past.Body) != "[]\n" || past.Header.Get("X-Record-Count") != total {
			t.Errorf("an offset past the end gives %s", past.Body)
		}
		for _, bad := range []object{{"typeNews": "city"}, {"approve": "published"}, {"approve": 1}, {"owner": []string{"all"}}, {"owner": "mine"}, {"searchString": []string{"a"}}} {
			c.Put("/v1/news", bad).Is(422)
		}
		for _, bad := range [][2]string{{"X-Sort-Field", "title"}, {"X-Sort-Direction", "desc"}, {"X-Offset", "-1"}, {"X-Limit", "0"}} {
			c.Put("/v1/news", object{}, bad[0], bad[1]).Is(422)
		}
		for i, row := range first {
			var near struct {
				Previous, Next  *string
				Position, Total int
			}
			c.Put("/v1/news/neighbours/"+row.UUIDNews, object{}).OK().Into(&near)
			if near.Position != i+1 || fmt.Sprint(near.Total) != total || i > 0 && *near.Previous != first[i-1].UUIDNews || i < 8 && *near.Next != first[i+1].UUIDNews || i == 0 && near.Previous != nil {
				t.Errorf("row %d stands at %+v", i, near)
			}
		}
	})
}

// The search index contains the words of the text without markup, and follows an edit.
func TestSearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"title": "Ёлочный базар", "content": `<p>Привозите <strong>мандарины</strong></p><p><a href="https://example.com/skripka">сюда</a></p>`}))
		found := func(search string) bool {
			var rows []card
			c.Put("/v1/news", object{"searchString": search}, "X-Limit", "100").OK().Into(&rows)
			return slices.ContainsFunc(rows, func(k card) bool { return k.UUIDNews == id })
		}
		for search, want := range map[string]bool{
			"елочный": true, "БАЗАР ёлочный": true, "мандар": true, "fpfh": true, ",fpfhs": false, "базар мандарины": true, "strong": false, "skripka": false, "href": false, "базар апельсины": false, "ма": true, "рины": true, strings.Repeat("б", 300): false,
		} {
			if got := found(search); got != want {
				t.Errorf("%q finds it: %v, want %v", search, got, want)
			}
		}
		c.Put("/v1/news/"+id, object{"title": "Весенний базар"}).OK()
		if found("елочный") || !found("весенний") {
			t.Error("the search does not follow an edit")
		}
	}, kit.WithJobs())
}
