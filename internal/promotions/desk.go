package promotions

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.Promotions, Tasks: s.tasks, Find: s.hits}}
}

// tasks have no oldest row: codes end in the future, and a promotion is not as old as its last import.
func (s *Service) tasks(ctx context.Context) (tasks []desk.Task, err error) {
	for _, of := range []struct {
		kind  string
		codes Codes
	}{{"codes", CodesEnding}, {"imports", CodesFailed}} {
		page, err := s.List(ctx, listquery.Query[Filter]{Filter: Filter{Codes: of.codes}, Sort: sortDate, Limit: 1})
		if err != nil {
			return nil, err
		}
		if page.Total > 0 {
			tasks = append(tasks, desk.Task{Kind: of.kind, Count: page.Total, Href: "/promotions?codes=" + string(of.codes)})
		}
	}
	return tasks, nil
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortDate, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, r := range page.Rows {
		hits[i] = desk.Hit{UUID: r.UUID, Title: r.Name, Detail: desk.Line(" · ", r.PartnerName, r.CityName), Href: "/promotions/card/" + r.UUID}
	}
	return hits, err
}
