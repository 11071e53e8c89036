package auth

import (
	"context"
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
	operator, err := operatorByID(ctx, s.db, caller.Operator)
	if err != nil {
		return err
	}
	// The same limits as at sign-in: a stolen token must not become a way to guess the password.
	claimed, err := s.claimSignIn(ctx, operator.Login)
	if err != nil {
		return err
	}
	matches, err := s.verify(ctx, operator.Hash, old, claimed)
	if err != nil {
		return err
	}
	if !matches {
		return &fault.Error{Kind: fault.KindUnauthenticated, Message: wrongPassword, Fields: []fault.Field{{Name: "oldPassword", Message: wrongPassword}}}
	}
	hash, refused := s.newHash(ctx, "newPassword", password, operator.Login)
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := forgetAttempt(ctx, tx, claimed); err != nil || refused != nil {
			return err
		}
		if err := setPassword(ctx, tx, operator.ID, hash); err != nil {
			return err
		}
		if err := revokeSessions(ctx, tx, operator.ID, caller.Session, s.clock()); err != nil {
			return err
		}
		return s.auditPassword(ctx, tx, operator)
	})
	if err != nil {
		return err
	}
	return refused
}

func (s *Service) newHash(ctx context.Context, field, password, login string) (string, error) {
	if err := checkNewPassword(field, password, login); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

func (s *Service) auditPassword(ctx context.Context, tx db.Tx, o Operator) error {
	return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.password", Kind: "operator", Object: o.UUID})
}

// RequestReset has a mail with a reset link sent. The link is made when the mail is, so that it is not dead on arrival.
func (s *Service) RequestReset(ctx context.Context, login string) error {
	if err := checkResetRequest(login); err != nil {
		return err
	}
	login = normalLogin(login)
	var known bool
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		a := attempt{kind: attemptReset, login: login, address: access.RequestFrom(ctx).Address, at: s.clock()}
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
	if alive, err := resetIsAlive(ctx, s.db, presented.hash(), s.clock()); err != nil || !alive {
		return orNotFound(err)
	}
	hash, err := s.newHash(ctx, "password", password, "")
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
		if err := setPassword(ctx, tx, operator.ID, hash); err != nil {
			return err
		}
		if err := revokeSessions(ctx, tx, operator.ID, "", s.clock()); err != nil {
			return err
		}
		return s.auditPassword(access.WithPrincipal(ctx, principalOf(operator, "")), tx, operator)
	})
}

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return fault.NotFound()
}
