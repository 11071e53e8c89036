package news

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.News, Tasks: s.tasks, Find: s.hits}}
}

// tasks is empty for those who decide nothing.
func (s *Service) tasks(ctx context.Context) ([]desk.Task, error) {
	if !access.From(ctx).IsChairman {
		return nil, nil
	}
	page, err := s.List(ctx, listquery.Query[Filter]{Filter: Filter{ForMe: true}, Sort: sortCreatedAt, Direction: listquery.Ascending, Limit: 1})
	return desk.Waiting(desk.Task{Kind: "news", Count: page.Total, Href: "/news?forMe=yes"}, desk.First(page.Rows, func(n Item) time.Time { return n.CreatedAt })), err
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortCreatedAt, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, n := range page.Rows {
		hits[i] = desk.Hit{UUID: n.UUID, Title: n.Title, Href: "/news/" + n.UUID}
		if n.UniversityName != nil {
			hits[i].Detail = *n.UniversityName
		}
	}
	return hits, err
}
