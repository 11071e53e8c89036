package partners

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
)

const offersPage = 20

// MemberRoutes are the calls of this area on the students' face. Guests see the same card (decision 0041).
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Feed("GET /s/v1/partners", access.Anyone, "Партнёры: ближайшие или новые сначала", offersPage, s.offers),
		rest.Call("GET /s/v1/partners/{uuidPartner}", access.Anyone, "Карточка партнёра", s.offer),
		rest.Call("PUT /s/v1/favourites/{uuidPartner}", access.SignedInMember, "Добавить в избранное", s.addFavourite),
		rest.Call("DELETE /s/v1/favourites/{uuidPartner}", access.SignedInMember, "Убрать из избранного", s.removeFavourite),
	}
}

type offersIn struct {
	Search      string `query:"search" maxLength:"200"`
	Category    string `query:"category" format:"uuid"`
	City        string `query:"city" format:"uuid" doc:"Главный город или город с торговой точкой"`
	Near        string `query:"near" maxLength:"100" doc:"Широта и долгота через запятую: ближайшие сначала, не дальше 100 км"`
	IsFavourite bool   `query:"isFavourite" doc:"Только избранное"`
	OpenNow     bool   `query:"openNow" doc:"Только открытые сейчас, по времени города точки: с near ближайшая точка, иначе любая или любая в city. Страница может быть неполной и пустой: продолжайте по next"`
	rest.After
}

type memberCategoryWire struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type memberDiscountWire struct {
	Type        string  `json:"type" enum:"fix,free" doc:"fix: размер в size, free: подарок в name"`
	Name        *string `json:"name"`
	Size        *string `json:"size" doc:"Число процентов"`
	Description string  `json:"description"`
}

func memberDiscounts(all []Discount) []memberDiscountWire {
	out := make([]memberDiscountWire, len(all))
	for i, d := range all {
		out[i] = memberDiscountWire{Type: d.Type, Name: rest.Null(d.Name), Size: rest.Null(d.Size), Description: d.Description}
	}
	return out
}

type offerWire struct {
	ID          string               `json:"id"`
	Name        string               `json:"name"`
	Category    memberCategoryWire   `json:"category"`
	City        string               `json:"city" doc:"Главный город; с openNow без near город открытой точки"`
	LogoURL     *string              `json:"logoUrl"`
	Rating      *float64             `json:"rating"`
	Discounts   []memberDiscountWire `json:"discounts"`
	IsFavourite bool                 `json:"isFavourite"`
	Distance    *int                 `json:"distance" doc:"Метров до ближайшей торговой точки; null без near"`
	Address     *string              `json:"address" doc:"Адрес этой точки"`
	OpenNow     *bool                `json:"openNow" doc:"Открыта ли эта точка; null: неизвестно. С openNow всегда true"`
	OpenUntil   *string              `json:"openUntil" doc:"До скольких, например 22:00, по времени точки; null: закрыта, работает круглосуточно или неизвестно"`
}

func (s *Service) offers(ctx context.Context, in *offersIn) (rest.Page[offerWire], error) {
	none, m := rest.Page[offerWire]{}, access.MemberFrom(ctx)
	if in.IsFavourite && m.ID == 0 {
		return none, fault.Unauthenticated("Войдите, чтобы видеть избранное.")
	}
	near, err := parsePlace(in.Near)
	if err != nil {
		return none, err
	}
	q := OfferQuery{Search: in.Search, Category: in.Category, City: in.City, Near: near, Member: m.ID, IsFavourite: in.IsFavourite, IsOpen: in.OpenNow, Limit: in.Limit}
	if err := in.Read(&q.After); err != nil {
		return none, err
	}
	if q.After.Near != nil && !q.After.Near.isValid() {
		return none, fault.Invalid("after", "Неверный указатель страницы.")
	}
	found, next, err := s.Offers(ctx, q)
	if err != nil {
		return none, err
	}
	page, now := rest.Page[offerWire]{Items: []offerWire{}}, s.Clock()
	for _, o := range found {
		page.Items = append(page.Items, o.wire(now))
	}
	if next != nil {
		page.Next, err = rest.Cursor(next)
	}
	return page, err
}

func (o *Opening) wire() (isOpen *bool, until *string) {
	if o == nil {
		return nil, nil
	}
	return &o.IsOpen, rest.Null(o.Until)
}

func (o Offer) wire(now time.Time) offerWire {
	out := offerWire{
		ID: o.UUID, Name: o.Name, Category: memberCategoryWire{ID: o.CategoryUUID, Name: o.CategoryName}, City: o.CityName, LogoURL: rest.Null(files.PublicLink(o.Logo)),
		Rating: ratingWire(o.Rating), Discounts: memberDiscounts(o.Discounts), IsFavourite: o.IsFavourite,
	}
	if p := o.Nearest; p != nil {
		out.Distance, out.Address = p.Metres, &p.Address
		out.OpenNow, out.OpenUntil = p.Opening(now).wire()
	}
	if o.OpenIn != "" {
		isOpen := true
		out.City, out.OpenNow = o.OpenIn, &isOpen
	}
	return out
}

type offerIn struct {
	UUID string `path:"uuidPartner"`
	Near string `query:"near" maxLength:"100" doc:"Широта и долгота через запятую: ближайшие точки сначала"`
	City string `query:"city" format:"uuid" doc:"Точки только этого города; не действует с near"`
}

type offerPointWire struct {
	ID       string    `json:"id"`
	City     string    `json:"city"`
	Address  string    `json:"address"`
	WorkTime string    `json:"workTime" doc:"Часы работы текстом"`
	Hours    []dayWire `json:"hours" nullable:"true" doc:"По дням; null, если известен только текст"`
	Place    *geoWire  `json:"place"`
	Distance *int      `json:"distance" doc:"Метров; null без near"`
	OpenNow  *bool     `json:"openNow" doc:"null: неизвестно"`
}

type memberVacancyWire struct {
	Title       string  `json:"title"`
	Link        string  `json:"link"`
	Description *string `json:"description"`
}

type offerCardWire struct {
	ID          string               `json:"id"`
	Name        string               `json:"name"`
	Category    memberCategoryWire   `json:"category"`
	City        string               `json:"city"`
	Description string               `json:"description" doc:"Разметка; очищена сервером"`
	Phone       string               `json:"phone"`
	Email       *string              `json:"email"`
	Site        *string              `json:"site"`
	Networks    []networkWire        `json:"networks"`
	LogoURL     *string              `json:"logoUrl"`
	ImageURL    *string              `json:"imageUrl"`
	Rating      *float64             `json:"rating"`
	ReviewCount int                  `json:"reviewCount" doc:"Опубликованных"`
	IsFavourite bool                 `json:"isFavourite"`
	Discounts   []memberDiscountWire `json:"discounts"`
	PhotoURLs   []string             `json:"photoUrls"`
	Vacancies   []memberVacancyWire  `json:"vacancies"`
	PointCount  int                  `json:"pointCount" doc:"Сколько торговых точек всего"`
	Points      []offerPointWire     `json:"points" doc:"Не больше 50"`
}

func (s *Service) offer(ctx context.Context, in *offerIn) (offerCardWire, error) {
	near, err := parsePlace(in.Near)
	if err != nil {
		return offerCardWire{}, err
	}
	c, err := s.Offer(ctx, in.UUID, near, in.City)
	if err != nil {
		return offerCardWire{}, err
	}
	out := offerCardWire{
		ID: c.UUID, Name: c.Name, Category: memberCategoryWire{ID: c.CategoryUUID, Name: c.CategoryName}, City: c.CityName, Description: c.Description,
		Phone: c.Phone, Email: rest.Null(c.Email), Site: rest.Null(c.Site), Networks: []networkWire{}, LogoURL: rest.Null(files.PublicLink(c.Logo)), ImageURL: rest.Null(files.PublicLink(c.KeyImage)),
		Rating: ratingWire(c.Rating), ReviewCount: c.ReviewCount, IsFavourite: c.IsFavourite, Discounts: memberDiscounts(c.Discounts), PhotoURLs: []string{},
		Vacancies: []memberVacancyWire{}, PointCount: c.PointCount, Points: []offerPointWire{},
	}
	for _, n := range c.Networks() {
		out.Networks = append(out.Networks, networkWire(n))
	}
	for _, p := range c.Photos {
		out.PhotoURLs = append(out.PhotoURLs, files.PublicLink(p.File))
	}
	for _, v := range c.Vacancies {
		out.Vacancies = append(out.Vacancies, memberVacancyWire{Title: v.Title, Link: v.Link, Description: rest.Null(v.Description)})
	}
	now := s.Clock()
	for _, p := range c.Points {
		known := p.wire()
		isOpen, _ := p.Opening(now).wire()
		out.Points = append(out.Points, offerPointWire{
			ID: p.UUID, City: p.CityName, Address: p.Address, WorkTime: p.WorkTime, Hours: known.Hours, Place: known.Geo, Distance: p.Metres, OpenNow: isOpen,
		})
	}
	return out, nil
}

type favouriteIn struct {
	UUID string `path:"uuidPartner"`
}

func (s *Service) addFavourite(ctx context.Context, in *favouriteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.AddFavourite(ctx, in.UUID)
}

func (s *Service) removeFavourite(ctx context.Context, in *favouriteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.RemoveFavourite(ctx, in.UUID)
}
