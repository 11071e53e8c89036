package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// waitingDays is how long an application may wait before it requires attention.
const waitingDays = 3

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{
		{For: access.Students, Find: func(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
			return s.hits(ctx, Students, "/card/", listquery.Query[Filter]{Search: search, Limit: limit})
		}},
		{For: access.Applications, Tasks: s.tasks, Find: func(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
			return s.hits(ctx, Applications, "/application/card/", listquery.Query[Filter]{Search: search, Limit: limit})
		}},
	}
}

func (s *Service) tasks(ctx context.Context) ([]desk.Task, error) {
	page, err := s.find(ctx, listquery.Query[Filter]{Filter: Filter{Kind: Applications, WaitingDays: waitingDays}, Sort: sortDate, Limit: 1})
	if err != nil || page.Total == 0 {
		return nil, err
	}
	since, err := waitingSince(ctx, s.DB, access.From(ctx).Scope())
	return desk.Waiting(desk.Task{Kind: "applications", Count: page.Total, Href: "/application?waitingDays=3"}, since), err
}

func (s *Service) hits(ctx context.Context, kind Kind, card string, q listquery.Query[Filter]) ([]desk.Hit, error) {
	q.Filter.Kind, q.Sort, q.Direction = kind, sortDate, listquery.Descending
	page, err := s.List(ctx, q)
	hits := make([]desk.Hit, len(page.Rows))
	for i, r := range page.Rows {
		hits[i] = desk.Hit{UUID: r.UUID, Title: desk.Line(" ", r.Surname, r.Name, r.Patronymic), Detail: desk.Line(" · ", r.UniversityName, r.CityName), Href: card + r.UUID}
	}
	return hits, err
}
