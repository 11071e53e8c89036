package cards

import (
	"fmt"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

// Rules 24.4 and 24.5.
const (
	lease         = 7 * 24 * time.Hour // how long a card works after the last contact
	contactEvery  = 24 * time.Hour     // how often a contact is written
	movesMost     = 3
	movesWindow   = 30 * 24 * time.Hour
	keepEndedFor  = movesWindow + 24*time.Hour
	idleFrom      = 7 * 24 * time.Hour // replacing a phone unseen for this long is no move
	auditedDevice = "student"
)

// Device is the phone that holds a student's card.
type Device struct {
	ID        int64     `db:"id"`
	Student   int64     `db:"student_id"`
	Session   int64     `db:"session_id"`
	Handle    string    `db:"handle"`
	Secret    []byte    `db:"secret"` // sealed
	IsMove    bool      `db:"is_move"`
	CreatedAt time.Time `db:"created_at"`
	SeenAt    time.Time `db:"seen_at"`

	FarAt *time.Time `db:"far_at"` // when tills far from each other accepted it; nil: never
	FarKm int        `db:"far_km"`
}

// LeaseUntil returns until when the card works without another contact.
func (d Device) LeaseUntil() time.Time { return d.SeenAt.Add(lease) }

// isMovedTo reports whether giving the card to this session takes it from another phone in use.
func (d Device) isMovedTo(session int64, now time.Time) bool {
	return d.Session != session && now.Sub(d.SeenAt) < idleFrom
}

// checkMoves refuses a move if the last 30 days have had three.
func checkMoves(earlier []time.Time) error {
	if len(earlier) < movesMost {
		return nil
	}
	free := earlier[len(earlier)-movesMost].Add(movesWindow)
	return fault.Conflict(fmt.Sprintf(
		"Карту уже трижды переносили на другой телефон. Следующий перенос — %s. Если телефон потерян, оператор вашего университета сбросит устройство раньше.",
		free.In(clock.Moscow).Format("02.01.2006 в 15:04")))
}
