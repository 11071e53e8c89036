package catalog

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// MemberRoutes are the calls of this area on the students' face: what an application chooses from.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /s/v1/universities", access.Anyone, "Поиск университета", s.searchUniversities),
		rest.Call("GET /s/v1/cities", access.Anyone, "Поиск города", s.searchCities),
		rest.Call("GET /s/v1/categories", access.Anyone, "Категории партнёров", s.listCategories),
	}
}

type searchIn struct {
	Search string `query:"search" maxLength:"200" doc:"Часть названия; без него первые 20"`
}

type memberUniversityWire struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	ShortName string `json:"shortName"`
	City      string `json:"city"`
}

func (s *Service) searchUniversities(ctx context.Context, in *searchIn) (rest.Items[memberUniversityWire], error) {
	found, err := searchUniversities(ctx, s.DB, in.Search)
	return rest.NewItems(found, func(p Place) memberUniversityWire {
		return memberUniversityWire{ID: p.UUID, Name: p.Name, ShortName: p.ShortName, City: p.Where}
	}), err
}

type memberCityWire struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Region string `json:"region"`
}

func (s *Service) searchCities(ctx context.Context, in *searchIn) (rest.Items[memberCityWire], error) {
	found, err := searchCities(ctx, s.DB, in.Search)
	return rest.NewItems(found, func(p Place) memberCityWire { return memberCityWire{ID: p.UUID, Name: p.Name, Region: p.Where} }), err
}

type memberCategoryWire struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (s *Service) listCategories(ctx context.Context, _ *struct{}) (rest.Items[memberCategoryWire], error) {
	found, err := s.PartnerCategories(ctx)
	return rest.NewItems(found, func(c Category) memberCategoryWire { return memberCategoryWire{ID: c.UUID, Name: c.Name} }), err
}
