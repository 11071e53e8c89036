package partners

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"studbonus/internal/platform/db"
)

// cellOf is the cell of a trade point; the index trade_points_cell has the same expression.
const cellOf = "(CAST(floor((t.latitude + 90) * 100) AS BIGINT) * 20000 + CAST(floor((t.longitude + 180) * 50) AS BIGINT))"

const hasPlace = "t.latitude IS NOT NULL AND t.longitude IS NOT NULL"

const placedColumns = "SELECT t.id, t.partner_id, t.latitude, t.longitude FROM "

// inCells is the SQL for the points of n ranges. The engines differ: SQLite compares an indexed expression only with constants
// and would scan the whole index in a join; PostgreSQL looks ranges up in a join and takes too long to plan a union of hundreds.
func inCells(n int, postgres bool) string {
	if !postgres {
		return strings.Join(slices.Repeat([]string{placedColumns + "trade_points t WHERE " + cellOf + " BETWEEN ? AND ? AND " + hasPlace}, n), " UNION ALL ")
	}
	ranges := strings.TrimSuffix(strings.Repeat("(CAST(? AS BIGINT), CAST(? AS BIGINT)), ", n), ", ")
	return "WITH ranges (low, high) AS (VALUES " + ranges + ") " + placedColumns + "ranges r CROSS JOIN trade_points t WHERE " + cellOf + " BETWEEN r.low AND r.high AND " + hasPlace
}

// rangesAtOnce is how many ranges one statement looks up. Their number is rounded up to a power of two: seven statements serve
// all circles and stay prepared.
const rangesAtOnce = 64

// pointsInCells reads the points of some cells from the index alone.
func pointsInCells(ctx context.Context, q db.Querier, cells []span) (points []placed, err error) {
	for part := range slices.Chunk(cells, rangesAtOnce) {
		n := 1 << bits.Len(uint(len(part)-1))
		args := make([]any, 0, 2*n)
		for _, c := range part {
			args = append(args, c.from, c.to)
		}
		for len(args) < 2*n {
			args = append(args, int64(0), int64(-1)) // an empty range
		}
		err = db.Each(ctx, q, func(p placed) error { points = append(points, p); return nil }, inCells(n, q.Postgres()), args...)
		if err != nil {
			return nil, err
		}
	}
	return points, nil
}

// placedInBox reads the points of a partner in a box.
func placedInBox(ctx context.Context, q db.Querier, partner int64, b Box) ([]placed, error) {
	return db.All[placed](ctx, q, placedColumns+"trade_points t WHERE t.partner_id = ? AND t.latitude BETWEEN ? AND ? AND t.longitude BETWEEN ? AND ?",
		partner, b.South, b.North, b.West, b.East)
}

// pointsOf reads the points of some partners.
func pointsOf(ctx context.Context, q db.Querier, partners []int64) ([]placed, error) {
	return db.All[placed](ctx, q, placedColumns+"trade_points t WHERE t.partner_id IN (?) AND "+hasPlace, partners)
}
