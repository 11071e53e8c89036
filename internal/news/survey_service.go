package news

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Survey is the survey of an item, with its results.
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

// AddSurvey gives an item its survey.
func (s *Service) AddSurvey(ctx context.Context, news string, f SurveyForm) (id string, err error) {
	err = s.edit(ctx, news, never, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		if was.Survey != nil {
			return was, fault.Conflict("У новости уже есть опрос.")
		}
		var check fault.Check
		made := f.read(&check, "", s.Clock())
		if err := check.Err(); err != nil {
			return was, err
		}
		is := was
		is.Survey = &made
		err := s.replaceSurvey(ctx, tx, was, is.Survey)
		id = made.UUID
		return is, err
	})
	return id, err
}

// DeleteSurvey removes a survey that nobody has voted in.
func (s *Service) DeleteSurvey(ctx context.Context, survey string) error {
	news, err := itemOfSurvey(ctx, s.DB, sightOf(access.From(ctx)), survey)
	if err != nil {
		return err
	}
	return s.edit(ctx, news, never, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		if was.Survey == nil || was.Survey.UUID != survey {
			return was, fault.NotFound() // somebody else was quicker
		}
		is := was
		is.Survey = nil
		return is, s.replaceSurvey(ctx, tx, was, nil)
	})
}

// replaceSurvey puts a survey, or none, in place of an item's present one. One with votes keeps its meaning.
func (s *Service) replaceSurvey(ctx context.Context, tx db.Tx, was Item, by *Survey) error {
	if was.Survey != nil {
		present, err := lockSurvey(ctx, tx, was.ID)
		if err != nil {
			return err
		}
		if present.Voted > 0 {
			return fault.Conflict("В опросе уже есть голоса: его нельзя изменить или удалить.")
		}
		if err := removeSurvey(ctx, tx, present.ID); err != nil {
			return err
		}
	}
	if by == nil {
		return nil
	}
	by.UUID, by.News = uuid.NewString(), was.ID
	return insertSurvey(ctx, tx, *by, s.Clock())
}
