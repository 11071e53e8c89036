package members

import (
	"context"
	"slices"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Unbind parts a student in the caller's scope from the account that signs in for them: the number has a new owner, or the wrong
// person has the account. phone is the number that the student signs in with from now on, "" if it is not known (rules 23.14).
func (s *Service) Unbind(ctx context.Context, student, phone string) error {
	number, ok := Phone(phone)
	if !ok && strings.TrimSpace(phone) != "" {
		return errPhone
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		st, err := applicantByUUID(ctx, tx, access.From(ctx).Scope(), student)
		if err != nil {
			return err
		}
		a, err := s.lockAccountOf(ctx, tx, st.ID, number)
		if err != nil {
			return err
		}
		if number != "" {
			if _, err := checkFree(ctx, tx, access.Member{ID: a.ID, Student: st.ID}, number); err != nil {
				return err
			}
		}
		if a.ID != 0 {
			if err := s.forget(ctx, tx, a.ID); err != nil {
				return err
			}
			if err := unsetStudent(ctx, tx, a.ID); err != nil {
				return err
			}
		}
		if err := s.Hooks.SetPhone(ctx, tx, st.ID, number); err != nil {
			return err
		}
		if err := s.Hooks.EndDevice(ctx, tx, st.ID); err != nil {
			return err
		}
		person := audit.Person{UUID: st.UUID, University: st.University}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "members.unbind", Kind: "student", Object: st.UUID, About: person})
	})
}

// lockAccountOf locks the account of a student, zero if there is none, and its number and another one against sign-ins.
func (s *Service) lockAccountOf(ctx context.Context, tx db.Tx, student int64, number string) (account, error) {
	seen, err := accountOf(ctx, tx, student, "")
	if err != nil {
		return account{}, err
	}
	phones := []string{seen.Phone, number}
	slices.Sort(phones) // two calls lock them in one order
	for _, phone := range slices.Compact(phones) {
		if err := lockPhone(ctx, tx, phone); err != nil {
			return account{}, err
		}
	}
	a, err := accountOf(ctx, tx, student, tx.ForUpdate())
	if err == nil && a.Phone != seen.Phone {
		err = fault.Stale()
	}
	return a, err
}

// forget deletes what belongs to an account and not to its application.
func (s *Service) forget(ctx context.Context, tx db.Tx, member int64) error {
	if err := s.Hooks.Forget(ctx, tx, member); err != nil {
		return err
	}
	return forget(ctx, tx, member, s.Clock())
}
