package cards

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

// point is a trade point with its partner.
type point struct {
	ID          int64  `db:"id"`
	Address     string `db:"address"`
	Partner     int64  `db:"partner_id"`
	PartnerUUID string `db:"partner_uuid"`
	PartnerName string `db:"partner_name"`
	Status      string `db:"status"`
}

const pointQuery = `SELECT t.id, t.address, p.id AS partner_id, CAST(p.uuid AS TEXT) AS partner_uuid, p.name AS partner_name, p.status
	FROM trade_points t JOIN partners p ON p.id = t.partner_id WHERE `

func pointByUUID(ctx context.Context, q db.Querier, uuid string) (point, error) {
	return db.Get[point](ctx, q, pointQuery+"t.uuid = ?", uuid)
}

func pointByID(ctx context.Context, q db.Querier, id int64) (point, error) {
	return db.Get[point](ctx, q, pointQuery+"t.id = ?", id)
}

// lockPartner prevents a block of the partner and the deletion of its points while a till is invited or paired.
func lockPartner(ctx context.Context, tx db.Tx, id int64) error {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM partners WHERE id = ?"+tx.ForUpdate(), id)
	return err
}

// listedTills leaves out the invitations that have expired, which are deleted hourly.
const listedTills = "point_id = ? AND (paired_at IS NOT NULL OR link_until > ?)"

func tillsOf(ctx context.Context, q db.Querier, point int64, now time.Time) ([]Till, error) {
	return db.All[Till](ctx, q, "SELECT uuid, created_at, paired_at, used_at, link_until FROM tills WHERE "+listedTills+" ORDER BY id", point, now)
}

// tillRow is a till that is being invited.
type tillRow struct {
	uuid               string
	point              int64
	linkHash, codeHash []byte
	codeUntil          time.Time
	linkUntil          time.Time
	createdAt          time.Time
}

func insertTill(ctx context.Context, tx db.Tx, t tillRow) error {
	_, err := tx.Exec(ctx, "INSERT INTO tills (uuid, point_id, link_hash, code_hash, code_until, link_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		t.uuid, t.point, t.linkHash, t.codeHash, t.codeUntil, t.linkUntil, t.createdAt)
	return err
}

// freeCode releases an expired code and reports whether it may be issued again.
func freeCode(ctx context.Context, tx db.Tx, hash []byte, now time.Time) (bool, error) {
	if _, err := tx.Exec(ctx, "UPDATE tills SET code_hash = NULL WHERE code_hash = ? AND code_until <= ?", hash, now); err != nil {
		return false, err
	}
	taken, err := db.Exists(ctx, tx, "SELECT 1 FROM tills WHERE code_hash = ?", hash)
	return !taken, err
}

// invited is the till that a link or a code pairs.
type invited struct {
	ID    int64  `db:"id"`
	UUID  string `db:"uuid"`
	Point int64  `db:"point_id"`
}

// secretOf is what an operator has handed over: exactly one is set.
type secretOf struct{ link, code []byte }

// claimTill pairs the till of an invitation; false if there is no such invitation. Of two parallel uses only one succeeds.
func claimTill(ctx context.Context, tx db.Tx, by secretOf, tokenHash []byte, now time.Time) (invited, bool, error) {
	const pair = "UPDATE tills SET token_hash = ?, paired_at = ?, link_hash = NULL, code_hash = NULL WHERE "
	const done = " RETURNING id, CAST(uuid AS TEXT) AS uuid, point_id"
	if by.link != nil {
		return found(db.One[invited](ctx, tx, pair+"link_hash = ? AND link_until > ?"+done, tokenHash, now, by.link, now))
	}
	return found(db.One[invited](ctx, tx, pair+"code_hash = ? AND code_until > ?"+done, tokenHash, now, by.code, now))
}

// pairedTill is a till that has a cookie.
type pairedTill struct {
	ID      int64  `db:"id"`
	UUID    string `db:"uuid"`
	Point   int64  `db:"point_id"`
	Partner int64  `db:"partner_id"`
}

// tillByToken returns the paired till with this cookie. A blocked partner has none.
func tillByToken(ctx context.Context, q db.Querier, hash []byte) (pairedTill, bool, error) {
	return found(db.ByKey[pairedTill](ctx, q, `SELECT t.id, CAST(t.uuid AS TEXT) AS uuid, t.point_id, o.partner_id FROM tills t
		JOIN trade_points o ON o.id = t.point_id JOIN partners p ON p.id = o.partner_id WHERE t.token_hash = ? AND p.status = 'active'`, hash))
}

// tillAt is a till with where it is.
type tillAt struct {
	ID    int64 `db:"id"`
	Point int64 `db:"point_id"`
}

func tillByUUID(ctx context.Context, q db.Querier, uuid string) (tillAt, error) {
	return db.Get[tillAt](ctx, q, "SELECT id, point_id FROM tills WHERE uuid = ?", uuid)
}

// Conditions on tills.
const (
	thisTill  = "id = ?"
	atPoint   = "point_id = ?"
	ofPartner = "point_id IN (SELECT id FROM trade_points WHERE partner_id = ?)"
)

// deleteTills deletes the tills that a condition selects and returns how many they were.
func deleteTills(ctx context.Context, tx db.Tx, which string, id int64) (int64, error) {
	if _, err := tx.Exec(ctx, "DELETE FROM till_checks WHERE till_id IN (SELECT id FROM tills WHERE "+which+")", id); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, "DELETE FROM tills WHERE "+which, id)
}

func deleteInvitations(ctx context.Context, tx db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM tills WHERE paired_at IS NULL AND link_until <= ?", now)
	return err
}

func setUsed(ctx context.Context, tx db.Tx, till int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE tills SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at < ?)", now, till, now.Add(-usedEvery))
	return err
}

// numberChecks are the checks by number of a till, the present one included.
type numberChecks struct {
	InMinute int `db:"minute_checks"`
	InDay    int `db:"day_checks"`
}

func addNumberCheck(ctx context.Context, tx db.Tx, till int64, now time.Time) (numberChecks, error) {
	minute, day := now.Unix()/60, clock.DayNumber(now)
	return db.One[numberChecks](ctx, tx, `UPDATE tills SET
		minute_checks = CASE WHEN number_minute = ? THEN minute_checks + 1 ELSE 1 END, number_minute = ?,
		day_checks = CASE WHEN number_day = ? THEN day_checks + 1 ELSE 1 END, number_day = ?
		WHERE id = ? RETURNING minute_checks, day_checks`, minute, minute, day, day, till)
}

// countFailure counts a pairing attempt before it is checked, so that parallel attempts cannot exceed the limit.
func countFailure(ctx context.Context, tx db.Tx, network string, now time.Time) (id int64, most bool, err error) {
	if err := tx.Lock(ctx, "pairing "+network); err != nil {
		return 0, false, err
	}
	n, err := db.One[int](ctx, tx, "SELECT count(*) FROM pairing_failures WHERE network = ? AND at > ?", network, now.Add(-failuresWindow))
	if err != nil || n >= failuresMost {
		return 0, true, err
	}
	id, err = db.One[int64](ctx, tx, "INSERT INTO pairing_failures (network, at) VALUES (?, ?) RETURNING id", network, now)
	return id, false, err
}

func forgetFailure(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM pairing_failures WHERE id = ?", id)
	return err
}

func deleteFailures(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM pairing_failures WHERE at < ?", before)
	return err
}

// wrongTills lists tills that should be deleted, or that two secrets open.
func wrongTills(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'касса ' || t.id || ': ' || CASE WHEN p.status <> 'active' THEN 'партнёр заблокирован' ELSE 'подключена не до конца' END
		FROM tills t JOIN trade_points o ON o.id = t.point_id JOIN partners p ON p.id = o.partner_id
		WHERE p.status <> 'active' OR (t.paired_at IS NULL) <> (t.token_hash IS NULL) OR t.paired_at IS NOT NULL AND (t.link_hash IS NOT NULL OR t.code_hash IS NOT NULL) ORDER BY t.id`)
}

// countTills counts the tills of a point, invited and paired.
func countTills(ctx context.Context, q db.Querier, point int64, now time.Time) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM tills WHERE "+listedTills, point, now)
}

// principal is the till as the guard sees it.
func (t pairedTill) principal() access.Till {
	return access.Till{ID: t.ID, UUID: t.UUID, Point: t.Point, Partner: t.Partner}
}
