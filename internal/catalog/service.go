package catalog

import (
	"context"
	"strings"

	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/list"
)

// Service is the use cases of the catalogue.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, now clock.Clock) *Service { return &Service{db: d, clock: now} }

// Cities lists all cities by name.
func (s *Service) Cities(ctx context.Context) ([]City, error) { return allCities(ctx, s.db) }

// FindCities finds up to 20 cities, those that begin with the text first; no text finds nothing.
func (s *Service) FindCities(ctx context.Context, name string) ([]City, error) {
	if strings.TrimSpace(name) == "" {
		return []City{}, nil
	}
	return findCities(ctx, s.db, name)
}

// FindUniversities finds up to 20 universities by either of their names; no text finds nothing.
func (s *Service) FindUniversities(ctx context.Context, name string) ([]University, error) {
	if strings.TrimSpace(name) == "" {
		return []University{}, nil
	}
	return findUniversities(ctx, s.db, name)
}

// UniversityByINN finds the one university with this taxpayer number.
func (s *Service) UniversityByINN(ctx context.Context, inn string) (University, error) {
	return universityByINN(ctx, s.db, inn)
}

// PartnerCategories lists the kinds of partners.
func (s *Service) PartnerCategories(ctx context.Context) ([]Category, error) {
	return categories(ctx, s.db, partnerCategories)
}

// AddUniversity makes a university in a known city.
func (s *Service) AddUniversity(ctx context.Context, n NewUniversity) (University, error) {
	n, err := n.checked()
	if err != nil {
		return University{}, err
	}
	added := University{UUID: stableUUID("university", n.INN), ShortName: n.ShortName}
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if added.city, err = cityID(ctx, tx, n.City, n.Region); err != nil {
			return err
		}
		if err := insertUniversity(ctx, tx, added, n, s.clock()); err != nil {
			if db.IsUnique(err) {
				return fault.Conflict("Университет с таким ИНН уже есть.")
			}
			return err
		}
		found, err := universityByINN(ctx, tx, n.INN)
		if err != nil {
			return err
		}
		added = found
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "universities.add", Kind: "university", Object: added.UUID, After: n})
	})
	return added, err
}

// UniversityNames are the short names of all universities, by id.
func (s *Service) UniversityNames(ctx context.Context) (map[int64]string, error) {
	all, err := universityNames(ctx, s.db)
	names := map[int64]string{}
	for _, u := range all {
		names[u.ID] = u.ShortName
	}
	return names, err
}

// cityID finds the one city of a name; where several regions have one, the region decides, and it may stand behind a comma.
func cityID(ctx context.Context, q db.Querier, name, region string) (int64, error) {
	if plain, behind, found := strings.Cut(name, ","); found && region == "" {
		name, region = strings.TrimSpace(plain), strings.TrimSpace(behind)
	}
	all, err := namesakes(ctx, q, name)
	if err != nil {
		return 0, err
	}
	if len(all) == 0 {
		return 0, fault.Invalid("city", "Такого города нет в каталоге. Добавьте его командой import cities.")
	}
	var fit, choices []string
	var id int64
	for _, c := range all {
		choices = append(choices, c.Name+", "+c.Region)
		if region == "" || strings.EqualFold(region, c.Code) || list.Fold(region) == list.Fold(c.Region) {
			fit, id = append(fit, c.Region), c.ID
		}
	}
	if len(fit) != 1 {
		return 0, fault.Invalid("city", "Уточните город вместе с регионом: "+strings.Join(choices, "; ")+".")
	}
	return id, nil
}
