package promotions

import (
	"context"
	"slices"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

// grantedSince counts the codes that students have taken since a day.
func grantedSince(ctx context.Context, q db.Querier, promotion int64, since clock.Date) (int64, error) {
	return db.One[int64](ctx, q, "SELECT coalesce(sum(granted), 0) FROM promotion_days WHERE promotion_id = ? AND day >= ?", promotion, string(since))
}

const holderColumns = "t.id AS student_id, t.uuid AS student_uuid, t.university_id, t.surname, t.name AS student_name, t.patronymic"

// takenOrder orders the statistics, ties by code.
func takenOrder(sort string, descending bool) string {
	direction := " ASC"
	if descending {
		direction = " DESC"
	}
	if sort == sortCode {
		return " ORDER BY code" + direction
	}
	return " ORDER BY granted_at" + direction + ", code" + direction
}

// taken returns a page of the codes that students have, reading from the nearer end of the list.
func taken(ctx context.Context, q db.Querier, promotion int64, p codePage) ([]Taken, error) {
	skip, limit, backwards := p.fromNearerEnd()
	if limit <= 0 {
		return []Taken{}, nil
	}
	rows, err := db.All[Taken](ctx, q, `SELECT c.code, c.granted_at, `+holderColumns+` FROM
		(SELECT code, granted_at, student_id FROM promo_codes WHERE promotion_id = ? AND student_id IS NOT NULL`+takenOrder(p.sort, p.descending != backwards)+` LIMIT ? OFFSET ?) c
		LEFT JOIN students t ON t.id = c.student_id`+takenOrder(p.sort, p.descending), promotion, limit, skip)
	return rows, err
}

// codePage is a page of total rows.
type codePage struct {
	sort          string
	descending    bool
	offset, limit int
	total         int
}

// fromNearerEnd reverses the order if the page is closer to the end, to skip fewer rows.
func (p codePage) fromNearerEnd() (skip, limit int, backwards bool) {
	limit = min(p.limit, p.total-p.offset)
	if after := p.total - p.offset - limit; limit > 0 && after < p.offset {
		return after, limit, true
	}
	return p.offset, limit, false
}

// eachTaken streams all codes that students have, latest first.
func eachTaken(ctx context.Context, q db.Querier, promotion int64, use func(Taken) error) error {
	return db.Each(ctx, q, use, "SELECT c.code, c.granted_at, "+holderColumns+` FROM promo_codes c LEFT JOIN students t ON t.id = c.student_id
		WHERE c.promotion_id = ? AND c.student_id IS NOT NULL ORDER BY c.granted_at DESC, c.code DESC`, promotion)
}

const foundAtMost = 100

// find looks a code up in every promotion with one primary-key lookup each.
func find(ctx context.Context, q db.Querier, spellings []string) ([]Found, error) {
	slices.Sort(spellings)
	return db.All[Found](ctx, q, "SELECT "+db.Select[Row]("s")+", g.code, g.granted_at, "+holderColumns+joined+`
		JOIN (SELECT w.id AS promotion_id, h.code, h.granted_at, h.student_id FROM promotions w JOIN promo_codes h ON h.promotion_id = w.id AND h.code IN (?)
			WHERE w.codes_total > 0 ORDER BY w.id DESC, h.code LIMIT ?) g ON g.promotion_id = s.id
		LEFT JOIN students t ON t.id = g.student_id ORDER BY s.id DESC, g.code`, slices.Compact(spellings), foundAtMost)
}

// eachKnown streams the codes of a promotion in byte order.
func eachKnown(ctx context.Context, q db.Querier, promotion int64) (db.Rows, error) {
	return db.Query(ctx, q, "SELECT code FROM promo_codes WHERE promotion_id = ? ORDER BY code", promotion)
}

// wrongCounts describes the promotions whose counters differ from a recount.
func wrongCounts(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'акция ' || s.uuid || ': выдано промокодов ' || s.codes_used || ' из ' || s.codes_total || ', при пересчёте ' ||
			coalesce(c.used, 0) || ' из ' || coalesce(c.total, 0) || ', по дням ' || coalesce(d.granted, 0)
		FROM promotions s
		LEFT JOIN (SELECT promotion_id, count(*) AS total, count(student_id) AS used FROM promo_codes GROUP BY promotion_id) c ON c.promotion_id = s.id
		LEFT JOIN (SELECT promotion_id, sum(granted) AS granted FROM promotion_days GROUP BY promotion_id) d ON d.promotion_id = s.id
		WHERE s.codes_total <> coalesce(c.total, 0) OR s.codes_used <> coalesce(c.used, 0) OR s.codes_used <> coalesce(d.granted, 0) ORDER BY s.id`)
}
