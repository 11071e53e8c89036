package promotions

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

var offerColumns = db.Select[Offer]("s")

// shown narrows to what students can use now or soon.
const shown = " WHERE s.status = 'active' AND p.status = 'active' AND s.end_date >= ?"

// offerQuery asks for a page of offers.
type offerQuery struct {
	today   clock.Date
	partner string // empty: all
	before  int64
	limit   int
}

func offers(ctx context.Context, q db.Querier, o offerQuery) ([]Offer, error) {
	text, args := "SELECT "+offerColumns+joined+shown+" AND s.id < ?", []any{string(o.today), o.before}
	if o.partner != "" {
		text, args = text+" AND p.uuid = ?", append(args, o.partner)
	}
	return db.All[Offer](ctx, q, text+" ORDER BY s.id DESC LIMIT ?", append(args, o.limit)...)
}

func offerByUUID(ctx context.Context, q db.Querier, uuid string, today clock.Date) (Offer, error) {
	return db.Get[Offer](ctx, q, "SELECT "+offerColumns+joined+shown+" AND s.uuid = ?", string(today), uuid)
}

// OwnKey is the place of a code among a student's codes.
type OwnKey struct {
	At        time.Time
	Promotion int64
	Code      string
}

// ownCodes returns a student's codes before a key, the newest first.
func ownCodes(ctx context.Context, q db.Querier, student int64, before OwnKey, limit int) ([]Own, error) {
	return db.All[Own](ctx, q, "SELECT "+offerColumns+", g.code, g.granted_at"+joined+` JOIN promo_codes g ON g.promotion_id = s.id
		WHERE g.student_id = ? AND (g.granted_at, g.promotion_id, g.code) < (?, ?, ?)
		ORDER BY g.granted_at DESC, g.promotion_id DESC, g.code DESC LIMIT ?`, student, before.At, before.Promotion, before.Code, limit)
}

// question asks for the code that a student's claim of a promotion got by its key.
type question struct {
	promotion string
	student   int64
	key       string
}

// keyedQuery finds codes by their students: without IS NOT NULL and the plus SQLite would read all codes of the promotion, and
// without coalesce it would look up each pair of student and key.
var keyedQuery = "SELECT " + offerColumns + `, coalesce(g.student_id, 0) AS student_id, coalesce(g.claim_key, '') AS claim_key, coalesce(g.code, '') AS code, g.granted_at` +
	joined + ` LEFT JOIN promo_codes g ON +g.promotion_id = s.id AND g.student_id IN (?) AND g.claim_key IS NOT NULL AND coalesce(g.claim_key, '') IN (?)
	WHERE s.uuid IN (?)`

// ownByKey returns the promotions of the questions, with the code where there is one.
func ownByKey(ctx context.Context, q db.Querier, questions []question) (map[question]Own, error) {
	var promotions, keys []string
	var students []int64
	for _, ask := range questions {
		if !slices.Contains(promotions, ask.promotion) {
			promotions = append(promotions, ask.promotion)
		}
		students, keys = append(students, ask.student), append(keys, ask.key)
	}
	rows, err := db.ByKeys[keyedRow](ctx, q, keyedQuery, students, keys, promotions)
	offers, codes := map[string]Own{}, map[question]Own{}
	for _, row := range rows {
		offers[row.UUID], codes[question{row.UUID, row.Student, row.Key}] = Own{Offer: row.Offer}, row.Own
	}
	found := make(map[question]Own, len(questions))
	for _, ask := range questions {
		if own, ok := codes[ask]; ok {
			found[ask] = own
		} else if own, ok := offers[ask.promotion]; ok {
			found[ask] = own
		}
	}
	return found, err
}

// keyedRow is a promotion with a code and the claim that got it.
type keyedRow struct {
	Own
	Student int64  `db:"student_id"`
	Key     string `db:"claim_key"`
}

// rows returns a FROM clause with a text of each claim in the column value. One statement serves batches of any size.
func (r round) rows(tx db.Tx, text func(Claim) string) (from string, arg any, err error) {
	texts := make([]string, len(r.claims))
	for i, c := range r.claims {
		texts[i] = text(c)
	}
	return tx.TextRows(texts)
}

func studentText(c Claim) string { return strconv.FormatInt(c.By.Student, 10) }

// students returns the students of the claims by number.
func (r round) students(ctx context.Context, tx db.Tx) (map[int64]student, error) {
	from, ids, err := r.rows(tx, studentText)
	if err != nil {
		return nil, err
	}
	found := map[int64]student{}
	return found, db.Each(ctx, tx, func(s student) error { found[s.ID] = s; return nil },
		"SELECT id, uuid, university_id, status, end_year FROM students WHERE id IN (SELECT CAST(value AS BIGINT) FROM "+from+")", ids)
}

// held returns the codes of the promotion that matter to the claims' students, and those of the claims' keys.
func (r round) held(ctx context.Context, tx db.Tx) (map[int64][]held, error) {
	from, ids, err := r.rows(tx, studentText)
	if err != nil {
		return nil, err
	}
	_, keys, err := r.rows(tx, func(c Claim) string { return c.Key })
	if err != nil {
		return nil, err
	}
	found := map[int64][]held{}
	return found, db.Each(ctx, tx, func(h held) error { found[h.Student] = append(found[h.Student], h); return nil },
		heldQuery(from), r.promotion.ID, ids, r.promotion.readSince(r.now), keys)
}

// heldQuery finds codes by their students: without the plus SQLite would read all codes of the promotion.
func heldQuery(texts string) string {
	return `SELECT student_id, code, coalesce(claim_key, '') AS claim_key, granted_at FROM promo_codes
		WHERE student_id IS NOT NULL AND +promotion_id = ? AND student_id IN (SELECT CAST(value AS BIGINT) FROM ` + texts + `)
			AND (granted_at >= ? OR claim_key IN (SELECT value FROM ` + texts + `))`
}

// freeCodes returns the first free codes in byte order. Codes before next_code are all taken, so the scan starts there.
func freeCodes(ctx context.Context, tx db.Tx, promotion int64, n int) ([]string, error) {
	if n == 0 {
		return nil, nil
	}
	return db.All[string](ctx, tx, `SELECT code FROM promo_codes WHERE promotion_id = ? AND student_id IS NULL
		AND code >= (SELECT next_code FROM promotions WHERE id = ?) ORDER BY code LIMIT ?`, promotion, promotion, n)
}

// assign gives the codes to the students and updates the counters. The caller holds the lock on the promotion.
func (r round) assign(ctx context.Context, tx db.Tx, grants []grant) error {
	rows := make([][]any, len(grants))
	for i, g := range grants {
		rows[i] = []any{g.student.ID, r.now, r.claims[g.claim].Key, r.promotion.ID, g.code}
	}
	n, err := tx.ExecEach(ctx, "UPDATE promo_codes SET student_id = ?, granted_at = ?, claim_key = ? WHERE promotion_id = ? AND code = ? AND student_id IS NULL", rows)
	if err != nil {
		return err
	}
	if n != int64(len(grants)) {
		return errors.New("a free code was taken although its promotion is locked")
	}
	last := grants[len(grants)-1].code
	if _, err := tx.Exec(ctx, "UPDATE promotions SET codes_used = codes_used + ?, next_code = ? WHERE id = ?", n, last, r.promotion.ID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO promotion_days (promotion_id, day, granted) VALUES (?, ?, ?)
		ON CONFLICT (promotion_id, day) DO UPDATE SET granted = promotion_days.granted + EXCLUDED.granted`, r.promotion.ID, string(clock.DateOf(r.now)), n)
	return err
}
