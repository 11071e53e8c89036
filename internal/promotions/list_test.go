package promotions_test

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

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/promotions"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// names returns the names of a page in order.
func names(rows []row) (out []string) {
	for _, r := range rows {
		out = append(out, r.Name)
	}
	return out
}

func TestListFiltersSortsAndSearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		zerno, ezh := partner(t, a, c, "Зюзя «Зерно»", "Москва"), partner(t, a, c, "Зюзя Ёж", "Казань")
		promotion(t, c, zerno, map[string]any{"name": "Ёлка зю", "dateBegin": "16.11.2026", "dateEnd": "30.11.2026"})
		promotion(t, c, zerno, map[string]any{"name": "абрикос зю"})
		blocked := promotion(t, c, ezh, map[string]any{"name": "Ель зю", "dateBegin": "01.10.2026", "dateEnd": "14.11.2026"})
		c.Put("/v1/stock/"+blocked+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Причина"}).OK()
		kazan := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = 'Казань' ORDER BY population DESC LIMIT 1")
		category := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")
		another := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id DESC LIMIT 1")
		for name, q := range map[string]struct {
			body    map[string]any
			headers []string
			want    []string
		}{
			"by date, the newest first": {map[string]any{}, nil, []string{"Ель зю", "абрикос зю", "Ёлка зю"}},
			"by name":                   {map[string]any{}, []string{"X-Sort-Field", "name", "X-Sort-Direction", "ASC"}, []string{"абрикос зю", "Ёлка зю", "Ель зю"}},
			"by city":                   {map[string]any{}, []string{"X-Sort-Field", "nameMainCity", "X-Sort-Direction", "ASC"}, []string{"Ель зю", "Ёлка зю", "абрикос зю"}},
			"by partner":                {map[string]any{}, []string{"X-Sort-Field", "partnerName", "X-Sort-Direction", "ASC"}, []string{"Ёлка зю", "абрикос зю", "Ель зю"}},
			"active":                    {map[string]any{"status": "active"}, nil, []string{"абрикос зю", "Ёлка зю"}},
			"blocked":                   {map[string]any{"status": "blocked"}, nil, []string{"Ель зю"}},
			"planned":                   {map[string]any{"state": "planned"}, nil, []string{"Ёлка зю"}},
			"running":                   {map[string]any{"state": "running"}, nil, []string{"абрикос зю"}},
			"ended":                     {map[string]any{"state": "ended"}, nil, []string{"Ель зю"}},
			"the partner's city":        {map[string]any{"cities": []string{kazan}}, nil, []string{"Ель зю"}},
			"the partner's category":    {map[string]any{"categories": []string{category}}, nil, []string{"Ель зю", "абрикос зю", "Ёлка зю"}},
			"another category":          {map[string]any{"categories": []string{another}}, nil, nil},
			"ended and active":          {map[string]any{"state": "ended", "status": "active"}, nil, nil},
			"empty filters":             {map[string]any{"status": "", "state": nil, "cities": nil, "categories": []string{}}, nil, []string{"Ель зю", "абрикос зю", "Ёлка зю"}},
			"the second page":           {map[string]any{}, []string{"X-Limit", "1", "X-Offset", "1"}, []string{"абрикос зю"}},
		} {
			t.Run(name, func(t *testing.T) {
				c := a.As(t, "univer")
				q.body["searchString"] = "зю"
				var rows []row
				c.Put("/v1/stock", q.body, q.headers...).OK().Into(&rows)
				if diff := cmp.Diff(q.want, names(rows)); diff != "" {
					t.Error(diff)
				}
			})
		}
		for search, want := range map[string]int{"зерно зю": 2, "ЕЛКА зю": 1, "еж зю": 1, "зе зю": 2, "зюзя": 3, "ООО зю": 0, "pthyj p.": 2} {
			var rows []row
			c.Put("/v1/stock", map[string]any{"searchString": search}).OK().Into(&rows)
			if len(rows) != want {
				t.Errorf("%s: %v, want %d", search, names(rows), want)
			}
		}
		c.Put("/v1/stock", map[string]any{"status": "planned"}).Is(422)
		c.Put("/v1/stock", map[string]any{"state": "active"}).Is(422)
		c.Put("/v1/stock", map[string]any{}, "X-Sort-Field", "codes_total").Is(422)
	})
}

// The state filter and its totals are right after midnight although nothing was written.
func TestStateChangesAtMidnight(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"name": "Полуночная", "dateBegin": "16.11.2026", "dateEnd": "17.11.2026"})
		followed := func() bool { return a.Promotions.Index().Sync(t.Context()) == nil }
		watch.Until(t, 30*time.Second, "the index is loaded", followed)
		total := kit.One[int](t, a, "SELECT count(*) FROM promotions")
		before := kit.One[int](t, a, "SELECT coalesce(max(seq), 0) FROM list_changes")
		for _, moment := range []struct {
			at   time.Time
			want string
		}{
			{time.Date(2026, 11, 15, 20, 59, 59, 0, time.UTC), "planned"},
			{time.Date(2026, 11, 15, 21, 0, 0, 0, time.UTC), "running"},
			{time.Date(2026, 11, 17, 20, 59, 59, 0, time.UTC), "running"},
			{time.Date(2026, 11, 17, 21, 0, 0, 0, time.UTC), "ended"},
		} {
			for a.Clock.Now().Before(moment.at) { // in small steps, because an index that has not synced for long is reloaded
				a.Clock.Set(slices.MinFunc([]time.Time{moment.at, a.Clock.Now().Add(20 * time.Minute)}, time.Time.Compare))
				if !followed() {
					t.Fatal("the index does not follow")
				}
			}
			c := a.As(t, "all")
			sum := 0
			for _, state := range []string{"planned", "running", "ended"} {
				var rows []row
				answer := c.Put("/v1/stock", map[string]any{"state": state, "searchString": "полуночная"}).OK()
				answer.Into(&rows)
				if in := len(rows) == 1; in != (state == moment.want) {
					t.Errorf("%s: in %s: %v", moment.at, state, in)
				}
				n := 0
				_, err := fmt.Sscan(c.Put("/v1/stock", map[string]any{"state": state}).OK().Header.Get("X-Record-Count"), &n)
				if err != nil {
					t.Fatal(err)
				}
				sum += n
			}
			if sum != total {
				t.Errorf("%s: %d in the three states, want %d", moment.at, sum, total)
			}
			if is, _ := cardOf(t, c, id); is.State != moment.want {
				t.Errorf("%s: the card says %s", moment.at, is.State)
			}
		}
		if kit.One[int](t, a, "SELECT count(*) FROM list_changes WHERE list = 'promotions' AND seq > ?", before) > 0 {
			t.Error("control: something was written meanwhile")
		}
	}, kit.WithJobs())
}

// The partner columns of the list follow changes of the partner at once.
func TestListFollowsPartnerChanges(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Прежнее имя", "Москва")
		promotion(t, c, of, map[string]any{"name": "Следующая за партнёром"})
		watch.Until(t, 30*time.Second, "the index is loaded", func() bool { return a.Promotions.Index().Sync(t.Context()) == nil })
		city := func(name string) string {
			return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", name)
		}
		found := func(body map[string]any) int {
			var rows []row
			c.Put("/v1/stock", body).OK().Into(&rows)
			return len(rows)
		}
		if found(map[string]any{"searchString": "прежнее имя"}) != 1 || found(map[string]any{"searchString": "следующая", "cities": []string{city("Казань")}}) != 0 {
			t.Fatal("control")
		}
		c.Put("/v2/partner/"+of, map[string]any{
			"name": "Новое «Слово»", "phone": "79991234567", "uuidMainCity": city("Самара"),
			"category": map[string]any{"uuidCategory": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id DESC LIMIT 1")},
		}).OK()
		c.Post("/v1/salepoint", map[string]any{"uuidPartner": of, "uuidCity": city("Казань"), "salePoints": []map[string]any{{"address": "ул. Баумана, 1", "workTime": "Пн:09:00-18:00"}}}).OK()
		for what, ok := range map[string]bool{
			"the new name":         found(map[string]any{"searchString": "новое сл"}) == 1,
			"not by the old":       found(map[string]any{"searchString": "прежнее имя"}) == 0,
			"the new main city":    found(map[string]any{"searchString": "следующая", "cities": []string{city("Самара")}}) == 1,
			"the city of a point":  found(map[string]any{"searchString": "следующая", "cities": []string{city("Казань")}}) == 1,
			"not the old city":     found(map[string]any{"searchString": "следующая", "cities": []string{city("Москва")}}) == 0,
			"its own name as ever": found(map[string]any{"searchString": "следующая"}) == 1,
		} {
			if !ok {
				t.Errorf("the list does not follow: %s", what)
			}
		}
	}, kit.WithJobs())
}

func TestNeighbours(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	of := partner(t, a, c, "Кофейня", "Москва")
	first, second, third := promotion(t, c, of, nil), promotion(t, c, of, nil), promotion(t, c, of, nil)
	var near struct {
		Previous, Next  *string
		Position, Total int
	}
	c.Put("/v1/stock/neighbours/"+second, map[string]any{"uuidPartner": of}).OK().Into(&near)
	if *near.Previous != third || *near.Next != first || near.Position != 2 || near.Total != 3 {
		t.Errorf("%+v", near)
	}
	c.Put("/v1/stock/neighbours/"+second, map[string]any{"uuidPartner": of, "state": "ended"}).OK().Into(&near)
	if near.Previous != nil || near.Next != nil || near.Position != 0 {
		t.Errorf("%+v", near)
	}
}

// plain answers a list query with naive SQL. The index must return the same.
func plain(ctx context.Context, a *kit.App, q listquery.Query[promotions.Filter], today string) ([]int64, error) {
	where, args := listquery.Condition("s.search_text", listquery.Terms(q.Search))
	add := func(condition string, arg ...any) { where, args = where+" AND "+condition, append(args, arg...) }
	f := q.Filter
	if f.Status != "" {
		add("s.status = ?", string(f.Status))
	}
	switch f.State {
	case promotions.Planned:
		add("s.begin_date > ?", today)
	case promotions.Running:
		add("s.begin_date <= ? AND s.end_date >= ?", today, today)
	case promotions.Ended:
		add("s.end_date < ?", today)
	}
	if f.Categories != nil {
		add("k.uuid IN (?)", f.Categories)
	}
	if f.Cities != nil {
		add("(c.uuid IN (?) OR EXISTS (SELECT 1 FROM trade_points t JOIN cities tc ON tc.id = t.city_id WHERE t.partner_id = p.id AND tc.uuid IN (?)))", f.Cities, f.Cities)
	}
	order := map[string]string{"idStock": "", "name": "s.name_key", "nameMainCity": "c.name_key", "partnerName": "p.name_key"}[q.Sort]
	if order != "" {
		if a.DB.Postgres() {
			order += ` COLLATE "C"`
		}
		order += " " + string(q.Direction) + ", "
	}
	return db.All[int64](ctx, a.DB, `SELECT s.id FROM promotions s JOIN partners p ON p.id = s.partner_id JOIN cities c ON c.id = p.main_city_id
		JOIN partner_categories k ON k.id = p.category_id WHERE `+where+" ORDER BY "+order+"s.id "+string(q.Direction), args...)
}

// The list equals naive SQL for every query, with and without the index, and while promotions change.
func TestListEqualsPlainSQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "all")
		cities := kit.All[string](t, a, "SELECT DISTINCT CAST(c.uuid AS TEXT) FROM cities c JOIN trade_points t ON t.city_id = c.id ORDER BY 1")
		categories := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id")
		stop := make(chan struct{})
		var writers sync.WaitGroup
		var holding sync.RWMutex // a comparison blocks the writers, because its two statements do not share a snapshot
		writers.Go(func() {
			rng := rand.New(rand.NewPCG(3, 3))
			ids := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM promotions ORDER BY id")
			for {
				select {
				case <-stop:
					return
				default:
				}
				holding.RLock()
				id := ids[rng.IntN(len(ids))]
				never := func(int64) bool { return false }
				day := clock.Date("2026-11-15").Plus(rng.IntN(60) - 30)
				_ = a.Promotions.Save(ctx, id, promotions.Change{Name: "Имя " + fmt.Sprint(rng.IntN(50)), Description: "Текст", Begin: day.Wire(), End: day.Plus(rng.IntN(30)).Wire()}, never)
				_ = a.Promotions.Move(ctx, promotions.Move{Promotion: id, To: []promotions.Status{promotions.Active, promotions.Blocked}[rng.IntN(2)], Reason: "Причина"}, never)
				holding.RUnlock()
				time.Sleep(time.Millisecond)
			}
		})
		rng := rand.New(rand.NewPCG(4, 4))
		pick := func(from ...string) string { return from[rng.IntN(len(from))] }
		for range 150 {
			q := listquery.Query[promotions.Filter]{
				Sort: pick("idStock", "name", "nameMainCity", "partnerName"), Direction: listquery.Direction(pick("ASC", "DESC")), Limit: 1 + rng.IntN(40),
				Search: pick("", "", "кофе", "имя 1", "им", "«", "студ", "5"),
			}
			q.Filter.Status = promotions.Status(pick("", "active", "blocked"))
			q.Filter.State = promotions.State(pick("", "planned", "running", "ended"))
			if rng.IntN(3) == 0 {
				q.Filter.Cities = []string{pick(cities...), pick(cities...)}
			}
			if rng.IntN(3) == 0 {
				q.Filter.Categories = []string{pick(categories...), pick(categories...)}
			}
			holding.Lock()
			want, err := plain(ctx, a, q, "2026-11-15")
			if err != nil {
				t.Fatal(err)
			}
			q.Offset = rng.IntN(len(want) + 2)
			got, err := a.Promotions.List(ctx, q)
			holding.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			page := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
			ids := make([]int64, len(got.Rows))
			for i, r := range got.Rows {
				ids[i] = r.ID
			}
			if got.Total != len(want) || !slices.Equal(ids, page) {
				t.Fatalf("%+v: total %d, want %d: %s", q, got.Total, len(want), cmp.Diff(page, ids))
			}
		}
		close(stop)
		writers.Wait()
		if n := kit.One[int](t, a, "SELECT count(*) FROM promotions WHERE name LIKE 'Имя %'"); n < 10 {
			t.Errorf("control: only %d promotions have changed", n)
		}
		if !strings.HasPrefix(kit.One[string](t, a, "SELECT name FROM promotions WHERE name LIKE 'Имя %' LIMIT 1"), "Имя") {
			t.Error("control")
		}
	}, kit.WithJobs())
}
