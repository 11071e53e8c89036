package partners

import (
	"context"

	"studbonus/internal/platform/db"
)

// Vacancies returns the vacancies of a partner, newest first.
func (s *Service) Vacancies(ctx context.Context, partner string) ([]Vacancy, error) {
	return vacancyTable.list(ctx, s, partner)
}

// AddVacancy adds a vacancy and returns its uuid.
func (s *Service) AddVacancy(ctx context.Context, partner string, c VacancyChange) (string, error) {
	c, err := c.checked()
	if err != nil {
		return "", err
	}
	var made Vacancy
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		made, err = vacancyTable.add(ctx, tx, s, partner, func(o Owned) Vacancy { return Vacancy{o, c} })
		return err
	})
	return made.UUID, err
}

// SaveVacancy changes a vacancy.
func (s *Service) SaveVacancy(ctx context.Context, id string, c VacancyChange) error {
	c, err := c.checked()
	if err != nil {
		return err
	}
	return vacancyTable.save(ctx, s, id, func(v *Vacancy) { v.VacancyChange = c })
}

// DeleteVacancy deletes a vacancy.
func (s *Service) DeleteVacancy(ctx context.Context, id string) error {
	return vacancyTable.drop(ctx, s, id, nil)
}
