package settings

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /operator/info", access.Settings, "Профиль оператора", s.info),
		rest.Call("PUT /operator/info", access.Settings, "Изменить профиль", s.save),
		rest.Call("PUT /v1/settings/start", access.Settings, "Что открывать после входа", s.setStart),
		rest.Call("PUT /v1/settings/keys", access.Settings, "Включить или отключить клавиши", s.setKeys),
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
	IsAdmin    bool   `json:"isAdmin"`

	OpensAttention bool `json:"opensAttention" doc:"После входа открывать «Требует внимания»"`
}

type infoOut struct {
	Info infoWire `json:"operatorInfo"`
}

func (s *Service) info(ctx context.Context, _ *struct{}) (infoOut, error) {
	i, err := s.Info(ctx)
	return infoOut{Info: infoWire{
		Email: i.Login, IDOperator: i.ID, IDUser: i.UUID, Job: i.Job, Name: i.Name, Patronymic: i.Patronymic, Phone: i.Phone, Surname: i.Surname, IsAdmin: access.From(ctx).IsAdmin, OpensAttention: i.OpensAttention,
	}}, err
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

type startIn struct {
	Body struct {
		OpensAttention bool `json:"opensAttention"`
	}
}

func (s *Service) setStart(ctx context.Context, in *startIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SetOpensAttention(ctx, in.Body.OpensAttention)
}

type keysIn struct {
	Body struct {
		SlashKey *bool `json:"slashKey,omitempty" required:"false" doc:"Переходить к поиску по клавише «/»"`
		PageKeys *bool `json:"pageKeys,omitempty" required:"false" doc:"Работать клавишами в карточках и в разборе подряд"`
	}
}

func (s *Service) setKeys(ctx context.Context, in *keysIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SetKeys(ctx, in.Body.SlashKey, in.Body.PageKeys)
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
