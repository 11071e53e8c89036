package members

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes returns the calls of the console.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Confirmed(rest.Call("PUT /v1/student/{uuidUser}/account/unbind", access.Students, "Отвязать учётную запись студента", s.unbind)),
	}
}

type unbindIn struct {
	UUID string `path:"uuidUser"`
	Body struct {
		Phone *string `json:"phone,omitempty" maxLength:"30" doc:"Номер, с которым студент войдёт теперь; без него в карточке не останется номера"`
	}
}

func (s *Service) unbind(ctx context.Context, in *unbindIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Unbind(ctx, in.UUID, rest.Text(in.Body.Phone))
}
