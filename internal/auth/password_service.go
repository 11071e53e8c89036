package auth

import (
	"context"
	"errors"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const resetLife = 30 * time.Minute // from when the letter is sent

// ChangePassword sets a new password for the caller and ends their other sessions.
func (s *Service) ChangePassword(ctx context.Context, old, password string) error {
	caller := access.From(ctx)
	// The same limits as at sign-in, so that a stolen token cannot be used to guess the password.
	_, err := s.withPassword(ctx, caller.Login, old, func(o Operator, claimed int64) error {
		hash, refused := s.HashPassword(ctx, "newPassword", password, o.Login)
		err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if err := forgetAttempt(ctx, tx, claimed); err != nil || refused != nil {
				return err
			}
			if err := s.lockChecked(ctx, tx, o); err != nil {
				return err
			}
			return s.setPassword(ctx, tx, o.ID, hash, caller.Session)
		})
		if err != nil {
			return err
		}
		return refused
	})
	if errors.Is(err, errWrongPassword) {
		return &fault.Error{Kind: fault.KindUnauthenticated, Message: wrongPassword, Fields: []fault.Field{{Name: "oldPassword", Message: wrongPassword}}}
	}
	return err
}

// HashPassword checks a new password against its rules and hashes it; field is the form's field to blame.
func (s *Service) HashPassword(ctx context.Context, field, password, login string) (string, error) {
	if err := checkNewPassword(field, password, login); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

// SetPassword replaces an operator's password and ends the sessions.
func (s *Service) SetPassword(ctx context.Context, login, password string) error {
	hash, err := s.HashPassword(ctx, "password", password, login)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		o, err := operatorByLogin(ctx, tx, form.Login(login))
		if err != nil {
			return err
		}
		return s.setPassword(ctx, tx, o.ID, hash, "")
	})
}

// setPassword stores a new password and ends what the old one opened: reset links, and sessions but for keep.
func (s *Service) setPassword(ctx context.Context, tx db.Tx, operator int64, hash, keep string) error {
	if err := s.hooks.SetPassword(ctx, tx, operator, hash); err != nil {
		return err
	}
	if err := dropResets(ctx, tx, operator); err != nil {
		return err
	}
	if err := dropTickets(ctx, tx, operator); err != nil {
		return err
	}
	if err := s.Notify(ctx, tx, operator, EventPassword, ""); err != nil {
		return err
	}
	return revokeSessions(ctx, tx, operator, keep, s.clock())
}

// RequestReset queues a letter with a reset link. The job creates the link, so that its time starts when the letter is sent.
func (s *Service) RequestReset(ctx context.Context, login string) error {
	if err := checkResetRequest(login); err != nil {
		return err
	}
	login = form.Login(login)
	var known bool
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		a := attempt{kind: attemptReset, login: login, network: access.RequestFrom(ctx).Network(), at: s.clock()}
		id, err := a.claim(ctx, tx, resetLimits)
		if err != nil {
			return err
		}
		operator, err := operatorByLogin(ctx, tx, login)
		if known = err == nil && operator.BlockedAt == nil; !known {
			if fault.Is(err, fault.KindNotFound) {
				return nil // the attempt stays counted: guessing logins is limited too
			}
			return err
		}
		if err := tx.Enqueue(ctx, resetArgs{Operator: operator.ID, Request: id}, nil); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.resetRequest", Kind: auditKind, Object: operator.UUID})
	})
	if fault.Is(err, fault.KindTooMany) {
		s.denied(ctx, 429, "PUT /auth/reset")
	}
	if err != nil || known || s.settings.HideUnknownUsers {
		return err
	}
	return &fault.Error{Kind: fault.KindNotFound, Message: noSuchUser, Fields: []fault.Field{{Name: "login", Message: noSuchUser}}}
}

// ConfirmReset sets a new password by a link from the letter and ends all sessions of the operator.
func (s *Service) ConfirmReset(ctx context.Context, link, password string) error {
	presented, err := parseSecret(link)
	if err != nil {
		return fault.NotFound()
	}
	// Checked before the expensive hash: guessing links must not occupy a core.
	login, err := loginOfReset(ctx, s.db, presented.hash(), s.clock())
	if err != nil {
		return err
	}
	hash, err := s.HashPassword(ctx, "password", password, login)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		id, err := takeReset(ctx, tx, presented.hash(), s.clock())
		if err != nil {
			return err
		}
		operator, err := operatorByID(ctx, tx, id)
		if err != nil {
			return err
		}
		return s.setPassword(access.WithPrincipal(ctx, principalOf(operator, "")), tx, operator.ID, hash, "")
	})
}
