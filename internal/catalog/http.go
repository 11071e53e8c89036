package catalog

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/rest"
)

// Routes are the calls of this area: forms of every role need them.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/city", access.SignedIn, "Все города", s.cities),
		rest.Call("PUT /v1/city", access.SignedIn, "Поиск города", s.findCities),
		rest.Call("GET /v1/category", access.SignedIn, "Категории партнёров", s.categories),
		rest.Call("PUT /v1/univer", access.SignedIn, "Поиск университета", s.findUniversities),
	}
}

type cityWire struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

func citiesWire(found []City, err error) ([]cityWire, error) {
	out := make([]cityWire, len(found))
	for i, c := range found {
		out[i] = cityWire(c)
	}
	return out, err
}

func (s *Service) cities(ctx context.Context, _ *struct{}) ([]cityWire, error) {
	return citiesWire(s.Cities(ctx))
}

type findCitiesIn struct {
	Body struct {
		Name *string `json:"nameCity,omitempty" maxLength:"200"`
	}
}

func (s *Service) findCities(ctx context.Context, in *findCitiesIn) ([]cityWire, error) {
	return citiesWire(s.FindCities(ctx, rest.Text(in.Body.Name)))
}

type categoryWire struct {
	UUID string `json:"uuidCategory"`
	Name string `json:"name"`
}

func (s *Service) categories(ctx context.Context, _ *struct{}) ([]categoryWire, error) {
	found, err := s.PartnerCategories(ctx)
	out := make([]categoryWire, len(found))
	for i, c := range found {
		out[i] = categoryWire(c)
	}
	return out, err
}

type findUniversitiesIn struct {
	Body struct {
		Search *string `json:"searchString,omitempty" maxLength:"200"`
	}
}

type universityWire struct {
	UUID      string `json:"uuidUniversity"`
	ShortName string `json:"shortName"`
}

func (s *Service) findUniversities(ctx context.Context, in *findUniversitiesIn) ([]universityWire, error) {
	found, err := s.FindUniversities(ctx, rest.Text(in.Body.Search))
	out := make([]universityWire, len(found))
	for i, u := range found {
		out[i] = universityWire{u.UUID, u.ShortName}
	}
	return out, err
}
