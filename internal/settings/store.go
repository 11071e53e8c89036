package settings

import (
	"context"

	"studbonus/internal/platform/db"
)

func infoByID(ctx context.Context, q db.Querier, operator int64) (Info, error) {
	return db.Get[Info](ctx, q, "SELECT id, uuid, login, surname, name, patronymic, phone, job, opens_attention, slash_key, page_keys FROM operators WHERE id = ?", operator)
}

type university struct {
	UUID string `db:"uuid"`
	Link string `db:"messenger_link"`
}

func universityByID(ctx context.Context, q db.Querier, id int64) (university, error) {
	return db.Get[university](ctx, q, "SELECT uuid, messenger_link FROM universities WHERE id = ?", id)
}
