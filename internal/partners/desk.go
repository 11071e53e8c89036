package partners

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.Partners, Tasks: s.tasks, Find: s.hits}}
}

func (s *Service) tasks(ctx context.Context) (tasks []desk.Task, err error) {
	for _, of := range []struct {
		kind string
		lack Lack
	}{{"partners", LacksOffer}, {"points", LacksPlace}} {
		page, err := s.List(ctx, listquery.Query[Filter]{Filter: Filter{Status: Active, Lacks: of.lack}, Sort: sortDate, Direction: listquery.Ascending, Limit: 1})
		if err != nil {
			return nil, err
		}
		task := desk.Task{Kind: of.kind, Count: page.Total, Href: "/partners?status=active&lacks=" + string(of.lack)}
		tasks = append(tasks, desk.Waiting(task, desk.First(page.Rows, func(r Row) time.Time { return r.CreatedAt }))...)
	}
	return tasks, nil
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortDate, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, r := range page.Rows {
		hits[i] = desk.Hit{UUID: r.UUID, Title: r.Name, Detail: desk.Line(" · ", r.CategoryName, r.CityName), Href: "/partners/card/" + r.UUID}
	}
	return hits, err
}
