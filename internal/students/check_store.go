package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const namesakesShown = 3

const selectNamesakes = "SELECT id, uuid, surname, name, patronymic, status FROM students WHERE "

func withPhone(ctx context.Context, q db.Querier, scope access.Scope, s Student) ([]namesake, error) {
	return namesakes(ctx, q, scope, "phone = ? AND id <> ?", s.Phone, s.ID)
}

func withNameAndBirth(ctx context.Context, q db.Querier, scope access.Scope, s Student) ([]namesake, error) {
	return namesakes(ctx, q, scope, "birth_date <> '' AND birth_date = ? AND name_key = ? AND id <> ?", string(s.Birth), s.nameKey(), s.ID)
}

func namesakes(ctx context.Context, q db.Querier, scope access.Scope, which string, args ...any) ([]namesake, error) {
	where, of := scope.Where("university_id")
	return db.All[namesake](ctx, q, selectNamesakes+which+" AND "+where+" ORDER BY id DESC LIMIT ?", append(append(args, of...), namesakesShown)...)
}
