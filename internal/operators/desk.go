package operators

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.Operators, Tasks: s.tasks, Find: s.hits}}
}

func (s *Service) tasks(ctx context.Context) ([]desk.Task, error) {
	found, err := expiredInvitations(ctx, s.DB, access.From(ctx).Scope(), s.Clock())
	return desk.Waiting(desk.Task{Kind: "invitations", Count: found.Count, Href: "/operators/invitations?expired=yes"}, found.Since), err
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortDate, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, o := range page.Rows {
		hits[i] = desk.Hit{UUID: o.UUID, Title: desk.Line(" ", o.Surname, o.Name, o.Patronymic), Detail: desk.Line(" · ", o.Login, o.UniversityName), Href: "/operators/" + o.UUID}
	}
	return hits, err
}
