package knowledge

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const (
	pageSize      = 15
	allCategories = 9999 // rules 3.2: the form's selector loads all categories in one page
)

var (
	categorySorts = rest.Sorting{Keys: []string{"name"}, Direction: listquery.Ascending, PageSize: pageSize, MaxLimit: allCategories}
	questionSorts = rest.Sorting{Keys: []string{sortDate, sortVotes, sortText}, Direction: listquery.Descending, PageSize: pageSize}
)

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.ListCall("GET /v1/knowledge/category", access.Knowledge, "Категории базы знаний", categorySorts, s.categories),
		rest.List("GET /v1/knowledge/questions", access.Knowledge, "Вопросы и нормативные акты", questionSorts, s.list),
		exporting.Route("POST /v1/knowledge/questions/export", exported, questionSorts, s.order),
		rest.Card("GET /v1/knowledge/question/{uuidQuestion}", access.Knowledge, "Вопрос с ответом", s.card),
		rest.ListCall("GET /v1/knowledge/question/neighbours/{uuidQuestion}", access.Knowledge, "Соседи вопроса в списке", questionSorts, s.neighbours),
		rest.Call("GET /v1/audit/question/{uuidQuestion}", access.Knowledge, "История вопроса", s.history),
		rest.Call("POST /v1/knowledge/question", access.Knowledge, "Добавить вопрос", s.create),
		rest.Call("PUT /v1/knowledge/question", access.Knowledge, "Изменить вопрос", s.save),
		rest.Call("DELETE /v1/knowledge/question", access.Knowledge, "Удалить вопросы: все названные или ни одного", s.delete),
	}
}

type categoriesIn struct{ rest.Paging }

type categoryWire struct {
	UUID      string `json:"uuidCategory"`
	Name      string `json:"name"`
	Questions int    `json:"countQuestions"`
}

type categoriesWire struct {
	Data  []categoryWire `json:"data"`
	Total int            `json:"total"`
}

func (s *Service) categories(ctx context.Context, in *categoriesIn) (categoriesWire, error) {
	p, err := s.Categories(ctx, rest.Query(in.Paging, "", struct{}{}))
	out := categoriesWire{Data: make([]categoryWire, len(p.Rows)), Total: p.Total}
	for i, c := range p.Rows {
		out.Data[i] = categoryWire(c)
	}
	return out, err
}

type listIn struct {
	rest.Paging
	FilterIn
}

// FilterIn are the filters of the list.
type FilterIn struct {
	Category   string `query:"uuid" format:"uuid" doc:"Категория; без неё все"`
	University string `query:"uuidUniversity" format:"uuid" doc:"Университет, которому принадлежат вопросы; без него все"`
	Search     string `query:"searchString" doc:"Слова из вопросов и ответов"`
}

func (f FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	return rest.Query(p, f.Search, Filter{Category: f.Category, University: f.University})
}

type exportIn struct {
	rest.Paging
	FilterIn
	Body exporting.Asked
}

func (s *Service) order(in *exportIn) exporting.Order {
	return exporting.Order{List: s.export(), Question: in.query(in.Paging), Purpose: rest.Text(in.Body.Purpose)}
}

type questionWire struct {
	UUID       string  `json:"uuidQuestion"`
	Category   string  `json:"uuid_category"`
	Text       string  `json:"question"`
	Answer     string  `json:"answer"`
	Owner      string  `json:"owner" doc:"admin — сама программа, иначе uuid университета"`
	University *string `json:"shortNameUniversity"`
	Plus       int     `json:"votes_plus"`
	Minus      int     `json:"votes_minus"`
	All        int     `json:"votes_all"`
	CreatedAt  string  `json:"created_at"`
	CanEdit    bool    `json:"can_edit" doc:"Может ли оператор менять и удалять вопрос"`
}

// ownedByProgramme is the owner on the wire if it is not a university.
const ownedByProgramme = "admin"

func toWire(ctx context.Context, q Question) questionWire {
	owner := ownedByProgramme
	if q.UniversityUUID != nil {
		owner = *q.UniversityUUID
	}
	return questionWire{
		UUID: q.UUID, Category: q.CategoryUUID, Text: q.Text, Answer: q.Answer, Owner: owner, University: q.UniversityName, Plus: q.Plus, Minus: q.Minus, All: q.Plus + q.Minus,
		CreatedAt: clock.FormatStamp(q.CreatedAt), CanEdit: q.mayBeChanged(access.From(ctx).Scope()),
	}
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[questionWire], error) {
	p, err := s.List(ctx, in.query(in.Paging))
	out := listquery.Page[questionWire]{Total: p.Total, Rows: make([]questionWire, len(p.Rows))}
	for i, q := range p.Rows {
		out.Rows[i] = toWire(ctx, q)
	}
	return out, err
}

type cardIn struct {
	UUID string `path:"uuidQuestion"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[questionWire], error) {
	q, err := s.Get(ctx, in.UUID)
	return rest.Tagged[questionWire]{Version: q.Version, Body: toWire(ctx, q)}, err
}

type nearIn struct {
	UUID string `path:"uuidQuestion"`
	rest.Paging
	FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.query(in.Paging), in.UUID))
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}

// DraftIn are the fields of the form. The schema requires none, because checked has a Russian message for missing ones.
type DraftIn struct {
	Category *string `json:"uuidCategory,omitempty" doc:"Обязательное поле"`
	Question *string `json:"question,omitempty" doc:"Обязательное поле, до 500 символов"`
	Answer   *string `json:"answer,omitempty" doc:"Обязательное поле, до 2500 символов"`
}

func (d DraftIn) draft() Draft {
	return Draft{rest.Text(d.Category), rest.Text(d.Question), rest.Text(d.Answer)}
}

type createIn struct{ Body DraftIn }

type createdWire struct {
	UUID string `json:"uuidQuestion"`
}

func (s *Service) create(ctx context.Context, in *createIn) (createdWire, error) {
	id, err := s.Create(ctx, in.Body.draft())
	return createdWire{UUID: id}, err
}

type saveIn struct {
	rest.IfMatch
	Body struct {
		UUID string `json:"uuid" format:"uuid"`
		DraftIn
	}
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Save(ctx, in.Body.UUID, in.Body.draft(), in.Stale)
}

type deleteIn struct {
	Body struct {
		UUIDs []string `json:"uuids" format:"uuid" maxItems:"1000"`
	}
}

func (s *Service) delete(ctx context.Context, in *deleteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, in.Body.UUIDs)
}
