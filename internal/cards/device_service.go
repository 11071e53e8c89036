package cards

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Issued is a new device with its secret, which only the answer to its request contains.
type Issued struct {
	Handle     string
	Secret     []byte
	LeaseUntil time.Time
}

// Issue makes the caller's phone the one that shows the card; the phone before it stops.
func (s *Service) Issue(ctx context.Context) (Issued, error) {
	member := access.MemberFrom(ctx)
	out := Issued{Handle: randomText(handleLength), Secret: random(secretBytes)}
	return out, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		now := s.Clock()
		st, err := lockStudent(ctx, tx, member.Student)
		if err != nil {
			return err
		}
		if st.standing(now) != access.Active { // the student may have been blocked after the guard
			return fault.Forbidden()
		}
		d := Device{Student: st.ID, Session: member.Session, Handle: out.Handle, Secret: s.box.Seal(out.Secret, out.Handle), CreatedAt: now, SeenAt: now}
		if d.IsMove, err = endForMove(ctx, tx, st.ID, d.Session, now); err != nil {
			return err
		}
		if err := insertDevice(ctx, tx, d); err != nil {
			return err
		}
		out.LeaseUntil = d.LeaseUntil()
		return audit.Write(ctx, tx, now, audit.Entry{
			Action: "cards.device.issue", Kind: auditedDevice, Object: st.UUID, About: st.person(), After: map[string]any{"isMove": d.IsMove},
		})
	})
}

// endForMove ends the present device and reports whether that moves the card from one phone to another.
func endForMove(ctx context.Context, tx db.Tx, student, session int64, now time.Time) (isMove bool, err error) {
	was, has, err := liveDevice(ctx, tx, student)
	if err != nil || !has {
		return false, err
	}
	if isMove = was.isMovedTo(session, now); isMove {
		earlier, err := movesSince(ctx, tx, student, now.Add(-movesWindow))
		if err != nil {
			return false, err
		}
		if err := checkMoves(earlier); err != nil {
			return false, err
		}
	}
	return isMove, endDevice(ctx, tx, was.ID, now)
}

// EndDevice ends the phone of a student who leaves the programme. The caller has locked the student.
func (s *Service) EndDevice(ctx context.Context, tx db.Tx, student int64) error {
	d, has, err := liveDevice(ctx, tx, student)
	if err != nil || !has {
		return err
	}
	return endDevice(ctx, tx, d.ID, s.Clock())
}

// Card is what a student's own phone shows.
type Card struct {
	Number, Name, University, Photo string
	IsActive                        bool
	ValidUntil                      clock.Date
	LeaseUntil                      *time.Time // nil: another phone holds the card, or none
	IsElsewhere                     bool       // another phone, still signed in, holds the card
}

// Own returns the caller's card and counts as a contact of the phone that holds it.
func (s *Service) Own(ctx context.Context) (Card, error) {
	member := access.MemberFrom(ctx)
	st, err := s.cardOwner(ctx, member)
	if err != nil {
		return Card{}, err
	}
	out := Card{
		Number: st.Number, Name: st.fullName(), University: st.At, Photo: st.Photo,
		IsActive: st.standing(s.Clock()) == access.Active, ValidUntil: access.ValidUntil(st.EndYear),
	}
	d, has, err := liveDevice(ctx, s.DB, st.ID)
	if err != nil || !has {
		return out, err
	}
	if d.Session != member.Session {
		_, out.IsElsewhere, err = holderOf(ctx, s.DB, d.Handle)
		return out, err
	}
	if _, err := s.box.Open(d.Secret, d.Handle); err != nil { // the key file was replaced: the phone needs a new device
		return out, nil //nolint:nilerr // not an error of this call
	}
	if d.SeenAt, err = s.contact(ctx, d); err != nil {
		return Card{}, err
	}
	until := d.LeaseUntil()
	out.LeaseUntil = &until
	return out, nil
}

// cardOwner returns the student behind a member; without an approved application there is no card.
func (s *Service) cardOwner(ctx context.Context, m access.Member) (student, error) {
	switch m.Standing {
	case access.Active, access.Blocked, access.Expired:
		return studentByID(ctx, s.DB, m.Student)
	case access.NoApplication, access.Moderation, access.Rejected:
	}
	return student{}, fault.NotFound()
}

// contact extends the lease of a device; it is written at most once a day.
func (s *Service) contact(ctx context.Context, d Device) (time.Time, error) {
	now := s.Clock()
	if now.Sub(d.SeenAt) < contactEvery {
		return d.SeenAt, nil
	}
	return now, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return setSeen(ctx, tx, d.ID, now) })
}

// DeviceState is what an operator sees of a student's device.
type DeviceState struct {
	ValidUntil clock.Date
	Device     *Device // nil: no phone holds the card
	IsSignedIn bool    // on this phone: one that has signed out shows no card
	Moves      int     // within 30 days
}

// DeviceOf returns the device of a student in the caller's scope.
func (s *Service) DeviceOf(ctx context.Context, uuid string) (DeviceState, error) {
	st, err := studentByUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
	if err != nil {
		return DeviceState{}, err
	}
	out := DeviceState{ValidUntil: access.ValidUntil(st.EndYear)}
	d, has, err := liveDevice(ctx, s.DB, st.ID)
	if err != nil {
		return out, err
	}
	if has {
		out.Device = &d
		if _, out.IsSignedIn, err = holderOf(ctx, s.DB, d.Handle); err != nil {
			return out, err
		}
	}
	moves, err := movesSince(ctx, s.DB, st.ID, s.Clock().Add(-movesWindow))
	out.Moves = len(moves)
	return out, err
}

// ResetDevice ends a student's device and clears the count of moves, so the next phone that asks gets the card.
func (s *Service) ResetDevice(ctx context.Context, uuid string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		st, err := studentByUUID(ctx, tx, access.From(ctx).Scope(), uuid)
		if err != nil {
			return err
		}
		if _, err := lockStudent(ctx, tx, st.ID); err != nil {
			return err
		}
		d, has, err := liveDevice(ctx, tx, st.ID)
		if err != nil {
			return err
		}
		if !has {
			return fault.Conflict("Карта сейчас не открыта ни на одном телефоне.")
		}
		if err := endDevice(ctx, tx, d.ID, s.Clock()); err != nil {
			return err
		}
		if err := forgiveMoves(ctx, tx, st.ID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "cards.device.reset", Kind: auditedDevice, Object: st.UUID, About: st.person()})
	})
}

func (st student) standing(now time.Time) access.Standing {
	return access.StandingOf(st.Status, st.EndYear, now)
}

func (st student) person() audit.Person {
	return audit.Person{UUID: st.UUID, University: st.University}
}
