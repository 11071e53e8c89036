package auth

import (
	"context"
	"errors"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

func (s *Service) giveTicket(ctx context.Context, tx db.Tx, operator int64) (string, error) {
	ticket := newSecret()
	return ticket.String(), insertTicket(ctx, tx, operator, ticket.hash(), s.clock().Add(ticketLife))
}

// SignInByCode completes a sign-in with a code of the app or a recovery code.
func (s *Service) SignInByCode(ctx context.Context, ticket, code string) (out SignedIn, err error) {
	presented, err := parseSecret(ticket)
	if err != nil {
		return SignedIn{}, fault.Unauthenticated(ticketOver)
	}
	var o Operator
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error { // commits the try even if the code is wrong
		id, err := tryTicket(ctx, tx, presented.hash(), s.clock())
		if err == nil {
			o, err = operatorByID(ctx, tx, id)
		}
		return err
	})
	if fault.Is(err, fault.KindNotFound) {
		return SignedIn{}, fault.Unauthenticated(ticketOver)
	}
	if err != nil {
		return SignedIn{}, err
	}
	err = s.withCode(ctx, o, code, func(ctx context.Context, tx db.Tx) error {
		if err := takeTicket(ctx, tx, presented.hash()); err != nil {
			return err
		}
		if out.CodesLeft, err = codesLeft(ctx, tx, o.ID); err != nil {
			return err
		}
		out.Tokens, err = s.startSession(ctx, tx, o)
		return err
	})
	switch {
	case fault.Is(err, fault.KindTooMany):
		s.denied(ctx, 429, "PUT /v1/auth/second")
	case errors.Is(err, errWrongCode):
		return SignedIn{}, s.codeRefused(ctx, o)
	case errors.Is(err, errChanged) || fault.Is(err, fault.KindNotFound): // blocked, another password, or a parallel sign-in
		return SignedIn{}, fault.Unauthenticated(ticketOver)
	}
	return out, err
}

// withCode counts an attempt with the limits of a sign-in, consumes the code and calls use in the same transaction.
func (s *Service) withCode(ctx context.Context, o Operator, code string, use func(context.Context, db.Tx) error) error {
	claimed, err := s.claimSignIn(ctx, attemptCode, o.Login)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.lockChecked(ctx, tx, o); err != nil {
			return err
		}
		if err := s.useCode(ctx, tx, o, code); err != nil {
			return err
		}
		if err := forgetAttempt(ctx, tx, claimed); err != nil {
			return err
		}
		return use(ctx, tx)
	})
}

// codeRefused audits a wrong code, which stays counted, and returns the refusal.
func (s *Service) codeRefused(ctx context.Context, o Operator) error {
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.codeFailed", Kind: auditKind, Object: o.UUID})
	})
	if err != nil {
		return err
	}
	return unproved("code", wrongCode)
}

// unproved refuses a password or a code at its field, so that the console does not take it for an ended session.
func unproved(field, message string) error {
	return &fault.Error{Kind: fault.KindUnauthenticated, Message: message, Fields: []fault.Field{{Name: field, Message: message}}}
}

// Confirm proves the caller's identity by password or code; dangerous calls are open for the next minutes (rules 26.9).
func (s *Service) Confirm(ctx context.Context, password, code string) error {
	caller := access.From(ctx)
	confirm := func(ctx context.Context, tx db.Tx) error {
		if err := confirmSession(ctx, tx, caller.Session, s.clock()); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.confirm", Kind: auditKind, Object: caller.UUID})
	}
	if code != "" {
		o, err := operatorByID(ctx, s.db, caller.Operator)
		if err == nil {
			err = s.withCode(ctx, o, code, confirm)
		}
		switch {
		case errors.Is(err, errWrongCode):
			return s.codeRefused(ctx, o)
		case errors.Is(err, errChanged):
			return fault.Unauthenticated(signInAgain)
		}
		return err
	}
	if password == "" {
		return fault.Invalid("password", "Введите пароль или код")
	}
	o, err := s.withPassword(ctx, caller.Login, password, func(o Operator, claimed int64) error {
		return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if err := s.lockChecked(ctx, tx, o); err != nil {
				return err
			}
			if err := forgetAttempt(ctx, tx, claimed); err != nil {
				return err
			}
			return confirm(ctx, tx)
		})
	})
	if errors.Is(err, errWrongPassword) {
		if err := s.signInFailed(ctx, o); !fault.Is(err, fault.KindUnauthenticated) {
			return err
		}
		return unproved("password", wrongPassword)
	}
	return err
}
