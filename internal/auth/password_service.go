package auth

import (
	"context"
	"errors"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

const resetLife = 30 * time.Minute // from sending

// ChangePassword sets a new password for the caller and ends his other sessions.
func (s *Service) ChangePassword(ctx context.Context, old, password string) error {
	caller := access.From(ctx)
	// The same limits as at sign-in: a stolen token must not become a way to guess the password.
	_, err := s.proven(ctx, caller.Login, old, func(o Operator, claimed int64) error {
		hash, refused := s.newHash(ctx, "newPassword", password, o.Login)
		err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if err := forgetAttempt(ctx, tx, claimed); err != nil || refused != nil {
				return err
			}
			if err := swapHash(ctx, tx, o, hash); err != nil {
				return err
			}
			return s.passwordChanged(ctx, tx, o, caller.Session)
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

func (s *Service) newHash(ctx context.Context, field, password, login string) (string, error) {
	if err := checkNewPassword(field, password, login); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

// setPassword replaces the password of an operator, whatever it was, and ends all his sessions.
func (s *Service) setPassword(ctx context.Context, tx db.Tx, o Operator, hash string) error {
	if err := setHash(ctx, tx, o.ID, hash); err != nil {
		return err
	}
	return s.passwordChanged(ctx, tx, o, "")
}

// passwordChanged ends what the old password has opened: sessions, but for the one that stays, and reset links.
func (s *Service) passwordChanged(ctx context.Context, tx db.Tx, o Operator, stays string) error {
	now := s.clock()
	if err := stampPassword(ctx, tx, o.ID, now); err != nil {
		return err
	}
	if err := dropResets(ctx, tx, o.ID); err != nil {
		return err
	}
	if err := revokeSessions(ctx, tx, o.ID, stays, now); err != nil {
		return err
	}
	return audit.Write(ctx, tx, now, audit.Entry{Action: "auth.password", Kind: "operator", Object: o.UUID})
}

// RequestReset has a mail with a reset link sent. The link is made when the mail is, so that it is not dead on arrival.
func (s *Service) RequestReset(ctx context.Context, login string) error {
	if err := checkResetRequest(login); err != nil {
		return err
	}
	login = normalLogin(login)
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
				return nil // the try stays counted: guessing logins is limited too
			}
			return err
		}
		if err := tx.Enqueue(ctx, resetArgs{Operator: operator.ID, Request: id}, nil); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.resetRequest", Kind: "operator", Object: operator.UUID})
	})
	if fault.Is(err, fault.KindTooMany) {
		s.denied(ctx, 429, "PUT /auth/reset")
	}
	if err != nil || known || s.settings.HideUnknownUsers {
		return err
	}
	return &fault.Error{Kind: fault.KindNotFound, Message: noSuchUser, Fields: []fault.Field{{Name: "login", Message: noSuchUser}}}
}

// ConfirmReset sets a new password by a link from the mail and ends every session of the operator.
func (s *Service) ConfirmReset(ctx context.Context, link, password string) error {
	presented, err := parseSecret(link)
	if err != nil {
		return fault.NotFound()
	}
	// Looked at before the dear hash is made: guessing links must not cost us a core.
	login, err := loginOfReset(ctx, s.db, presented.hash(), s.clock())
	if err != nil {
		return err
	}
	hash, err := s.newHash(ctx, "password", password, login)
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
		return s.setPassword(access.WithPrincipal(ctx, principalOf(operator, "")), tx, operator, hash)
	})
}
