package promotions

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/db"
)

// grantedSince is how many codes students took from a day on.
func grantedSince(ctx context.Context, q db.Querier, promotion int64, since clock.Date) (int64, error) {
	return db.One[int64](ctx, q, "SELECT coalesce(sum(granted), 0) FROM promotion_days WHERE promotion_id = ? AND day >= ?", promotion, string(since))
}

const holderColumns = "t.uuid AS student_uuid, t.university_id, t.surname, t.name AS student_name, t.patronymic"

// takenOrder is the order of the statistics; ties are broken by the code, which is the key.
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

// taken is a page of the codes that students have. It is walked from its nearer end.
func taken(ctx context.Context, q db.Querier, promotion int64, w window) ([]Taken, error) {
	skip, limit, backwards := w.nearer()
	if limit <= 0 {
		return []Taken{}, nil
	}
	rows, err := db.All[Taken](ctx, q, `SELECT c.code, c.granted_at, `+holderColumns+` FROM
		(SELECT code, granted_at, student_id FROM promo_codes WHERE promotion_id = ? AND student_id IS NOT NULL`+takenOrder(w.sort, w.descending != backwards)+` LIMIT ? OFFSET ?) c
		LEFT JOIN students t ON t.id = c.student_id`+takenOrder(w.sort, w.descending), promotion, limit, skip)
	return rows, err
}

// window is a page of so many rows in all.
type window struct {
	sort          string
	descending    bool
	offset, limit int
	total         int
}

// nearer turns the walk round where the page is nearer to the end.
func (w window) nearer() (skip, limit int, backwards bool) {
	limit = min(w.limit, w.total-w.offset)
	if after := w.total - w.offset - limit; limit > 0 && after < w.offset {
		return after, limit, true
	}
	return w.offset, limit, false
}

// eachTaken streams all codes that students have, the latest first.
func eachTaken(ctx context.Context, q db.Querier, promotion int64, use func(Taken) error) error {
	return db.Each(ctx, q, use, "SELECT c.code, c.granted_at, "+holderColumns+` FROM promo_codes c LEFT JOIN students t ON t.id = c.student_id
		WHERE c.promotion_id = ? AND c.student_id IS NOT NULL ORDER BY c.granted_at DESC, c.code DESC`, promotion)
}

const foundAtMost = 100

// find looks a code up in every promotion: by the key, one look each.
func find(ctx context.Context, q db.Querier, spellings []string) ([]Found, error) {
	slices.Sort(spellings)
	return db.All[Found](ctx, q, "SELECT "+rowColumns+", g.code, g.granted_at, "+holderColumns+joined+`
		JOIN (SELECT w.id AS promotion_id, h.code, h.granted_at, h.student_id FROM promotions w JOIN promo_codes h ON h.promotion_id = w.id AND h.code IN (?)
			WHERE w.codes_total > 0 ORDER BY w.id DESC, h.code LIMIT ?) g ON g.promotion_id = s.id
		LEFT JOIN students t ON t.id = g.student_id ORDER BY s.id DESC, g.code`, slices.Compact(spellings), foundAtMost)
}

// eachKnown gives the codes of a promotion in byte order.
func eachKnown(ctx context.Context, q db.Querier, promotion int64) (db.Rows, error) {
	return db.Query(ctx, q, "SELECT code FROM promo_codes WHERE promotion_id = ? ORDER BY code", promotion)
}

// student is what a grant needs to know of a student.
type student struct {
	ID     int64  `db:"id"`
	Status string `db:"status"`
}

func studentByUUID(ctx context.Context, q db.Querier, uuid string) (student, error) {
	return db.Get[student](ctx, q, "SELECT id, status FROM students WHERE uuid = ?", uuid)
}

// codesOf is how many codes of a promotion a student has, counted no further than matters.
func codesOf(ctx context.Context, q db.Querier, promotion, student int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM (SELECT 1 FROM promo_codes WHERE student_id = ? AND promotion_id = ? LIMIT ?) his", student, promotion, mostPerStudent)
}

// freeCode is the first free one in byte order; every code before next_code is taken.
func freeCode(ctx context.Context, tx db.Tx, promotion int64) (string, error) {
	code, err := db.One[string](ctx, tx, `SELECT code FROM promo_codes WHERE promotion_id = ? AND student_id IS NULL
		AND code >= (SELECT next_code FROM promotions WHERE id = ?) ORDER BY code LIMIT 1`, promotion, promotion)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoCodes()
	}
	return code, err
}

// grant is a code that becomes a student's.
type grant struct {
	promotion, student int64
	code               string
	at                 time.Time
}

// give makes a free code a student's, and counts it. The caller holds the promotion.
func (g grant) give(ctx context.Context, tx db.Tx) error {
	n, err := tx.Exec(ctx, "UPDATE promo_codes SET student_id = ?, granted_at = ? WHERE promotion_id = ? AND code = ? AND student_id IS NULL", g.student, g.at, g.promotion, g.code)
	if err != nil {
		return err
	}
	if n != 1 {
		return errors.New("a free code was taken although its promotion is held")
	}
	if _, err := tx.Exec(ctx, "UPDATE promotions SET codes_used = codes_used + 1, next_code = ? WHERE id = ?", g.code, g.promotion); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO promotion_days (promotion_id, day, granted) VALUES (?, ?, 1)
		ON CONFLICT (promotion_id, day) DO UPDATE SET granted = promotion_days.granted + 1`, g.promotion, string(clock.DateOf(g.at)))
	return err
}

// wrongCounts are promotions whose counters are not those of their codes.
func wrongCounts(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'акция ' || s.uuid || ': выдано промокодов ' || s.codes_used || ' из ' || s.codes_total || ', при пересчёте ' ||
			coalesce(c.used, 0) || ' из ' || coalesce(c.total, 0) || ', по дням ' || coalesce(d.granted, 0)
		FROM promotions s
		LEFT JOIN (SELECT promotion_id, count(*) AS total, count(student_id) AS used FROM promo_codes GROUP BY promotion_id) c ON c.promotion_id = s.id
		LEFT JOIN (SELECT promotion_id, sum(granted) AS granted FROM promotion_days GROUP BY promotion_id) d ON d.promotion_id = s.id
		WHERE s.codes_total <> coalesce(c.total, 0) OR s.codes_used <> coalesce(c.used, 0) OR s.codes_used <> coalesce(d.granted, 0) ORDER BY s.id`)
}
