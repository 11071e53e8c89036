package demo

import (
	"context"
	"fmt"
	"math/rand/v2"

	"studbonus/internal/partners"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
)

const (
	pointsPerPartner = 10
	wideCities       = 300  // of the first partner
	widePoints       = 5000 // of the first partner
)

// bulkCity is a city for a bulk load.
type bulkCity struct {
	ID        int64    `db:"id"`
	Name      string   `db:"name"`
	Latitude  *float64 `db:"latitude"`
	Longitude *float64 `db:"longitude"`
}

// AddBulkPartners adds partners up to a total without the services: some ten trade points each, the first one 5,000 points
// in 300 cities.
func AddBulkPartners(ctx context.Context, p Parts, upTo int) error {
	present, err := db.One[int](ctx, p.DB, "SELECT count(*) FROM partners")
	if err != nil || present >= upTo {
		return err
	}
	p.Clock.Set(p.Now)
	rng := rand.New(rand.NewPCG(7, uint64(present))) //nolint:gosec // repeatable, not secret
	cities, err := db.All[bulkCity](ctx, p.DB, "SELECT id, name, latitude, longitude FROM cities ORDER BY population DESC, id")
	if err != nil {
		return err
	}
	categories, err := db.All[int64](ctx, p.DB, "SELECT id FROM partner_categories ORDER BY id")
	if err != nil {
		return err
	}
	names, err := records("partners")
	if err != nil {
		return err
	}
	last, err := db.One[int64](ctx, p.DB, "SELECT coalesce(max(id), 0) FROM partners")
	if err != nil {
		return err
	}
	made := 0
	_, err = p.Partners.LoadBulk(ctx, func() *partners.Bulk {
		if made == upTo-present {
			return nil
		}
		made++
		name := names[made%len(names)]
		b := &partners.Bulk{
			Change: partners.Change{
				Name: fmt.Sprintf("%s № %d", name[0], made), LegalName: name[1], INN: fictitiousINN(100_000 + made), Phone: fmt.Sprintf("7495%07d", made), Description: "<p>" + name[4] + "</p>",
			},
			Category: categories[rng.IntN(len(categories))], City: cities[someCity(rng, len(cities))].ID, Status: partners.Active,
		}
		if made%13 == 0 {
			b.Status, b.Reason = partners.Blocked, partnerBlockReasons[made%len(partnerBlockReasons)]
		}
		return b
	})
	if err != nil {
		return err
	}
	return addBulkPoints(ctx, p, rng, last, cities)
}

// someCity prefers large cities.
func someCity(rng *rand.Rand, cities int) int {
	return min(rng.IntN(cities), rng.IntN(cities), rng.IntN(cities))
}

func addBulkPoints(ctx context.Context, p Parts, rng *rand.Rand, after int64, cities []bulkCity) error {
	ids, err := db.All[int64](ctx, p.DB, "SELECT id FROM partners WHERE id > ? ORDER BY id", after)
	if err != nil {
		return err
	}
	streets, err := records("streets")
	if err != nil {
		return err
	}
	made := 0
	_, err = p.Partners.LoadBulkPoints(ctx, func() *partners.BulkPoint {
		made++
		at, city := (made-widePoints)/pointsPerPartner, cities[someCity(rng, len(cities))]
		if made <= widePoints {
			at, city = 0, cities[made%wideCities]
		}
		if at >= len(ids) {
			return nil
		}
		street := streets[rng.IntN(len(streets))]
		b := &partners.BulkPoint{Partner: ids[at], City: city.ID, CityName: city.Name, PointChange: partners.PointChange{
			Address: fmt.Sprintf("%s %s, %d", street[0], street[1], 1+rng.IntN(200)), WorkTime: "Ежедневно с 10:00 до 22:00",
		}}
		if city.Latitude != nil && city.Longitude != nil {
			b.Place = form.Some(partners.Coordinates{Latitude: *city.Latitude + rng.Float64()/20, Longitude: *city.Longitude + rng.Float64()/20})
		}
		return b
	})
	return err
}
