package partners

import (
	"context"

	"studbonus/internal/platform/db"
)

const movedAtOnce = 100

const idsOfCity = "SELECT id FROM partners WHERE main_city_id = ?"

// lockPartnersIn locks some partners with something in a city, in order of id; the lock also guards their counters.
func lockPartnersIn(ctx context.Context, tx db.Tx, city int64) ([]int64, error) {
	return db.All[int64](ctx, tx, `SELECT id FROM partners WHERE id IN (
		SELECT id FROM partners WHERE main_city_id = ? UNION SELECT partner_id FROM partner_cities WHERE city_id = ?) ORDER BY id LIMIT ?`+tx.ForUpdate(), city, city, movedAtOnce)
}

func moveMainCity(ctx context.Context, tx db.Tx, partners []int64, from, into int64) error {
	_, err := tx.Exec(ctx, "UPDATE partners SET main_city_id = ? WHERE id IN (?) AND main_city_id = ?", into, partners, from)
	return err
}

// movePoints moves a partner's trade points of a city. The caller holds the lock on the partner's row.
func movePoints(ctx context.Context, tx db.Tx, partner, from, into int64) error {
	moved, err := tx.Exec(ctx, "UPDATE trade_points SET city_id = ? WHERE partner_id = ? AND city_id = ?", into, partner, from)
	if err != nil || moved == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM partner_cities WHERE partner_id = ? AND city_id = ?", partner, from); err != nil {
		return err
	}
	return countPoints(ctx, tx, partner, into, int(moved))
}

func moveCategory(ctx context.Context, tx db.Tx, from, into int64) ([]int64, error) {
	return db.All[int64](ctx, tx, "UPDATE partners SET category_id = ? WHERE id IN (SELECT id FROM partners WHERE category_id = ? ORDER BY id LIMIT ?) RETURNING id", into, from, movedAtOnce)
}
