package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/sealing"
)

const refreshGrace = 10 * time.Second // for two tabs at once, or a lost response

// Service implements sign-in and sessions.
type Service struct {
	db         *db.DB
	clock      clock.Clock
	hasher     *hasher
	tokens     tokens
	rotation   []byte // signs refresh tokens and derives their successors
	settings   Settings
	denied     func(ctx context.Context, status int, route string)
	hooks      Hooks
	mail       mail.Sender
	box        sealing.Box                   // for secrets of second factors
	codeKey    []byte                        // for hashes of recovery codes
	principals db.Memo[string, principalRow] // by session
}

// Deps are the dependencies of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Keys     []Key  // for access tokens
	Rotation []byte // for refresh tokens
	Box      sealing.Box
	CodeKey  []byte // for recovery codes
	Cost     Cost
	Settings Settings
	Denied   func(ctx context.Context, status int, route string)
	Hooks    Hooks
	Mail     mail.Sender
}

// Hooks are what operators, which owns the accounts, does for this area.
type Hooks struct {
	// LockPassword locks an account whose password hash is still the given one; false: it has changed or is blocked.
	LockPassword func(ctx context.Context, tx db.Tx, operator int64, hash string) (bool, error)
	// UpgradeHash stores another hash of the same password.
	UpgradeHash func(ctx context.Context, tx db.Tx, operator int64, hash string) error
	// SetPassword stores the hash of a new password.
	SetPassword func(ctx context.Context, tx db.Tx, operator int64, hash string) error
	// SignedIn notes the time of a sign-in.
	SignedIn func(ctx context.Context, tx db.Tx, operator int64) error
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, hasher: newHasher(d.Cost), tokens: newTokens(d.Keys, d.Clock),
		rotation: d.Rotation, settings: d.Settings, denied: d.Denied, hooks: d.Hooks, mail: d.Mail,
		box: d.Box, codeKey: d.CodeKey,
	}
}

const (
	wrongPassword = "Неверный пароль" //nolint:gosec // a text, not a password
	noSuchUser    = "Такого пользователя нет"
	signInAgain   = "Ошибка авторизации пользователя. Пожалуйста, обновите страницу."
)

// SignIn opens a session for a login and password, or gives a ticket to sign in with a code.
func (s *Service) SignIn(ctx context.Context, login, password string) (out SignedIn, err error) {
	if err := checkSignIn(login, password); err != nil {
		return SignedIn{}, err
	}
	operator, err := s.withPassword(ctx, form.Login(login), password, func(o Operator, claimed int64) (err error) {
		out, err = s.acceptPassword(ctx, o, password, claimed)
		return err
	})
	switch {
	case fault.Is(err, fault.KindTooMany):
		s.denied(ctx, 429, "POST /v1/auth/email")
	case errors.Is(err, errWrongPassword):
		return SignedIn{}, s.signInFailed(ctx, operator)
	}
	return out, err
}

var (
	errWrongPassword = errors.New("wrong password")
	errChanged       = errors.New("the password has changed since it was checked")
)

// withPassword counts an attempt, checks the password and calls use with the operator. The check takes tens of milliseconds,
// in which the password may change or the operator may be blocked: use must call lockChecked in its transaction, and when
// that fails with errChanged the password is checked again.
func (s *Service) withPassword(ctx context.Context, login, password string, use func(o Operator, claimed int64) error) (Operator, error) {
	claimed, err := s.claimSignIn(ctx, attemptSignIn, login)
	if err != nil {
		return Operator{}, err
	}
	for {
		operator, err := operatorByLogin(ctx, s.db, login)
		if err != nil && !fault.Is(err, fault.KindNotFound) {
			return Operator{}, err
		}
		matches, err := s.verify(ctx, operator.Hash, password, claimed)
		switch {
		case err != nil:
			return operator, err
		case !matches:
			return operator, errWrongPassword
		case operator.BlockedAt != nil:
			return operator, fault.Forbidden()
		}
		if err := use(operator, claimed); !errors.Is(err, errChanged) {
			return operator, err
		}
	}
}

func (s *Service) claimSignIn(ctx context.Context, kind, login string) (claimed int64, err error) {
	a := attempt{kind: kind, login: login, network: access.RequestFrom(ctx).Network(), at: s.clock()}
	if a.isHome, err = isKnownNetwork(ctx, s.db, login, a.network, a.at); err != nil {
		return 0, err
	}
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		claimed, err = a.claim(ctx, tx, a.signInLimits())
		return err
	})
	return claimed, err
}

// verify checks a password. An attempt that was refused unchecked does not count, so that a busy server locks nobody out.
func (s *Service) verify(ctx context.Context, hash, password string, claimed int64) (bool, error) {
	matches, err := s.hasher.matches(ctx, hash, password)
	if err == nil {
		return matches, nil
	}
	ctx = context.WithoutCancel(ctx) // also when the caller has disconnected
	if undo := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return forgetAttempt(ctx, tx, claimed) }); undo != nil {
		return false, undo
	}
	return false, err
}

// signInFailed audits the attempt, which stays counted, and returns the refusal (rules 5.7).
func (s *Service) signInFailed(ctx context.Context, o Operator) error {
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.signInFailed", Kind: auditKind, Object: o.UUID})
	})
	if err != nil {
		return err
	}
	if o.ID == 0 && !s.settings.HideUnknownUsers {
		return &fault.Error{Kind: fault.KindNotFound, Message: noSuchUser, Fields: []fault.Field{{Name: "login", Message: noSuchUser}}}
	}
	return &fault.Error{Kind: fault.KindUnauthenticated, Message: wrongPassword, Fields: []fault.Field{{Name: "password", Message: wrongPassword}}}
}

// upgradedHash returns a new hash if the stored one uses older parameters, else "".
func (s *Service) upgradedHash(ctx context.Context, o Operator, password string) (string, error) {
	if !s.hasher.isOutdated(o.Hash) {
		return "", nil
	}
	return s.hasher.hash(ctx, password)
}

// lockChecked locks the account whose password was checked. It returns errChanged if the password has changed since or
// the operator is blocked.
func (s *Service) lockChecked(ctx context.Context, tx db.Tx, o Operator) error {
	same, err := s.hooks.LockPassword(ctx, tx, o.ID, o.Hash)
	if err == nil && !same {
		err = errChanged
	}
	return err
}

// CleanUp deletes expired attempts, sessions and links.
func (s *Service) CleanUp(ctx context.Context) error {
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return cleanUp(ctx, tx, s.clock(), s.settings) })
	if err != nil {
		return fmt.Errorf("clean up sessions: %w", err)
	}
	return nil
}

// Principal returns an operator's current permissions, for jobs that run on their behalf: exports, imports.
func (s *Service) Principal(ctx context.Context, operator int64) (access.Principal, error) {
	o, err := operatorByID(ctx, s.db, operator)
	if err != nil {
		return access.Principal{}, err
	}
	if o.BlockedAt != nil {
		return access.Principal{}, fault.Forbidden()
	}
	return principalOf(o, ""), nil
}

// EndEverySession ends all sessions of operators and their reset links: a restored database has those that were ended after the
// backup. Students' sessions stay (members has no such method): their cards hang on them, and each new one costs a message.
func (s *Service) EndEverySession(ctx context.Context, tx db.Tx) error {
	return revokeEverything(ctx, tx, s.clock())
}
