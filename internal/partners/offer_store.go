package partners

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

const offerPoint = `SELECT t.id, t.uuid, t.partner_id, t.city_id, t.address, t.street_key, t.work_time, t.hours, t.latitude, t.longitude, c.name AS city_name, c.time_zone
	FROM trade_points t JOIN cities c ON c.id = t.city_id WHERE `

func offerPointsByID(ctx context.Context, q db.Querier, ids []int64) (map[int64]OfferPoint, error) {
	out := map[int64]OfferPoint{}
	err := db.Each(ctx, q, func(p OfferPoint) error { out[p.ID] = p; return nil }, offerPoint+"t.id IN (?)", ids)
	return out, err
}

// offerPoints returns the first points of a partner in the order of its tab; city 0: everywhere.
func offerPoints(ctx context.Context, q db.Querier, partner, city int64, limit int) ([]OfferPoint, error) {
	where, args := "t.partner_id = ?", []any{partner}
	if city != 0 {
		where, args = where+" AND t.city_id = ?", append(args, city)
	}
	return db.All[OfferPoint](ctx, q, offerPoint+where+" ORDER BY t.city_id, t.street_key, t.id LIMIT ?", append(args, limit)...)
}

// eachHours passes the hours of some partners' points, those of the main city first; city 0: everywhere.
func eachHours(ctx context.Context, q db.Querier, partners []int64, city int64, pass func(OfferPoint)) error {
	where, args := "t.partner_id IN (?) AND t.hours <> ''", []any{partners}
	if city != 0 {
		where, args = where+" AND t.city_id = ?", append(args, city)
	}
	return db.Each(ctx, q, func(p OfferPoint) error { pass(p); return nil }, `SELECT t.id, t.partner_id, t.hours, c.name AS city_name, c.time_zone FROM trade_points t
		JOIN partners p ON p.id = t.partner_id JOIN cities c ON c.id = t.city_id WHERE `+where+" ORDER BY CASE WHEN t.city_id = p.main_city_id THEN 0 ELSE 1 END, t.id", args...)
}

func rowsOf(ctx context.Context, q db.Querier, ids []int64) (map[int64]Row, error) {
	out := map[int64]Row{}
	err := db.Each(ctx, q, func(r Row) error { out[r.ID] = r; return nil }, rowsByID, ids)
	return out, err
}

func discountsOf(ctx context.Context, q db.Querier, partners []int64) (map[int64][]Discount, error) {
	out := map[int64][]Discount{}
	err := db.Each(ctx, q, func(d Discount) error { out[d.Partner] = append(out[d.Partner], d); return nil },
		discountTable.query()+" WHERE t.partner_id IN (?) ORDER BY t.partner_id, t.place", partners)
	return out, err
}

// offerCounts are the numbers on a card for students.
type offerCounts struct {
	Points      int  `db:"points"`
	Reviews     int  `db:"reviews"`
	IsFavourite bool `db:"is_favourite"`
}

func offerCountsOf(ctx context.Context, q db.Querier, partner, member int64) (offerCounts, error) {
	return db.One[offerCounts](ctx, q, `SELECT (SELECT coalesce(sum(points), 0) FROM partner_cities WHERE partner_id = ?) AS points,
		(SELECT count(*) FROM reviews WHERE partner_id = ? AND status = 'public' AND deleted_at IS NULL) AS reviews,
		EXISTS (SELECT 1 FROM favourites WHERE member_id = ? AND partner_id = ?) AS is_favourite`, partner, partner, member, partner)
}

func activePartner(ctx context.Context, q db.Querier, uuid string) (Partner, error) {
	return db.Get[Partner](ctx, q, cardQuery+" AND p.status = 'active'", uuid)
}

// favouritesOf returns a member's favourites, the newest partner first.
func favouritesOf(ctx context.Context, q db.Querier, member int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT partner_id FROM favourites WHERE member_id = ? ORDER BY partner_id DESC", member)
}

// favouritesAmong returns which of these partners are a member's favourites.
func favouritesAmong(ctx context.Context, q db.Querier, member int64, partners []int64) (map[int64]bool, error) {
	out := map[int64]bool{}
	err := db.Each(ctx, q, func(id int64) error { out[id] = true; return nil }, "SELECT partner_id FROM favourites WHERE member_id = ? AND partner_id IN (?)", member, partners)
	return out, err
}

func countFavourites(ctx context.Context, q db.Querier, member int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM favourites WHERE member_id = ?", member)
}

func addFavourite(ctx context.Context, tx db.Tx, member, partner int64, now time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO favourites (member_id, partner_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", member, partner, now)
	return err
}

func removeFavourite(ctx context.Context, tx db.Tx, member int64, partner string) error {
	_, err := tx.Exec(ctx, "DELETE FROM favourites WHERE member_id = ? AND partner_id = (SELECT id FROM partners WHERE uuid = ?)", member, partner)
	return err
}

func dropFavourites(ctx context.Context, tx db.Tx, member int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM favourites WHERE member_id = ?", member)
	return err
}
