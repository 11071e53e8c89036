package partners

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Vacancies are those of a partner, the newest first.
func (s *Service) Vacancies(ctx context.Context, partner string) ([]Vacancy, error) {
	id, err := idOf(ctx, s.DB, partner)
	if err != nil {
		return nil, err
	}
	return vacanciesOf(ctx, s.DB, id)
}

// AddVacancy makes a vacancy.
func (s *Service) AddVacancy(ctx context.Context, partner string, c VacancyChange) (string, error) {
	c, err := c.checked()
	if err != nil {
		return "", err
	}
	v := Vacancy{UUID: uuid.NewString(), Title: c.Title, Link: c.Link, Description: c.Description}
	return v.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := lock(ctx, tx, partner)
		if err != nil {
			return err
		}
		present, err := vacanciesOf(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		if len(present) >= maxVacancies {
			return fault.Conflict("У партнёра может быть не больше 100 вакансий.")
		}
		v.Partner = p.ID
		if err := insertVacancy(ctx, tx, v, s.Clock()); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.vacancy.add", Object: p.UUID, After: v.audited()})
	})
}

// SaveVacancy changes a vacancy.
func (s *Service) SaveVacancy(ctx context.Context, id string, c VacancyChange) error {
	c, err := c.checked()
	if err != nil {
		return err
	}
	return s.onVacancy(ctx, id, func(ctx context.Context, tx db.Tx, p Partner, was Vacancy) error {
		is := was
		is.Title, is.Link, is.Description = c.Title, c.Link, c.Description
		if err := saveVacancy(ctx, tx, is); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.vacancy.save", Object: p.UUID, Before: was.audited(), After: is.audited()})
	})
}

// DeleteVacancy takes a vacancy away.
func (s *Service) DeleteVacancy(ctx context.Context, id string) error {
	return s.onVacancy(ctx, id, func(ctx context.Context, tx db.Tx, p Partner, was Vacancy) error {
		if err := deleteVacancy(ctx, tx, was.ID); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.vacancy.delete", Object: p.UUID, Before: was.audited()})
	})
}

// onVacancy finds a vacancy, with its partner's row locked.
func (s *Service) onVacancy(ctx context.Context, id string, change func(context.Context, db.Tx, Partner, Vacancy) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		v, err := vacancyByUUID(ctx, tx, id)
		if err != nil {
			return err
		}
		p, err := lockByID(ctx, tx, v.Partner)
		if err != nil {
			return err
		}
		if v, err = vacancyByUUID(ctx, tx, id); err != nil { // somebody may have changed it while we waited
			return err
		}
		return change(ctx, tx, p, v)
	})
}

func (v Vacancy) audited() map[string]any {
	return map[string]any{"title": v.Title, "link": v.Link, "description": v.Description}
}
