package students

import (
	"context"
	"net/http"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
)

// MemberRoutes are the calls of this area on the students' face.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /s/v1/application", access.SignedInMember, "Своя заявка и решение по ней", s.progress),
		rest.WithStatus(rest.Call("POST /s/v1/application", access.SignedInMember, "Отправить заявку", s.join), http.StatusCreated),
		rest.Call("PUT /s/v1/application", access.SignedInMember, "Отправить заявку ещё раз", s.resendForm),
	}
}

type consentIn struct {
	Kind    string `json:"kind" maxLength:"20"`
	Version int    `json:"version"`
}

// formIn is an application as it is sent. The service refuses missing values by field, so nothing is required here.
type formIn struct {
	Body struct {
		University string      `json:"universityId" required:"false" maxLength:"50"`
		Faculty    *string     `json:"facultyId,omitempty" maxLength:"50"`
		Specialty  *string     `json:"specialtyId,omitempty" maxLength:"50"`
		Course     int         `json:"course" required:"false" doc:"От 1 до 6"`
		StartYear  int         `json:"startYear" required:"false"`
		EndYear    int         `json:"endYear" required:"false" doc:"Карта действует до 30 сентября этого года"`
		Surname    string      `json:"surname" required:"false" maxLength:"1000" doc:"До 100 символов"`
		Name       string      `json:"name" required:"false" maxLength:"1000" doc:"До 100 символов"`
		Patronymic *string     `json:"patronymic,omitempty" maxLength:"1000"`
		Birth      string      `json:"birthDate" required:"false" maxLength:"50" doc:"ГГГГ-ММ-ДД; от 14 до 17 лет нужно согласие parent"`
		City       string      `json:"cityId" required:"false" maxLength:"50"`
		Portrait   string      `json:"portrait" required:"false" maxLength:"500" doc:"Ключ из POST /s/v1/photos или нынешний"`
		Document   string      `json:"document" required:"false" maxLength:"500" doc:"Ключ из POST /s/v1/photos или нынешний"`
		Consents   []consentIn `json:"consents" required:"false" maxItems:"10" doc:"Версии из GET /s/v1/documents"`
	}
}

func (in *formIn) form() Form {
	b := in.Body
	f := Form{
		University: b.University, City: b.City, Faculty: rest.Text(b.Faculty), Specialty: rest.Text(b.Specialty), Course: b.Course, StartYear: b.StartYear, EndYear: b.EndYear,
		Surname: b.Surname, Name: b.Name, Patronymic: rest.Text(b.Patronymic), Birth: b.Birth, Portrait: b.Portrait, Document: b.Document, Consents: map[string]int{},
	}
	for _, c := range b.Consents {
		f.Consents[c.Kind] = c.Version
	}
	return f
}

type sentWire struct {
	Status access.Standing `json:"status" enum:"moderation"`
}

func (s *Service) join(ctx context.Context, in *formIn) (sentWire, error) {
	return sentWire{Status: access.Moderation}, s.Join(ctx, in.form())
}

func (s *Service) resendForm(ctx context.Context, in *formIn) (sentWire, error) {
	return sentWire{Status: access.Moderation}, s.Resend(ctx, in.form())
}

type progressWire struct {
	Status      access.Standing  `json:"status" enum:"none,moderation,rejected,active,expired,blocked"`
	Reason      *string          `json:"reason" doc:"Причина отказа или блокировки"`
	HasLeft     bool             `json:"hasLeft" doc:"Студент сам вышел из программы; вернуться можно, отправив заявку ещё раз"`
	Fields      []string         `json:"fields" doc:"Поля заявки, которые просят исправить"`
	Since       *time.Time       `json:"since" doc:"С какого времени этот статус"`
	UsualHours  *int             `json:"usualHours" doc:"За сколько часов обычно решают; пока заявка ждёт"`
	Application *applicationWire `json:"application"`
}

// applicationWire is a sent application.
type applicationWire struct {
	UniversityID string     `json:"universityId"`
	University   string     `json:"university"`
	FacultyID    *string    `json:"facultyId"`
	Faculty      *string    `json:"faculty"`
	SpecialtyID  *string    `json:"specialtyId"`
	Specialty    *string    `json:"specialty"`
	Course       int        `json:"course"`
	StartYear    int        `json:"startYear"`
	EndYear      int        `json:"endYear"`
	Surname      string     `json:"surname"`
	Name         string     `json:"name"`
	Patronymic   *string    `json:"patronymic"`
	Birth        *string    `json:"birthDate"`
	CityID       string     `json:"cityId"`
	City         string     `json:"city"`
	Phone        string     `json:"phone"`
	Portrait     *string    `json:"portrait"`
	PortraitURL  *string    `json:"portraitUrl"`
	Document     *string    `json:"document" doc:"null: удалён по сроку, для повторной отправки нужен новый"`
	DocumentURL  *string    `json:"documentUrl"`
	SubmittedAt  *time.Time `json:"submittedAt"`
}

func (s *Service) progress(ctx context.Context, _ *struct{}) (progressWire, error) {
	p, err := s.Progress(ctx)
	out := progressWire{Status: p.Standing, Reason: rest.Null(p.Reason), HasLeft: p.HasLeft, Fields: []string{}, Since: p.Since, UsualHours: p.UsualHours}
	if err == nil && p.Application != nil {
		out.Fields = append(out.Fields, p.Fields...)
		out.Application = toApplication(*p.Application)
	}
	return out, err
}

func toApplication(st Student) *applicationWire {
	return &applicationWire{
		UniversityID: st.UniversityUUID, University: st.UniversityName, FacultyID: st.FacultyUUID, Faculty: st.FacultyName, SpecialtyID: st.SpecialtyUUID, Specialty: st.SpecialtyName,
		Course: st.Course, StartYear: st.StartYear, EndYear: st.EndYear, Surname: st.Surname, Name: st.Name, Patronymic: rest.Null(st.Patronymic), Birth: rest.Null(string(st.Birth)),
		CityID: st.CityUUID, City: st.CityName, Phone: st.Phone, Portrait: rest.Null(st.Photo), PortraitURL: rest.Null(files.PublicLink(st.Photo)),
		Document: rest.Null(st.Document), DocumentURL: rest.Null(files.PublicLink(st.Document)), SubmittedAt: st.SubmittedAt,
	}
}
