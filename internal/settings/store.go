package settings

import (
	"context"

	"studbonus/internal/db"
)

func infoByID(ctx context.Context, q db.Querier, operator int64) (Info, error) {
	return db.Get[Info](ctx, q, "SELECT id, uuid, login, surname, name, patronymic, phone, job FROM operators WHERE id = ?", operator)
}

func saveProfile(ctx context.Context, tx db.Tx, operator int64, p Profile) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET surname = ?, name = ?, patronymic = ?, phone = ?, job = ? WHERE id = ?",
		p.Surname, p.Name, p.Patronymic, p.Phone, p.Job, operator)
	return err
}

type university struct {
	UUID string `db:"uuid"`
	Link string `db:"messenger_link"`
}

func universityByID(ctx context.Context, q db.Querier, id int64) (university, error) {
	return db.Get[university](ctx, q, "SELECT uuid, messenger_link FROM universities WHERE id = ?", id)
}

func saveLink(ctx context.Context, tx db.Tx, university int64, link string) error {
	_, err := tx.Exec(ctx, "UPDATE universities SET messenger_link = ? WHERE id = ?", link, university)
	return err
}
