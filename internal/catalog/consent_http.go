package catalog

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/rest"
)

func (s *Service) consentRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/catalog/consents", access.Catalogues, "Тексты согласий со всеми версиями", s.consents),
		rest.Confirmed(rest.Call("POST /v1/catalog/consents/{kind}", access.Catalogues, "Новая версия текста согласия", s.addConsent)),
	}
}

type consentWire struct {
	Kind       string  `json:"kind" enum:"personal,portrait,parent,letters"`
	Version    int     `json:"version"`
	Title      string  `json:"title"`
	Body       string  `json:"body" doc:"Абзацы разделяет пустая строка"`
	IsRequired bool    `json:"isRequired" doc:"Без него нет заявки"`
	CreatedAt  *string `json:"createdAt" doc:"null у поставленных с программой"`
}

func (c Consent) wire() consentWire {
	out := consentWire{Kind: c.Kind, Version: c.Version, Title: c.Title, Body: c.Body, IsRequired: c.IsRequired}
	if c.CreatedAt != nil {
		out.CreatedAt = rest.Null(clock.FormatStamp(*c.CreatedAt))
	}
	return out
}

// consents are in the order of the application, the newest version of each first.
func (s *Service) consents(ctx context.Context, _ *struct{}) ([]consentWire, error) {
	all, err := s.Hooks.Consents(ctx)
	out := make([]consentWire, len(all))
	for i, c := range all {
		out[i] = c.wire()
	}
	return out, err
}

type addConsentIn struct {
	Kind string `path:"kind" doc:"kind из списка текстов"`
	Body struct {
		Title   string `json:"title" doc:"До 200 символов"`
		Body    string `json:"body" doc:"До 20 000 символов"`
		Version int    `json:"version" doc:"Версия, вместо которой эта"`
	}
}

func (s *Service) addConsent(ctx context.Context, in *addConsentIn) (consentWire, error) {
	c, err := s.Hooks.AddConsent(ctx, Consent{Kind: in.Kind, Version: in.Body.Version, Title: in.Body.Title, Body: in.Body.Body})
	return c.wire(), err
}
