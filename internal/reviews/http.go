package reviews

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const pageSize = 15

var sorts = rest.Sorting{Keys: []string{sortDate, sortPartner}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area. The tabs of a partner's card need access to partners.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.List("PUT /v1/comments/list", access.Reviews, "Список отзывов", sorts, s.list),
		exporting.Route("POST /v1/comments/export", exported, sorts, s.order),
		rest.Call("GET /v1/comments/count", access.Reviews, "Сколько отзывов ждут решения", s.count),
		rest.Card("GET /v1/comments/{uuidComment}", access.Reviews, "Отзыв", s.card),
		rest.ListCall("PUT /v1/comments/neighbours/{uuidComment}", access.Reviews, "Соседи отзыва в списке", sorts, s.neighbours),
		rest.ListCall("PUT /v1/comments/next", access.Reviews, "Следующие отзывы, чтобы разбирать их подряд", sorts, s.next),
		rest.Call("DELETE /v1/comments/next", access.Reviews, "Закончить разбирать подряд", s.leaveRound),
		rest.Call("GET /v1/audit/review/{uuidComment}", access.Reviews, "История отзыва", s.history),
		rest.Call("PUT /v1/comments/status", access.Reviews, "Опубликовать или отклонить отзывы: все выбранные или ни одного", s.move),
		rest.Call("PUT /v1/comments/status/undo", access.Reviews, "Отменить своё решение об отзывах: две минуты", s.undoCall),
		rest.Call("DELETE /v1/comments/{uuidComment}", access.Reviews, "Удалить отзыв", s.deleteOne),
		rest.Call("DELETE /v1/comments/delete", access.Reviews, "Удалить отзывы: все выбранные или ни одного", s.delete),
		rest.Call("PUT /v1/comments/restore", access.Reviews, "Восстановить удалённые отзывы", s.restore),
		rest.Call("POST /v1/comments/answer", access.Reviews, "Ответить на отзыв", s.answer),
		rest.Call("PUT /v1/comments/answer", access.Reviews, "Изменить ответ", s.editAnswer),
		rest.Call("DELETE /v1/comments/answer/{uuidAnswer}", access.Reviews, "Удалить ответ", s.deleteAnswer),
		rest.Call("GET /v1/comments/templates", access.Reviews, "Заготовки ответов университета", s.templates),
		rest.Call("POST /v1/comments/templates", access.Reviews, "Добавить заготовку ответа", s.addTemplate),
		rest.Call("PUT /v1/comments/templates/{uuidTemplate}", access.Reviews, "Изменить заготовку ответа", s.saveTemplate),
		rest.Call("DELETE /v1/comments/templates/{uuidTemplate}", access.Reviews, "Удалить заготовку ответа", s.deleteTemplate),
		rest.List("PUT /v2/partner/comments/list", access.Partners, "Отзывы о партнёре", tabSorts, s.ofPartner),
		rest.Call("DELETE /v2/partner/comment", access.Partners, "Удалить отзыв о партнёре", s.deleteOfPartner),
		rest.List("GET /v2/partner/complaints/{uuidPartner}", access.Partners, "Жалобы на партнёра", tabSorts, s.complaints),
	}
}

// everyStatus is the status filter for all reviews (rules 10.6).
const everyStatus = "all"

// FilterIn is what narrows the list of reviews.
type FilterIn struct {
	Search    *string `json:"searchString,omitempty"`
	Status    *string `json:"status,omitempty" doc:"all, moderation, public или rejected"`
	Answered  *bool   `json:"answered,omitempty" doc:"Только с ответом (true) или только без него (false)"`
	MaxRating *int    `json:"maxRating,omitempty" doc:"Не больше стольких звёзд, от 0 до 5"`
	Deleted   *bool   `json:"deleted,omitempty" doc:"Удалённые за последние 30 дней вместо остальных"`
}

func (b *FilterIn) filter() (Filter, string) {
	if b == nil {
		return Filter{}, ""
	}
	f := Filter{Answered: b.Answered, MaxRating: b.MaxRating, IsDeleted: b.Deleted != nil && *b.Deleted}
	if status := rest.Text(b.Status); status != everyStatus {
		f.Status = Status(status)
	}
	return f, rest.Text(b.Search)
}

func (b *FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	f, search := b.filter()
	return rest.Query(p, search, f)
}

type listIn struct {
	rest.Paging
	Body *FilterIn
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

type rowWire struct {
	UUID          string  `json:"uuidComment"`
	Surname       string  `json:"surname"`
	Name          string  `json:"name"`
	Patronymic    *string `json:"patronymic"`
	Comment       string  `json:"comment"`
	Rating        int     `json:"rating"`
	PartnerName   string  `json:"partnerName"`
	PartnerStatus string  `json:"partnerStatus" enum:"active,blocked" doc:"Отзывов о заблокированном партнёре студенты не видят"`
	University    string  `json:"nameUniversity"`
	City          string  `json:"nameCity"`
	CreatedAt     string  `json:"createdAt"`
	Status        Status  `json:"status" enum:"moderation,public,rejected"`
	IsAnswered    bool    `json:"answered"`
	DeletedAt     *string `json:"deletedAt"`
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[rowWire], error) {
	p, err := s.List(ctx, in.Body.query(in.Paging))
	return listquery.Page[rowWire]{Total: p.Total, Rows: toRows(p.Rows)}, err
}

func toRows(rows []Row) []rowWire {
	out := make([]rowWire, len(rows))
	for i, r := range rows {
		out[i] = rowWire{
			UUID: r.UUID, Surname: r.Surname, Name: r.Name, Patronymic: rest.Null(r.Patronymic), Comment: r.Body, Rating: r.Rating, PartnerName: r.PartnerName, PartnerStatus: r.PartnerStatus, University: r.University, City: r.City, CreatedAt: clock.FormatStamp(r.CreatedAt), Status: r.Status, IsAnswered: r.Answer != nil, DeletedAt: stamp(r.DeletedAt),
		}
	}
	return out
}

func stamp(at *time.Time) *string {
	if at == nil {
		return nil
	}
	s := clock.FormatStamp(*at)
	return &s
}

type countWire struct {
	Count int `json:"countComments"`
}

func (s *Service) count(ctx context.Context, _ *struct{}) (countWire, error) {
	n, err := s.CountWaiting(ctx)
	return countWire{Count: n}, err
}

type cardIn struct {
	UUID string `path:"uuidComment"`
}

type cardWire struct {
	UUID          string      `json:"uuid"`
	Status        Status      `json:"status" enum:"moderation,public,rejected"`
	Rating        int         `json:"rating"`
	Comment       string      `json:"comment"`
	CreatedAt     string      `json:"createdAt"`
	Likes         int64       `json:"likes"`
	PartnerUUID   string      `json:"uuidPartner"`
	PartnerName   string      `json:"partnerName"`
	PartnerStatus string      `json:"partnerStatus" enum:"active,blocked" doc:"Отзывов о заблокированном партнёре студенты не видят"`
	Student       studentWire `json:"studentInfo"`
	Answer        *answerWire `json:"answerInfo"`
}

type studentWire struct {
	UUID           string  `json:"uuidUser"`
	Photo          *string `json:"photo"`
	Surname        string  `json:"surname"`
	Name           string  `json:"name"`
	Patronymic     *string `json:"patronymic"`
	Phone          *string `json:"phone"`
	LinkVK         *string `json:"linkvk"`
	LinkTG         *string `json:"linktg"`
	CityName       string  `json:"nameCity"`
	UniversityName string  `json:"nameUniversity"`
	StartYear      int     `json:"startEducation"`
	EndYear        int     `json:"endEducation"`
}

type answerWire struct {
	_         struct{} `nullable:"true"`
	UUID      string   `json:"uuidAnswer"`
	Text      string   `json:"answer"`
	UpdatedAt *string  `json:"updatedAt"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[cardWire], error) {
	c, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[cardWire]{}, err
	}
	w := c.Writer
	out := cardWire{
		UUID: c.UUID, Status: c.Status, Rating: c.Rating, Comment: c.Body, CreatedAt: clock.FormatStamp(c.CreatedAt), Likes: c.Likes, PartnerUUID: c.PartnerUUID, PartnerName: c.PartnerName, PartnerStatus: c.PartnerStatus,
		Student: studentWire{
			UUID: w.UUID, Photo: rest.Null(s.Files.SignedLink(ctx, w.Photo)), Surname: w.Surname, Name: w.Name, Patronymic: rest.Null(w.Patronymic), Phone: rest.Null(w.Phone), LinkVK: rest.Null(w.LinkVK), LinkTG: rest.Null(w.LinkTG),
			CityName: w.CityName, UniversityName: w.UniversityName, StartYear: w.StartYear, EndYear: w.EndYear,
		}, Answer: nil,
	}
	if c.AnswerUUID != nil {
		out.Answer = &answerWire{UUID: *c.AnswerUUID, Text: c.Answer, UpdatedAt: stamp(c.AnsweredAt)}
	}
	return rest.Tagged[cardWire]{Version: c.Version, Body: out}, nil
}

type nearIn struct {
	UUID string `path:"uuidComment"`
	rest.Paging
	Body *FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging), in.UUID))
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}
