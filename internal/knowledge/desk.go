package knowledge

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.Knowledge, Find: s.hits}}
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortDate, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, q := range page.Rows {
		hits[i] = desk.Hit{UUID: q.UUID, Title: q.Text, Detail: q.CategoryName, Href: "/knowledge/" + q.CategoryUUID + "/" + q.UUID}
	}
	return hits, err
}
