package promotions

import (
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const pageSize = 15

var sorts = rest.Sorting{Keys: []string{sortDate, sortName, sortCity, sortPartner}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return slices.Concat([]rest.Route{
		rest.List("PUT /v1/stock", access.Promotions, "Список акций", sorts, s.list),
		rest.ListCall("PUT /v1/stock/neighbours/{uuidStock}", access.Promotions, "Соседи акции в списке", sorts, s.neighbours),
		exporting.Route("POST /v1/stock/export", exported, sorts, s.order),
		rest.Card("GET /v1/stock/{uuidStock}", access.Promotions, "Карточка акции", s.card),
		rest.Call("PUT /v1/stock/{uuidStock}", access.Promotions, "Изменить акцию", s.save),
		rest.Call("POST /v1/stock", access.Promotions, "Добавить акцию партнёра", s.create),
		rest.Call("PUT /v1/stock/{uuidStock}/status", access.Promotions, "Заблокировать или разблокировать акцию", s.move),
		rest.Call("GET /v1/audit/stock/{uuidStock}", access.Promotions, "История акции", s.history),
	}, s.codeRoutes())
}

// FilterIn is what narrows the list of promotions.
type FilterIn struct {
	Status     *string  `json:"status,omitempty" doc:"active или blocked"`
	State      *string  `json:"state,omitempty" doc:"planned, running или ended"`
	Search     *string  `json:"searchString,omitempty"`
	Categories []string `json:"categories,omitempty" nullable:"true" maxItems:"100" format:"uuid"`
	Cities     []string `json:"cities,omitempty" nullable:"true" maxItems:"100" format:"uuid"`
	Partner    *string  `json:"uuidPartner,omitempty" format:"uuid" doc:"Только акции этого партнёра"`
	Codes      *string  `json:"codes,omitempty" doc:"Незавершённые акции, у которых промокодов хватит не больше чем на неделю (ending) или не загрузился файл (failed)"`
}

func (b *FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	f, search := Filter{}, ""
	if b != nil {
		f = Filter{Status: Status(rest.Text(b.Status)), State: State(rest.Text(b.State)), Categories: b.Categories, Cities: b.Cities, Partner: rest.Text(b.Partner), Codes: Codes(rest.Text(b.Codes))}
		search = rest.Text(b.Search)
	}
	return rest.Query(p, search, f)
}

type categoryWire struct {
	UUID string `json:"uuidCategory"`
	Name string `json:"name"`
}

type partnerWire struct {
	UUID   string `json:"uuidPartner"`
	Name   string `json:"name"`
	City   string `json:"nameMainCity"`
	Status string `json:"status" enum:"active,blocked" doc:"Акции заблокированного партнёра студентам не предлагаются"`
}

// RowWire is exported because the library does not look into embedded types that are not.
type RowWire struct {
	UUID      string       `json:"uuidStock"`
	ID        int64        `json:"idStock"`
	Name      string       `json:"name"`
	Status    Status       `json:"status" enum:"active,blocked"`
	State     State        `json:"state" enum:"planned,running,ended" doc:"По датам и московскому дню; последний день входит"`
	Reason    *string      `json:"reasonBlocked"`
	Begin     string       `json:"dateBegin"`
	End       string       `json:"dateEnd"`
	WinLimit  *int         `json:"winLimit" doc:"Промокодов одному студенту; null — без ограничения"`
	Category  categoryWire `json:"category"`
	CreatedAt string       `json:"createdData"`
	LegalName *string      `json:"legalName"`
	Partner   partnerWire  `json:"partner"`
	CityName  string       `json:"nameMainCity"`
	Remaining int64        `json:"remainingCodesCount"`
	Used      int64        `json:"usedCodesCount"`
}

func rowWire(r Row, now time.Time) RowWire {
	return RowWire{
		UUID: r.UUID, ID: r.ID, Name: r.Name, Status: r.Status, State: r.State(now), Reason: rest.Null(r.Reason), Begin: r.Begin.Wire(), End: r.End.Wire(), WinLimit: r.WinLimit,
		Category: categoryWire{UUID: r.CategoryUUID, Name: r.CategoryName}, CreatedAt: clock.FormatStamp(r.CreatedAt), LegalName: rest.Null(r.LegalName),
		Partner: partnerWire{UUID: r.PartnerUUID, Name: r.PartnerName, City: r.CityName, Status: r.PartnerStatus}, CityName: r.CityName, Remaining: r.Total - r.Used, Used: r.Used,
	}
}

type listIn struct {
	rest.Paging
	Body *FilterIn
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[RowWire], error) {
	p, err := s.List(ctx, in.Body.query(in.Paging))
	out, now := listquery.Page[RowWire]{Total: p.Total, Rows: make([]RowWire, len(p.Rows))}, s.Clock()
	for i, r := range p.Rows {
		out.Rows[i] = rowWire(r, now)
	}
	return out, err
}

type exportIn struct {
	rest.Paging
	Body exportWire
}

type exportWire struct {
	FilterIn
	exporting.Asked
}

func (s *Service) order(in *exportIn) exporting.Order {
	return exporting.Order{List: s.export(), Question: in.Body.query(in.Paging), Purpose: rest.Text(in.Body.Purpose)}
}

type nearIn struct {
	UUID string `path:"uuidStock"`
	rest.Paging
	Body *FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging), in.UUID))
}

type cardIn struct {
	UUID string `path:"uuidStock"`
}

type pointWire struct {
	Name string `json:"name" doc:"Адрес"`
}

type cityWire struct {
	UUID   string      `json:"uuidCity"`
	Name   string      `json:"nameCity"`
	Count  int         `json:"countSalePoints" doc:"Сколько точек в городе всего; показаны первые 100"`
	Points []pointWire `json:"salePoints"`
}

type cardWire struct {
	RowWire
	Description string     `json:"description"`
	File        *string    `json:"fileUrl" doc:"Последний файл с промокодами, если его загрузил тот, кто спрашивает"`
	Cities      []cityWire `json:"cities"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[cardWire], error) {
	c, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[cardWire]{}, err
	}
	out := cardWire{RowWire: rowWire(c.Row, s.Clock()), Description: c.Description, File: rest.Null(s.Files.SignedLink(ctx, c.File)), Cities: make([]cityWire, len(c.Cities))}
	for i, city := range c.Cities {
		out.Cities[i] = cityWire{UUID: city.UUID, Name: city.Name, Count: city.Count, Points: make([]pointWire, len(city.Points))}
		for j, address := range city.Points {
			out.Cities[i].Points[j] = pointWire{Name: address}
		}
	}
	return rest.Tagged[cardWire]{Version: c.Version, Body: out}, nil
}

// FormBody is what both forms send, without fields that nobody may set (status, counts).
type FormBody struct {
	Name        *string `json:"name,omitempty" maxLength:"2000"`
	Description *string `json:"description,omitempty" maxLength:"20000" doc:"Простой текст, до 2000 символов"`
	Begin       *string `json:"dateBegin,omitempty" maxLength:"100" doc:"ДД.ММ.ГГГГ"`
	End         *string `json:"dateEnd,omitempty" maxLength:"100" doc:"ДД.ММ.ГГГГ, последний день входит"`
	WinLimit    *int    `json:"winLimit,omitempty" doc:"1, 2, 3 или null — без ограничения"`
	File        *string `json:"fileUrl,omitempty" maxLength:"2000" doc:"keyFile или urlFile загруженного csv; null или прежнее значение — новых промокодов нет"`
}

func (w FormBody) change() Change {
	return Change{
		Name: rest.Text(w.Name), Description: rest.Text(w.Description), Begin: rest.Text(w.Begin), End: rest.Text(w.End), WinLimit: w.WinLimit, File: rest.Text(w.File),
	}
}

type createIn struct {
	Body struct {
		Partner string `json:"uuidPartner" format:"uuid"`
		FormBody
	}
}

type createdWire struct {
	UUID string `json:"uuidStock"`
}

func (s *Service) create(ctx context.Context, in *createIn) (createdWire, error) {
	id, err := s.Create(ctx, in.Body.Partner, in.Body.change())
	return createdWire{UUID: id}, err
}

type saveIn struct {
	UUID string `path:"uuidStock"`
	rest.IfMatch
	Body FormBody
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Save(ctx, in.UUID, in.Body.change(), in.Stale)
}

type moveIn struct {
	UUID string `path:"uuidStock"`
	rest.IfMatch
	Body struct {
		Status string  `json:"status"`
		Reason *string `json:"reasonBlocked,omitempty"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, Move{Promotion: in.UUID, To: Status(in.Body.Status), Reason: rest.Text(in.Body.Reason)}, in.Stale)
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}
