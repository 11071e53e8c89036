package partners_test

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"testing"
	"time"

	"studbonus/internal/partners"
	"studbonus/internal/test/kit"
)

func TestPartnersCardForStudents(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		all, student := a.As(t, "all"), a.ActiveStudent(t, universityA, 0)
		id := created(t, a, all, map[string]any{"discounts": []any{map[string]any{"type": "fix", "size": "15", "description": "На всё"}, map[string]any{"type": "free", "name": "Пирожок", "description": "К чаю"}}})
		all.Post("/v1/vacancies", map[string]any{"uuidPartner": id, "vacancy": map[string]any{"title": "Пекарь", "link": "https://proba.example/job"}}).OK()
		week := []any{}
		for _, day := range []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"} {
			week = append(week, map[string]any{"name": day, "startWork": "09:00", "endWork": "18:00"})
		}
		point := func(address string, lat, lon float64) map[string]any {
			return map[string]any{"address": address, "timeWork": week, "geo": map[string]any{"latitude": lat, "longitude": lon}}
		}
		all.Post("/v1/salepoint", map[string]any{"uuidPartner": id, "uuidCity": cityUUID(t, a, "Москва"), "salePoints": []any{point("Ближняя, 1", 55.751, 37.611), point("Дальняя, 1", 55.85, 37.61)}}).OK()
		all.Post("/v1/salepoint", map[string]any{"uuidPartner": id, "uuidCity": cityUUID(t, a, "Владивосток"), "salePoints": []any{point("Морская, 1", 43.1, 131.9)}}).OK()
		var card struct {
			Name, Description, Phone string
			Discounts                []struct{ Type string }
			Vacancies                []struct{ Title string }
			PointCount               int
			Points                   []struct {
				City, Address string
				Distance      *int
				OpenNow       *bool
				Hours         []struct{ Name string }
			}
		}
		read := func(c *kit.Client, query string) {
			t.Helper()
			card.Points = nil
			c.Get("/s/v1/partners/" + id + query).OK().Into(&card)
		}
		// 15.11.2026, 12:00 in Moscow is 19:00 in Vladivostok.
		read(student.Client, "?near=55.75,37.61")
		if card.PointCount != 3 || len(card.Points) != 3 || card.Points[0].Address != "Ближняя, 1" || *card.Points[0].Distance > 200 || !*card.Points[0].OpenNow || len(card.Points[0].Hours) != 7 {
			t.Errorf("%+v", card)
		}
		if last := card.Points[2]; last.City != "Владивосток" || *last.OpenNow || *last.Distance < 6_000_000 {
			t.Errorf("%+v", last)
		}
		if len(card.Discounts) != 2 || len(card.Vacancies) != 1 || card.Phone != "79161234567" {
			t.Errorf("%+v", card)
		}
		read(a.Guest(t), "?city="+cityUUID(t, a, "Владивосток"))
		if len(card.Points) != 1 || card.Points[0].Distance != nil {
			t.Errorf("%+v", card.Points)
		}
		a.Guest(t).Get("/s/v1/partners/" + id + "?near=1").Is(422)
		got := offers(a.Guest(t), url.Values{"near": {"55.75,37.61"}, "search": {"Проба"}}, nil)
		if len(got) != 1 || *got[0].OpenNow != true || *got[0].OpenUntil != "18:00" || *got[0].Address != "Ближняя, 1" {
			t.Errorf("%+v", got)
		}
		a.Clock.Advance(6 * time.Hour)
		if got := offers(a.Guest(t), url.Values{"near": {"55.75,37.61"}, "search": {"Проба"}}, nil); *got[0].OpenNow || got[0].OpenUntil != nil {
			t.Error("open in the evening")
		}
		// Only the student's view counts, after the flush.
		cards := func() int {
			return kit.One[int](t, a, "SELECT coalesce(sum(v.cards), 0) FROM partner_views v JOIN partners p ON p.id = v.partner_id WHERE p.uuid = ? AND v.university_id = 0", id)
		}
		if cards() != 0 {
			t.Error("written before the flush")
		}
		if a.Statistics.Flush(t.Context()); cards() != 1 {
			t.Errorf("%d views, want 1", cards())
		}
	})
}

// The card of a partner with many points shows the nearest 50, as a search through all of them finds.
func TestALargePartnersCardHasTheNearestPoints(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		scatter(t, a, 3, 1200)
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id DESC LIMIT 1")
		all := kit.All[place](t, a, `SELECT CAST(p.uuid AS TEXT) AS uuid, p.id, p.name, '' AS category, t.latitude, t.longitude FROM trade_points t JOIN partners p ON p.id = t.partner_id WHERE p.uuid = ?`, id)
		for _, from := range []partners.Coordinates{{Latitude: 55.75, Longitude: 37.61}, {Latitude: 66.2, Longitude: 179.95}, {Latitude: 66.2, Longitude: -179.95}, {Latitude: 60, Longitude: 100}, {Latitude: -80, Longitude: 0}} {
			var want []int
			for _, p := range all {
				want = append(want, int(math.Round(arc(from.Latitude, from.Longitude, p.Latitude, p.Longitude))))
			}
			slices.Sort(want)
			var card struct {
				PointCount int
				Points     []struct{ Distance int }
			}
			a.Guest(t).Get(fmt.Sprintf("/s/v1/partners/%s?near=%f,%f", id, from.Latitude, from.Longitude)).OK().Into(&card)
			var got []int
			for _, p := range card.Points {
				got = append(got, p.Distance)
			}
			if card.PointCount < 300 || !slices.Equal(got, want[:50]) {
				t.Errorf("around %v, of %d points: %v, want %v", from, card.PointCount, got, want[:50])
			}
		}
	})
}
