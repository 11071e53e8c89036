package partners

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const pageSize = 15

var sorts = rest.Sorting{Keys: []string{sortDate, sortName, sortCity}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return slices.Concat([]rest.Route{
		rest.List("PUT /v1/partner", access.Partners, "Список партнёров", sorts, s.list),
		rest.ListCall("PUT /v1/partner/neighbours/{uuidPartner}", access.Partners, "Соседи партнёра в списке", sorts, s.neighbours),
		exporting.Route("POST /v1/partner/export", exported, sorts, s.order),
		rest.Call("PUT /v1/partner/filter/cities", access.Partners, "Города партнёров", cities.FilterCall(s.Cities, s.FrequentCities)),
		rest.Call("GET /v1/partner/inn/{inn}", access.Partners, "Партнёры с таким ИНН", s.withINN),
		rest.Card("GET /v2/partner/{uuidPartner}", access.Partners, "Карточка партнёра", s.card),
		rest.Call("PUT /v2/partner/{uuidPartner}", access.Partners, "Изменить карточку партнёра", s.save),
		rest.Call("POST /v2/partner", access.Partners, "Добавить партнёра", s.create),
		rest.Call("PUT /v1/partner/{uuidPartner}/status", access.Partners, "Заблокировать или разблокировать партнёра", s.move),
		rest.Call("GET /v1/audit/partner/{uuidPartner}", access.Partners, "История партнёра", s.history),
	}, s.discountRoutes(), s.pointRoutes(), s.photoRoutes(), s.vacancyRoutes())
}

// FilterIn is what narrows the list of partners.
type FilterIn struct {
	Status     *string  `json:"status,omitempty"`
	Search     *string  `json:"searchString,omitempty"`
	Categories []string `json:"categories,omitempty" nullable:"true" maxItems:"100" format:"uuid"`
	Cities     []string `json:"cities,omitempty" nullable:"true" maxItems:"100" format:"uuid"`
	Lacks      *string  `json:"lacks,omitempty" doc:"Чего не хватает: offer (точки или скидки), point, discount или place (координат точки)"`
}

func (b *FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	f, search := Filter{}, ""
	if b != nil {
		f, search = Filter{Status: Status(rest.Text(b.Status)), Categories: b.Categories, Cities: b.Cities, Lacks: Lack(rest.Text(b.Lacks))}, rest.Text(b.Search)
	}
	return rest.Query(p, search, f)
}

type categoryWire struct {
	UUID string `json:"uuidCategory"`
	Name string `json:"name"`
}

type rowWire struct {
	UUID      string       `json:"uuidPartner"`
	ID        int64        `json:"idPartner"`
	Status    Status       `json:"status" enum:"active,blocked"`
	Reason    *string      `json:"reasonBlocked"`
	Name      string       `json:"name"`
	LegalName *string      `json:"legalName"`
	INN       *string      `json:"inn"`
	Phone     string       `json:"phone"`
	CityUUID  string       `json:"uuidMainCity"`
	CityName  string       `json:"nameMainCity"`
	Category  categoryWire `json:"category"`
	CreatedAt string       `json:"createdData"`
	Logo      *string      `json:"logo"`
	Rating    *float64     `json:"rating"`
}

// ratingWire converts tenths to a number with one decimal.
func ratingWire(tenths *int) *float64 {
	if tenths == nil {
		return nil
	}
	r := float64(*tenths) / 10
	return &r
}

type listIn struct {
	rest.Paging
	Body *FilterIn
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[rowWire], error) {
	p, err := s.List(ctx, in.Body.query(in.Paging))
	out := listquery.Page[rowWire]{Total: p.Total, Rows: make([]rowWire, len(p.Rows))}
	for i, r := range p.Rows {
		out.Rows[i] = rowWire{
			UUID: r.UUID, ID: r.ID, Status: r.Status, Reason: rest.Null(r.Reason), Name: r.Name, LegalName: rest.Null(r.LegalName), INN: rest.Null(r.INN), Phone: r.Phone, CityUUID: r.CityUUID, CityName: r.CityName,
			Category: categoryWire{UUID: r.CategoryUUID, Name: r.CategoryName}, CreatedAt: clock.FormatStamp(r.CreatedAt), Logo: rest.Null(files.PublicLink(r.Logo)), Rating: ratingWire(r.Rating),
		}
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
	UUID string `path:"uuidPartner"`
	rest.Paging
	Body *FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging), in.UUID))
}

type innIn struct {
	INN string `path:"inn" maxLength:"100"`
}

type namesakeWire struct {
	UUID string `json:"uuidPartner"`
	Name string `json:"name"`
}

func (s *Service) withINN(ctx context.Context, in *innIn) ([]namesakeWire, error) {
	found, err := s.WithINN(ctx, in.INN)
	out := make([]namesakeWire, len(found))
	for i, n := range found {
		out[i] = namesakeWire(n)
	}
	return out, err
}

type cardIn struct {
	UUID string `path:"uuidPartner"`
}

type networkWire struct {
	Type string `json:"type" enum:"vk,instagram,fb,twitter"`
	Link string `json:"link"`
}

type stockWire struct {
	UUID   string `json:"uuidStock"`
	Name   string `json:"name"`
	Status string `json:"status"`
	Begin  string `json:"dateBegin"`
	End    string `json:"dateEnd"`
}

type cardWire struct {
	UUID        string         `json:"uuidPartner"`
	ID          int64          `json:"idPartner"`
	Status      Status         `json:"status" enum:"active,blocked"`
	Reason      *string        `json:"reasonBlocked"`
	Name        string         `json:"name"`
	LegalName   *string        `json:"legalName"`
	INN         *string        `json:"inn"`
	Site        *string        `json:"linkToSite"`
	CityUUID    string         `json:"uuidMainCity"`
	CityName    string         `json:"nameMainCity"`
	Category    categoryWire   `json:"category"`
	CreatedAt   string         `json:"createdData"`
	Logo        *string        `json:"logo"`
	KeyImage    *string        `json:"keyImg"`
	Rating      *float64       `json:"rating"`
	Email       *string        `json:"email"`
	Phone       string         `json:"phone"`
	Description *string        `json:"description"`
	Networks    []networkWire  `json:"socialNetworks"`
	Discounts   []discountWire `json:"discounts"`
	Stocks      []stockWire    `json:"stocks"`

	CountReviews    int `json:"countComments"`
	CountComplaints int `json:"countComplaints"`
	CountDiscounts  int `json:"countDiscounts"`
	CountPhotos     int `json:"countPhoto"`
	CountPoints     int `json:"countSalePoints"`
	CountStocks     int `json:"countStocks"`
	CountVacancies  int `json:"countVacancies"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[cardWire], error) {
	c, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[cardWire]{}, err
	}
	out := cardWire{
		UUID: c.UUID, ID: c.ID, Status: c.Status, Reason: rest.Null(c.Reason), Name: c.Name, LegalName: rest.Null(c.LegalName), INN: rest.Null(c.INN),
		Site: rest.Null(c.Site), CityUUID: c.CityUUID, CityName: c.CityName, Category: categoryWire{UUID: c.CategoryUUID, Name: c.CategoryName},
		CreatedAt: clock.FormatStamp(c.CreatedAt), Logo: rest.Null(files.PublicLink(c.Logo)), KeyImage: rest.Null(files.PublicLink(c.KeyImage)),
		Rating: ratingWire(c.Rating), Email: rest.Null(c.Email), Phone: c.Phone, Description: rest.Null(c.Description),
		Networks: []networkWire{}, Discounts: discountsWire(c.Discounts), Stocks: []stockWire{},
		CountReviews: c.Counts.Reviews, CountComplaints: c.Counts.Complaints, CountDiscounts: c.Counts.Discounts, CountPhotos: c.Counts.Photos,
		CountPoints: c.Counts.Points, CountStocks: c.Counts.Promotions, CountVacancies: c.Counts.Vacancies,
	}
	for _, n := range c.Networks() {
		out.Networks = append(out.Networks, networkWire(n))
	}
	for _, p := range c.Promotions {
		out.Stocks = append(out.Stocks, stockWire(p))
	}
	return rest.Tagged[cardWire]{Version: c.Version, Body: out}, nil
}

// formWire is what the form sends, without fields that nobody may set (status, rating, counts).
type formWire struct {
	Name      *string `json:"name,omitempty" maxLength:"2000"`
	LegalName *string `json:"legalName,omitempty" maxLength:"2000"`
	INN       *string `json:"inn,omitempty" maxLength:"100"`
	Site      *string `json:"linkToSite,omitempty"`
	City      *string `json:"uuidMainCity,omitempty"`
	Category  *struct {
		UUID *string `json:"uuidCategory,omitempty"`
	} `json:"category,omitempty"`
	Description *string           `json:"description,omitempty" doc:"Форматированный текст, до 2000 символов без тегов"`
	Phone       *string           `json:"phone,omitempty" maxLength:"100"`
	Email       *string           `json:"email,omitempty" maxLength:"1000"`
	Networks    []networkFormWire `json:"socialNetworks,omitempty" nullable:"true" maxItems:"20"`
	Logo        *string           `json:"logo,omitempty" maxLength:"2000" doc:"Ключ загруженного файла, прежнее значение или пустая строка"`
	KeyImage    *string           `json:"keyImg,omitempty" maxLength:"2000" doc:"Ключ загруженного файла, прежнее значение или пустая строка"`
}

type networkFormWire struct {
	Type string  `json:"type"`
	Link *string `json:"link,omitempty"`
}

func (w formWire) change() Change {
	c := Change{
		Name: rest.Text(w.Name), LegalName: rest.Text(w.LegalName), INN: rest.Text(w.INN), City: rest.Text(w.City), Description: rest.Text(w.Description),
		Phone: rest.Text(w.Phone), Email: rest.Text(w.Email), Site: rest.Text(w.Site), Logo: w.Logo, KeyImage: w.KeyImage,
	}
	if w.Category != nil {
		c.Category = rest.Text(w.Category.UUID)
	}
	for _, n := range w.Networks {
		c.Networks = append(c.Networks, Network{n.Type, rest.Text(n.Link)})
	}
	return c
}

// FormBody is exported because the library does not look into embedded types that are not.
type FormBody = formWire

type createIn struct {
	Body struct {
		FormBody
		Discounts []discountFormWire `json:"discounts,omitempty" nullable:"true" maxItems:"100"`
	}
}

type createdWire struct {
	UUID string `json:"uuidPartner"`
}

func (s *Service) create(ctx context.Context, in *createIn) (createdWire, error) {
	id, err := s.Create(ctx, in.Body.change(), discountChanges(in.Body.Discounts))
	return createdWire{UUID: id}, err
}

type saveIn struct {
	UUID string `path:"uuidPartner"`
	rest.IfMatch
	Body formWire
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Save(ctx, in.UUID, in.Body.change(), in.Stale)
}

type moveIn struct {
	UUID string `path:"uuidPartner"`
	rest.IfMatch
	Body struct {
		Status string  `json:"status"`
		Reason *string `json:"reasonBlocked,omitempty"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, Move{Partner: in.UUID, To: Status(in.Body.Status), Reason: rest.Text(in.Body.Reason)}, in.Stale)
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}
