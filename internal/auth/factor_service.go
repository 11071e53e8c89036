package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Factor returns the caller's second factor.
func (s *Service) Factor(ctx context.Context) (Factor, error) {
	caller := access.From(ctx)
	row, err := factorOf(ctx, s.db, caller.Operator)
	if err != nil {
		return Factor{}, err
	}
	left, err := codesLeft(ctx, s.db, caller.Operator)
	if err != nil {
		return Factor{}, err
	}
	p, err := policy(ctx, s.db)
	return Factor{EnabledAt: row.EnabledAt, CodesLeft: left, From: p.from(caller.IsAdmin), IsDue: p.isDue(caller.IsAdmin, s.clock())}, err
}

// StartFactor makes a secret for the caller's authenticator app. It replaces nothing until its first code is entered.
func (s *Service) StartFactor(ctx context.Context) (Enrolment, error) {
	caller := access.From(ctx)
	secret := make([]byte, factorBytes)
	_, _ = rand.Read(secret) // crypto/rand never fails
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return setPending(ctx, tx, caller.Operator, s.box.Seal(secret, caller.UUID))
	})
	if err != nil {
		return Enrolment{}, err
	}
	return newEnrolment(secret, caller.Login)
}

// EnableFactor switches the caller's new factor on by its first code and returns the recovery codes, which are shown once.
// The other sessions end: they were opened without it.
func (s *Service) EnableFactor(ctx context.Context, code string) (codes []string, err error) {
	caller := access.From(ctx)
	return codes, s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := lockOperator(ctx, tx, caller.Operator); err != nil { // a sign-in under way commits first, so its session ends too
			return err
		}
		row, err := factorOf(ctx, tx, caller.Operator)
		if err != nil {
			return err
		}
		if row.Pending == nil {
			return fault.Conflict(startOver)
		}
		secret, err := s.openSecret(row.Pending, caller.UUID)
		if err != nil {
			return err
		}
		step, found := stepOf(secret, normalCode(code), s.clock(), 0)
		if !found {
			return fault.Invalid("code", wrongCode)
		}
		now := s.clock()
		row.LastStep, row.EnabledAt = step, &now
		enabled, err := enableFactor(ctx, tx, caller.Operator, row)
		if err != nil {
			return err
		}
		if !enabled {
			return fault.Conflict(startOver)
		}
		if codes, err = s.issueCodes(ctx, tx, caller.Operator); err != nil {
			return err
		}
		if err := revokeSessions(ctx, tx, caller.Operator, caller.Session, s.clock()); err != nil {
			return err
		}
		return s.factorChanged(ctx, tx, caller, "auth.factorOn", EventFactorOn)
	})
}

// factorChanged ends every change of the caller's own factor: its audit row and its letter.
func (s *Service) factorChanged(ctx context.Context, tx db.Tx, caller access.Principal, action string, e Event) error {
	if err := s.Notify(ctx, tx, caller.Operator, e, ""); err != nil {
		return err
	}
	return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: action, Kind: auditKind, Object: caller.UUID})
}

// RenewCodes replaces the caller's recovery codes.
func (s *Service) RenewCodes(ctx context.Context) (codes []string, err error) {
	caller := access.From(ctx)
	return codes, s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		row, err := factorOf(ctx, tx, caller.Operator)
		if err != nil {
			return err
		}
		if !row.isOn() {
			return fault.Conflict(factorMissing)
		}
		if codes, err = s.issueCodes(ctx, tx, caller.Operator); err != nil {
			return err
		}
		return s.factorChanged(ctx, tx, caller, "auth.codes", EventCodes)
	})
}

func (s *Service) issueCodes(ctx context.Context, tx db.Tx, operator int64) ([]string, error) {
	codes, hashes := make([]string, recoveryCodes), make([][]byte, recoveryCodes)
	for i := range codes {
		code := newRecoveryCode()
		codes[i], hashes[i] = shown(code), recoveryHash(s.codeKey, code)
	}
	return codes, replaceCodes(ctx, tx, operator, hashes)
}

// DisableFactor switches the caller's factor off, unless it is required.
func (s *Service) DisableFactor(ctx context.Context) error {
	caller := access.From(ctx)
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := policy(ctx, tx)
		if err != nil {
			return err
		}
		if p.isDue(caller.IsAdmin, s.clock()) {
			return fault.Conflict("Вход по коду обязателен, отключить его нельзя.")
		}
		was, err := deleteFactor(ctx, tx, caller.Operator)
		if err != nil {
			return err
		}
		if !was {
			return fault.Conflict(factorMissing)
		}
		return s.factorChanged(ctx, tx, caller, "auth.factorOff", EventFactorOff)
	})
}

// ResetFactor removes an operator's factor on behalf of an administrator, who has checked who asks.
func (s *Service) ResetFactor(ctx context.Context, tx db.Tx, operator int64) error {
	was, err := deleteFactor(ctx, tx, operator)
	if err == nil && !was {
		err = fault.Conflict(factorMissing)
	}
	return err
}

func (s *Service) openSecret(sealed []byte, owner string) ([]byte, error) {
	secret, err := s.box.Open(sealed, owner)
	if err != nil {
		return nil, fault.Conflict(cannotBeRead).Because(err)
	}
	return secret, nil
}

var errWrongCode = errors.New("wrong code")

// useCode consumes a code of the app or a recovery code.
func (s *Service) useCode(ctx context.Context, tx db.Tx, o Operator, typed string) error {
	row, err := factorOf(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	code := normalCode(typed)
	if !row.isOn() {
		return errWrongCode
	}
	if !isAppCode(code) {
		return s.useRecovery(ctx, tx, o, code)
	}
	secret, err := s.openSecret(row.Secret, o.UUID)
	if err != nil {
		return err
	}
	step, found := stepOf(secret, code, s.clock(), row.LastStep)
	if !found {
		return errWrongCode
	}
	used, err := useStep(ctx, tx, o.ID, step)
	if err == nil && !used {
		err = errWrongCode
	}
	return err
}

func (s *Service) useRecovery(ctx context.Context, tx db.Tx, o Operator, code string) error {
	used, err := useRecoveryCode(ctx, tx, o.ID, recoveryHash(s.codeKey, code), s.clock())
	if err != nil {
		return err
	}
	if !used {
		return errWrongCode
	}
	left, err := codesLeft(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, tx, o.ID, EventCodeUsed, fmt.Sprintf("Осталось кодов: %d.", left))
}

// Policy returns who must have a second factor.
func (s *Service) Policy(ctx context.Context) (Policy, error) { return policy(ctx, s.db) }

// SetPolicy changes who must have a second factor; only an administrator of the programme may.
func (s *Service) SetPolicy(ctx context.Context, p Policy) error {
	if !access.From(ctx).Rights().IsProgrammeAdmin() {
		return fault.Forbidden()
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := policy(ctx, tx)
		if err != nil {
			return err
		}
		p, err := p.checked(was, clock.DateOf(s.clock()))
		if err != nil {
			return err
		}
		if err := setPolicy(ctx, tx, p); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.factorPolicy", Kind: "factorPolicy", Before: was, After: p})
	})
}
