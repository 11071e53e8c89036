package settings

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/rest"
)

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /operator/info", access.Settings, "Профиль оператора", s.info),
		rest.Call("PUT /operator/info", access.Settings, "Изменить профиль", s.save),
		rest.Call("GET /v1/get-link-to-messenger", access.Settings, "Ссылка на мессенджер", s.link),
		rest.Call("POST /v1/set-link-to-messenger", access.Settings, "Задать или убрать ссылку на мессенджер", s.setLink),
	}
}

type infoWire struct {
	Email      string `json:"email"`
	IDOperator int64  `json:"idOperator"`
	IDUser     string `json:"idUser"`
	Job        string `json:"job"`
	Name       string `json:"name"`
	Patronymic string `json:"patronymic"`
	Phone      string `json:"phone"`
	Surname    string `json:"surname"`
}

type infoOut struct {
	Info infoWire `json:"operatorInfo"`
}

func (s *Service) info(ctx context.Context, _ *struct{}) (infoOut, error) {
	i, err := s.Info(ctx)
	return infoOut{infoWire{i.Login, i.ID, i.UUID, i.Job, i.Name, i.Patronymic, i.Phone, i.Surname}}, err
}

type saveIn struct {
	Body struct {
		Name       string `json:"name"`
		Surname    string `json:"surname"`
		Patronymic string `json:"patronymic" required:"false"`
		Phone      string `json:"phone" required:"false"`
		Job        string `json:"job" required:"false"`
	}
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	b := in.Body
	return rest.Nothing{}, s.SaveProfile(ctx, Profile{Surname: b.Surname, Name: b.Name, Patronymic: b.Patronymic, Phone: b.Phone, Job: b.Job})
}

func (s *Service) link(ctx context.Context, _ *struct{}) (string, error) { return s.MessengerLink(ctx) }

type linkIn struct {
	Body struct {
		Link string `json:"settingLink"`
	}
}

func (s *Service) setLink(ctx context.Context, in *linkIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SetMessengerLink(ctx, in.Body.Link)
}
