package promotions

import (
	"context"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

// endingIDs returns the running promotions whose codes end.
func endingIDs(ctx context.Context, q db.Querier, today clock.Date) ([]int64, error) {
	since, ids := string(today.Plus(1-paceDays)), []int64{}
	// Codes that last so briefly have mostly been used: this leaves few promotions to add days up for.
	err := db.Each(ctx, q, func(p pace) error {
		if p.isEnding(today) {
			ids = append(ids, p.ID)
		}
		return nil
	}, `SELECT s.id, s.begin_date, s.end_date, s.codes_total, s.codes_used,
			(SELECT coalesce(sum(d.granted), 0) FROM promotion_days d WHERE d.promotion_id = s.id AND d.day >= CASE WHEN s.begin_date > ? THEN s.begin_date ELSE ? END) AS taken
		FROM promotions s WHERE s.end_date >= ? AND s.begin_date <= ? AND s.status = 'active' AND s.codes_total > 0
			AND (s.codes_total - s.codes_used) * CASE WHEN s.begin_date <= ? THEN 14 ELSE 1 END <= 8 * s.codes_used`,
		since, since, string(today), string(today), since)
	return ids, err
}
