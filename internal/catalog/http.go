package catalog

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this area: what forms of every role need, and the catalogues of administrators.
func (s *Service) Routes() []rest.Route {
	return slices.Concat([]rest.Route{
		rest.Call("GET /v1/city", access.SignedIn, "Все города", s.cities),
		rest.Call("PUT /v1/city", access.SignedIn, "Поиск города", s.findCities),
		rest.Call("GET /v1/category", access.SignedIn, "Категории партнёров", s.categories),
		rest.Call("PUT /v1/univer", access.SignedIn, "Поиск университета", s.findUniversities),
		rest.Call("GET /v1/reasons", access.SignedIn, "Причины, которые предлагают решения", s.reasons),
		rest.Call("PUT /v1/catalog/reasons/{kind}", access.Catalogues, "Изменить причины одного решения", s.saveReasons),
	}, s.universityRoutes(), s.entryRoutes(), s.importRoutes(), s.consentRoutes())
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
		out[i] = universityWire{UUID: u.UUID, ShortName: u.ShortName}
	}
	return out, err
}

type reasonsWire struct {
	Kind    string   `json:"kind" enum:"student-block,application-reject,partner-block,promotion-block"`
	Reasons []string `json:"reasons" doc:"По порядку"`
	Version int64    `json:"version"`
}

func (s *Service) reasons(ctx context.Context, _ *struct{}) ([]reasonsWire, error) {
	found, err := s.Reasons(ctx)
	out := make([]reasonsWire, len(found))
	for i, r := range found {
		out[i] = reasonsWire{Kind: r.Kind, Reasons: r.Texts, Version: r.Version}
	}
	return out, err
}

type saveReasonsIn struct {
	Kind string `path:"kind" doc:"Какого решения: kind из GET /v1/reasons"`
	Body struct {
		Reasons []string `json:"reasons" doc:"До 20 разных, каждая до 500 символов"`
		Version int64    `json:"version" doc:"Версия, которую меняют"`
	}
}

func (s *Service) saveReasons(ctx context.Context, in *saveReasonsIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveReasons(ctx, Reasons{Kind: in.Kind, Texts: in.Body.Reasons, Version: in.Body.Version})
}
