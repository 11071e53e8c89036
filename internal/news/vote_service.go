package news

import (
	"context"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Vote records a student's ballot: once, while the survey is open, and only on news that the student sees.
func (s *Service) Vote(ctx context.Context, b Ballot) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := reader(ctx, tx, b.Student, now)
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
		// The audit row records that the student voted, not how.
		return audit.Write(ctx, tx, now, audit.Entry{Action: "news.vote", Kind: "survey", Object: survey.UUID, About: audit.Person{UUID: r.UUID, University: r.University}})
	})
}

// Register books a seat at an event that the student sees. A repeated call keeps the seat.
func (s *Service) Register(ctx context.Context, news, student string) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := reader(ctx, tx, student, now)
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
		if err != nil || !first {
			return err
		}
		seated, err := takeSeat(ctx, tx, event.ID)
		if err == nil && !seated {
			err = fault.Conflict("Свободных мест нет.")
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{Action: "news.register", Kind: "event", Object: event.UUID, About: audit.Person{UUID: r.UUID, University: r.University}})
	})
}

// Cancel gives a seat back until the event begins, even if the item is not shown any more. A student without a seat must see the
// item.
func (s *Service) Cancel(ctx context.Context, news, student string) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		r, err := reader(ctx, tx, student, now)
		if err != nil {
			return err
		}
		event, err := lockEventOf(ctx, tx, news)
		if err != nil {
			return err
		}
		had, err := removeParticipant(ctx, tx, event.ID, r.ID)
		if err == nil && !had {
			_, err = shownItem(ctx, tx, r, now, news)
		}
		if err != nil || !had {
			return err
		}
		if !now.Before(event.Begin) {
			return fault.Conflict("Мероприятие уже началось.")
		}
		if err := freeSeat(ctx, tx, event.ID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{Action: "news.cancel", Kind: "event", Object: event.UUID, About: audit.Person{UUID: r.UUID, University: r.University}})
	})
}

// Verify reports totals that differ from a recount.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return wrongTotals(ctx, s.DB) }
