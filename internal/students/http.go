package students

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const pageSize = 15

var (
	studentSorts     = rest.Sorting{Keys: []string{sortDate, sortName, sortCourse, sortFaculty}, Direction: listquery.Descending, PageSize: pageSize}
	applicationSorts = studentSorts
)

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.List("PUT /v1/student", access.Students, "Список студентов", studentSorts, s.list),
		rest.List("PUT /v1/student/request", access.Applications, "Список заявок", applicationSorts, s.listApplications),
		rest.Call("GET /v1/student/request/count", access.Applications, "Сколько заявок ждут решения", s.count),
		rest.Card("GET /v1/student/{uuidUser}", access.Students, "Карточка студента", s.card),
		rest.Call("PUT /v1/student/{uuidUser}", access.Students, "Изменить карточку студента", s.save),
		rest.Confirmed(rest.Call("PUT /v1/student/{uuidUser}/university", access.Catalogues, "Перевести студента в другой университет", s.moveToUniversity)),
		rest.Call("PUT /v1/user/status", access.Students, "Изменить статус студента или заявки", s.move),
		rest.Call("PUT /v1/student/request/status", access.Applications, "Одобрить или отклонить заявки: все выбранные или ни одной", s.decideMany),
		rest.Call("GET /v1/student/{uuidUser}/checks", access.Students, "На что обратить внимание в заявке", s.checks),
		rest.Call("PUT /v1/user/status/undo", access.Students, "Отменить своё решение: две минуты", s.undoCall),
		rest.ListCall("PUT /v1/student/neighbours/{uuidUser}", access.Students, "Соседи студента в списке", studentSorts, s.neighbours),
		rest.ListCall("PUT /v1/student/request/neighbours/{uuidUser}", access.Applications, "Соседи заявки в списке", applicationSorts, s.applicationNeighbours),
		rest.ListCall("PUT /v1/student/request/next", access.Applications, "Следующие заявки, чтобы разбирать их подряд", applicationSorts, s.nextApplications),
		rest.Call("DELETE /v1/student/request/next", access.Applications, "Закончить разбирать подряд", s.leaveRound),
		rest.Call("PUT /v1/univer/filter/cities", access.Students, "Города студентов", cities.FilterCall(s.Cities, s.FrequentCities)),
		rest.Call("GET /v1/audit/student/{uuidUser}", access.Students, "История студента", s.history),
		exporting.Confirmed(rest.ListCall("POST /v2/student/list/file/generate", access.Students, "Начать выгрузку списка", studentSorts, s.generate), s.generated),
		exporting.Route("POST /v1/student/export", exportedStudents, studentSorts, s.orderStudents),
		exporting.Route("POST /v1/student/request/export", exportedApplications, applicationSorts, s.orderApplications),
	}
}

// FilterIn is what narrows the two lists.
type FilterIn struct {
	Status *string  `json:"status,omitempty"`
	Search *string  `json:"searchString,omitempty"`
	Cities []string `json:"cities,omitempty" nullable:"true" maxItems:"100" format:"uuid"`

	WaitingDays *int `json:"waitingDays,omitempty" minimum:"1" maximum:"365" doc:"Только заявки на модерации, которые ждут дольше стольких дней"`
}

type listIn struct {
	rest.Paging
	Body *FilterIn
}

func (in *listIn) query(kind Kind) listquery.Query[Filter] { return in.Body.query(in.Paging, kind) }

func (b *FilterIn) query(p rest.Paging, kind Kind) listquery.Query[Filter] {
	f, search := Filter{Kind: kind}, ""
	if b != nil {
		f.Status, f.Cities, search = Status(rest.Text(b.Status)), b.Cities, rest.Text(b.Search)
		if b.WaitingDays != nil {
			f.WaitingDays = *b.WaitingDays
		}
	}
	return rest.Query(p, search, f)
}

type rowWire struct {
	UUID        string  `json:"uuidUser"`
	ID          int64   `json:"idStudent"`
	Surname     string  `json:"surname"`
	Name        string  `json:"name"`
	Patronymic  *string `json:"patronymic"`
	Phone       *string `json:"phone"`
	FacultyName *string `json:"nameFaculty"`
	Faculty     *string `json:"faculty"`
	Course      int     `json:"course"`
	StartYear   int     `json:"startEducation"`
	EndYear     int     `json:"endEducation"`
	Code        *string `json:"studentCode"`
	Status      Status  `json:"status" enum:"active,blocked,moderation,rejected"`
	Reason      *string `json:"statusReason"`
	HasVK       bool    `json:"vk"`

	UniversityName string `json:"nameUniversity"`
	CityName       string `json:"nameCity"`
	CreatedAt      string `json:"createdAt" doc:"Когда подана заявка"`
}

func (s *Service) page(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[rowWire], error) {
	p, err := s.List(ctx, q)
	return listquery.Page[rowWire]{Total: p.Total, Rows: toRows(p.Rows)}, err
}

func toRows(rows []Row) []rowWire {
	out := make([]rowWire, len(rows))
	for i, r := range rows {
		out[i] = rowWire{
			UUID: r.UUID, ID: r.ID, Surname: r.Surname, Name: r.Name, Patronymic: rest.Null(r.Patronymic), Phone: rest.Null(r.Phone), FacultyName: r.FacultyName, Faculty: r.FacultyUUID,
			Course: r.Course, StartYear: r.StartYear, EndYear: r.EndYear, Code: rest.Null(r.Code), Status: r.Status, Reason: rest.Null(r.Reason), HasVK: r.HasVK,
			UniversityName: r.UniversityName, CityName: r.CityName, CreatedAt: clock.FormatStamp(r.CreatedAt),
		}
	}
	return out
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[rowWire], error) {
	return s.page(ctx, in.query(Students))
}

func (s *Service) listApplications(ctx context.Context, in *listIn) (listquery.Page[rowWire], error) {
	return s.page(ctx, in.query(Applications))
}

type countWire struct {
	Count int `json:"countRequests"`
}

func (s *Service) count(ctx context.Context, _ *struct{}) (countWire, error) {
	n, err := s.CountRequests(ctx)
	return countWire{Count: n}, err
}

type cardIn struct {
	UUID string `path:"uuidUser"`
}

type cardWire struct {
	UUID        string   `json:"uuidUser"`
	ID          int64    `json:"idStudent"`
	Phone       *string  `json:"phone"`
	Code        *string  `json:"studentCode"`
	Status      Status   `json:"status" enum:"active,blocked,moderation,rejected"`
	Reason      *string  `json:"statusReason"`
	HasVK       bool     `json:"vk"`
	Faculty     *string  `json:"faculty"`
	FacultyName *string  `json:"nameFaculty"`
	Info        infoWire `json:"studentInfo"`

	WrongFields []string      `json:"wrongFields" doc:"Поля, которые студента просят исправить"`
	Document    *string       `json:"document" doc:"Фото документа, пока заявка рассматривается или отклонена"`
	SubmittedAt *string       `json:"submittedAt" doc:"Когда студент отправил заявку"`
	Consents    []consentWire `json:"consents"`
}

type consentWire struct {
	Kind    string `json:"kind" enum:"personal,portrait,letters,parent"`
	Version int    `json:"version"`
	Title   string `json:"title"`
	GivenAt string `json:"givenAt"`
}

// documentLink shows the document on applications only.
func (s *Service) documentLink(ctx context.Context, st Student) *string {
	if !st.Status.isApplication() {
		return nil
	}
	return rest.Null(s.Files.DocumentLink(ctx, st.Document))
}

func stamp(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return rest.Null(clock.FormatStamp(*t))
}

type infoWire struct {
	Surname        string  `json:"surname"`
	Name           string  `json:"name"`
	Patronymic     *string `json:"patronymic"`
	Photo          *string `json:"photo"`
	Birth          *string `json:"birthdate"`
	Course         int     `json:"course"`
	StartYear      int     `json:"startEducation"`
	EndYear        int     `json:"endEducation"`
	CityName       string  `json:"nameCity"`
	CityUUID       string  `json:"uuidCity"`
	FacultyName    *string `json:"nameFaculty"`
	FacultyUUID    *string `json:"uuidFaculty"`
	SpecialtyName  *string `json:"nameSpecialty"`
	SpecialtyUUID  *string `json:"uuidSpecialty"`
	UniversityName string  `json:"nameUniversity"`
	UniversityUUID string  `json:"uuidUniversity"`
	LinkVK         *string `json:"linkvk"`
	LinkTG         *string `json:"linktg"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[cardWire], error) {
	st, given, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[cardWire]{}, err
	}
	consents := rest.NewItems(given, func(c Consent) consentWire {
		return consentWire{Kind: c.Kind, Version: c.Version, Title: c.Title, GivenAt: clock.FormatStamp(c.GivenAt)}
	})
	return rest.Tagged[cardWire]{Version: st.Version, Body: cardWire{
		UUID: st.UUID, ID: st.ID, Phone: rest.Null(st.Phone), Code: rest.Null(st.Code), Status: st.Status, Reason: rest.Null(st.Reason), HasVK: st.HasVK, Faculty: st.FacultyUUID, FacultyName: st.FacultyName,
		Info: infoWire{
			Surname: st.Surname, Name: st.Name, Patronymic: rest.Null(st.Patronymic), Photo: rest.Null(s.Files.SignedLink(ctx, st.Photo)), Birth: rest.Null(st.Birth.Wire()), Course: st.Course, StartYear: st.StartYear, EndYear: st.EndYear,
			CityName: st.CityName, CityUUID: st.CityUUID, FacultyName: st.FacultyName, FacultyUUID: st.FacultyUUID, SpecialtyName: st.SpecialtyName, SpecialtyUUID: st.SpecialtyUUID, UniversityName: st.UniversityName, UniversityUUID: st.UniversityUUID,
			LinkVK: rest.Null(st.LinkVK), LinkTG: rest.Null(st.LinkTG),
		},
		WrongFields: append([]string{}, strings.Fields(st.WrongFields)...), Document: s.documentLink(ctx, st), SubmittedAt: stamp(st.SubmittedAt), Consents: consents.Items,
	}}, nil
}

type saveIn struct {
	UUID string `path:"uuidUser"` // Huma skips embedded types that are not exported
	rest.IfMatch
	Body struct {
		Surname    string  `json:"surname"`
		Name       string  `json:"name"`
		Patronymic *string `json:"patronymic,omitempty"`
		Birth      *string `json:"birthdate,omitempty"`
		Course     int     `json:"course"`
		StartYear  int     `json:"startEducation"`
		EndYear    int     `json:"endEducation"`
		City       *string `json:"uuidCity,omitempty" format:"uuid"`
		University *string `json:"uuidUniversity,omitempty" format:"uuid"`
		Faculty    *string `json:"uuidFaculty,omitempty" format:"uuid"`
		Specialty  *string `json:"uuidSpecialty,omitempty" format:"uuid"`
		Photo      *string `json:"photo,omitempty" maxLength:"2000"`
		Phone      *string `json:"phone,omitempty" maxLength:"100"`
	}
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	b := in.Body
	return rest.Nothing{}, s.Save(ctx, in.UUID, Change{
		Surname: b.Surname, Name: b.Name, Patronymic: rest.Text(b.Patronymic), Birth: rest.Text(b.Birth), Course: b.Course, StartYear: b.StartYear, EndYear: b.EndYear,
		City: b.City, University: b.University, Faculty: b.Faculty, Specialty: b.Specialty, Photo: b.Photo, Phone: b.Phone,
	}, in.Stale)
}

type enrolmentIn struct {
	UUID string `path:"uuidUser"`
	rest.IfMatch
	Body struct {
		University string  `json:"uuidUniversity" format:"uuid"`
		Faculty    *string `json:"uuidFaculty,omitempty" nullable:"true" format:"uuid" doc:"Нового университета; без него не указан"`
		Specialty  *string `json:"uuidSpecialty,omitempty" nullable:"true" format:"uuid" doc:"Этого факультета; без неё не указана"`
	}
}

func (s *Service) moveToUniversity(ctx context.Context, in *enrolmentIn) (rest.Nothing, error) {
	b := in.Body
	return rest.Nothing{}, s.MoveToUniversity(ctx, Enrolment{Student: in.UUID, University: b.University, Faculty: b.Faculty, Specialty: b.Specialty}, in.Stale)
}

type nearIn struct {
	UUID string `path:"uuidUser"`
	rest.Paging
	Body *FilterIn
}

func (s *Service) near(ctx context.Context, in *nearIn, kind Kind) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging, kind), in.UUID))
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return s.near(ctx, in, Students)
}

func (s *Service) applicationNeighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return s.near(ctx, in, Applications)
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}

type exportIn struct {
	rest.Paging
	Body exportWire
}

type exportWire struct {
	FilterIn
	exporting.Asked
}

func (s *Service) orderStudents(in *exportIn) exporting.Order {
	return exporting.Order{List: s.studentExport(), Question: in.Body.query(in.Paging, Students), Purpose: rest.Text(in.Body.Purpose)}
}

func (s *Service) orderApplications(in *exportIn) exporting.Order {
	return exporting.Order{List: s.applicationExport(), Question: in.Body.query(in.Paging, Applications), Purpose: rest.Text(in.Body.Purpose)}
}

type generatedWire struct {
	Result struct {
		UUID string `json:"uuidFile"`
	} `json:"result"`
}

func (s *Service) generated(in *listIn) exporting.Order {
	return exporting.Order{List: s.studentExport(), Question: in.query(Students)}
}

// generate is the export of students by its older call, without a purpose (rules 13.7).
func (s *Service) generate(ctx context.Context, in *listIn) (generatedWire, error) {
	var out generatedWire
	var err error
	out.Result.UUID, err = exporting.Begin(ctx, s.generated(in))
	return out, err
}
