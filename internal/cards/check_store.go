package cards

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"studbonus/internal/platform/db"
)

// holder is a live device with its student.
type holder struct {
	student
	Handle string    `db:"handle"`
	Secret []byte    `db:"secret"`
	SeenAt time.Time `db:"seen_at"`
}

const holderColumns = `d.handle, d.secret, d.seen_at, s.id, CAST(s.uuid AS TEXT) AS uuid, s.university_id, s.surname, s.name, s.patronymic, s.student_code, s.status, s.end_year, s.photo, '' AS university_name`

// holderOf returns the device with this handle and its student; false if there is none or the phone has signed out.
func holderOf(ctx context.Context, q db.Querier, handle string) (holder, bool, error) {
	return found(db.ByKey[holder](ctx, q, "SELECT "+holderColumns+` FROM devices d JOIN students s ON s.id = d.student_id
		JOIN member_sessions e ON e.id = d.session_id JOIN members m ON m.id = e.member_id AND m.student_id = d.student_id
		WHERE d.handle = ? AND d.ended_at IS NULL`, handle))
}

// studentByNumber returns the student with this number; false if there is none.
func studentByNumber(ctx context.Context, q db.Querier, number string) (student, bool, error) {
	return found(db.ByKey[student](ctx, q, studentCard+"s.student_code = ?", number))
}

func found[T any](row T, err error) (T, bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return row, false, nil
	}
	return row, err == nil, err
}

// firstShown returns when a till accepted a token first; false if it has not.
func firstShown(ctx context.Context, q db.Querier, till int64, shown string) (time.Time, bool, error) {
	return found(db.ByKey[time.Time](ctx, q, "SELECT at FROM till_checks WHERE till_id = ? AND shown = ?", till, shown))
}

// noteToken records that a till accepted a token; false if another request of that till was first.
func noteToken(ctx context.Context, tx db.Tx, till int64, shown string, c noted) (isFirst bool, err error) {
	n, err := tx.Exec(ctx, "INSERT INTO till_checks (till_id, shown, student_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", till, shown, c.student, c.at)
	return n == 1, err
}

// placesOfChecks returns where a device's tokens were accepted since a time. Points without coordinates are left out.
func placesOfChecks(ctx context.Context, q db.Querier, d Device, since time.Time) ([]checkPlace, error) {
	return db.All[checkPlace](ctx, q, `SELECT c.till_id, o.latitude, o.longitude FROM till_checks c JOIN tills t ON t.id = c.till_id JOIN trade_points o ON o.id = t.point_id
		WHERE c.student_id = ? AND c.at > ? AND substr(c.shown, 1, ?) = ? AND o.latitude IS NOT NULL AND o.longitude IS NOT NULL`, d.Student, since, handleLength, d.Handle)
}

// noteNumber records that a till accepted a number; false if it did so within the last seconds.
func noteNumber(ctx context.Context, tx db.Tx, till int64, shown string, c noted) (isFirst bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO till_checks (till_id, shown, student_id, at) VALUES (?, ?, ?, ?)
		ON CONFLICT (till_id, shown) DO UPDATE SET at = EXCLUDED.at WHERE till_checks.at < ?`, till, shown, c.student, c.at, c.at.Add(-sameAnswerFor))
	return n == 1, err
}

// noted is an accepted card: whose, and when.
type noted struct {
	student int64
	at      time.Time
}

// portraitAt returns the photo of the student whose token a till has accepted since a time; none once the student is no longer
// active.
func portraitAt(ctx context.Context, q db.Querier, till int64, shown string, since time.Time) (string, error) {
	return db.Get[string](ctx, q, "SELECT s.photo FROM till_checks c JOIN students s ON s.id = c.student_id WHERE c.till_id = ? AND c.shown = ? AND c.at > ? AND s.status = 'active'", till, shown, since)
}

func deleteChecks(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM till_checks WHERE at < ?", before)
	return err
}

// Discount is what a partner gives to students.
type Discount struct {
	Type        string `db:"type"`
	Name        string `db:"name"`
	Size        string `db:"size"`
	Description string `db:"description"`
}

func discountsOf(ctx context.Context, q db.Querier, partner int64) ([]Discount, error) {
	return db.All[Discount](ctx, q, "SELECT type, name, size, description FROM discounts WHERE partner_id = ? ORDER BY place", partner)
}
