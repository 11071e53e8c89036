package partners_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type point struct {
	UUIDSalePoint, Address, WorkTime, Version string
	IDSalePoint                               int64
	TimeWork                                  []struct {
		Name               string
		StartWork, EndWork *string
	}
	Geo *struct{ Latitude, Longitude float64 }
}

// cityGroup is a city in the answer; its points are grouped by letter or flat.
type cityGroup struct {
	UUIDCity, NameCity string
	CountSalePoints    int
	SalePoints         json.RawMessage
}

func (g cityGroup) plain(t *testing.T) (out []point) {
	t.Helper()
	if err := json.Unmarshal(g.SalePoints, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// letters formats the groups as «Б: a; b, Л: c».
func (g cityGroup) letters(t *testing.T) string {
	t.Helper()
	var groups []struct {
		Letter string
		Points []point
	}
	if err := json.Unmarshal(g.SalePoints, &groups); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range groups {
		var addresses []string
		for _, p := range l.Points {
			addresses = append(addresses, p.Address)
		}
		out = append(out, l.Letter+": "+strings.Join(addresses, "; "))
	}
	return strings.Join(out, " | ")
}

func week(start, end string) []any {
	var out []any
	for _, name := range []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"} {
		out = append(out, map[string]any{"name": name, "startWork": start, "endWork": end})
	}
	return out
}

// shop is one row of the wizard.
func shop(address string, with map[string]any) map[string]any {
	out := map[string]any{"address": address, "workTime": "Ежедневно"}
	maps.Copy(out, with)
	return out
}

func addPoints(c *kit.Client, id, city string, points ...any) kit.Answer {
	return c.Post("/v2/partner/points/add", map[string]any{"uuidPartner": id, "uuidCity": city, "salePoints": points})
}

func pointsOf(t *testing.T, c *kit.Client, id string, body map[string]any, headers ...string) ([]cityGroup, string) {
	t.Helper()
	var out []cityGroup
	answer := c.Put("/v1/salepoint/"+id, maps.Collect(maps.All(body)), headers...).OK()
	answer.Into(&out)
	return out, answer.Header.Get("X-Record-Count")
}

func TestPointsAreGroupedByCityAndLetter(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := created(t, a, c, nil) // its main city is Казань
		kazan, moscow, abakan := cityUUID(t, a, "Казань"), cityUUID(t, a, "Москва"), cityUUID(t, a, "Абакан")
		var added []struct{ UUIDSalePoint string }
		answer := addPoints(c, id, moscow, shop("Тверская ул., 5", nil), shop("ул. Ёлочная, 2", nil), shop("ул. Ежовая, 9", nil), shop("1-я Тверская-Ямская улица, 8", nil)).OK()
		answer.Into(&added)
		isAudited(t, a, answer, "partners.point.add partner "+id)
		addPoints(c, id, abakan, shop("ул. Ленина, 1", nil)).OK()
		if len(added) != 4 || kit.One[string](t, a, "SELECT address FROM trade_points WHERE uuid = ?", added[2].UUIDSalePoint) != "ул. Ежовая, 9" {
			t.Errorf("%v", added)
		}
		all, total := pointsOf(t, c, id, map[string]any{"groupByAlphabet": true, "limitPoint": 40, "emptyCity": false}, "X-Offset", "0", "X-Limit", "100")
		if len(all) != 2 || total != "2" || all[0].NameCity != "Абакан" || all[1].NameCity != "Москва" || all[1].CountSalePoints != 4 || all[1].UUIDCity != moscow {
			t.Fatalf("%s %+v", total, all)
		}
		if got, want := all[1].letters(t), "Е: ул. Ежовая, 9; ул. Ёлочная, 2 | Т: Тверская ул., 5; 1-я Тверская-Ямская улица, 8"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		// Without a limit, each city comes with one point and the total count.
		few, _ := pointsOf(t, c, id, nil)
		if few[1].CountSalePoints != 4 || len(few[1].plain(t)) != 1 {
			t.Errorf("%+v", few)
		}
		// A small limit uses another query, which must keep the order.
		for limit := 1; limit <= 6; limit++ {
			few, _ := pointsOf(t, c, id, map[string]any{"groupByAlphabet": true, "limitPoint": limit})
			if got := few[1].letters(t); len(few[0].letters(t)) == 0 || !strings.HasPrefix(all[1].letters(t), got) || strings.Count(got, ",") != min(limit, 4) {
				t.Errorf("%d points: %s", limit, got)
			}
		}
		page, total := pointsOf(t, c, id, map[string]any{"emptyCity": true}, "X-Offset", "1", "X-Limit", "1")
		if len(page) != 1 || total != "3" || page[0].NameCity != "Казань" || page[0].UUIDCity != kazan || page[0].CountSalePoints != 0 || len(page[0].plain(t)) != 0 {
			t.Errorf("%s %+v", total, page)
		}
		if beyond, total := pointsOf(t, c, id, nil, "X-Offset", "100"); len(beyond) != 0 || total != "2" {
			t.Errorf("%s %v", total, beyond)
		}
		if found, total := pointsOf(t, c, id, map[string]any{"searchString": "тверс"}); len(found) != 1 || total != "1" || found[0].CountSalePoints != 2 {
			t.Errorf("%s %v", total, found)
		}
		if found, _ := pointsOf(t, c, id, map[string]any{"searchString": "тверс", "emptyCity": true, "limitPoint": 5}); len(found) != 3 || found[2].CountSalePoints != 2 || len(found[2].plain(t)) != 2 {
			t.Errorf("%v", found)
		}
		if p, _ := cardOf(t, c, id); p.CountSalePoints != 5 {
			t.Errorf("the tab counts %d", p.CountSalePoints)
		}
	})
}

func TestPointsInCity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id, kazan, moscow := created(t, a, c, nil), cityUUID(t, a, "Казань"), cityUUID(t, a, "Москва")
		var shops []any
		for i := range 55 {
			shops = append(shops, shop(fmt.Sprintf("ул. %c-я, %d", rune('а'+i%5), i+1), nil))
		}
		addPoints(c, id, moscow, shops...).OK()
		in := func(city string, body map[string]any) (out []cityGroup) {
			c.Put("/v1/salepoint/"+id+"/"+city, maps.Collect(maps.All(body))).OK().Into(&out)
			return out
		}
		got := in(moscow, map[string]any{"searchString": "", "groupByAlphabet": true, "limitPoint": 40, "emptyCity": false})
		if len(got) != 1 || got[0].CountSalePoints != 55 || strings.Count(got[0].letters(t), "ул.") != 40 {
			t.Errorf("%d: %v", len(got), got)
		}
		seen := map[string]bool{}
		for skip := 0; skip < 60; skip += 20 {
			for _, p := range in(moscow, map[string]any{"limitPoint": 20, "offsetPoint": skip})[0].plain(t) {
				seen[p.UUIDSalePoint] = true
			}
		}
		if len(seen) != 55 {
			t.Errorf("%d of 55 seen by paging", len(seen))
		}
		if got := in(moscow, map[string]any{"limitPoint": 1000}); len(got[0].plain(t)) != 55 {
			t.Errorf("%d shown", len(got[0].plain(t)))
		}
		if got := in(moscow, nil); len(got[0].plain(t)) != 40 {
			t.Errorf("%d shown unasked", len(got[0].plain(t)))
		}
		if got := in(moscow, map[string]any{"searchString": "ул 5"}); got[0].CountSalePoints != 11 { // 5, 15 … 45, 50 … 55
			t.Errorf("%d found", got[0].CountSalePoints)
		}
		for _, literal := range []string{"%", "_", `\`, "'"} {
			if got := in(moscow, map[string]any{"searchString": literal}); len(got) != 0 {
				t.Errorf("%s finds %d", literal, got[0].CountSalePoints)
			}
		}
		if got := in(kazan, nil); len(got) != 0 {
			t.Errorf("%v", got)
		}
		if got := in(kazan, map[string]any{"emptyCity": true}); len(got) != 1 || got[0].CountSalePoints != 0 {
			t.Errorf("%v", got)
		}
		for field, value := range map[string]any{"limitPoint": 0, "offsetPoint": -1, "groupByAlphabet": "yes", "searchString": strings.Repeat("я", 301)} {
			isRefused(t, a, c.Put("/v1/salepoint/"+id+"/"+moscow, map[string]any{field: value}), 422, field)
		}
		c.Put("/v1/salepoint/"+id+"/"+uuid.NewString(), nil).Is(404)
		isRefused(t, a, c.Put("/v1/salepoint/"+id, nil, "X-Limit", "0"), 422, "X-Limit")
		isRefused(t, a, c.Put("/v1/salepoint/"+id, nil, "X-Sort-Field", "address"), 422, "X-Sort-Field")
	})
}

func TestPointRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("я", n) }
	geo := func(latitude, longitude any) map[string]any {
		return map[string]any{"latitude": latitude, "longitude": longitude}
	}
	refused := []struct {
		field string
		with  map[string]any
	}{
		{"address", map[string]any{"address": ""}}, {"address", map[string]any{"address": nil}}, {"address", map[string]any{"address": "  "}}, {"address", map[string]any{"address": long(301)}}, {"address", map[string]any{"address": long(50_000)}},
		{"workTime", map[string]any{"workTime": ""}}, {"workTime", map[string]any{"workTime": nil}}, {"workTime", map[string]any{"workTime": " "}}, {"workTime", map[string]any{"workTime": long(501)}},
		{"timeWork", map[string]any{"timeWork": week("09:00", "18:00")[:6]}}, {"timeWork", map[string]any{"timeWork": []any{}}}, {"timeWork", map[string]any{"timeWork": week("9:00", "18:00")}},
		{"timeWork", map[string]any{"timeWork": week("Выходной", "18:00")}}, {"timeWork", map[string]any{"timeWork": append(week("09:00", "18:00"), week("09:00", "18:00")[0])}},
		{"geo", map[string]any{"geo": geo(90.001, 0)}}, {"geo", map[string]any{"geo": geo(0, -180.001)}}, {"geo", map[string]any{"geo": geo(1e300, 1e300)}},
		{"geo.longitude", map[string]any{"geo": map[string]any{"latitude": 55.7}}}, {"geo.latitude", map[string]any{"geo": geo("55", 37)}}, {"geo", map[string]any{"geo": "55,37"}},
	}
	taken := []map[string]any{
		{"address": long(300)}, {"workTime": long(500)}, {"geo": nil}, {"geo": geo(90, 180)}, {"geo": geo(-90, -180)}, {"timeWork": nil}, {"timeWork": append(week("09:00", "18:00")[:6], map[string]any{"name": "Вс", "startWork": nil, "endWork": nil})}, {"timeWork": week("Круглосуточно", "Круглосуточно"), "workTime": nil},
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id, city := created(t, a, c, nil), cityUUID(t, a, "Казань")
		var present []struct{ UUIDSalePoint string }
		addPoints(c, id, city, shop("ул. Мира, 1", map[string]any{"workTime": "было"})).OK().Into(&present)
		edit := func(c *kit.Client, with map[string]any) kit.Answer {
			return c.Put("/v2/partner/points/edit", []any{shop("ул. Мира, 1", maps.Collect(joined(with, "uuidSalePoint", present[0].UUIDSalePoint)))})
		}
		unchanged(t, a, func() {
			for _, r := range refused {
				t.Run(fmt.Sprintf("%s %.40v", r.field, r.with), func(t *testing.T) {
					c := within(t, a, c)
					isRefused(t, a, addPoints(c, id, city, shop("ул. Первая, 1", nil), shop("ул. Мира, 1", r.with)), 422, "salePoints[1]."+r.field)
					isRefused(t, a, c.Post("/v1/salepoint", map[string]any{"uuidPartner": id, "uuidCity": city, "salePoints": []any{shop("ул. Мира, 1", r.with)}}), 422, "salePoints[0]."+r.field)
					edit(c, r.with).Is(422)
				})
			}
			isRefused(t, a, addPoints(c, id, uuid.NewString(), shop("ул. Мира, 1", nil)), 422, "uuidCity")
			isRefused(t, a, addPoints(c, id, "x", shop("ул. Мира, 1", nil)), 422, "uuidCity")
			isRefused(t, a, c.Post("/v1/salepoint", map[string]any{"uuidPartner": id, "salePoints": []any{shop("ул. Мира, 1", nil)}}), 422, "uuidCity")
			isRefused(t, a, addPoints(c, id, city), 422, "salePoints")
			many := make([]any, 101)
			for i := range many {
				many[i] = shop("ул. Мира, 1", nil)
			}
			isRefused(t, a, addPoints(c, id, city, many...), 422, "salePoints")
			isRefused(t, a, c.Put("/v2/partner/points/edit", []any{}), 422, "")
			isRefused(t, a, c.Put("/v2/partner/points/edit", []any{shop("ул. Мира, 1", map[string]any{"uuidSalePoint": uuid.NewString()})}), 404, "")
			isRefused(t, a, c.Put("/v2/partner/points/edit", []any{shop("x", map[string]any{"uuidSalePoint": present[0].UUIDSalePoint}), shop("x", map[string]any{"uuidSalePoint": uuid.NewString()})}), 404, "")
		})
		for _, with := range taken {
			t.Run(fmt.Sprintf("taken %.40v", with), func(t *testing.T) {
				c := within(t, a, c)
				addPoints(c, id, city, shop("ул. Мира, 1", with)).OK()
				edit(c, with).OK()
			})
		}
	})
}

// joined returns a copy of the body with one more field.
func joined(body map[string]any, name string, value any) func(yield func(string, any) bool) {
	with := maps.Clone(body)
	if with == nil {
		with = map[string]any{}
	}
	with[name] = value
	return maps.All(with)
}

func TestPointEditKeepsOtherFields(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "chairman")
		id, city := created(t, a, c, nil), cityUUID(t, a, "Казань")
		var added []struct{ UUIDSalePoint string }
		addPoints(c, id, city, shop("ул. Баумана, 5", map[string]any{"timeWork": week("09:00", "18:00"), "workTime": "не это", "geo": map[string]any{"latitude": 55.79, "longitude": 49.12}})).OK().Into(&added)
		get := func() point {
			all, _ := pointsOf(t, c, id, nil)
			return all[0].plain(t)[0]
		}
		was := get()
		if !strings.HasPrefix(was.WorkTime, "Пн:09:00-18:00,\nВт:") || len(was.TimeWork) != 7 || text(was.TimeWork[6].EndWork) != "18:00" || was.Geo.Latitude != 55.79 || was.IDSalePoint == 0 {
			t.Fatalf("%+v", was)
		}
		edit := func(with map[string]any) kit.Answer {
			return c.Put("/v2/partner/points/edit", []any{maps.Collect(joined(with, "uuidSalePoint", added[0].UUIDSalePoint))}).OK()
		}
		// Changing only the address keeps hours and place.
		answer := edit(map[string]any{"address": "ул. Кремлёвская, 1", "workTime": was.WorkTime})
		isAudited(t, a, answer, "partners.point.save partner "+id)
		is := get()
		if is.Address != "ул. Кремлёвская, 1" || is.WorkTime != was.WorkTime || len(is.TimeWork) != 7 || is.Geo == nil {
			t.Errorf("%+v", is)
		}
		if all, _ := pointsOf(t, c, id, map[string]any{"groupByAlphabet": true}); all[0].letters(t) != "К: ул. Кремлёвская, 1" {
			t.Errorf("%s", all[0].letters(t))
		}
		edit(map[string]any{"address": "ул. Кремлёвская, 1", "workTime": "как получится", "geo": nil}) // null removes the place
		if is = get(); is.WorkTime != "как получится" || is.TimeWork != nil || is.Geo != nil {
			t.Errorf("%+v", is)
		}
		edit(map[string]any{"address": "ул. Кремлёвская, 1", "timeWork": week("Круглосуточно", "Круглосуточно"), "geo": map[string]any{"latitude": -1.5, "longitude": 2.25}})
		if is = get(); !strings.HasPrefix(is.WorkTime, "Пн:Круглосуточно,\n") || is.Geo == nil || is.Geo.Longitude != 2.25 {
			t.Errorf("%+v", is)
		}
		answer = c.Delete("/v1/salepoint/"+added[0].UUIDSalePoint, nil).OK()
		isAudited(t, a, answer, "partners.point.delete partner "+id)
		c.Delete("/v1/salepoint/"+added[0].UUIDSalePoint, nil).Is(404)
		if p, _ := cardOf(t, c, id); p.CountSalePoints != 0 {
			t.Errorf("the tab counts %d", p.CountSalePoints)
		}
	})
}

func TestAnOutdatedPointIsNotSaved(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "chairman")
		id, city := created(t, a, c, nil), cityUUID(t, a, "Казань")
		place := map[string]any{"latitude": 55.790123456, "longitude": 49.12}
		addPoints(c, id, city, shop("ул. Баумана, 5", map[string]any{"timeWork": week("09:00", "18:00"), "geo": place})).OK()
		get := func() point {
			all, _ := pointsOf(t, c, id, nil)
			return all[0].plain(t)[0]
		}
		save := func(of point, address string) kit.Answer {
			with := map[string]any{"uuidSalePoint": of.UUIDSalePoint, "version": of.Version, "address": address, "workTime": of.WorkTime}
			return c.Put("/v2/partner/points/edit", []any{with})
		}
		loaded := get()
		save(loaded, "ул. Баумана, 6").OK()
		save(loaded, "ул. Баумана, 7").Is(409)
		if is := get(); is.Address != "ул. Баумана, 6" {
			t.Errorf("the colleague's address became %s", is.Address)
		}
		save(get(), "ул. Баумана, 7").OK()
		save(point{UUIDSalePoint: loaded.UUIDSalePoint, WorkTime: loaded.WorkTime, Version: ""}, "ул. Баумана, 8").OK() // callers need not send it
	})
}

func TestMapLimitAndTotal(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id, city := created(t, a, c, nil), cityUUID(t, a, "Казань")
		addPoints(c, id, city, shop("без места", nil), shop("на западе", map[string]any{"geo": map[string]any{"latitude": 50.0, "longitude": 20.0}}),
			shop("на востоке", map[string]any{"geo": map[string]any{"latitude": 60.0, "longitude": 100.0}})).OK()
		type onMap struct {
			SalePoints                       []struct{ Address, NameCity, UUIDCity string }
			CountSalePoints, CountWithoutGeo int
		}
		get := func(query string) (m onMap) {
			c.Get("/v2/partner/points/map/" + id + query).OK().Into(&m)
			return m
		}
		if m := get(""); len(m.SalePoints) != 2 || m.CountSalePoints != 2 || m.CountWithoutGeo != 1 || m.SalePoints[0].NameCity != "Казань" {
			t.Errorf("%+v", m)
		}
		if m := get("?south=55&west=90&north=65&east=110"); len(m.SalePoints) != 1 || m.SalePoints[0].Address != "на востоке" || m.CountSalePoints != 1 || m.CountWithoutGeo != 1 {
			t.Errorf("%+v", m)
		}
		for _, query := range []string{"?south=91", "?south=10&north=5", "?west=x", "?east=-180.5", "?west=10&east=9"} {
			c.Get("/v2/partner/points/map/" + id + query).Is(422)
		}
		for range 11 { // more points than the limit
			shops := make([]any, 100)
			for i := range shops {
				shops[i] = shop("ул. Мира, 1", map[string]any{"geo": map[string]any{"latitude": 55.0, "longitude": 37.0}})
			}
			addPoints(c, id, city, shops...).OK()
		}
		if m := get(""); len(m.SalePoints) != 1000 || m.CountSalePoints != 1102 {
			t.Errorf("%d shown of %d", len(m.SalePoints), m.CountSalePoints)
		}
	})
}

func TestTabCountsMatchTheLists(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		ids := []string{somePartner(t, a, "(SELECT count(*) FROM trade_points x WHERE x.partner_id = p.id) > 100"), somePartner(t, a, "p.status = 'blocked'"), somePartner(t, a, "p.rating IS NOT NULL")}
		for _, id := range ids {
			p, _ := cardOf(t, c, id)
			points := 0
			all, _ := pointsOf(t, c, id, nil)
			for _, g := range all {
				points += g.CountSalePoints
			}
			var vacancies, complaints, reviews []any
			c.Get("/v1/vacancies/" + id).OK().Into(&vacancies)
			c.Get("/v2/partner/complaints/" + id).OK().Into(&complaints)
			c.Put("/v2/partner/comments/list", map[string]any{"uuidPartner": id}).OK().Into(&reviews)
			got := []int{p.CountSalePoints, p.CountVacancies, p.CountComplaints, p.CountComments, p.CountPhoto, p.CountDiscounts, p.CountStocks}
			want := []int{points, len(vacancies), len(complaints), len(reviews), len(photosOf(t, c, id)), len(p.Discounts), len(p.Stocks)}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-tabs +counts):\n%s", p.Name, diff)
			}
		}
	})
}
