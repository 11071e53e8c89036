// Package attention is the operator's desk: what requires attention, and the search across all areas. The areas contribute to
// both (platform/desk).
package attention

import (
	"context"
	"slices"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// Service asks the areas.
type Service struct{ sources []desk.Source }

// New creates the service.
func New(sources []desk.Source) *Service { return &Service{sources: sources} }

// kinds are the tasks in the order in which they are shown: people wait for the first ones.
var kinds = []string{"applications", "news", "reviews", "codes", "imports", "partners", "points", "invitations"}

// Tasks returns what requires the caller's attention; kinds without rows are left out.
func (s *Service) Tasks(ctx context.Context) ([]desk.Task, error) {
	tasks, caller := []desk.Task{}, access.From(ctx)
	for _, source := range s.sources {
		if source.Tasks == nil || !caller.Can(source.For) {
			continue
		}
		found, err := source.Tasks(ctx)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, found...)
	}
	slices.SortStableFunc(tasks, func(a, b desk.Task) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) })
	return tasks, nil
}

const hitsOfArea = 5

// Group is what a search has found in one area.
type Group struct {
	Area access.Area
	Hits []desk.Hit
}

// order is that of the console's menu (rules 20.1).
var order = []access.Area{access.Students, access.Applications, access.Partners, access.Promotions, access.Reviews, access.News, access.Knowledge, access.Operators}

// Find looks for a text in all areas that the caller has. A search without letters and digits finds nothing.
func (s *Service) Find(ctx context.Context, search string) ([]Group, error) {
	groups, caller := []Group{}, access.From(ctx)
	search = strings.TrimSpace(search)
	if len(listquery.Terms(search)) == 0 {
		return groups, nil
	}
	for _, source := range s.sources {
		if source.Find == nil || !caller.Can(source.For) {
			continue
		}
		hits, err := source.Find(ctx, search, hitsOfArea)
		if err != nil {
			return nil, err
		}
		if len(hits) > 0 {
			groups = append(groups, Group{Area: source.For, Hits: hits})
		}
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return slices.Index(order, a.Area) - slices.Index(order, b.Area) })
	return groups, nil
}
