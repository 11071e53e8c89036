package demo

import (
	"context"
	"fmt"

	"studbonus/internal/catalog"
	"studbonus/internal/platform/db"
	"studbonus/internal/students"
)

const (
	studentsPerUniversity = 10_000
	mostUniversities      = 700
)

// AddBulk adds students up to a total, at fictitious universities with some ten thousand each. It bulk-loads them without
// the services, which would take an hour for a million.
func AddBulk(ctx context.Context, p Parts, upTo int) error {
	present, err := db.One[int](ctx, p.DB, "SELECT count(*) FROM students")
	if err != nil || present >= upTo {
		return err
	}
	p.Clock.Set(p.Now)
	places, err := bulkPlaces(ctx, p, min(mostUniversities, 1+upTo/studentsPerUniversity))
	if err != nil {
		return err
	}
	made, err := newPeople(uint64(present))
	if err != nil {
		return err
	}
	left := upTo - present
	_, err = p.Students.LoadBulk(ctx, func() *students.Bulk {
		if left == 0 {
			return nil
		}
		left--
		b := students.Bulk{Application: made.applicant(places[left%len(places)], p.Now.Year()), Status: students.Active}
		switch n := made.rng.IntN(100); {
		case n < 3:
			b.Status = students.Moderation
		case n < 6:
			b.Status, b.Reason = students.Rejected, rejectReasons[n%len(rejectReasons)]
		case n < 13:
			b.Status, b.Reason = students.Blocked, blockReasons[n%len(blockReasons)]
		}
		return &b
	})
	return err
}

// largestCities names each with its region: some names are in several.
func largestCities(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, "SELECT c.name || ', ' || r.name FROM cities c JOIN regions r ON r.id = c.region_id ORDER BY c.population DESC, c.id LIMIT 100")
}

// bulkPlaces creates the missing fictitious universities in the largest cities, with a few faculties each.
func bulkPlaces(ctx context.Context, p Parts, count int) ([]place, error) {
	cities, err := largestCities(ctx, p.DB)
	if err != nil {
		return nil, err
	}
	faculties, err := records("specialties")
	if err != nil {
		return nil, err
	}
	var places []place
	err = p.together(ctx, func(ctx context.Context) error {
		for i := range count {
			at, err := bulkPlace(ctx, p, i, cities[i%len(cities)], faculties)
			if err != nil {
				return err
			}
			places = append(places, at)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range places {
		if places[i], err = placeOf(ctx, p.DB, places[i].university); err != nil {
			return nil, err
		}
	}
	return places, nil
}

func bulkPlace(ctx context.Context, p Parts, i int, city string, faculties [][]string) (place, error) {
	inn := fictitiousINN(i)
	known, err := p.Catalog.UniversityByINN(ctx, inn)
	if err == nil {
		return place{university: known.ID}, nil
	}
	added, err := p.Catalog.AddUniversity(ctx, catalog.NewUniversity{
		ShortName: fmt.Sprintf("Университет № %d", i+1), FullName: fmt.Sprintf("Вымышленный университет № %d", i+1), INN: inn, City: city,
	})
	if err != nil {
		return place{}, err
	}
	const each = 8
	for f := range each {
		name := faculties[(i*each+f)*4%len(faculties)][1]
		err := p.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			return p.Structure.AddAnywhere(ctx, tx, added.ID, fmt.Sprintf("%s %d", name, f+1))
		})
		if err != nil {
			return place{}, err
		}
	}
	return place{university: added.ID}, nil
}

// fictitiousINN returns a number with valid check digits that no tax office issues: region 00.
func fictitiousINN(i int) string {
	digits := fmt.Sprintf("00%07d", i+1)
	sum := 0
	for k, w := range []int{2, 4, 10, 3, 5, 9, 4, 6, 8} {
		sum += w * int(digits[k]-'0')
	}
	return digits + fmt.Sprint(sum%11%10)
}
