package catalog

import (
	"context"
	"strings"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// Service is the use cases of the catalogue.
type Service struct{ Deps }

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Hooks Hooks
}

// Hooks are what the owners of other tables do for this area.
type Hooks struct {
	// Move makes some rows that refer to one entry refer to another, by kind and owner; 0: none was left.
	Move map[Kind][]Mover
	// CityRenamed updates lists that are sorted by the names of cities.
	CityRenamed func(ctx context.Context, tx db.Tx, city int64) error
	// UniversityMoved runs when a university gets another region.
	UniversityMoved func(ctx context.Context, tx db.Tx, university, region int64) error
	// UniversityDeleted removes what must not keep a university: its invitations that have ended.
	UniversityDeleted func(ctx context.Context, tx db.Tx, university int64) error
	// Consents lists all versions of all texts, AddConsent stores a new one.
	Consents   func(ctx context.Context) ([]Consent, error)
	AddConsent func(ctx context.Context, c Consent) (Consent, error)
}

// Mover moves a step's worth of rows and returns their number.
type Mover func(ctx context.Context, tx db.Tx, from, into int64) (int, error)

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

// Cities lists all cities by name.
func (s *Service) Cities(ctx context.Context) ([]City, error) { return allCities(ctx, s.DB) }

// FindCities finds up to 20 cities, those that begin with the text first; no text finds nothing.
func (s *Service) FindCities(ctx context.Context, name string) ([]City, error) {
	if strings.TrimSpace(name) == "" {
		return []City{}, nil
	}
	return findCities(ctx, s.DB, name)
}

// FindUniversities finds up to 20 universities by either of their names; no text finds nothing.
func (s *Service) FindUniversities(ctx context.Context, name string) ([]University, error) {
	if strings.TrimSpace(name) == "" {
		return []University{}, nil
	}
	return findUniversities(ctx, s.DB, name)
}

// UniversityByINN returns the university with this ИНН.
func (s *Service) UniversityByINN(ctx context.Context, inn string) (University, error) {
	return universityByINN(ctx, s.DB, inn)
}

// PartnerCategories lists the kinds of partners.
func (s *Service) PartnerCategories(ctx context.Context) ([]Category, error) {
	return categories(ctx, s.DB, partnerCategories)
}

// SetMessengerLink stores a university's contact; empty removes it. The caller has checked the link.
func (s *Service) SetMessengerLink(ctx context.Context, tx db.Tx, university int64, link string) error {
	return setMessengerLink(ctx, tx, university, link)
}

// cityID finds a city by name and region; the region may also follow the name after a comma. It is needed only if several
// regions have a city of this name.
func cityID(ctx context.Context, q db.Querier, name, region string) (int64, error) {
	if plain, behind, found := strings.Cut(name, ","); found && region == "" {
		name, region = strings.TrimSpace(plain), strings.TrimSpace(behind)
	}
	all, err := namesakes(ctx, q, name)
	if err != nil {
		return 0, err
	}
	if len(all) == 0 {
		return 0, fault.Invalid("city", "Такого города нет в каталоге: сначала добавьте его.")
	}
	var fit, choices []string
	var id int64
	for _, c := range all {
		choices = append(choices, c.Name+", "+c.Region)
		if region == "" || strings.EqualFold(region, c.Code) || listquery.Fold(region) == listquery.Fold(c.Region) {
			fit, id = append(fit, c.Region), c.ID
		}
	}
	if len(fit) != 1 {
		return 0, fault.Invalid("city", "Уточните город вместе с регионом: "+strings.Join(choices, "; ")+".")
	}
	return id, nil
}
