package reviews

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/listquery"
)

// fewStars is the rating of a review that should get an answer.
const fewStars = 2

// Desk returns what this area contributes to an operator's desk.
func (s *Service) Desk() []desk.Source {
	return []desk.Source{{For: access.Reviews, Tasks: s.tasks, Find: s.hits}}
}

func (s *Service) tasks(ctx context.Context) ([]desk.Task, error) {
	stars, isAnswered := fewStars, false
	page, err := s.find(ctx, listquery.Query[Filter]{
		Filter: Filter{Status: Public, Answered: &isAnswered, MaxRating: &stars}, Sort: sortDate, Direction: listquery.Ascending, Limit: 1,
	})
	task := desk.Task{Kind: "reviews", Count: page.Total, Href: "/feedbacks?status=public&answered=no&maxRating=2"}
	return desk.Waiting(task, desk.First(page.Rows, func(r Row) time.Time { return r.CreatedAt })), err
}

func (s *Service) hits(ctx context.Context, search string, limit int) ([]desk.Hit, error) {
	page, err := s.List(ctx, listquery.Query[Filter]{Search: search, Sort: sortDate, Direction: listquery.Descending, Limit: limit})
	hits := make([]desk.Hit, len(page.Rows))
	for i, r := range page.Rows {
		hits[i] = desk.Hit{UUID: r.UUID, Title: desk.Line(" ", r.Surname, r.Name), Detail: desk.Line(" · ", r.PartnerName, desk.Shortened(r.Body)), Href: "/feedback/" + r.UUID}
	}
	return hits, err
}
