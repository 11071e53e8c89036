package members

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Profile is what a member sees of the account.
type Profile struct {
	UUID, Phone, Email string
	IsEmailConfirmed   bool
	Standing           access.Standing
	TellsBySMS         bool // decisions reach the phone
}

// Me returns the member's account.
func (s *Service) Me(ctx context.Context) (Profile, error) {
	return s.profile(ctx, s.DB, access.MemberFrom(ctx).ID)
}

func (s *Service) profile(ctx context.Context, q db.Querier, member int64) (Profile, error) {
	row, err := profileByID(ctx, q, member)
	return Profile{
		UUID: row.UUID, Phone: row.Phone, Email: row.Email, IsEmailConfirmed: row.EmailConfirmedAt != nil,
		Standing:   access.StandingOf(row.Status, row.EndYear, s.Clock()),
		TellsBySMS: s.Settings.SMSDecisions && s.Settings.Budget > 0 && !s.Settings.ShowCodes,
	}, err
}

// ChangePhone moves the account to the number of a code (rules 23.9).
func (s *Service) ChangePhone(ctx context.Context, attempt, entered string) (Profile, error) {
	m := access.MemberFrom(ctx)
	var out Profile
	var refused error
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		refused = nil
		now := s.Clock()
		code, ok, err := s.enterCode(ctx, tx, attempt, entered)
		if err != nil || !ok {
			refused = refuse("code", fault.Invalid("code", errCode.Error()))
			return err // a wrong code is counted
		}
		if err := s.takeNumber(ctx, tx, m, code.Phone); err != nil {
			return err
		}
		was, err := profileByID(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if err := setPhone(ctx, tx, m.ID, code.Phone); err != nil {
			return err
		}
		if m.Student != 0 {
			if err := s.Hooks.SetPhone(ctx, tx, m.Student, code.Phone); err != nil {
				return err
			}
		}
		if err := useCode(ctx, tx, code.ID, now); err != nil {
			return err
		}
		entry := audit.Entry{Action: "members.phone", Object: m.UUID, About: audit.Person{UUID: m.UUID}}
		entry.Before, entry.After = map[string]any{"phone": was.Phone}, map[string]any{"phone": code.Phone}
		if err := s.record(ctx, tx, entry); err != nil {
			return err
		}
		out, err = s.profile(ctx, tx, m.ID)
		return err
	})
	if err == nil {
		err = refused
	}
	return out, err
}

// takeNumber frees a number for a member. The code has shown whose number it is, so an account without an application gives way.
func (s *Service) takeNumber(ctx context.Context, tx db.Tx, m access.Member, phone string) error {
	other, err := checkFree(ctx, tx, m, phone)
	if err != nil || other.ID == 0 {
		return err
	}
	if err := s.forget(ctx, tx, other.ID); err != nil {
		return err
	}
	return deleteAccount(ctx, tx, other.ID)
}

// checkFree refuses a number of another student. It returns the other account that has it without an application, zero if none.
func checkFree(ctx context.Context, tx db.Tx, m access.Member, phone string) (other account, err error) {
	if other, err = accountByPhone(ctx, tx, phone); err != nil {
		return other, err
	}
	if other.ID == m.ID {
		other = account{}
	}
	taken := other.Student != 0
	if !taken {
		if taken, err = isTaken(ctx, tx, phone, m.Student); err != nil {
			return other, err
		}
	}
	if taken {
		err = fault.Conflict("Этот номер уже указан у другого студента. Если он ваш, обратитесь в профсоюз своего университета.")
	}
	return other, err
}

// Verify lists sessions without a recorded sign-in.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return sessionsWithoutSignIn(ctx, s.DB)
}
