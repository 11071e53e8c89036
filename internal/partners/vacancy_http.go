package partners

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

func (s *Service) vacancyRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/vacancies/{uuid}", access.Partners, "Вакансии партнёра", s.vacancies),
		rest.Call("POST /v1/vacancies", access.Partners, "Добавить вакансию", s.addVacancyCall),
		rest.Call("PUT /v1/vacancies/{uuid}", access.Partners, "Изменить вакансию", s.saveVacancyCall),
		rest.Call("DELETE /v1/vacancies/{uuid}", access.Partners, "Удалить вакансию", s.deleteVacancyCall),
	}
}

type vacancyWire struct {
	UUID        string  `json:"uuidVacancy"`
	Title       string  `json:"title"`
	Link        string  `json:"link"`
	Description *string `json:"description"`
}

type vacanciesIn struct {
	UUID string `path:"uuid" doc:"Партнёр"`
}

func (s *Service) vacancies(ctx context.Context, in *vacanciesIn) ([]vacancyWire, error) {
	found, err := s.Vacancies(ctx, in.UUID)
	out := make([]vacancyWire, len(found))
	for i, v := range found {
		out[i] = vacancyWire{UUID: v.UUID, Title: v.Title, Link: v.Link, Description: rest.Null(v.Description)}
	}
	return out, err
}

type vacancyFormWire struct {
	Title       *string `json:"title,omitempty" maxLength:"2000"`
	Link        *string `json:"link,omitempty"`
	Description *string `json:"description,omitempty"`
}

func (w vacancyFormWire) change() VacancyChange {
	return VacancyChange{Title: rest.Text(w.Title), Link: rest.Text(w.Link), Description: rest.Text(w.Description)}
}

type addVacancyIn struct {
	Body struct {
		Partner string          `json:"uuidPartner" format:"uuid"`
		Vacancy vacancyFormWire `json:"vacancy"`
	}
}

type vacancyAddedWire struct {
	UUID string `json:"uuidVacancy"`
}

func (s *Service) addVacancyCall(ctx context.Context, in *addVacancyIn) (vacancyAddedWire, error) {
	id, err := s.AddVacancy(ctx, in.Body.Partner, in.Body.Vacancy.change())
	return vacancyAddedWire{UUID: id}, err
}

type saveVacancyIn struct {
	UUID string `path:"uuid" doc:"Вакансия"`
	Body vacancyFormWire
}

func (s *Service) saveVacancyCall(ctx context.Context, in *saveVacancyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveVacancy(ctx, in.UUID, in.Body.change())
}

type vacancyIn struct {
	UUID string `path:"uuid" doc:"Вакансия"`
}

func (s *Service) deleteVacancyCall(ctx context.Context, in *vacancyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteVacancy(ctx, in.UUID)
}
