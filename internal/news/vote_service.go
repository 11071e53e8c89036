package news

import (
	"context"

	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Vote takes a student's ballot: once, while the survey runs, and only on news that he sees.
func (s *Service) Vote(ctx context.Context, b Ballot) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := reader(ctx, tx, b.Student)
		if err != nil {
			return err
		}
		news, err := shownItem(ctx, tx, r, now, b.News)
		if err != nil {
			return err
		}
		survey, err := lockSurvey(ctx, tx, news)
		switch {
		case err != nil:
			return err
		case now.Before(survey.Begin):
			return fault.Conflict("Опрос ещё не начался.")
		case !now.Before(survey.End):
			return fault.Conflict("Опрос завершён.")
		}
		choices, err := b.read(survey)
		if err != nil {
			return err
		}
		first, err := insertVote(ctx, tx, vote{survey.ID, r.ID, choices, now})
		if err == nil && !first {
			err = fault.Conflict("Вы уже проголосовали.")
		}
		if err != nil {
			return err
		}
		// That he voted is written down, how is not.
		return audit.Write(ctx, tx, now, audit.Entry{Action: "news.vote", Kind: "survey", Object: survey.UUID, After: map[string]any{"uuidUser": r.UUID}})
	})
}

// Register gives a student a seat at the event of an item that he sees.
func (s *Service) Register(ctx context.Context, news, student string) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := reader(ctx, tx, student)
		if err != nil {
			return err
		}
		item, err := shownItem(ctx, tx, r, now, news)
		if err != nil {
			return err
		}
		event, err := lockEvent(ctx, tx, item)
		if err != nil {
			return err
		}
		if !now.Before(event.registrationEnd()) {
			return fault.Conflict("Запись на мероприятие закончена.")
		}
		first, err := insertParticipant(ctx, tx, event.ID, r.ID, now)
		if err == nil && !first {
			err = fault.Conflict("Вы уже записаны.")
		}
		if err != nil {
			return err
		}
		seated, err := takeSeat(ctx, tx, event.ID)
		if err == nil && !seated {
			err = fault.Conflict("Свободных мест нет.")
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{Action: "news.register", Kind: "event", Object: event.UUID, After: map[string]any{"uuidUser": r.UUID}})
	})
}

// Verify tells which sums are not what a recount gives.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return wrongSums(ctx, s.DB) }
