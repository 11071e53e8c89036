package news

import (
	"context"
	"net/http"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

var participantSorting = rest.Sorting{Keys: []string{"surname"}, Direction: listquery.Ascending, PageSize: pageSize}

func (s *Service) eventRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("POST /v2/news/event", access.News, "Добавить мероприятие к новости", s.addEvent),
		rest.Call("DELETE /v1/news/event/{uuidEvent}", access.News, "Удалить мероприятие без участников", s.deleteEvent),
		rest.List("PUT /v1/student/request-by-event/get-students", access.News, "Участники мероприятия", participantSorting, s.participants),
		rest.ConfirmedWhen(rest.Download("GET /v1/student/request-by-event/students-download-xlsx/{uuidNews}", access.News, "Участники мероприятия в xlsx", s.exportParticipants), s.hasManyParticipants),
	}
}

type eventWire struct {
	_               struct{} `nullable:"true"`
	UUID            string   `json:"uuidEvent"`
	Title           string   `json:"title"`
	Description     string   `json:"description"`
	Date            string   `json:"date"`
	EndDate         *string  `json:"endDate"`
	RegistrationEnd *string  `json:"endRegistration" doc:"null: до начала"`
	Places          *int     `json:"placesCount" doc:"null: без ограничения"`
	Booked          int      `json:"placesCountBooked"`
	Address         *string  `json:"address"`
	IsView          bool     `json:"isView"`
}

func (e *Event) wire() *eventWire {
	if e == nil {
		return nil
	}
	return &eventWire{
		UUID: e.UUID, Title: e.Title, Description: e.Description, Date: clock.FormatMinute(e.Begin), EndDate: minute(e.End),
		RegistrationEnd: minute(e.RegistrationEnd), Places: e.Places, Booked: e.Booked, Address: rest.Null(e.Address), IsView: e.IsView,
	}
}

// EventFields is the event dialog, alone or as part of an item's form.
type EventFields struct {
	Title           string  `json:"title"`
	Description     *string `json:"description,omitempty"`
	Date            *string `json:"date,omitempty"`
	EndDate         *string `json:"endDate,omitempty"`
	RegistrationEnd *string `json:"endRegistration,omitempty" doc:"null: до начала"`
	Places          *int    `json:"placesCount,omitempty" doc:"null: без ограничения"`
	Address         *string `json:"address,omitempty"`
	IsView          bool    `json:"isView,omitempty" doc:"Студенты видят число участников"`
}

type eventForm struct {
	_ struct{} `nullable:"true"`
	EventFields
}

func (b EventFields) form() EventForm {
	return EventForm{
		Title: b.Title, Description: rest.Text(b.Description), Date: rest.Text(b.Date), EndDate: rest.Text(b.EndDate), Registering: rest.Text(b.RegistrationEnd),
		Places: b.Places, Address: rest.Text(b.Address), IsView: b.IsView,
	}
}

type addEventIn struct {
	Body struct {
		News string `json:"uuidNews" format:"uuid"`
		EventFields
	}
}

type eventAddedWire struct {
	UUID string `json:"uuidEvent"`
}

func (s *Service) addEvent(ctx context.Context, in *addEventIn) (eventAddedWire, error) {
	id, err := events.add(ctx, s, in.Body.News, in.Body.form())
	return eventAddedWire{UUID: id}, err
}

type eventIn struct {
	UUID string `path:"uuidEvent"`
}

func (s *Service) deleteEvent(ctx context.Context, in *eventIn) (rest.Nothing, error) {
	return rest.Nothing{}, events.delete(ctx, s, in.UUID)
}

type participantsIn struct {
	rest.Paging
	Body struct {
		News string `json:"uuidNews" format:"uuid"`
	}
}

type participantWire struct {
	Surname        string  `json:"surname"`
	Name           string  `json:"name"`
	Patronymic     *string `json:"patronymic"`
	UniversityName string  `json:"nameUniversity"`
	FacultyName    *string `json:"nameFaculty"`
	Course         int     `json:"course"`
	Phone          *string `json:"phone"`
}

func (s *Service) participants(ctx context.Context, in *participantsIn) (listquery.Page[participantWire], error) {
	p, err := s.Participants(ctx, in.Body.News, rest.Query(in.Paging, "", struct{}{}))
	out := listquery.Page[participantWire]{Total: p.Total, Rows: make([]participantWire, len(p.Rows))}
	for i, r := range p.Rows {
		out.Rows[i] = participantWire{Surname: r.Surname, Name: r.Name, Patronymic: rest.Null(r.Patronymic), UniversityName: r.University, FacultyName: r.Faculty, Course: r.Course, Phone: rest.Null(r.Phone)}
	}
	return out, err
}

func (s *Service) hasManyParticipants(ctx context.Context, in *cardIn) (bool, error) {
	return s.HasManyParticipants(ctx, in.UUID)
}

func (s *Service) exportParticipants(ctx context.Context, in *cardIn) (func(http.ResponseWriter, *http.Request), error) {
	file, err := s.ExportParticipants(ctx, in.UUID)
	return rest.Spreadsheet("Участники.xlsx", file), err
}
