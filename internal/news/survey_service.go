package news

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Survey returns the survey of an item with its results.
func (s *Service) Survey(ctx context.Context, news string) (Survey, error) {
	item, err := byUUID(ctx, s.DB, sightOf(access.From(ctx)), news)
	if err != nil {
		return Survey{}, err
	}
	if item.Survey == nil {
		return Survey{}, fault.NotFound()
	}
	return *item.Survey, nil
}

// ExportSurvey returns the results as a spreadsheet: the totals of all students, the written answers of students in the
// caller's scope.
func (s *Service) ExportSurvey(ctx context.Context, survey string) ([]byte, error) {
	news, err := itemOf(ctx, s.DB, sightOf(access.From(ctx)), surveys.table, survey)
	if err != nil {
		return nil, err
	}
	found, err := s.Survey(ctx, news)
	if err != nil {
		return nil, err
	}
	own, err := ownAnswers(ctx, s.DB, access.From(ctx).Scope(), found.ID)
	if err != nil {
		return nil, err
	}
	file, err := surveyFile(found, own)
	if err != nil {
		return nil, err
	}
	return file, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "news.exportSurvey", Kind: "survey", Object: survey, After: map[string]any{"voted": found.Voted}})
	})
}
