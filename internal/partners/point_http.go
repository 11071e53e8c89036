package partners

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const (
	citiesShown = 100 // rules 7.9: the card asks for 100 cities
	cardShows   = 1   // points of each, unless limitPoint says otherwise
	popupShows  = 40  // the popup with all addresses of a city
)

// pointSorts sorts the page of cities.
var pointSorts = rest.Sorting{Keys: []string{"nameCity"}, Direction: listquery.Ascending, PageSize: citiesShown}

// pointRoutes: OpenAPI allows one parameter name per path, so it is {uuid} where methods differ in what it identifies.
func (s *Service) pointRoutes() []rest.Route {
	return []rest.Route{
		rest.List("PUT /v1/salepoint/{uuid}", access.Partners, "Торговые точки партнёра по городам", pointSorts, s.points),
		rest.Call("PUT /v1/salepoint/{uuidPartner}/{uuidCity}", access.Partners, "Торговые точки партнёра в городе", s.pointsInCity),
		rest.Call("POST /v1/salepoint", access.Partners, "Добавить торговые точки", s.addPointsCall),
		rest.Call("DELETE /v1/salepoint/{uuid}", access.Partners, "Удалить торговую точку", s.deletePointCall),
		rest.Call("POST /v2/partner/points/add", access.Partners, "Добавить торговые точки с координатами и часами", s.addPointsCall),
		rest.Call("PUT /v2/partner/points/edit", access.Partners, "Изменить торговые точки", s.savePointsCall),
		rest.Call("GET /v2/partner/points/map/{uuidPartner}", access.Partners, "Торговые точки партнёра на карте", s.pointsMap),
	}
}

type dayWire struct {
	Name  string  `json:"name" enum:"Пн,Вт,Ср,Чт,Пт,Сб,Вс"`
	Start *string `json:"startWork"`
	End   *string `json:"endWork"`
}

type geoWire struct {
	_         struct{} `nullable:"true"`
	Latitude  float64  `json:"latitude"`
	Longitude float64  `json:"longitude"`
}

type pointWire struct {
	UUID     string    `json:"uuidSalePoint"`
	ID       int64     `json:"idSalePoint"`
	Address  string    `json:"address"`
	WorkTime string    `json:"workTime"`
	Hours    []dayWire `json:"timeWork" nullable:"true"`
	Geo      *geoWire  `json:"geo"`
	Version  string    `json:"version" doc:"Состояние точки; его возвращает форма, которая её меняет"`
}

func (p Point) wire() pointWire {
	out := pointWire{UUID: p.UUID, ID: p.ID, Address: p.Address, WorkTime: p.WorkTime, Version: p.Version()}
	for _, d := range p.Hours() {
		out.Hours = append(out.Hours, dayWire(d))
	}
	if p.Latitude != nil && p.Longitude != nil {
		out.Geo = &geoWire{Latitude: *p.Latitude, Longitude: *p.Longitude}
	}
	return out
}

type letterWire struct {
	Letter string      `json:"letter"`
	Points []pointWire `json:"points"`
}

// pointsWire is a list of points, or of letters with points if the caller asked for groups.
type pointsWire struct {
	points    []pointWire
	letters   []letterWire
	byLetters bool
}

// MarshalJSON implements json.Marshaler.
func (w pointsWire) MarshalJSON() ([]byte, error) {
	if w.byLetters {
		return json.Marshal(w.letters)
	}
	return json.Marshal(w.points)
}

// Schema implements huma.SchemaProvider.
func (pointsWire) Schema(r huma.Registry) *huma.Schema {
	listOf := func(t reflect.Type) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(t, true, "")}
	}
	return &huma.Schema{
		Description: "С groupByAlphabet — буквы с точками, без него — точки",
		OneOf:       []*huma.Schema{listOf(reflect.TypeFor[letterWire]()), listOf(reflect.TypeFor[pointWire]())},
	}
}

func toPointsWire(points []Point, byLetters bool) pointsWire {
	w := pointsWire{points: []pointWire{}, letters: []letterWire{}, byLetters: byLetters}
	for _, p := range points {
		if last := len(w.letters) - 1; last < 0 || w.letters[last].Letter != p.Letter() {
			w.letters = append(w.letters, letterWire{Letter: p.Letter()})
		}
		at := &w.letters[len(w.letters)-1]
		at.Points = append(at.Points, p.wire())
		w.points = append(w.points, p.wire())
	}
	return w
}

type cityPointsWire struct {
	UUID   string     `json:"uuidCity"`
	Name   string     `json:"nameCity"`
	Count  int        `json:"countSalePoints" doc:"Сколько точек подходит, а не показано"`
	Points pointsWire `json:"salePoints"`
}

type pointQueryWire struct {
	Search    *string `json:"searchString,omitempty" maxLength:"300"`
	ByLetters *bool   `json:"groupByAlphabet,omitempty"`
	Limit     *int    `json:"limitPoint,omitempty" minimum:"1" doc:"Сколько точек каждого города показать, не больше 100"`
	Skip      *int    `json:"offsetPoint,omitempty" minimum:"0" doc:"Сколько точек каждого города пропустить"`
	Empty     *bool   `json:"emptyCity,omitempty" doc:"И города партнёра без подходящих точек"`
}

func (w *pointQueryWire) query(shown int) (q PointQuery, byLetters bool) {
	q.Show = shown
	if w == nil {
		return q, false
	}
	q.Search, q.Empty = rest.Text(w.Search), w.Empty != nil && *w.Empty
	if w.Limit != nil {
		q.Show = min(*w.Limit, pointsShown)
	}
	if w.Skip != nil {
		q.Skip = *w.Skip
	}
	return q, w.ByLetters != nil && *w.ByLetters
}

func toCitiesWire(cities []CityPoints, byLetters bool) []cityPointsWire {
	out := make([]cityPointsWire, len(cities))
	for i, c := range cities {
		out[i] = cityPointsWire{UUID: c.UUID, Name: c.Name, Count: c.Count, Points: toPointsWire(c.Points, byLetters)}
	}
	return out
}

type pointsIn struct {
	UUID string `path:"uuid" doc:"Партнёр"`
	rest.Paging
	Body *pointQueryWire
}

func (s *Service) points(ctx context.Context, in *pointsIn) (listquery.Page[cityPointsWire], error) {
	q, byLetters := in.Body.query(cardShows)
	q.Offset, q.Limit = in.Offset, in.Limit
	cities, total, err := s.Points(ctx, in.UUID, q)
	return listquery.Page[cityPointsWire]{Rows: toCitiesWire(cities, byLetters), Total: total}, err
}

type pointsInCityIn struct {
	UUID string `path:"uuidPartner"`
	City string `path:"uuidCity"`
	Body *pointQueryWire
}

func (s *Service) pointsInCity(ctx context.Context, in *pointsInCityIn) ([]cityPointsWire, error) {
	q, byLetters := in.Body.query(popupShows)
	cities, err := s.PointsIn(ctx, in.UUID, in.City, q)
	return toCitiesWire(cities, byLetters), err
}

type pointFormWire struct {
	Address  *string             `json:"address,omitempty" maxLength:"2000"`
	WorkTime *string             `json:"workTime,omitempty" maxLength:"2000"`
	Hours    []dayWire           `json:"timeWork,omitempty" nullable:"true" maxItems:"20" doc:"Все семь дней; HH:mm, Выходной, Круглосуточно или null"`
	Geo      rest.Maybe[geoWire] `json:"geo,omitempty"`
}

func (w pointFormWire) change() PointChange {
	c := PointChange{
		Address: rest.Text(w.Address), WorkTime: rest.Text(w.WorkTime),
		Place: rest.Map(w.Geo, func(g geoWire) Coordinates { return Coordinates{g.Latitude, g.Longitude} }),
	}
	if w.Hours != nil {
		c.Hours = []Day{}
		for _, d := range w.Hours {
			c.Hours = append(c.Hours, Day(d))
		}
	}
	return c
}

type addPointsIn struct {
	Body struct {
		Partner string          `json:"uuidPartner" format:"uuid"`
		City    *string         `json:"uuidCity,omitempty"`
		Points  []pointFormWire `json:"salePoints" maxItems:"1000"`
	}
}

type pointAddedWire struct {
	UUID string `json:"uuidSalePoint"`
}

func (s *Service) addPointsCall(ctx context.Context, in *addPointsIn) ([]pointAddedWire, error) {
	wanted := make([]PointChange, len(in.Body.Points))
	for i, w := range in.Body.Points {
		wanted[i] = w.change()
	}
	added, err := s.AddPoints(ctx, in.Body.Partner, rest.Text(in.Body.City), wanted)
	out := make([]pointAddedWire, len(added))
	for i, id := range added {
		out[i] = pointAddedWire{UUID: id}
	}
	return out, err
}

// PointForm is exported because the library does not look into embedded types that are not.
type PointForm = pointFormWire

type pointEditWire struct {
	UUID    string  `json:"uuidSalePoint" format:"uuid"`
	Version *string `json:"version,omitempty" doc:"Состояние, которое было в форме; 409, если с тех пор точку изменили"`
	PointForm
}

type savePointsIn struct{ Body []pointEditWire }

func (s *Service) savePointsCall(ctx context.Context, in *savePointsIn) (rest.Nothing, error) {
	wanted := make([]PointChange, len(in.Body))
	for i, w := range in.Body {
		wanted[i] = w.change()
		wanted[i].UUID, wanted[i].Version = w.UUID, rest.Text(w.Version)
	}
	return rest.Nothing{}, s.SavePoints(ctx, wanted)
}

type pointIn struct {
	UUID string `path:"uuid" doc:"Торговая точка"`
}

func (s *Service) deletePointCall(ctx context.Context, in *pointIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeletePoint(ctx, in.UUID)
}

type mapIn struct {
	UUID  string  `path:"uuidPartner"`
	South float64 `query:"south" minimum:"-90" maximum:"90" default:"-90"`
	West  float64 `query:"west" minimum:"-180" maximum:"180" default:"-180"`
	North float64 `query:"north" minimum:"-90" maximum:"90" default:"90"`
	East  float64 `query:"east" minimum:"-180" maximum:"180" default:"180"`
}

type mapPointWire struct {
	UUID      string  `json:"uuidSalePoint"`
	CityUUID  string  `json:"uuidCity"`
	CityName  string  `json:"nameCity"`
	Address   string  `json:"address"`
	WorkTime  string  `json:"workTime"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type mapWire struct {
	Points []mapPointWire `json:"salePoints" doc:"Не больше 1000; остальные видны на меньшей части карты"`
	Inside int            `json:"countSalePoints" doc:"Сколько точек с координатами в этой части карты"`
	Lost   int            `json:"countWithoutGeo" doc:"У скольких точек партнёра нет координат"`
}

func (s *Service) pointsMap(ctx context.Context, in *mapIn) (mapWire, error) {
	if in.South > in.North || in.West > in.East {
		return mapWire{}, fault.Invalid("south", "Неверные границы карты.")
	}
	m, err := s.OnMap(ctx, in.UUID, Box{in.South, in.West, in.North, in.East})
	out := mapWire{Points: make([]mapPointWire, len(m.Points)), Inside: m.Matched, Lost: m.Lost}
	for i, p := range m.Points {
		out.Points[i] = mapPointWire(p)
	}
	return out, err
}
