package statistics_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/clock"
	"studbonus/internal/statistics"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

// growth counts rows by creation time, independently of the tiles' code.
func growth(t *testing.T, a *kit.App, rows string, args ...any) (all, month tile) {
	t.Helper()
	times, today := allTimes(t, a, rows, args...), clock.DateOf(a.Clock.Now())
	month.Series, all.Series = make([]int, 12), make([]int, 12)
	for _, at := range times {
		day := clock.DateOf(at)
		for i := range 12 {
			last := today.Plus(-30 * (11 - i))
			if day <= last {
				all.Series[i]++
			}
			if day <= last && day > last.Plus(-30) {
				month.Series[i]++
			}
		}
	}
	all.Value, month.Value = len(times), month.Series[11]
	all.Change = month.Series[11] - month.Series[10]
	all.Up = all.Change >= 0
	month.Change, month.Up = all.Change, all.Up
	month.Added, all.Added = month.Series, month.Series
	return all, month
}

func allTimes(t *testing.T, a *kit.App, text string, args ...any) []time.Time {
	t.Helper()
	return kit.All[time.Time](t, a, text, args...)
}

func TestTilesEqualPlainCountsForEveryRole(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var wantAll, wantMonth tiles
		wantAll.Partners, wantMonth.Partners = growth(t, a, "SELECT created_at FROM partners")
		wantAll.Stocks, wantMonth.Stocks = growth(t, a, "SELECT created_at FROM promotions")
		wantAll.Points, wantMonth.Points = growth(t, a, "SELECT created_at FROM trade_points")
		for _, state := range []string{"plain SQL", "indexes"} {
			for account, university := range universities {
				wantAll.Students, wantMonth.Students = growth(t, a, "SELECT created_at FROM students WHERE status IN ('active', 'blocked') AND CAST(? AS BIGINT) IN (0, university_id)", university)
				c := a.As(t, account)
				if diff := cmp.Diff(wantAll, readTiles(c, "all")); diff != "" {
					t.Errorf("%s, all time, by %s (-want +got):\n%s", account, state, diff)
				}
				if diff := cmp.Diff(wantMonth, readTiles(c, "month")); diff != "" {
					t.Errorf("%s, month, by %s (-want +got):\n%s", account, state, diff)
				}
			}
			follow(t, a)
		}
		if wantAll.Partners.Value == 0 || wantMonth.Points.Value == 0 || wantMonth.Stocks.Value == 0 {
			t.Error("the demo data show nothing")
		}
	})
}

// The list behind a tile has as many rows as the tile says.
func TestTilesMatchTheirLists(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		for account := range universities {
			c := a.As(t, account)
			got := readTiles(c, "all")
			for path, value := range map[string]int{"/v1/student": got.Students.Value, "/v1/partner": got.Partners.Value, "/v1/stock": got.Stocks.Value} {
				list := c.Put(path, map[string]any{})
				if list.Status == 403 {
					continue
				}
				if total := list.OK().Header.Get("X-Record-Count"); total != fmt.Sprint(value) {
					t.Errorf("%s: %s has %s rows, its tile says %d", account, path, total, value)
				}
			}
		}
	})
}

func TestTilesFollowEveryWriteImmediately(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "all")
		month := func() tiles { return readTiles(c, "month") }
		before := month()
		step := func(what string, change func(*tiles)) {
			t.Helper()
			want := before
			change(&want)
			got := month()
			for _, n := range []struct {
				name      string
				got, want tile
			}{
				{"students", got.Students, want.Students}, {"partners", got.Partners, want.Partners}, {"stocks", got.Stocks, want.Stocks}, {"points", got.Points, want.Points},
			} {
				if n.got.Value != n.want.Value || n.got.Value != n.got.Series[11] {
					t.Errorf("%s: %s are %d, want %d", what, n.name, n.got.Value, n.want.Value)
				}
			}
			before = got
		}
		application := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'moderation' AND created_at > ? ORDER BY id DESC LIMIT 1", a.Clock.Now().AddDate(0, 0, -20))
		move := func(to students.Status) {
			c.Put("/v1/user/status", map[string]any{"uuidUser": application, "newStatus": to, "reasonText": "Неуплата"}).OK()
		}
		move(students.Active)
		step("an application is approved", func(w *tiles) { w.Students.Value++ })
		move(students.Blocked)
		step("a student is blocked", func(*tiles) {})
		kit.Exec(t, a, "UPDATE operators SET surname = surname") // an update that must not be counted
		step("nothing happens", func(*tiles) {})

		city := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY population DESC LIMIT 1")
		var made struct{ UUIDPartner string }
		c.Post("/v2/partner", map[string]any{
			"name": "Новый партнёр", "legalName": "ООО «Новый»", "uuidMainCity": city, "phone": "79160000000",
			"category": map[string]any{"uuidCategory": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
		}).OK().Into(&made)
		step("a partner is added", func(w *tiles) { w.Partners.Value++ })
		c.Post("/v1/stock", map[string]any{"uuidPartner": made.UUIDPartner, "name": "Акция", "description": "Описание", "dateBegin": "15.11.2026", "dateEnd": "15.12.2026", "winLimit": 1}).OK()
		step("a promotion is added", func(w *tiles) { w.Stocks.Value++ })

		point := map[string]any{"address": "ул. Ленина, 1", "workTime": "Ежедневно"}
		var added []struct{ UUIDSalePoint string }
		c.Post("/v1/salepoint", map[string]any{"uuidPartner": made.UUIDPartner, "uuidCity": city, "salePoints": []any{point, point, point}}).OK().Into(&added)
		step("three points are added", func(w *tiles) { w.Points.Value += 3 })
		c.Delete("/v1/salepoint/"+added[1].UUIDSalePoint, nil).OK()
		step("one of them is deleted", func(w *tiles) { w.Points.Value-- })
		old := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM trade_points ORDER BY created_at, id LIMIT 1")
		whole := readTiles(c, "all").Points.Value
		c.Delete("/v1/salepoint/"+old, nil).OK()
		step("an old point is deleted", func(*tiles) {})
		if got := readTiles(c, "all").Points.Value; got != whole-1 {
			t.Errorf("%d points after one of %d was deleted", got, whole)
		}
		if wrong, err := a.Partners.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v: %v", err, wrong)
		}

		a.Clock.Advance(31 * 24 * time.Hour)
		later := readTiles(a.As(t, "all"), "month")
		if later.Partners.Value != 0 || later.Points.Value != 0 || later.Partners.Series[10] == 0 || later.Partners.Up {
			t.Errorf("a month later: %+v", later.Partners)
		}
	})
}

func TestTheRatingEqualsPlainSQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		for _, account := range []string{"all", "univer", "student2", "new"} {
			c := a.As(t, account)
			for _, by := range []string{"cViewBarcode", "cViewCard"} {
				for _, direction := range []string{"DESC", "ASC"} {
					for _, period := range []string{"all", "month"} {
						for _, limit := range []int{50, 7} { // with 7, a page ends among partners without views
							p := page{sort: by, direction: direction, period: period, limit: limit}
							want := p.plain(t, a, universities[account])
							for _, p.goOn = range []bool{false, true} {
								if diff := cmp.Diff(want, p.whole(t, c)); diff != "" {
									t.Errorf("%s, %+v (-want +got):\n%s", account, p, diff)
								}
							}
						}
					}
				}
			}
		}
	})
}

func TestAPageOfTheRating(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "chairman")
		partners := kit.One[int](t, a, "SELECT count(*) FROM partners")
		var rows []rated
		got := c.Get("/v2/statistics/partner").OK()
		got.Into(&rows)
		top, _ := page{sort: "cViewBarcode", direction: "DESC", period: "all", limit: 50}.read(t, c)
		if diff := cmp.Diff(top, rows); diff != "" || len(rows) != 50 {
			t.Errorf("without headers (-want +got):\n%s", diff)
		}
		if got.Header.Get("X-Record-Count") != fmt.Sprint(partners) {
			t.Errorf("%s partners, want %d", got.Header.Get("X-Record-Count"), partners)
		}
		if rows[0].Share != 1 || rows[0].Value == 0 || !slices.ContainsFunc(rows, func(r rated) bool { return r.Logo != nil }) {
			t.Errorf("the first is %+v", rows[0])
		}
		for _, r := range rows {
			if want := float64(r.Value) / float64(rows[0].Value); r.Share != want {
				t.Errorf("%s has a share of %v, want %v", r.Name, r.Share, want)
			}
		}
		up, total := page{sort: "cViewCard", direction: "ASC", period: "month", offset: partners - 1, limit: 1}.read(t, c)
		if len(up) != 1 || up[0].Share != 1 || total != partners {
			t.Errorf("the last from below: %+v of %d", up, total)
		}
		if past, total := (page{sort: "cViewCard", direction: "DESC", period: "all", offset: partners, limit: 50}).read(t, c); len(past) != 0 || total != partners {
			t.Errorf("past the end: %d rows of %d", len(past), total)
		}
	})
}

func TestNoPartnerIsSkippedWhenTheRatingChangesBetweenPages(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "all")
		p := page{sort: "cViewCard", direction: "DESC", period: "all", limit: 7}
		first, _ := p.read(t, c)
		p.after = &first[len(first)-1]
		want, _ := p.read(t, c)
		last := partner(t, a, 0) // gets views until it is the first
		for range 3 {
			views := make([]statistics.View, 500)
			for i := range views {
				views[i] = statistics.View{Student: studentOf(t, a, 1), Partner: last, Kind: statistics.Card}
			}
			record(t, a, views...)
		}
		want = slices.DeleteFunc(want, func(r rated) bool { return r.UUIDPartner == last })
		got, _ := p.read(t, c)
		names := func(rows []rated) (out []string) {
			for _, r := range rows {
				out = append(out, r.Name)
			}
			return out
		}
		if diff := cmp.Diff(names(want), names(got)[:len(want)]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestAPageAfterAnUnknownPartnerIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		c.Get("/v2/statistics/partner", "X-After-Value", "0", "X-After-Partner", "00000000-0000-4000-8000-000000000000").Is(404)
		c.Get("/v2/statistics/partner", "X-After-Partner", "' OR 1=1").Is(422)
		c.Get("/v2/statistics/partner", "X-After-Value", "-1", "X-After-Partner", partner(t, a, 0)).Is(422)
	})
}

func TestRefusals(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	for name, call := range map[string]func() kit.Answer{
		"an unknown period":      func() kit.Answer { return c.Get("/v2/statistics", "X-Period", "year") },
		"of the rating":          func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Period", "day") },
		"an unknown sort":        func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Sort-Field", "name") },
		"an unknown direction":   func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Sort-Direction", "UP") },
		"a limit of nothing":     func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Limit", "-1") },
		"an offset before it":    func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Offset", "-1") },
		"a limit that is a word": func() kit.Answer { return c.Get("/v2/statistics/partner", "X-Limit", "many") },
	} {
		t.Run(name, func(t *testing.T) { call().Is(422) })
	}
	a.Anyone(t).Get("/v2/statistics").Is(401)
	a.Anyone(t).Get("/v2/statistics/partner").Is(401)
}
