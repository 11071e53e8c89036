package partners_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

func addPoint(t *testing.T, a *kit.App, partner, city string, hours any) {
	t.Helper()
	point := map[string]any{"address": "Новая, 1", "timeWork": hours, "geo": map[string]any{"latitude": 55.75, "longitude": 37.61}}
	a.As(t, "all").Post("/v1/salepoint", map[string]any{"uuidPartner": partner, "uuidCity": cityUUID(t, a, city), "salePoints": []any{point}}).OK()
}

// What is open counts by the clock of the point's city, and the city named is the one of the open point.
func TestOpenNowNeedsNoPlace(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				all, student := a.As(t, "all"), a.ActiveStudent(t, universityA, 0)
				inMoscow := func(name string) string {
					return created(t, a, all, map[string]any{"name": "Щука " + name, "uuidMainCity": cityUUID(t, a, "Москва")})
				}
				day, both, far, round, off, unknown := inMoscow("днём"), inMoscow("в двух городах"), inMoscow("далеко"), inMoscow("всегда"), inMoscow("никогда"), inMoscow("без точек")
				addPoint(t, a, day, "Москва", week("09:00", "18:00"))
				addPoint(t, a, both, "Владивосток", week("09:00", "18:00"))
				addPoint(t, a, both, "Москва", week("09:00", "18:00"))
				addPoint(t, a, far, "Владивосток", week("09:00", "18:00"))
				addPoint(t, a, round, "Москва", week("Круглосуточно", "Круглосуточно"))
				addPoint(t, a, off, "Москва", week("Выходной", "Выходной"))
				student.Put("/s/v1/favourites/"+day, nil).OK()
				student.Put("/s/v1/favourites/"+far, nil).OK()
				names := map[string]string{day: "day", both: "both", far: "far", round: "round", off: "off", unknown: "unknown"}
				expect := func(query url.Values, want ...string) {
					t.Helper()
					query.Set("openNow", "true")
					query.Set("search", "щука")
					for _, limit := range []string{"1", "20"} {
						query.Set("limit", limit)
						var got []string
						for _, o := range offers(student.Client, query, nil) {
							got = append(got, names[o.ID]+" "+o.City)
							if o.OpenNow == nil || !*o.OpenNow {
								t.Errorf("%s is not called open", names[o.ID])
							}
						}
						if !slices.Equal(got, want) {
							t.Errorf("%v: %q, want %q", query, got, want)
						}
					}
				}
				moscow, vladivostok := cityUUID(t, a, "Москва"), cityUUID(t, a, "Владивосток")
				// 15.11.2026, 12:00 in Moscow is 19:00 in Vladivostok.
				expect(url.Values{}, "round Москва", "both Москва", "day Москва")
				expect(url.Values{"city": {moscow}}, "round Москва", "both Москва", "day Москва")
				expect(url.Values{"city": {vladivostok}})
				expect(url.Values{"isFavourite": {"true"}}, "day Москва")
				expect(url.Values{"near": {"55.75,37.61"}}, "day Москва", "round Москва")
				a.Clock.Advance(14 * time.Hour) // 2:00 in Moscow, 9:00 in Vladivostok
				expect(url.Values{}, "round Москва", "far Владивосток", "both Владивосток")
				expect(url.Values{"city": {moscow}}, "round Москва")
				expect(url.Values{"city": {vladivostok}}, "far Владивосток", "both Владивосток")
				expect(url.Values{"isFavourite": {"true"}}, "far Владивосток")
				student.Get("/s/v1/partners?openNow=maybe").Is(422)
			}, opts...)
		})
	}
}

// A call examines a bounded number of partners; the next pages go on where it stopped.
func TestOpenNowFindsTheLastOpenPartner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		first := created(t, a, a.As(t, "all"), map[string]any{"name": "Щука первая"})
		addPoint(t, a, first, "Москва", week("00:00", "00:00"))
		scatter(t, a, 500, 2000) // their hours are unknown
		for name, query := range map[string]url.Values{"newest": {}, "nearest": {"near": {"55.2,36.8"}}} {
			pages := 1
			query.Set("openNow", "true")
			got := idsOf(offers(a.Guest(t), query, func() { pages++ }))
			if !slices.Contains(got, first) || pages < 2 {
				t.Errorf("%s: %v on %d pages", name, got, pages)
			}
		}
	}, kit.WithJobs())
}
