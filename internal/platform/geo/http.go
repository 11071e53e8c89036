package geo

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes serve forms and maps of every role.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/geo/search", access.SignedIn, "Найти адрес на карте", s.search),
		rest.Call("GET /v1/geo/reverse", access.SignedIn, "Адрес точки на карте", s.reverse),
		rest.Call("GET /v1/map/config", access.SignedIn, "Какую карту показывать", s.mapConfig),
	}
}

type searchIn struct {
	Query string `query:"q" maxLength:"300"`
	City  string `query:"uuidCity" format:"uuid"`
}

type placeWire struct {
	Address   string  `json:"address"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

func (s *Service) search(ctx context.Context, in *searchIn) ([]placeWire, error) {
	found, err := s.Search(ctx, in.Query, in.City)
	out := make([]placeWire, len(found))
	for i, p := range found {
		out[i] = placeWire(p)
	}
	return out, err
}

type reverseIn struct {
	Latitude  float64 `query:"latitude" required:"true" minimum:"-90" maximum:"90"`
	Longitude float64 `query:"longitude" required:"true" minimum:"-180" maximum:"180"`
}

type addressWire struct {
	Address *string `json:"address"`
}

func (s *Service) reverse(ctx context.Context, in *reverseIn) (addressWire, error) {
	address, err := s.Reverse(ctx, in.Latitude, in.Longitude)
	if err != nil || address == "" {
		return addressWire{}, err
	}
	return addressWire{Address: &address}, nil
}

// The initial view of the map (rules 12.7).
const (
	centreLatitude  = 55.75
	centreLongitude = 37.57
	firstZoom       = 17
)

type mapWire struct {
	Tiles       *string `json:"tiles" doc:"Адрес тайлов с {z}, {x}, {y}; null — карта без подложки"`
	Attribution *string `json:"attribution" doc:"Чьи это тайлы"`
	Latitude    float64 `json:"latitude"`
	Longitude   float64 `json:"longitude"`
	Zoom        int     `json:"zoom"`
}

func (s *Service) mapConfig(context.Context, *struct{}) (mapWire, error) {
	out := mapWire{Latitude: centreLatitude, Longitude: centreLongitude, Zoom: firstZoom}
	if s.Settings.Tiles != "" {
		out.Tiles = &s.Settings.Tiles
	}
	if s.Settings.Attribution != "" {
		out.Attribution = &s.Settings.Attribution
	}
	return out, nil
}
