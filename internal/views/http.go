package views

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this area. A list's views are open to those who have the list.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/views", access.Attention, "Сохранённые виды одного или всех списков: свои и общие", s.views),
		rest.Call("POST /v1/views", access.Attention, "Сохранить вид списка", s.add),
		rest.Call("PUT /v1/views", access.Attention, "Задать порядок своих видов списка", s.arrange),
		rest.Call("PUT /v1/views/{uuidView}", access.Attention, "Изменить свой вид", s.save),
		rest.Call("DELETE /v1/views/{uuidView}", access.Attention, "Удалить свой вид", s.delete),
	}
}

type viewsIn struct {
	List string `query:"list" maxLength:"30" doc:"Раздел списка, например applications; без него все списки"`
}

type viewWire struct {
	UUID     string `json:"uuidView"`
	List     string `json:"list" doc:"Раздел списка"`
	Name     string `json:"name"`
	Query    string `json:"query" doc:"Часть адреса списка после ?"`
	IsShared bool   `json:"isShared" doc:"Его видят операторы университета, а вид сотрудника программы — её сотрудники"`
	IsMine   bool   `json:"mine"`
	Owner    string `json:"owner"`
	Lost     int    `json:"lost" doc:"Сколько значений фильтра с тех пор удалено: города, категории"`
}

func (s *Service) views(ctx context.Context, in *viewsIn) ([]viewWire, error) {
	if in.List == "" {
		found, err := s.All(ctx)
		return toWire(ctx, found), err
	}
	found, err := s.Of(ctx, in.List)
	return toWire(ctx, found), err
}

func toWire(ctx context.Context, all []View) []viewWire {
	caller, out := access.From(ctx).Operator, make([]viewWire, len(all))
	for i, v := range all {
		out[i] = viewWire{UUID: v.UUID, List: v.List, Name: v.Name, Query: v.Query, IsShared: v.IsShared, IsMine: v.Operator == caller, Owner: v.Owner, Lost: v.Lost}
	}
	return out
}

// ViewIn is what the dialog of a view sends.
type ViewIn struct {
	Name     string `json:"name" doc:"До 60 символов, не повторяется"`
	Query    string `json:"query"`
	IsShared bool   `json:"isShared,omitempty"`
}

type addIn struct {
	Body struct {
		List string `json:"list" maxLength:"30"`
		ViewIn
	}
}

type addedWire struct {
	UUID string `json:"uuidView"`
}

func (s *Service) add(ctx context.Context, in *addIn) (addedWire, error) {
	id, err := s.Add(ctx, in.Body.List, Form(in.Body.ViewIn))
	return addedWire{UUID: id}, err
}

type saveIn struct {
	UUID string `path:"uuidView"`
	Body ViewIn
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Save(ctx, in.UUID, Form(in.Body))
}

type deleteIn struct {
	UUID string `path:"uuidView"`
}

func (s *Service) delete(ctx context.Context, in *deleteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, in.UUID)
}

type arrangeIn struct {
	Body struct {
		List  string   `json:"list" maxLength:"30"`
		Views []string `json:"uuidViews" maxItems:"30" format:"uuid"`
	}
}

func (s *Service) arrange(ctx context.Context, in *arrangeIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Arrange(ctx, in.Body.List, in.Body.Views)
}
