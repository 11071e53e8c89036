package partners_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

// plain answers a list query with naive SQL. The index must return the same.
func plain(ctx context.Context, t *testing.T, a *kit.App, q listquery.Query[partners.Filter]) []int64 {
	t.Helper()
	where, args := listquery.Condition("p.search_text", listquery.Terms(q.Search))
	if q.Filter.Status != "" {
		where, args = where+" AND p.status = ?", append(args, q.Filter.Status)
	}
	if len(q.Filter.Categories) > 0 {
		where, args = where+" AND p.category_id IN (SELECT id FROM partner_categories WHERE uuid IN (?))", append(args, q.Filter.Categories)
	}
	if len(q.Filter.Cities) > 0 {
		where += ` AND (p.main_city_id IN (SELECT id FROM cities WHERE uuid IN (?)) OR p.id IN (SELECT t.partner_id FROM trade_points t JOIN cities c ON c.id = t.city_id WHERE c.uuid IN (?)))`
		args = append(args, q.Filter.Cities, q.Filter.Cities)
	}
	point, discount := "NOT EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id)", "NOT EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id)"
	if lacks := map[partners.Lack]string{
		partners.LacksPoint: point, partners.LacksDiscount: discount, partners.LacksOffer: "(" + point + " OR " + discount + ")",
		partners.LacksPlace: "p.id IN (SELECT partner_id FROM trade_points WHERE latitude IS NULL)",
	}[q.Filter.Lacks]; lacks != "" {
		where += " AND " + lacks
	}
	order := ""
	if by := map[string]string{"name": "p.name_key", "nameMainCity": "c.name_key"}[q.Sort]; by != "" {
		if a.DB.Postgres() {
			by += ` COLLATE "C"`
		}
		order = by + " " + string(q.Direction) + ", "
	}
	ids, err := db.All[int64](ctx, a.DB, "SELECT p.id FROM partners p JOIN cities c ON c.id = p.main_city_id WHERE "+where+" ORDER BY "+order+"p.id "+string(q.Direction), args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func pick(rng *rand.Rand, from ...string) string { return from[rng.IntN(len(from))] }

func ask(rng *rand.Rand, cities, categories []string) listquery.Query[partners.Filter] {
	q := listquery.Query[partners.Filter]{Sort: pick(rng, "idPartner", "name", "nameMainCity"), Direction: listquery.Direction(pick(rng, "ASC", "DESC")), Limit: 1 + rng.IntN(30)}
	q.Filter.Status = partners.Status(pick(rng, "", "", "active", "blocked"))
	q.Filter.Lacks = partners.Lack(pick(rng, "", "", "offer", "point", "discount", "place"))
	if rng.IntN(2) == 0 {
		q.Filter.Cities = []string{pick(rng, cities...), pick(rng, cities...)}
	}
	if rng.IntN(3) == 0 {
		q.Filter.Categories = []string{pick(rng, categories...), pick(rng, categories...)}
	}
	if rng.IntN(3) == 0 {
		q.Search = pick(rng, "кофе", "ко", "ооо", "ИП", "5", "0050", "магазин «", "rjatqyz", "ёлк", "нет такого", "%", "_", "доставка ужин", "новый 00")
	}
	return q
}

func operator(ctx context.Context) context.Context {
	return access.WithPrincipal(ctx, access.Principal{Role: access.OperatorUniver, Operator: 1, University: 1, Surname: "Тест", Name: "Тест"})
}

// compared compares the list with naive SQL while partners and points are added, edited, blocked and deleted.
func compared(t *testing.T, a *kit.App) kit.Comparison[partners.Filter, partners.Row] {
	t.Helper()
	cities := kit.All[string](t, a, "SELECT CAST(c.uuid AS TEXT) FROM cities c ORDER BY c.population DESC, c.id LIMIT 20")
	categories := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id")
	unknown := uuid.NewString()
	return kit.Comparison[partners.Filter, partners.Row]{
		Index: a.Partners.Index(), List: a.Partners.List, ID: func(r partners.Row) int64 { return r.ID },
		Plain: func(ctx context.Context, q listquery.Query[partners.Filter]) []int64 { return plain(ctx, t, a, q) },
		Ask: func(rng *rand.Rand) (context.Context, listquery.Query[partners.Filter]) {
			return operator(t.Context()), ask(rng, append(cities, unknown), append(categories, unknown))
		},
		Write: func(rng *rand.Rand) { write(t, a, rng, pick(rng, cities...), pick(rng, categories...)) },
	}
}

func write(t *testing.T, a *kit.App, rng *rand.Rand, city, category string) {
	ctx, never := operator(context.Background()), func(int64) bool { return false }
	ids, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM partners")
	if err != nil {
		t.Error(err)
		return
	}
	id := pick(rng, ids...)
	form := partners.Change{Name: pick(rng, "Кофе ", "Ёлка ", "Новый ", "Ян ") + fmt.Sprint(rng.IntN(1000)), Phone: "79161234567", City: city, Category: category}
	switch rng.IntN(7) {
	case 0:
		_, err = a.Partners.Create(ctx, form, nil)
	case 1:
		err = a.Partners.Save(ctx, id, form, never)
	case 2:
		_ = a.Partners.Move(ctx, partners.Move{Partner: id, To: partners.Status(pick(rng, "active", "blocked")), Reason: "проверка"}, never) // half of the calls are rejected
	case 3:
		_, err = a.Partners.AddPoints(ctx, id, city, []partners.PointChange{{Address: "ул. Мира, 1", WorkTime: "всегда"}})
	case 4:
		var points []string
		if points, err = db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM trade_points"); err == nil {
			_ = a.Partners.DeletePoint(ctx, pick(rng, points...)) // another writer may have deleted it first
		}
	case 5:
		_, _ = a.Partners.AddDiscounts(ctx, id, []partners.DiscountChange{{Type: "fix", Size: "5", Description: "Скидка"}}) // a fourth is refused
	case 6:
		var discounts []string
		if discounts, err = db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM discounts"); err == nil {
			_ = a.Partners.DeleteDiscount(ctx, pick(rng, discounts...)) // another writer may have been quicker
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WhileWritten(t, a) })
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WithoutIndex(t, a) })
}

type row struct {
	UUIDPartner, Name, Status, NameMainCity, CreatedData, Phone string
	IDPartner                                                   int64
	Category                                                    struct{ Name string }
}

func partnersOf(c *kit.Client, body map[string]any, headers ...string) (rows []row, total string) {
	answer := c.Put("/v1/partner", body, headers...).OK()
	answer.Into(&rows)
	return rows, answer.Header.Get("X-Record-Count")
}

func TestListWire(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		total := fmt.Sprint(kit.One[int](t, a, "SELECT count(*) FROM partners"))
		rows, got := partnersOf(c, map[string]any{})
		if len(rows) != 15 || got != total || rows[0].IDPartner < rows[14].IDPartner {
			t.Errorf("%d rows of %s, want the newest 15 of %s", len(rows), got, total)
		}
		id := created(t, a, c, map[string]any{"name": "Ёжик в тумане", "legalName": "ООО «Лошадка»"})
		for _, search := range []string{"ежик", "ЁЖИК туман", "лошадка", "7729082090", "77 29", "290820", "t;br", "ёж лош"} {
			if rows, got = partnersOf(c, map[string]any{"searchString": search}); len(rows) == 0 || rows[0].UUIDPartner != id {
				t.Errorf("%q finds %s", search, got)
			}
		}
		// A city filter matches partners with a trade point there, until the point is deleted.
		omsk := cityUUID(t, a, "Омск")
		body := map[string]any{"cities": []string{omsk}, "searchString": "ежик", "status": "active", "categories": []string{categoryUUID(t, a, "Кафе и рестораны")}}
		if _, got = partnersOf(c, body); got != "0" {
			t.Errorf("%s before", got)
		}
		var added []struct{ UUIDSalePoint string }
		addPoints(c, id, omsk, shop("ул. Мира, 1", nil)).OK().Into(&added)
		if rows, got = partnersOf(c, body); got != "1" || rows[0].NameMainCity != "Казань" || rows[0].Category.Name != "Кафе и рестораны" || rows[0].CreatedData != "2026-11-15 12:00:00" {
			t.Errorf("%s with a point there: %+v", got, rows)
		}
		c.Delete("/v1/salepoint/"+added[0].UUIDSalePoint, nil).OK()
		if _, got = partnersOf(c, body); got != "0" {
			t.Errorf("%s after", got)
		}
		for field, body := range map[string]map[string]any{
			"status": {"status": "moderation"}, "cities[0]": {"cities": []string{"x"}}, "categories": {"categories": "x"}, "searchString": {"searchString": 5},
		} {
			isRefused(t, a, c.Put("/v1/partner", body), 422, field)
		}
		for name, value := range map[string]string{"X-Sort-Field": "phone", "X-Sort-Direction": "desc", "X-Limit": "0", "X-Offset": "-1"} {
			isRefused(t, a, c.Put("/v1/partner", map[string]any{}, name, value), 422, name)
		}
		if rows, got = partnersOf(c, map[string]any{"status": nil, "searchString": nil, "cities": nil, "categories": nil}, "X-Limit", "1000", "X-Sort-Field", "name", "X-Sort-Direction", "ASC"); len(rows) < 90 || got == "" {
			t.Errorf("%d rows", len(rows))
		}
		if rows, got = partnersOf(c, map[string]any{"cities": []string{uuid.NewString()}}); len(rows) != 0 || got != "0" {
			t.Errorf("an unknown city finds %s", got)
		}
	})
}

func TestNeighboursInTheList(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "chairman")
		sorted := []string{"X-Sort-Field", "name", "X-Sort-Direction", "ASC"}
		rows, _ := partnersOf(c, map[string]any{"status": "active"}, append(sorted, "X-Limit", "100")...)
		type near struct {
			Previous, Next  *string
			Position, Total int
		}
		for _, indexed := range []bool{false, true} {
			if indexed {
				if err := a.Partners.Index().Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for _, i := range []int{0, 1, len(rows) / 2, len(rows) - 1} {
				var n near
				c.Put("/v1/partner/neighbours/"+rows[i].UUIDPartner, map[string]any{"status": "active"}, sorted...).OK().Into(&n)
				previous, next := "", ""
				if i > 0 {
					previous = rows[i-1].UUIDPartner
				}
				if i < len(rows)-1 {
					next = rows[i+1].UUIDPartner
				}
				if text(n.Previous) != previous || text(n.Next) != next || n.Position != i+1 || n.Total != len(rows) {
					t.Errorf("%d (indexed %v): %+v", i, indexed, n)
				}
			}
			var n near // a card excluded by the filter has no position, but those around its place (rules 34.5)
			c.Put("/v1/partner/neighbours/"+rows[0].UUIDPartner, map[string]any{"status": "blocked"}, sorted...).OK().Into(&n)
			if n.Position != 0 || n.Previous == nil && n.Next == nil || n.Total == 0 {
				t.Errorf("outside (indexed %v): %+v", indexed, n)
			}
		}
	})
}

func TestCitiesOfPartners(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		find := func(search any) (names []string) {
			var out []struct{ UUIDCity, NameCity string }
			c.Put("/v1/partner/filter/cities", map[string]any{"searchString": search}).OK().Into(&out)
			for _, city := range out {
				names = append(names, city.NameCity)
			}
			return names
		}
		if got := find("моск"); !slices.Contains(got, "Москва") {
			t.Errorf("%v", got)
		}
		for _, nothing := range []any{"", nil, "  ", "нет такого", "%", "_"} {
			if got := find(nothing); len(got) != 0 {
				t.Errorf("%v finds %v", nothing, got)
			}
		}
		var frequent []struct{ NameCity string }
		c.Put("/v1/partner/filter/cities", map[string]any{"frequent": true}).OK().Into(&frequent)
		first := kit.One[string](t, a, `SELECT c.name FROM cities c ORDER BY (SELECT count(*) FROM partners p WHERE p.main_city_id = c.id
			OR EXISTS (SELECT 1 FROM partner_cities t WHERE t.partner_id = p.id AND t.city_id = c.id)) DESC, c.population DESC LIMIT 1`)
		if len(frequent) != 8 || frequent[0].NameCity != first {
			t.Errorf("frequent: %v, want %s first", frequent, first)
		}
		// A city without partners is offered only after a point opens there.
		lonely := kit.One[string](t, a, `SELECT name FROM cities c WHERE NOT EXISTS (SELECT 1 FROM partners p WHERE p.main_city_id = c.id) AND NOT EXISTS (SELECT 1 FROM trade_points t WHERE t.city_id = c.id)
			AND NOT EXISTS (SELECT 1 FROM cities o WHERE o.name_key = c.name_key AND o.id <> c.id) ORDER BY c.id LIMIT 1`)
		if got := find(lonely); slices.Contains(got, lonely) {
			t.Errorf("%s is offered: %v", lonely, got)
		}
		addPoints(c, created(t, a, c, nil), cityUUID(t, a, lonely), shop("ул. Мира, 1", nil)).OK()
		if got := find(strings.ToUpper(lonely)); !slices.Contains(got, lonely) {
			t.Errorf("%s is not offered: %v", lonely, got)
		}
		// Cities with the same name are distinguished.
		twins, err := db.All[string](t.Context(), a.DB, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name_key = (SELECT name_key FROM cities GROUP BY name_key HAVING count(*) > 1 ORDER BY name_key LIMIT 1)")
		if err != nil || len(twins) < 2 {
			t.Fatalf("%v %v", twins, err)
		}
		id := created(t, a, c, nil)
		for _, city := range twins {
			addPoints(c, id, city, shop("ул. Мира, 1", nil)).OK()
		}
		name := kit.One[string](t, a, "SELECT name FROM cities WHERE uuid = ?", twins[0])
		got := find(name)
		slices.Sort(got)
		if len(slices.Compact(slices.Clone(got))) != len(got) || !strings.Contains(strings.Join(got, "|"), name+" (") {
			t.Errorf("%v", got)
		}
	})
}

func TestPartnersWithTheSameINN(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		first, second := created(t, a, c, map[string]any{"name": "Первый"}), created(t, a, c, map[string]any{"name": "Второй"})
		created(t, a, c, map[string]any{"inn": ""})
		var got []struct{ UUIDPartner, Name string }
		for _, inn := range []string{"7729082090", "77%2029-08%2020-90"} {
			c.Get("/v1/partner/inn/" + inn).OK().Into(&got)
			if len(got) != 2 || got[0].UUIDPartner != first || got[1].UUIDPartner != second || got[1].Name != "Второй" {
				t.Errorf("%s: %+v", inn, got)
			}
		}
		for _, inn := range []string{"0", "x", "%25", "7729082091"} {
			if c.Get("/v1/partner/inn/" + inn).OK().Into(&got); len(got) != 0 {
				t.Errorf("%s: %+v", inn, got)
			}
		}
	})
}

func TestRolesWithoutAccessAreRefused(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	id := somePartner(t, a, "p.status = 'active'")
	unchanged(t, a, func() {
		for _, account := range []string{"student", "student2", "new"} {
			c := a.As(t, account)
			for call, body := range map[string]any{
				"PUT /v1/partner": map[string]any{}, "GET /v2/partner/" + id: nil, "POST /v2/partner": form(t, a, nil), "PUT /v2/partner/" + id: form(t, a, nil),
				"PUT /v1/partner/" + id + "/status": map[string]any{"status": "blocked", "reasonBlocked": "так"}, "GET /v2/partner/complaints/" + id: nil,
				"PUT /v2/partner/comments/list": map[string]any{"uuidPartner": id}, "POST /v1/discount": map[string]any{"uuidPartner": id, "discounts": []any{fix("1", "x")}},
				"PUT /v1/partner/filter/cities": map[string]any{"searchString": "моск"},
			} {
				method, path, _ := strings.Cut(call, " ")
				if got := c.Do(method, path, body).Is(403).Problem().Detail; got != "Доступ запрещён." {
					t.Errorf("%s %s: %s", account, call, got)
				}
			}
		}
	})
}
