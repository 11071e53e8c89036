package partners

import (
	"context"
	"time"

	"studbonus/internal/db"
)

const vacancyColumns = "id, uuid, partner_id, title, link, description"

// vacanciesOf gives the newest first.
func vacanciesOf(ctx context.Context, q db.Querier, partner int64) ([]Vacancy, error) {
	return db.All[Vacancy](ctx, q, "SELECT "+vacancyColumns+" FROM vacancies WHERE partner_id = ? ORDER BY id DESC", partner)
}

func vacancyByUUID(ctx context.Context, q db.Querier, uuid string) (Vacancy, error) {
	return db.Get[Vacancy](ctx, q, "SELECT "+vacancyColumns+" FROM vacancies WHERE uuid = ?", uuid)
}

var vacancyInsert = insertInto("vacancies", []string{"uuid", "partner_id", "title", "link", "description", "created_at"})

func insertVacancy(ctx context.Context, tx db.Tx, v Vacancy, now time.Time) error {
	_, err := tx.Exec(ctx, vacancyInsert, v.UUID, v.Partner, v.Title, v.Link, v.Description, now)
	return err
}

func saveVacancy(ctx context.Context, tx db.Tx, v Vacancy) error {
	_, err := tx.Exec(ctx, "UPDATE vacancies SET title = ?, link = ?, description = ? WHERE id = ?", v.Title, v.Link, v.Description, v.ID)
	return err
}

func deleteVacancy(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM vacancies WHERE id = ?", id)
	return err
}
