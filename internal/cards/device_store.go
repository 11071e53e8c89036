package cards

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const deviceColumns = "id, student_id, session_id, handle, secret, is_move, created_at, seen_at, far_at, far_km"

// student is what a card shows of its owner.
type student struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	Surname    string `db:"surname"`
	Name       string `db:"name"`
	Patronymic string `db:"patronymic"`
	Number     string `db:"student_code"`
	Status     string `db:"status"`
	EndYear    int    `db:"end_year"`
	Photo      string `db:"photo"`
	At         string `db:"university_name"`
}

const studentCard = `SELECT s.id, CAST(s.uuid AS TEXT) AS uuid, s.university_id, s.surname, s.name, s.patronymic, s.student_code, s.status, s.end_year, s.photo, u.short_name AS university_name
	FROM students s JOIN universities u ON u.id = s.university_id WHERE `

func studentByID(ctx context.Context, q db.Querier, id int64) (student, error) {
	return db.Get[student](ctx, q, studentCard+"s.id = ?", id)
}

func studentByUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (student, error) {
	where, args := scope.Where("s.university_id")
	return db.Get[student](ctx, q, studentCard+"s.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// lockStudent serialises issuing and ending a student's device.
func lockStudent(ctx context.Context, tx db.Tx, id int64) (student, error) {
	if _, err := db.Get[int64](ctx, tx, "SELECT id FROM students WHERE id = ?"+tx.ForUpdate(), id); err != nil {
		return student{}, err
	}
	return studentByID(ctx, tx, id)
}

// liveDevice returns the device of a student; false if there is none.
func liveDevice(ctx context.Context, q db.Querier, student int64) (Device, bool, error) {
	return found(db.ByKey[Device](ctx, q, liveDeviceQuery, student))
}

const liveDeviceQuery = "SELECT " + deviceColumns + " FROM devices WHERE student_id = ? AND ended_at IS NULL"

// lockDevice is liveDevice with a row lock.
func lockDevice(ctx context.Context, tx db.Tx, student int64) (Device, bool, error) {
	return found(db.One[Device](ctx, tx, liveDeviceQuery+tx.ForUpdate(), student))
}

func setFar(ctx context.Context, tx db.Tx, id int64, at time.Time, km int) error {
	_, err := tx.Exec(ctx, "UPDATE devices SET far_at = ?, far_km = ? WHERE id = ?", at, km, id)
	return err
}

// movesSince returns when a student's card was moved, the oldest first.
func movesSince(ctx context.Context, q db.Querier, student int64, since time.Time) ([]time.Time, error) {
	return db.All[time.Time](ctx, q, "SELECT created_at FROM devices WHERE student_id = ? AND is_move AND created_at > ? ORDER BY created_at", student, since)
}

func insertDevice(ctx context.Context, tx db.Tx, d Device) error {
	_, err := tx.Exec(ctx, "INSERT INTO devices (student_id, session_id, handle, secret, is_move, created_at, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		d.Student, d.Session, d.Handle, d.Secret, d.IsMove, d.CreatedAt, d.SeenAt)
	return err
}

func endDevice(ctx context.Context, tx db.Tx, id int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE devices SET ended_at = ?, secret = ? WHERE id = ?", now, []byte{}, id)
	return err
}

// forgiveMoves clears the count of moves.
func forgiveMoves(ctx context.Context, tx db.Tx, student int64) error {
	_, err := tx.Exec(ctx, "UPDATE devices SET is_move = FALSE WHERE student_id = ? AND is_move", student)
	return err
}

func setSeen(ctx context.Context, tx db.Tx, id int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE devices SET seen_at = ? WHERE id = ?", now, id)
	return err
}

func deleteEndedDevices(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM devices WHERE ended_at < ?", before)
	return err
}

// wrongDevices lists devices whose state contradicts itself.
func wrongDevices(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'устройство ' || id || ': ' || CASE WHEN ended_at IS NULL THEN 'нет секрета' ELSE 'завершено, но секрет не удалён' END
		FROM devices WHERE (ended_at IS NULL) = (length(secret) = 0) ORDER BY id`)
}
