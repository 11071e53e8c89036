package news

import (
	"cmp"
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const pageSize = 9

var sorting = rest.Sorting{Keys: []string{sortCreatedAt}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return slices.Concat([]rest.Route{
		rest.List("PUT /v1/news", access.News, "Список новостей", sorting, s.list),
		rest.List("PUT /v1/news/rzd-bonus", access.RZDBonus, "Новости программы «РЖД Бонус»", sorting, s.listRZD),
		exporting.Route("POST /v1/news/export", exported, sorting, s.order),
		exporting.Route("POST /v1/news/rzd-bonus/export", exportedRZD, sorting, s.orderRZD),
		rest.Card("GET /v1/news/{uuidNews}", access.News, "Карточка новости", s.card),
		rest.Call("POST /v1/news", access.News, "Добавить новость", s.create),
		rest.Call("PUT /v1/news/{uuidNews}", access.News, "Изменить новость", s.save),
		rest.Call("DELETE /v1/news/{uuidNews}", access.News, "Удалить новость", s.delete),
		rest.Call("PUT /v1/news/status", access.News, "Опубликовать, отклонить, заблокировать или разблокировать новость", s.move),
		rest.Call("GET /v1/news/request/count/region", access.News, "Сколько новостей региона ждут решения председателя", s.countWaiting),
		rest.Call("PUT /v1/news/reach", access.News, "Сколько студентов увидят новость", s.reach),
		rest.ListCall("PUT /v1/news/neighbours/{uuidNews}", access.News, "Соседи новости в списке", sorting, s.neighbours),
		rest.Call("GET /v1/audit/news/{uuidNews}", access.News, "История новости, для её авторов и модераторов", s.history),
	}, s.photoRoutes(), s.surveyRoutes(), s.eventRoutes())
}

// FilterIn is what narrows the lists of news.
type FilterIn struct {
	Level    *string  `json:"typeNews,omitempty" doc:"university, region или federal"`
	Approval *string  `json:"approve,omitempty" doc:"wait, approved, declined или blocked"`
	Owner    []string `json:"owner,omitempty" nullable:"true" maxItems:"2" enum:"mine,others"`
	Search   *string  `json:"searchString,omitempty"`
	ForMe    *bool    `json:"forMe,omitempty" doc:"Только те, что ждут моего решения как председателя региона"`
}

type listIn struct {
	rest.Paging
	Body *FilterIn
}

func (b *FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	var f Filter
	search := ""
	if b != nil {
		f.Level, f.Approval, search = Level(rest.Text(b.Level)), Approval(rest.Text(b.Approval)), rest.Text(b.Search)
		f.ForMe = b.ForMe != nil && *b.ForMe
		if mine, others := slices.Contains(b.Owner, string(Mine)), slices.Contains(b.Owner, string(Others)); mine != others {
			f.Owner = Owner(b.Owner[0]) // both values mean no filter
		}
	}
	return rest.Query(p, search, f)
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

func (s *Service) orderRZD(in *exportIn) exporting.Order {
	q := in.Body.query(in.Paging)
	q.Filter.RZD = true
	return exporting.Order{List: s.exportRZD(), Question: q, Purpose: rest.Text(in.Body.Purpose)}
}

// minute formats an optional time.
func minute(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return rest.Null(clock.FormatMinute(*t))
}

// itemWire is an item on its card and in the lists.
type itemWire struct {
	UUID           string      `json:"uuidNews"`
	Title          string      `json:"title"`
	Content        string      `json:"content"`
	Level          Level       `json:"typeNews" enum:"university,region,federal"`
	Approval       Approval    `json:"approve" enum:"wait,approved,declined,blocked"`
	Status         string      `json:"status" enum:"active,disabled" doc:"disabled: заблокирована или вне дат публикации"`
	DeclineReason  *string     `json:"reasonDeclined"`
	CreatedAt      string      `json:"createdAt"`
	Begin          *string     `json:"publishBegin" doc:"null: сразу"`
	End            *string     `json:"publishEnd"`
	PinnedUntil    *string     `json:"fixToDate"`
	Photos         []photoWire `json:"photoUrl"`
	Keys           []string    `json:"keyFiles"`
	Tags           []string    `json:"tags"`
	Faculties      []string    `json:"forFaculty" doc:"Пусто: все"`
	Course         int         `json:"forCourse" doc:"0: все"`
	Messengers     []string    `json:"messengers" enum:"telegram,whatsapp,vk"`
	RZD            *rzdWire    `json:"rzdBonus"`
	HasSurvey      bool        `json:"hasPooling"`
	HasEvent       bool        `json:"hasEvent"`
	Survey         *surveyWire `json:"pooling"`
	Event          *eventWire  `json:"event"`
	UniversityUUID *string     `json:"uuidUniversity" doc:"Чья новость; null: программы"`
	UniversityName *string     `json:"nameUniversity"`
	IsMine         bool        `json:"mine" doc:"Создана мной"`
	CanEdit        bool        `json:"canEdit"`
	CanModerate    bool        `json:"canModerate" doc:"Я председатель региона этой новости"`
	Moves          []Approval  `json:"moves" enum:"wait,approved,declined,blocked" doc:"Какие статусы я могу сейчас задать"`
}

type rzdWire struct {
	_    struct{} `nullable:"true"`
	Link string   `json:"link"`
}

func (s *Service) wire(ctx context.Context, i Item) itemWire {
	p := access.From(ctx)
	w := powersOver(p, i)
	out := itemWire{
		UUID: i.UUID, Title: i.Title, Content: i.Content, Level: i.Level, Approval: i.Approval, Status: "disabled", DeclineReason: rest.Null(i.DeclineReason),
		CreatedAt: clock.FormatStamp(i.CreatedAt), Begin: minute(i.Begin), End: minute(i.End), PinnedUntil: minute(i.PinnedUntil),
		Photos: photosWire(i.Photos), Keys: []string{}, Tags: append([]string{}, i.Tags...), Faculties: append([]string{}, i.Faculties...), Course: i.Course,
		Messengers: append([]string{}, i.Messengers...), HasSurvey: i.Survey != nil, HasEvent: i.Event != nil, Survey: i.Survey.wire(), Event: i.Event.wire(),
		UniversityUUID: i.UniversityUUID, UniversityName: i.UniversityName, IsMine: i.Operator == p.Operator, CanEdit: w.owns, CanModerate: w.moderates, Moves: w.moves(i),
	}
	if i.isShown(s.Clock()) {
		out.Status = "active"
	}
	for _, photo := range i.Photos {
		out.Keys = append(out.Keys, photo.Key)
	}
	if i.RZDLink != nil {
		out.RZD = &rzdWire{Link: *i.RZDLink}
	}
	return out
}

func (s *Service) page(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[itemWire], error) {
	p, err := s.List(ctx, q)
	out := listquery.Page[itemWire]{Total: p.Total, Rows: make([]itemWire, len(p.Rows))}
	for i, item := range p.Rows {
		out.Rows[i] = s.wire(ctx, item)
	}
	return out, err
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[itemWire], error) {
	return s.page(ctx, in.Body.query(in.Paging))
}

func (s *Service) listRZD(ctx context.Context, in *listIn) (listquery.Page[itemWire], error) {
	q := in.Body.query(in.Paging)
	q.Filter.RZD = true
	return s.page(ctx, q)
}

type cardIn struct {
	UUID string `path:"uuidNews"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[itemWire], error) {
	i, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[itemWire]{}, err
	}
	return rest.Tagged[itemWire]{Version: i.Version, Body: s.wire(ctx, i)}, nil
}

// formWire is the body of both forms. An edit leaves absent fields unchanged.
type formWire struct {
	Title       string                 `json:"title"`
	Level       *string                `json:"typeNews,omitempty" enum:"university,region,federal" doc:"Обязателен при добавлении, потом не меняется"`
	Content     *string                `json:"content,omitempty" doc:"Разметка; до 20 000 символов текста"`
	Begin       rest.Maybe[string]     `json:"publishBegin,omitempty" doc:"null: сразу"`
	End         rest.Maybe[string]     `json:"publishEnd,omitempty"`
	PinnedUntil rest.Maybe[string]     `json:"fixToDate,omitempty" doc:"null: не закреплять"`
	Photos      *[]string              `json:"keyFiles,omitempty" doc:"Ключи изображений по порядку"`
	Faculties   *[]string              `json:"forFaculty,omitempty" maxItems:"200" format:"uuid"`
	Course      *int                   `json:"forCourse,omitempty" minimum:"0" maximum:"8"`
	Tags        *[]string              `json:"tags,omitempty"`
	Messengers  *[]string              `json:"messengers,omitempty" enum:"telegram,whatsapp,vk"`
	RZD         rest.Maybe[rzdWire]    `json:"rzdBonus,omitempty"`
	Survey      rest.Maybe[surveyForm] `json:"pooling,omitempty" doc:"Нет поля: без изменений, null: убрать"`
	Event       rest.Maybe[eventForm]  `json:"event,omitempty" doc:"Нет поля: без изменений, null: убрать"`
}

func (b formWire) form() Form {
	return Form{
		Title: b.Title, Level: Level(rest.Text(b.Level)), Content: b.Content,
		Begin: form.Maybe[string](b.Begin), End: form.Maybe[string](b.End), PinnedUntil: form.Maybe[string](b.PinnedUntil),
		Photos: b.Photos, Faculties: b.Faculties, Course: b.Course, Tags: b.Tags, Messengers: b.Messengers,
		RZDLink: rest.Map(b.RZD, func(w rzdWire) string { return w.Link }),
		Survey:  rest.Map(b.Survey, surveyForm.form), Event: rest.Map(b.Event, eventForm.form),
	}
}

type createIn struct{ Body formWire }

type createdWire struct {
	UUID string `json:"uuidNews"`
}

func (s *Service) create(ctx context.Context, in *createIn) (createdWire, error) {
	id, err := s.Create(ctx, in.Body.form())
	return createdWire{UUID: id}, err
}

type saveIn struct {
	UUID string `path:"uuidNews"`
	rest.IfMatch
	Body formWire
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Save(ctx, in.UUID, in.Body.form(), in.Stale)
}

type deleteIn struct {
	UUID string `path:"uuidNews"`
	rest.IfMatch
}

func (s *Service) delete(ctx context.Context, in *deleteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, in.UUID, in.Stale)
}

type moveIn struct {
	rest.IfMatch
	Body struct {
		News     string  `json:"uuidNews" format:"uuid"`
		Approval string  `json:"approve" doc:"wait, approved, declined или blocked"`
		Reason   *string `json:"reasonText,omitempty" doc:"Обязательна при отклонении, до 500 символов"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, Move{News: in.Body.News, To: Approval(in.Body.Approval), Reason: rest.Text(in.Body.Reason)}, in.Stale)
}

type countWire struct {
	Count int `json:"count"`
}

func (s *Service) countWaiting(ctx context.Context, _ *struct{}) (countWire, error) {
	n, err := s.CountWaiting(ctx)
	return countWire{Count: n}, err
}

type reachIn struct {
	Body struct {
		Level     string   `json:"typeNews" enum:"university,region,federal"`
		Faculties []string `json:"forFaculty,omitempty" nullable:"true" maxItems:"200" format:"uuid"`
		Course    *int     `json:"forCourse,omitempty" minimum:"0" maximum:"8"`
		News      *string  `json:"uuidNews,omitempty" format:"uuid" doc:"Новость, которую меняют: считать по её университету и региону"`
	}
}

func (s *Service) reach(ctx context.Context, in *reachIn) (countWire, error) {
	a := Audience{News: rest.Text(in.Body.News), Level: Level(in.Body.Level), Faculties: in.Body.Faculties, Course: *cmp.Or(in.Body.Course, new(int))}
	n, err := s.Reach(ctx, a)
	return countWire{Count: n}, err
}

type nearIn struct {
	UUID string `path:"uuidNews"`
	rest.Paging
	Body *FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging), in.UUID))
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}
