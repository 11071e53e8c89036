package views

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const selectViews = `SELECT v.id, v.uuid, v.operator_id, v.university_id, v.list, v.name, v.query, v.is_shared, v.place, o.surname || ' ' || o.name AS owner
	FROM saved_views v JOIN operators o ON o.id = v.operator_id WHERE `

// visible is the condition on the views that an operator sees: own and shared ones.
func visible(p access.Principal) (where string, args []any) {
	if university := audience(p); university != nil {
		return "(v.operator_id = ? OR v.is_shared AND v.university_id = ?)", []any{p.Operator, *university}
	}
	return "(v.operator_id = ? OR v.is_shared AND v.university_id IS NULL)", []any{p.Operator}
}

// of returns the views of some lists that an operator sees: the own ones by place, then those of others.
func of(ctx context.Context, q db.Querier, p access.Principal, lists []string) ([]View, error) {
	where, args := visible(p)
	return db.All[View](ctx, q, selectViews+"v.list IN (?) AND "+where+" ORDER BY CASE WHEN v.operator_id = ? THEN 0 ELSE 1 END, CASE WHEN v.operator_id = ? THEN v.place ELSE 0 END, v.name_key, v.id",
		append(append([]any{lists}, args...), p.Operator, p.Operator)...)
}

func byUUID(ctx context.Context, q db.Querier, p access.Principal, uuid string) (View, error) {
	where, args := visible(p)
	return db.Get[View](ctx, q, selectViews+"v.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// lockOwner makes the changes of an operator's views one after another, so that the limit and the order hold.
func lockOwner(ctx context.Context, tx db.Tx, operator int64) error {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM operators WHERE id = ?"+tx.ForUpdate(), operator)
	return err
}

func ownUUIDs(ctx context.Context, q db.Querier, operator int64, list string) ([]string, error) {
	return db.All[string](ctx, q, "SELECT CAST(uuid AS TEXT) FROM saved_views WHERE operator_id = ? AND list = ? ORDER BY place, id", operator, list)
}

func insert(ctx context.Context, tx db.Tx, v View, key string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO saved_views (uuid, operator_id, university_id, list, name, name_key, query, is_shared, place, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, v.UUID, v.Operator, v.University, v.List, v.Name, key, v.Query, v.IsShared, v.Place, now)
	return err
}

func save(ctx context.Context, tx db.Tx, v View, key string) error {
	_, err := tx.Exec(ctx, "UPDATE saved_views SET university_id = ?, name = ?, name_key = ?, query = ?, is_shared = ? WHERE id = ?", v.University, v.Name, key, v.Query, v.IsShared, v.ID)
	return err
}

func setPlace(ctx context.Context, tx db.Tx, uuid string, place int) error {
	_, err := tx.Exec(ctx, "UPDATE saved_views SET place = ? WHERE uuid = ?", place, uuid)
	return err
}

func remove(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM saved_views WHERE id = ?", id)
	return err
}

// existing returns which of the identifiers a filter can still name.
func existing(ctx context.Context, q db.Querier, uuids []string) ([]string, error) {
	return db.All[string](ctx, q, `SELECT CAST(uuid AS TEXT) FROM cities WHERE uuid IN (?) UNION ALL SELECT CAST(uuid AS TEXT) FROM partner_categories WHERE uuid IN (?)
		UNION ALL SELECT CAST(uuid AS TEXT) FROM universities WHERE uuid IN (?) UNION ALL SELECT CAST(uuid AS TEXT) FROM faculties WHERE uuid IN (?)
		UNION ALL SELECT CAST(uuid AS TEXT) FROM partners WHERE uuid IN (?)`, uuids, uuids, uuids, uuids, uuids)
}
