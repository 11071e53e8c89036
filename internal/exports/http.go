package exports

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

// students is the kind that the older calls know (rules 13.7).
const students = "students"

var sorts = rest.Sorting{Keys: []string{"createdAt"}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area; how an export begins is a call of each list's area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.List("GET /v1/exports", access.SignedIn, "Мои выгрузки", sorts, s.list),
		rest.Call("GET /v1/exports/{uuidExport}", access.SignedIn, "Состояние моей выгрузки", s.state),
		rest.Call("PUT /v1/exports/{uuidExport}/cancel", access.SignedIn, "Отменить выгрузку", s.cancel),
		rest.ConfirmedWhen(rest.Call("POST /v1/exports/{uuidExport}/repeat", access.SignedIn, "Выгрузить то же ещё раз", s.repeat), s.isLargeAgain),
		rest.Call("GET /v2/student/list/file/check", access.Students, "Состояние выгрузки студентов", s.check),
	}
}

type exportWire struct {
	UUID      string  `json:"uuidExport"`
	Kind      string  `json:"kind" doc:"Какой список: students, applications, partners, promotions, news, reviews, questions, operators, journal, participants, codes"`
	Name      string  `json:"name" doc:"Название списка"`
	Filter    *string `json:"filter" doc:"Фильтр словами; null: весь список"`
	Purpose   *string `json:"purpose"`
	Status    Status  `json:"status" enum:"waiting,running,done,failed,cancelled"`
	Progress  int     `json:"progress" doc:"Проценты"`
	Rows      int     `json:"rows" doc:"Сколько строк в готовом файле"`
	CreatedAt string  `json:"createdAt"`
	EndedAt   *string `json:"endedAt"`
	Link      *string `json:"link" doc:"null: файла ещё или уже нет"`
	FileUntil *string `json:"fileUntil" doc:"До какого времени файл можно скачать"`
	CanRepeat bool    `json:"canRepeat"`
	IsGiven   bool    `json:"isGiven" doc:"Файл отдан сразу и не хранится"`
}

func (s *Service) toWire(ctx context.Context, e Export) exportWire {
	out := exportWire{
		UUID: e.UUID, Kind: e.Kind, Name: s.lists[e.Kind].Sheet.Name, Filter: rest.Null(e.Filter), Purpose: rest.Null(e.Purpose), Status: e.Status, Progress: e.Progress,
		Rows: e.Rows, CreatedAt: clock.FormatStamp(e.CreatedAt), EndedAt: stamp(e.EndedAt), CanRepeat: s.mayRepeat(ctx, e), IsGiven: s.isGiven(e),
	}
	if file := e.fileAt(s.Clock()); file != "" {
		until := e.FileUntil()
		out.Link, out.FileUntil = rest.Null(s.Files.SignedLink(ctx, file)), stamp(&until)
	}
	return out
}

func stamp(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return rest.Null(clock.FormatStamp(*t))
}

type listIn struct{ rest.Paging }

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[exportWire], error) {
	p, err := s.List(ctx, rest.Query(in.Paging, "", struct{}{}))
	out := listquery.Page[exportWire]{Total: p.Total, Rows: make([]exportWire, len(p.Rows))}
	for i, e := range p.Rows {
		out.Rows[i] = s.toWire(ctx, e)
	}
	return out, err
}

type exportIn struct {
	UUID string `path:"uuidExport"`
}

func (s *Service) state(ctx context.Context, in *exportIn) (exportWire, error) {
	e, err := s.Get(ctx, in.UUID)
	return s.toWire(ctx, e), err
}

func (s *Service) cancel(ctx context.Context, in *exportIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Cancel(ctx, in.UUID)
}

func (s *Service) repeat(ctx context.Context, in *exportIn) (exporting.Started, error) {
	uuid, err := s.Repeat(ctx, in.UUID)
	return exporting.Started{UUID: uuid}, err
}

func (s *Service) isLargeAgain(ctx context.Context, in *exportIn) (bool, error) {
	return s.IsLargeAgain(ctx, in.UUID)
}

type checkIn struct {
	UUID string `query:"uuidFile" required:"true" format:"uuid"`
}

type checkWire struct {
	Status   string  `json:"status" enum:"uploading,uploaded,error"`
	Link     *string `json:"link"`
	Progress int     `json:"progress"`
}

// formerStatuses are the words of the older calls (rules 13.7).
var formerStatuses = map[Status]string{Waiting: "uploading", Running: "uploading", Done: "uploaded", Failed: "error", Cancelled: "error"}

func (s *Service) check(ctx context.Context, in *checkIn) (checkWire, error) {
	e, err := s.Get(ctx, in.UUID)
	file := e.fileAt(s.Clock())
	if err == nil && (e.Kind != students || e.Status == Done && file == "") { // it lasts as long as its file
		err = fault.NotFound()
	}
	return checkWire{Status: formerStatuses[e.Status], Link: rest.Null(s.Files.SignedLink(ctx, file)), Progress: e.Progress}, err
}
