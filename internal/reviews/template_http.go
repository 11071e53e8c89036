package reviews

import (
	"context"

	"studbonus/internal/platform/rest"
)

type templateWire struct {
	UUID string `json:"uuidTemplate"`
	Name string `json:"name"`
	Text string `json:"text" doc:"{имя} и {партнёр} — имя студента и название партнёра"`
}

func (s *Service) templates(ctx context.Context, _ *struct{}) ([]templateWire, error) {
	all, err := s.Templates(ctx)
	out := make([]templateWire, len(all))
	for i, t := range all {
		out[i] = templateWire{UUID: t.UUID, Name: t.Name, Text: t.Body}
	}
	return out, err
}

// TemplateIn is what the form of a template sends.
type TemplateIn struct {
	Name string `json:"name" doc:"До 100 символов, не повторяется"`
	Text string `json:"text" doc:"До 1000 символов"`
}

type addTemplateIn struct{ Body TemplateIn }

type addedTemplateWire struct {
	UUID string `json:"uuidTemplate"`
}

func (s *Service) addTemplate(ctx context.Context, in *addTemplateIn) (addedTemplateWire, error) {
	id, err := s.AddTemplate(ctx, Template{Name: in.Body.Name, Body: in.Body.Text})
	return addedTemplateWire{UUID: id}, err
}

type saveTemplateIn struct {
	UUID string `path:"uuidTemplate"`
	Body TemplateIn
}

func (s *Service) saveTemplate(ctx context.Context, in *saveTemplateIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveTemplate(ctx, Template{UUID: in.UUID, Name: in.Body.Name, Body: in.Body.Text})
}

type templateIn struct {
	UUID string `path:"uuidTemplate"`
}

func (s *Service) deleteTemplate(ctx context.Context, in *templateIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteTemplate(ctx, in.UUID)
}
