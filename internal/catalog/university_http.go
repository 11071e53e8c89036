package catalog

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const (
	pageSize = 15

	sortName = "name"
	sortDate = "createdAt"
)

var universitySorts = rest.Sorting{Keys: []string{sortName, sortDate}, Direction: listquery.Ascending, PageSize: pageSize}

func (s *Service) universityRoutes() []rest.Route {
	return []rest.Route{
		rest.List("PUT /v1/catalog/universities", access.Catalogues, "Университеты", universitySorts, s.universities),
		rest.Call("POST /v1/catalog/universities", access.Catalogues, "Добавить университет", s.createUniversity),
		rest.Card("GET /v1/catalog/universities/{uuidUniversity}", access.Catalogues, "Карточка университета", s.university),
		rest.Call("PUT /v1/catalog/universities/{uuidUniversity}", access.Catalogues, "Изменить университет", s.saveUniversity),
		rest.Call("DELETE /v1/catalog/universities/{uuidUniversity}", access.Catalogues, "Удалить университет, к которому ничего не относится", s.deleteUniversity),
		rest.Call("GET /v1/audit/university/{uuidUniversity}", access.Catalogues, "История университета", s.universityHistory),
	}
}

// SearchIn is what narrows a catalogue.
type SearchIn struct {
	Search *string `json:"searchString,omitempty" nullable:"true" maxLength:"200" doc:"Часть названия; у университетов и начало ИНН"`
}

type universityListIn struct {
	rest.Paging
	Body SearchIn
}

type universityRow struct {
	UUID        string `json:"uuidUniversity"`
	ShortName   string `json:"shortName"`
	FullName    string `json:"fullName"`
	INN         string `json:"inn"`
	CityName    string `json:"nameCity"`
	RegionName  string `json:"nameRegion"`
	ContractEnd string `json:"contractEnd" doc:"ДД.ММ.ГГГГ или пусто"`
	CreatedAt   string `json:"createdAt"`
}

func (s *Service) universities(ctx context.Context, in *universityListIn) (listquery.Page[universityRow], error) {
	p, err := s.Universities(ctx, rest.Query(in.Paging, rest.Text(in.Body.Search), struct{}{}))
	out := listquery.Page[universityRow]{Total: p.Total, Rows: make([]universityRow, len(p.Rows))}
	for i, u := range p.Rows {
		out.Rows[i] = universityRow{
			UUID: u.UUID, ShortName: u.ShortName, FullName: u.FullName, INN: u.INN, CityName: u.CityName, RegionName: u.RegionName, ContractEnd: u.ContractEnd, CreatedAt: clock.FormatStamp(u.CreatedAt),
		}
	}
	return out, err
}

// UniversityIn is the form of a university.
type UniversityIn struct {
	UniversityFields
	City string `json:"uuidCity" format:"uuid"`
}

type createUniversityIn struct{ Body UniversityIn }

type universityIDWire struct {
	UUID string `json:"uuidUniversity"`
}

func (s *Service) createUniversity(ctx context.Context, in *createUniversityIn) (universityIDWire, error) {
	u, err := s.CreateUniversity(ctx, in.Body.UniversityFields, in.Body.City)
	return universityIDWire{UUID: u.UUID}, err
}

type universityIn struct {
	UUID string `path:"uuidUniversity"`
}

// UniversityCard is a university's card.
type UniversityCard struct {
	UUID string `json:"uuidUniversity"`
	UniversityFields
	City       string `json:"uuidCity"`
	CityName   string `json:"nameCity"`
	RegionName string `json:"nameRegion"`
	IsUsed     bool   `json:"isUsed" doc:"К нему что-то относится: удалить нельзя"`
}

func (s *Service) university(ctx context.Context, in *universityIn) (rest.Tagged[UniversityCard], error) {
	u, isUsed, err := s.University(ctx, in.UUID)
	card := UniversityCard{UUID: u.UUID, UniversityFields: u.UniversityFields, City: u.CityUUID, CityName: u.CityName, RegionName: u.RegionName, IsUsed: isUsed}
	return rest.Tagged[UniversityCard]{Version: u.Version, Body: card}, err
}

type saveUniversityIn struct {
	rest.IfMatch
	UUID string `path:"uuidUniversity"`
	Body UniversityIn
}

func (s *Service) saveUniversity(ctx context.Context, in *saveUniversityIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveUniversity(ctx, in.UUID, UniversityChange{Fields: in.Body.UniversityFields, City: in.Body.City, Stale: in.Stale})
}

func (s *Service) deleteUniversity(ctx context.Context, in *universityIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteUniversity(ctx, in.UUID)
}

func (s *Service) universityHistory(ctx context.Context, in *universityIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.UniversityHistory(ctx, in.UUID))
}
