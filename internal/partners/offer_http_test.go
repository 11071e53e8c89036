package partners_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/partners"
	maybe "studbonus/internal/platform/form"
	"studbonus/internal/test/kit"
)

const universityA = "7729082090"

type offer struct {
	ID, Name    string
	City        string
	Category    struct{ ID, Name string }
	Discounts   []struct{ Type, Description string }
	IsFavourite bool
	Distance    *int
	OpenNow     *bool
	OpenUntil   *string
	Address     *string
}

// offers reads all pages of a list; between runs after each page.
func offers(c *kit.Client, query url.Values, between func()) (all []offer) {
	query = clone(query)
	for {
		var page struct {
			Items []offer
			Next  *string
		}
		c.Get("/s/v1/partners?" + query.Encode()).OK().Into(&page)
		all = append(all, page.Items...)
		if page.Next == nil {
			return all
		}
		query.Set("after", *page.Next)
		if between != nil {
			between()
		}
	}
}

func clone(v url.Values) url.Values {
	out := url.Values{}
	for k, s := range v {
		out[k] = slices.Clone(s)
	}
	return out
}

func idsOf(all []offer) []string {
	out := make([]string, len(all))
	for i, o := range all {
		out[i] = o.ID
	}
	return out
}

// place is a trade point for the brute-force search.
type place struct {
	Partner   string  `db:"uuid"`
	ID        int64   `db:"id"`
	Name      string  `db:"name"`
	Category  string  `db:"category"`
	Latitude  float64 `db:"latitude"`
	Longitude float64 `db:"longitude"`
}

// arc is the distance by the numerically stable spherical law of cosines, a formula that the product does not use.
func arc(lat1, lon1, lat2, lon2 float64) float64 {
	r := math.Pi / 180
	d := (lon2 - lon1) * r
	y := math.Hypot(math.Cos(lat2*r)*math.Sin(d), math.Cos(lat1*r)*math.Sin(lat2*r)-math.Sin(lat1*r)*math.Cos(lat2*r)*math.Cos(d))
	x := math.Sin(lat1*r)*math.Sin(lat2*r) + math.Cos(lat1*r)*math.Cos(lat2*r)*math.Cos(d)
	return 6_371_000 * math.Atan2(y, x)
}

// bruteForce returns the partners of all active points within 100 km, nearest first.
func bruteForce(t *testing.T, a *kit.App, lat, lon float64, keep func(place) bool) (ids []string) {
	t.Helper()
	type best struct {
		uuid   string
		id     int64
		metres int
	}
	nearest := map[string]best{}
	for _, p := range kit.All[place](t, a, `SELECT CAST(p.uuid AS TEXT) AS uuid, p.id, p.name, k.name AS category, t.latitude, t.longitude FROM trade_points t JOIN partners p ON p.id = t.partner_id
		JOIN partner_categories k ON k.id = p.category_id WHERE p.status = 'active' AND t.latitude IS NOT NULL AND t.longitude IS NOT NULL`) {
		metres := int(math.Round(arc(lat, lon, p.Latitude, p.Longitude)))
		if was, known := nearest[p.Partner]; metres <= 100_000 && keep(p) && (!known || metres < was.metres) {
			nearest[p.Partner] = best{p.Partner, p.ID, metres}
		}
	}
	all := make([]best, 0, len(nearest))
	for _, b := range nearest {
		all = append(all, b)
	}
	slices.SortFunc(all, func(x, y best) int { return cmp.Or(cmp.Compare(x.metres, y.metres), cmp.Compare(x.id, y.id)) })
	for _, b := range all {
		ids = append(ids, fmt.Sprintf("%s %d", b.uuid, b.metres))
	}
	return ids
}

// scatter adds partners with points across the country, many in Moscow and some beyond the 180th meridian.
func scatter(t *testing.T, a *kit.App, partnersMade, points int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(11, 12))
	before, made := kit.One[int64](t, a, "SELECT max(id) FROM partners"), 0
	categories := kit.All[int64](t, a, "SELECT id FROM partner_categories ORDER BY id")
	_, err := a.Partners.LoadBulk(t.Context(), func() *partners.Bulk {
		if made++; made > partnersMade {
			return nil
		}
		b := &partners.Bulk{Change: partners.Change{Name: fmt.Sprintf("Точка %d", made), Phone: "79161234567"}, Category: categories[chance.IntN(3)], City: 1, Status: partners.Active}
		if made%10 == 0 {
			b.Status, b.Reason = partners.Blocked, "Проба"
		}
		if made%50 == 1 {
			b.Name = fmt.Sprintf("Ёлочная мастерская %d", made)
		}
		return b
	})
	if err != nil {
		t.Fatal(err)
	}
	ids, n := kit.All[int64](t, a, "SELECT id FROM partners WHERE id > ? ORDER BY id", before), 0
	_, err = a.Partners.LoadBulkPoints(t.Context(), func() *partners.BulkPoint {
		if n++; n > points {
			return nil
		}
		at := partners.Coordinates{Latitude: 42 + chance.Float64()*30, Longitude: 20 + chance.Float64()*160}
		switch n % 4 {
		case 0, 1: // Moscow
			at = partners.Coordinates{Latitude: 55.75 + chance.NormFloat64()/10, Longitude: 37.6 + chance.NormFloat64()/5}
		case 2: // Chukotka
			at = partners.Coordinates{Latitude: 66 + chance.NormFloat64()/3, Longitude: math.Mod(180+chance.NormFloat64()+540, 360) - 180}
		}
		return &partners.BulkPoint{Partner: ids[chance.IntN(len(ids))], City: 1, CityName: "Москва", PointChange: partners.PointChange{Address: fmt.Sprintf("Улица %d", n), WorkTime: "всегда", Place: maybe.Some(at)}}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The search by distance equals a brute-force search for random queries, on every page.
func TestNearEqualsBruteForce(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) { kit.OnBoth(t, nearIsExact, opts...) })
	}
}

func nearIsExact(t *testing.T, a *kit.App) {
	scatter(t, a, 400, 2000)
	student := a.ActiveStudent(t, universityA, 0)
	category := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")
	categoryName := kit.One[string](t, a, "SELECT name FROM partner_categories ORDER BY id LIMIT 1")
	liked := map[string]bool{}
	for _, id := range kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id DESC LIMIT 40") {
		student.Put("/s/v1/favourites/"+id, nil).OK()
		liked[id] = true
	}
	chance := rand.New(rand.NewPCG(5, 6))
	for round := range 4 {
		lat, lon := 55.75+chance.NormFloat64()/10, 37.6+chance.NormFloat64()/5
		switch round % 4 {
		case 1:
			lat, lon = 66+chance.Float64()/2, math.Mod(179.9+chance.Float64()/5+540, 360)-180
		case 2:
			lat, lon = 42+chance.Float64()*30, 20+chance.Float64()*160
		}
		for name, c := range map[string]struct {
			query url.Values
			keep  func(place) bool
		}{
			"all":      {url.Values{}, func(place) bool { return true }},
			"category": {url.Values{"category": {category}}, func(p place) bool { return p.Category == categoryName }},
			"search":   {url.Values{"search": {"елочн МАСТ"}}, func(p place) bool { return strings.HasPrefix(p.Name, "Ёлочная") }},
			"liked":    {url.Values{"isFavourite": {"true"}}, func(p place) bool { return liked[p.Partner] }},
			"none":     {url.Values{"search": {"такого нет"}}, func(place) bool { return false }},
		} {
			c.query.Set("near", fmt.Sprintf("%f,%f", lat, lon))
			c.query.Set("limit", fmt.Sprint(20+chance.IntN(80)))
			lat, lon := math.Round(lat*1e6)/1e6, math.Round(lon*1e6)/1e6 // as sent
			var got []string
			for _, o := range offers(student.Client, c.query, nil) {
				got = append(got, fmt.Sprintf("%s %d", o.ID, *o.Distance))
			}
			if want := bruteForce(t, a, lat, lon, c.keep); !slices.Equal(got, want) {
				t.Fatalf("%s around %f, %f: %d partners, want %d\n%v\n%v", name, lat, lon, len(got), len(want), got[:min(5, len(got))], want[:min(5, len(want))])
			}
		}
	}
}

// Partners that exist throughout appear exactly once, while others are added and blocked between the pages.
func TestPagesStayConsistentUnderWrites(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				c, staying := a.As(t, "all"), kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id DESC")
				var gone []string
				added := 0
				got := idsOf(offers(a.Guest(t), url.Values{"limit": {"5"}}, func() {
					added++
					created(t, a, c, map[string]any{"name": fmt.Sprintf("Новый %d", added)})
					i := len(staying)/2 + 7*added
					if i < len(staying) {
						gone = append(gone, staying[i])
						c.Put("/v1/partner/"+staying[i]+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Проба"}).OK()
					}
				}))
				staying = slices.DeleteFunc(staying, func(id string) bool { return slices.Contains(gone, id) })
				got = slices.DeleteFunc(got, func(id string) bool { return slices.Contains(gone, id) }) // may have been read before it was removed
				if !slices.Equal(got, staying) || len(gone) < 2 {
					t.Errorf("%d partners on the pages, want %d; %d blocked", len(got), len(staying), len(gone))
				}
			}, opts...)
		})
	}
}

func TestPartnerSearch(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		all, guest := a.As(t, "all"), a.Guest(t)
		id := created(t, a, all, map[string]any{"name": "Щёткин и сыновья", "uuidMainCity": cityUUID(t, a, "Казань"), "discounts": []any{map[string]any{"type": "fix", "size": "15", "description": "На всё"}}})
		for name, c := range map[string]struct {
			query url.Values
			finds bool
		}{
			"a part":            {url.Values{"search": {"щеткин"}}, true},
			"the other layout":  {url.Values{"search": {"otnrby"}}, true},
			"two words":         {url.Values{"search": {"сынов ЩЁТ"}}, true},
			"another word":      {url.Values{"search": {"щеткин дочери"}}, false},
			"its city":          {url.Values{"city": {cityUUID(t, a, "Казань")}, "search": {"щеткин"}}, true},
			"another city":      {url.Values{"city": {cityUUID(t, a, "Омск")}, "search": {"щеткин"}}, false},
			"its category":      {url.Values{"category": {categoryUUID(t, a, "Кафе и рестораны")}, "search": {"щеткин"}}, true},
			"another category":  {url.Values{"category": {categoryUUID(t, a, "Здоровье")}, "search": {"щеткин"}}, false},
			"an unknown city":   {url.Values{"city": {uuid.NewString()}}, false},
			"signs of the SQL":  {url.Values{"search": {`%_'\`}}, false},
			"everything":        {url.Values{}, true},
			"a point it has no": {url.Values{"near": {"55.79,49.12"}, "search": {"щеткин"}}, false},
		} {
			if got := slices.Contains(idsOf(offers(guest, c.query, nil)), id); got != c.finds {
				t.Errorf("%s: found %v, want %v", name, got, c.finds)
			}
		}
		for _, bad := range []string{"near=abc", "near=91,0", "category=x", "city=1", "limit=0", "limit=101", "after=%21", "after=eyJuZWFyIjp7IkxhdGl0dWRlIjo5OTl9fQ", "isFavourite=maybe", "search=" + strings.Repeat("%D1%8F", 201)} {
			guest.Get("/s/v1/partners?" + bad).Is(422)
		}
		guest.Get("/s/v1/partners?isFavourite=true").Is(401)
		all.Put("/v1/partner/"+id+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Проба"}).OK()
		if slices.Contains(idsOf(offers(guest, url.Values{"search": {"щеткин"}}, nil)), id) {
			t.Error("a blocked partner is found")
		}
		guest.Get("/s/v1/partners/" + id).Is(404)
		guest.Get("/s/v1/partners/" + uuid.NewString()).Is(404)
	})
}

func TestFavourites(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		one, other := a.ActiveStudent(t, universityA, 0), a.ActiveStudent(t, universityA, 1)
		waiting := a.Member(t, kit.PhoneNumber(77), kit.One[int64](t, a, "SELECT id FROM students WHERE status = 'moderation' ORDER BY id LIMIT 1"))
		ids := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id DESC LIMIT 3")
		favourites := func(c *kit.Client) []string {
			return idsOf(offers(c, url.Values{"isFavourite": {"true"}, "limit": {"1"}}, nil))
		}
		for range 2 { // the second call has no effect
			one.Put("/s/v1/favourites/"+ids[2], nil).OK()
			one.Put("/s/v1/favourites/"+ids[0], nil).OK()
		}
		waiting.Put("/s/v1/favourites/"+ids[1], nil).OK()
		if got := favourites(one.Client); !slices.Equal(got, []string{ids[0], ids[2]}) {
			t.Errorf("%v", got)
		}
		if len(favourites(other.Client)) != 0 || !slices.Equal(favourites(waiting), ids[1:2]) {
			t.Error("favourites of another")
		}
		var card struct{ IsFavourite bool }
		one.Get("/s/v1/partners/" + ids[0]).OK().Into(&card)
		marked := slices.IndexFunc(offers(one.Client, url.Values{}, nil), func(o offer) bool { return o.ID == ids[0] && o.IsFavourite })
		if !card.IsFavourite || marked < 0 {
			t.Error("not marked")
		}
		one.Put("/s/v1/favourites/"+uuid.NewString(), nil).Is(404)
		a.Guest(t).Put("/s/v1/favourites/"+ids[0], nil).Is(401)
		a.As(t, "all").Put("/v1/partner/"+ids[0]+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Проба"}).OK()
		one.Put("/s/v1/favourites/"+ids[0], nil).Is(404)
		if got := favourites(one.Client); !slices.Equal(got, ids[2:3]) {
			t.Errorf("%v with a blocked one", got)
		}
		one.Delete("/s/v1/favourites/"+ids[2], nil).OK()
		one.Delete("/s/v1/favourites/"+ids[2], nil).OK()
		if len(favourites(one.Client)) != 0 {
			t.Error("not removed")
		}
		waiting.Post("/s/v1/me/erasure", nil).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM favourites f JOIN partners p ON p.id = f.partner_id WHERE p.uuid = ?", ids[1]); n != 0 {
			t.Error("erasure keeps favourites")
		}
	})
}

func TestAtMostFiveHundredFavourites(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		scatter(t, a, 600, 1)
		c := a.ActiveStudent(t, universityA, 0)
		member := kit.One[int64](t, a, "SELECT id FROM members WHERE student_id = ?", c.ID)
		kit.Exec(t, a, "INSERT INTO favourites (member_id, partner_id, created_at) SELECT ?, id, created_at FROM partners WHERE status = 'active' ORDER BY id LIMIT 499", member)
		rest := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' AND id NOT IN (SELECT partner_id FROM favourites) ORDER BY id LIMIT 2")
		c.Put("/s/v1/favourites/"+rest[0], nil).OK()
		c.Put("/s/v1/favourites/"+rest[1], nil).Is(409)
		c.Put("/s/v1/favourites/"+rest[0], nil).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM favourites"); n != 500 {
			t.Errorf("%d favourites", n)
		}
	})
}
