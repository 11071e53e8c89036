package journal

import (
	"cmp"
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const selectPerson = "SELECT id, uuid, surname, name, patronymic, university_id, status FROM students WHERE "

func person(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Person, error) {
	where, args := scope.Where("university_id")
	return db.Get[Person](ctx, q, selectPerson+"uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// people returns those of the given students who are in the scope.
func people(ctx context.Context, q db.Querier, scope access.Scope, uuids []string) ([]Person, error) {
	where, args := scope.Where("university_id")
	return db.All[Person](ctx, q, selectPerson+"uuid IN (?) AND "+where, append([]any{uuids}, args...)...)
}

type operatorRow struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

// operator returns an operator if the scope has one.
func operator(ctx context.Context, q db.Querier, scope access.Scope, uuid string) ([]operatorRow, error) {
	where, args := scope.Where("university_id")
	return db.All[operatorRow](ctx, q, "SELECT id, surname || ' ' || name AS name FROM operators WHERE uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

func reviewsOf(ctx context.Context, q db.Querier, student int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM reviews WHERE student_id = ?", student)
}

// objectRow is an object of the log.
type objectRow struct {
	Key  string `db:"object"`
	Name string `db:"name"`
	Path string `db:"path"` // of its card
}

// objectRows returns those of the objects of a kind that are in the scope.
func objectRows(ctx context.Context, q db.Querier, c card, scope access.Scope, keys []string) ([]objectRow, error) {
	key := cmp.Or(c.key, "x.uuid")
	path := cmp.Or(c.path, "CAST("+key+" AS TEXT)")
	where, args := "1 = 1", []any(nil)
	if c.university != "" {
		where, args = scope.Where(c.university)
	}
	return db.All[objectRow](ctx, q, "SELECT CAST("+key+" AS TEXT) AS object, "+c.name+" AS name, "+path+" AS path FROM "+c.from+" WHERE "+key+" IN (?) AND "+where, append([]any{keys}, args...)...)
}
