package operators

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const invitationKind = "invitation"

// Invitations lists the pending invitations to the universities that the caller administers, the latest first: all, or those
// that have expired.
func (s *Service) Invitations(ctx context.Context, onlyExpired bool) ([]Invitation, error) {
	before := s.Clock()
	if !onlyExpired {
		before = before.Add(invitationLife)
	}
	return pendingInvitations(ctx, s.DB, access.From(ctx).Scope(), before)
}

// Invite sends somebody a link to create an account with these rights.
func (s *Service) Invite(ctx context.Context, f InvitationForm) (string, error) {
	f, err := f.checked()
	if err != nil {
		return "", err
	}
	now, caller := s.Clock(), access.From(ctx)
	i := Invitation{UUID: uuid.NewString(), Login: f.Login, InvitedBy: caller.Operator, Sends: 1, SentAt: now, ExpiresAt: now.Add(invitationLife)}
	return i.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		university, err := universityOf(ctx, tx, f.RightsForm)
		if err != nil {
			return err
		}
		rights := f.rights(university)
		i.Role, i.IsChairman, i.IsAdmin, i.University = rights.Role, rights.IsChairman, rights.IsAdmin, rights.University
		if err := mayInvite(ctx, tx, rights, now); err != nil {
			return err
		}
		if _, err := byLogin(ctx, tx, i.Login); !fault.Is(err, fault.KindNotFound) {
			if err == nil {
				err = fault.Conflict(loginTaken)
			}
			return err
		}
		if err := s.revokeExpired(ctx, tx, i.Login, now); err != nil {
			return err
		}
		if i.ID, err = insertInvitation(ctx, tx, i); err != nil {
			if db.IsUnique(err) {
				err = fault.Conflict(alreadyInvited)
			}
			return err
		}
		return s.sent(ctx, tx, i, "operators.invite")
	})
}

// mayInvite checks that the caller may give the rights now, and limits letters to strangers. It locks the caller's account, so
// that parallel requests count each other.
func mayInvite(ctx context.Context, tx db.Tx, rights access.Rights, now time.Time) error {
	caller := access.From(ctx)
	if err := lock(ctx, tx, caller.Operator); err != nil {
		return err
	}
	giver, err := presentRights(ctx, tx, caller)
	if err != nil {
		return err
	}
	if !access.MayGrant(giver, rights) {
		return fault.Forbidden()
	}
	sent, err := lettersSince(ctx, tx, caller.Operator, now.Add(-24*time.Hour))
	if err == nil && sent >= invitationsADay {
		err = fault.TooMany("За сутки можно отправить не больше 50 писем с приглашениями.", time.Hour)
	}
	return err
}

// sent queues the letter of an invitation and records it.
func (s *Service) sent(ctx context.Context, tx db.Tx, i Invitation, action string) error {
	if err := insertLetter(ctx, tx, i); err != nil {
		return err
	}
	if err := tx.Enqueue(ctx, invitationArgs{Invitation: i.ID, Send: i.Sends}, nil); err != nil {
		return err
	}
	after, err := auditOf(ctx, tx, i.Rights())
	if err != nil {
		return err
	}
	after.Login = i.Login
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: action, Kind: invitationKind, Object: i.UUID, After: after})
}

// Resend sends an invitation again in the caller's name and invalidates the old link at once.
func (s *Service) Resend(ctx context.Context, uuid string) error {
	now, caller := s.Clock(), access.From(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		i, err := pendingByUUID(ctx, tx, caller.Scope(), uuid)
		if err != nil {
			return err
		}
		if err := mayInvite(ctx, tx, i.Rights(), now); err != nil {
			return err
		}
		if now.Sub(i.SentAt) < resendAfter {
			return fault.TooMany("Приглашение только что отправлено. Повторите через минуту.", resendAfter)
		}
		i.Sends, i.InvitedBy, i.SentAt, i.ExpiresAt = i.Sends+1, caller.Operator, now, now.Add(invitationLife)
		if err := renewInvitation(ctx, tx, i); err != nil {
			return err
		}
		return s.sent(ctx, tx, i, "operators.resend")
	})
}

// Revoke withdraws an invitation.
func (s *Service) Revoke(ctx context.Context, uuid string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		caller := access.From(ctx)
		i, err := pendingByUUID(ctx, tx, caller.Scope(), uuid)
		if err != nil {
			return err
		}
		giver, err := presentRights(ctx, tx, caller)
		if err != nil {
			return err
		}
		if !access.MayGrant(giver, i.Rights()) {
			return fault.Forbidden()
		}
		if err := revokeInvitation(ctx, tx, i.ID, s.Clock()); err != nil {
			return err
		}
		return s.writeRevoked(ctx, tx, i.UUID, i.Login)
	})
}

// revokeExpired revokes an expired invitation of a login: it may be another university's, which the caller cannot see or revoke.
func (s *Service) revokeExpired(ctx context.Context, tx db.Tx, login string, now time.Time) error {
	revoked, err := revokeExpiredOf(ctx, tx, login, now)
	for _, uuid := range revoked {
		if err == nil {
			err = s.writeRevoked(ctx, tx, uuid, login)
		}
	}
	return err
}

func (s *Service) writeRevoked(ctx context.Context, tx db.Tx, uuid, login string) error {
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "operators.revoke", Kind: invitationKind, Object: uuid, Before: map[string]any{"login": login}})
}

// UniversityDeleted deletes the invitations to a university that have ended.
func (s *Service) UniversityDeleted(ctx context.Context, tx db.Tx, university int64) error {
	return deleteEnded(ctx, tx, university)
}

// Invitation returns what a link offers. Unknown, expired, used and revoked links all return NotFound.
func (s *Service) Invitation(ctx context.Context, link string) (Invitation, error) {
	hash, err := linkHash(link)
	if err != nil {
		return Invitation{}, err
	}
	return validByHash(ctx, s.DB, hash, s.Clock())
}

// Accept creates the account that a link offers, if its sender may still give these rights.
func (s *Service) Accept(ctx context.Context, link string, a Acceptance) error {
	offered, err := s.Invitation(ctx, link) // before the expensive hash: guessing links must not occupy a core
	if err != nil {
		return err
	}
	n, err := NewOperator{
		Login: offered.Login, Password: a.Password, Role: offered.Role, IsChairman: offered.IsChairman, IsAdmin: offered.IsAdmin, University: offered.University,
		Surname: a.Surname, Name: a.Name, Patronymic: a.Patronymic, Phone: a.Phone, Job: a.Job,
	}.checked()
	if err != nil {
		return err
	}
	hash, err := s.Hooks.HashPassword(ctx, "password", n.Password, n.Login)
	if err != nil {
		return err
	}
	presented, err := linkHash(link)
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := acceptInvitation(ctx, tx, presented, s.Clock()); err != nil {
			return err
		}
		if err := lock(ctx, tx, offered.InvitedBy); err != nil {
			return err
		}
		inviter, err := byID(ctx, tx, offered.InvitedBy)
		if err != nil {
			return err
		}
		if inviter.BlockedAt != nil || !access.MayGrant(inviter.Rights(), offered.Rights()) {
			return fault.Conflict(inviterLost)
		}
		n.invitedBy = inviter.Surname + " " + inviter.Name
		return s.add(ctx, tx, n, hash)
	})
}
