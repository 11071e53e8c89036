package students

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/list"
	"studbonus/internal/rest"
)

const pageSize = 15

var (
	studentSorts     = rest.Sorting{Keys: []string{sortDate, sortName, sortCourse, sortFaculty}, Direction: list.Descending, PageSize: pageSize}
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
		rest.Call("PUT /v1/user/status", access.Students, "Изменить статус студента или заявки", s.move),
		rest.Near("PUT /v1/student/neighbours/{uuidUser}", access.Students, "Соседи студента в списке", studentSorts, s.neighbours),
		rest.Near("PUT /v1/student/request/neighbours/{uuidUser}", access.Applications, "Соседи заявки в списке", applicationSorts, s.applicationNeighbours),
		rest.Call("PUT /v1/univer/filter/cities", access.Students, "Города студентов", s.cities),
		rest.Call("GET /v1/audit/student/{uuidUser}", access.Students, "История студента", s.history),
		rest.Near("POST /v2/student/list/file/generate", access.Students, "Начать выгрузку списка", studentSorts, s.startExport),
		rest.Call("GET /v2/student/list/file/check", access.Students, "Состояние выгрузки", s.checkExport),
	}
}

type filterWire struct {
	Status *string  `json:"status,omitempty"`
	Search *string  `json:"searchString,omitempty"`
	Cities []string `json:"cities,omitempty" nullable:"true" maxItems:"100" format:"uuid"`
}

type listIn struct {
	rest.Paging
	Body *filterWire
}

func (in *listIn) query(kind Kind) list.Query[Filter] { return in.Body.query(in.Paging, kind) }

func (b *filterWire) query(p rest.Paging, kind Kind) list.Query[Filter] {
	f, search := Filter{Kind: kind}, ""
	if b != nil {
		f.Status, f.Cities, search = Status(rest.Text(b.Status)), b.Cities, rest.Text(b.Search)
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
}

func (s *Service) page(ctx context.Context, q list.Query[Filter]) (list.Page[rowWire], error) {
	p, err := s.List(ctx, q)
	out := list.Page[rowWire]{Total: p.Total, Rows: make([]rowWire, len(p.Rows))}
	for i, r := range p.Rows {
		out.Rows[i] = rowWire{
			r.UUID, r.ID, r.Surname, r.Name, rest.Null(r.Patronymic), rest.Null(r.Phone), r.FacultyName, r.FacultyUUID,
			r.Course, r.StartYear, r.EndYear, rest.Null(r.Code), r.Status, rest.Null(r.Reason), r.HasVK,
		}
	}
	return out, err
}

func (s *Service) list(ctx context.Context, in *listIn) (list.Page[rowWire], error) {
	return s.page(ctx, in.query(Students))
}

func (s *Service) listApplications(ctx context.Context, in *listIn) (list.Page[rowWire], error) {
	return s.page(ctx, in.query(Applications))
}

type countWire struct {
	Count int `json:"countRequests"`
}

func (s *Service) count(ctx context.Context, _ *struct{}) (countWire, error) {
	n, err := s.CountRequests(ctx)
	return countWire{n}, err
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
	st, err := s.Get(ctx, in.UUID)
	if err != nil {
		return rest.Tagged[cardWire]{}, err
	}
	return rest.Tagged[cardWire]{Version: st.Version, Body: cardWire{
		st.UUID, st.ID, rest.Null(st.Phone), rest.Null(st.Code), st.Status, rest.Null(st.Reason), st.HasVK, st.FacultyUUID, st.FacultyName,
		infoWire{
			st.Surname, st.Name, rest.Null(st.Patronymic), rest.Null(s.Files.SignedLink(ctx, st.Photo)), rest.Null(st.Birth.Wire()), st.Course, st.StartYear, st.EndYear,
			st.CityName, st.CityUUID, st.FacultyName, st.FacultyUUID, st.SpecialtyName, st.SpecialtyUUID, st.UniversityName, st.UniversityUUID,
			rest.Null(st.LinkVK), rest.Null(st.LinkTG),
		},
	}}, nil
}

type saveIn struct {
	UUID string `path:"uuidUser"` // the library does not look into embedded types that are not exported
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

type moveIn struct {
	rest.IfMatch
	Body struct {
		Student string  `json:"uuidUser" format:"uuid"`
		Status  string  `json:"newStatus"`
		Reason  *string `json:"reasonText,omitempty"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, Move{Student: in.Body.Student, To: Status(in.Body.Status), Reason: rest.Text(in.Body.Reason)}, in.Stale)
}

type nearIn struct {
	UUID string `path:"uuidUser"`
	rest.Paging
	Body *filterWire
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

type citiesIn struct {
	Body struct {
		Search *string `json:"searchString,omitempty" maxLength:"200"`
	}
}

type cityWire struct {
	UUID string `json:"uuidCity"`
	Name string `json:"nameCity"`
}

func (s *Service) cities(ctx context.Context, in *citiesIn) ([]cityWire, error) {
	found, err := s.Cities(ctx, rest.Text(in.Body.Search))
	out := make([]cityWire, len(found))
	for i, c := range found {
		out[i] = cityWire(c)
	}
	return out, err
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	records, err := s.History(ctx, in.UUID)
	return rest.History(records), err
}

type exportIn struct {
	rest.Paging
	Body *filterWire
}

type exportStartedWire struct {
	Result struct {
		UUID string `json:"uuidFile"`
	} `json:"result"`
}

func (s *Service) startExport(ctx context.Context, in *exportIn) (exportStartedWire, error) {
	var out exportStartedWire
	var err error
	out.Result.UUID, err = s.StartExport(ctx, in.Body.query(in.Paging, Students))
	return out, err
}

type checkIn struct {
	UUID string `query:"uuidFile" required:"true" format:"uuid"`
}

type exportWire struct {
	Status   string  `json:"status" enum:"uploading,uploaded,error"`
	Link     *string `json:"link"`
	Progress int     `json:"progress"`
}

func (s *Service) checkExport(ctx context.Context, in *checkIn) (exportWire, error) {
	e, err := s.Export(ctx, in.UUID)
	return exportWire{e.Status, rest.Null(s.Files.SignedLink(ctx, e.File)), e.Progress}, err
}
