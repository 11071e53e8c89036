package auth

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

const refreshGrace = 10 * time.Second // two tabs at once, or an answer that was lost

// Service is the use cases of sign-in and sessions.
type Service struct {
	db         *db.DB
	clock      clock.Clock
	hasher     *hasher
	tokens     tokens
	rotation   []byte // seals refresh tokens and makes their successors
	settings   Settings
	denied     func(ctx context.Context, status int, route string)
	principals db.Memo[string, principalRow] // by session
	regions    sync.Map                      // university → region: nothing moves a university, and every call asks
}

// Deps is what the service is made of.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Keys     []Key  // for access tokens
	Rotation []byte // for refresh tokens
	Cost     Cost
	Settings Settings
	Denied   func(ctx context.Context, status int, route string)
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, hasher: newHasher(d.Cost), tokens: newTokens(d.Keys, d.Clock),
		rotation: d.Rotation, settings: d.Settings, denied: d.Denied,
	}
}

const (
	wrongPassword = "Неверный пароль" //nolint:gosec // a text, not a password
	noSuchUser    = "Такого пользователя нет"
	signInAgain   = "Ошибка авторизации пользователя. Пожалуйста, обновите страницу."
)

// SignIn opens a session for a login and password.
func (s *Service) SignIn(ctx context.Context, login, password string) (out Tokens, err error) {
	if err := checkSignIn(login, password); err != nil {
		return Tokens{}, err
	}
	operator, err := s.proven(ctx, normalLogin(login), password, func(o Operator, claimed int64) (err error) {
		out, err = s.openSession(ctx, o, password, claimed)
		return err
	})
	switch {
	case fault.Is(err, fault.KindTooMany):
		s.denied(ctx, 429, "POST /v1/auth/email")
	case errors.Is(err, errWrongPassword):
		return Tokens{}, s.signInFailed(ctx, operator)
	}
	return out, err
}

var (
	errWrongPassword = errors.New("wrong password")
	errChanged       = errors.New("the password has changed since it was checked")
)

// proven counts a try, checks the password and calls use with the operator it is right for. Checking takes tens of
// milliseconds, in which the password may change or the operator be blocked: use takes the hash that was checked by
// swapHash, and when that fails with errChanged, the password is checked again.
func (s *Service) proven(ctx context.Context, login, password string, use func(o Operator, claimed int64) error) (Operator, error) {
	claimed, err := s.claimSignIn(ctx, login)
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

func (s *Service) claimSignIn(ctx context.Context, login string) (claimed int64, err error) {
	a := attempt{kind: attemptSignIn, login: login, network: access.RequestFrom(ctx).Network(), at: s.clock()}
	if a.isHome, err = isKnownNetwork(ctx, s.db, login, a.network, a.at); err != nil {
		return 0, err
	}
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		claimed, err = a.claim(ctx, tx, a.signInLimits())
		return err
	})
	return claimed, err
}

// verify checks a password. A try that was turned away unchecked is no try: a busy server locks nobody out.
func (s *Service) verify(ctx context.Context, hash, password string, claimed int64) (bool, error) {
	matches, err := s.hasher.matches(ctx, hash, password)
	if err == nil {
		return matches, nil
	}
	ctx = context.WithoutCancel(ctx) // also when the caller has gone
	if undo := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return forgetAttempt(ctx, tx, claimed) }); undo != nil {
		return false, undo
	}
	return false, err
}

// signInFailed leaves the claimed attempt counted and says what the specification says.
func (s *Service) signInFailed(ctx context.Context, o Operator) error {
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.signInFailed", Kind: "operator", Object: o.UUID})
	})
	if err != nil {
		return err
	}
	if o.ID == 0 && !s.settings.HideUnknownUsers {
		return &fault.Error{Kind: fault.KindNotFound, Message: noSuchUser, Fields: []fault.Field{{Name: "login", Message: noSuchUser}}}
	}
	return &fault.Error{Kind: fault.KindUnauthenticated, Message: wrongPassword, Fields: []fault.Field{{Name: "password", Message: wrongPassword}}}
}

func (s *Service) openSession(ctx context.Context, o Operator, password string, claimed int64) (Tokens, error) {
	now, refresh := s.clock(), newRefreshToken()
	opened := session{ID: refresh.session, Operator: o.ID, Created: now, LastSeen: now, Refresh: refresh.hash()}
	hash := o.Hash
	if s.hasher.isOutdated(hash) {
		var err error
		if hash, err = s.hasher.hash(ctx, password); err != nil {
			return Tokens{}, err
		}
	}
	ctx = access.WithPrincipal(ctx, principalOf(o, opened.ID))
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := swapHash(ctx, tx, o, hash); err != nil {
			return err
		}
		if err := forgetAttempt(ctx, tx, claimed); err != nil {
			return err
		}
		if err := insertSession(ctx, tx, opened); err != nil {
			return err
		}
		if err := rememberNetwork(ctx, tx, o.ID, access.RequestFrom(ctx).Network(), now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{Action: "auth.signIn", Kind: "operator", Object: o.UUID})
	})
	if err != nil {
		return Tokens{}, err
	}
	return s.issue(o, refresh)
}

func (s *Service) issue(o Operator, refresh refreshToken) (Tokens, error) {
	token, err := s.tokens.sign(o, refresh.session)
	return Tokens{Access: token, Refresh: refresh.sealed(s.rotation)}, err
}

func principalOf(o Operator, session string) access.Principal {
	return access.Principal{
		Operator: o.ID, UUID: o.UUID, Login: o.Login, Name: o.Name, Surname: o.Surname, Role: o.Role,
		IsChairman: o.IsChairman || o.Role == access.Chairman, University: o.University, Region: o.Region, Session: session,
	}
}

// Authenticate tells whose access token this is. The token names a session; everything else is read
// from the database, so that a block, a changed role or a logout acts at once and everywhere.
func (s *Service) Authenticate(ctx context.Context, token string) (access.Principal, error) {
	id, err := s.tokens.session(token)
	if err != nil {
		return access.Principal{}, fault.Unauthenticated(signInAgain)
	}
	return s.Session(ctx, id)
}

// Session is the operator of a live session: of a request, or of a signed link that was made in it.
func (s *Service) Session(ctx context.Context, id string) (access.Principal, error) {
	row, err := s.principals.Get(ctx, s.db, id, func() (principalRow, error) { return livePrincipal(ctx, s.db, id) })
	if errors.Is(err, sql.ErrNoRows) {
		return access.Principal{}, fault.Unauthenticated(signInAgain)
	}
	if err != nil {
		return access.Principal{}, err
	}
	if !row.Role.Valid() || s.isOver(row.Created, row.LastSeen) {
		return access.Principal{}, fault.Unauthenticated(signInAgain)
	}
	region, err := s.region(ctx, row.University)
	if err != nil {
		return access.Principal{}, err
	}
	return access.Principal{
		Operator: row.Operator, UUID: row.UUID, Login: row.Login, Name: row.Name, Surname: row.Surname,
		Role: row.Role, IsChairman: row.IsChairman || row.Role == access.Chairman,
		University: row.University, Region: region, Session: id,
	}, nil
}

func (s *Service) region(ctx context.Context, university int64) (int64, error) {
	if known, ok := s.regions.Load(university); ok {
		return known.(int64), nil
	}
	region, err := regionOf(ctx, s.db, university)
	if err == nil {
		s.regions.Store(university, region)
	}
	return region, err
}

// isOver tells whether a session has ended by itself.
func (s *Service) isOver(created, lastSeen time.Time) bool {
	now := s.clock()
	return now.Sub(lastSeen) > s.settings.IdleLimit || now.Sub(created) > s.settings.SessionLimit
}

// Refresh gives a new pair of tokens for a refresh token, once. Its direct predecessor is good for ten
// seconds more and leads to the same successor; any older one ends the whole family.
func (s *Service) Refresh(ctx context.Context, token string) (Tokens, error) {
	presented, err := openRefreshToken(token, s.rotation)
	if err != nil {
		return Tokens{}, fault.Unauthenticated(signInAgain)
	}
	next := presented.successor(s.rotation)
	var operator Operator
	var stolen bool
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		operator, stolen = Operator{}, false
		of, done, err := rotateSession(ctx, tx, rotation{presented, next}, s.clock(), s.settings)
		if err != nil {
			return err
		}
		if !done {
			if of, stolen, err = s.usedBefore(ctx, tx, presented); err != nil {
				return err
			}
		}
		if operator, err = operatorByID(ctx, tx, of); err != nil {
			return err
		}
		if stolen {
			return s.endFamily(ctx, tx, operator, presented.session)
		}
		return nil
	})
	switch {
	case errors.Is(err, errBadToken) || fault.Is(err, fault.KindNotFound):
		return Tokens{}, fault.Unauthenticated(signInAgain)
	case err != nil:
		return Tokens{}, err
	case stolen || operator.BlockedAt != nil:
		return Tokens{}, fault.Unauthenticated(signInAgain)
	}
	return s.issue(operator, next)
}

// usedBefore looks at a token of ours that is not the present one of its session: the direct predecessor within its
// grace, or one that somebody has kept.
func (s *Service) usedBefore(ctx context.Context, tx db.Tx, presented refreshToken) (operator int64, stolen bool, err error) {
	live, err := sessionByID(ctx, tx, presented.session)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (live.Revoked != nil || s.isOver(live.Created, live.LastSeen)) {
		err = errBadToken
	}
	if err != nil {
		return 0, false, err
	}
	inGrace := bytes.Equal(live.Previous, presented.hash()) && live.Rotated != nil && s.clock().Sub(*live.Rotated) <= refreshGrace
	return live.Operator, !inGrace, nil
}

// endFamily answers the use of an old refresh token: somebody has a copy, so nobody keeps the session.
func (s *Service) endFamily(ctx context.Context, tx db.Tx, o Operator, session string) error {
	now := s.clock()
	if ended, err := revokeSession(ctx, tx, session, now); err != nil || !ended {
		return err
	}
	if err := tx.Enqueue(ctx, noticeArgs{Operator: o.ID, Session: session}, nil); err != nil {
		return err
	}
	ctx = access.WithPrincipal(ctx, principalOf(o, session))
	return audit.Write(ctx, tx, now, audit.Entry{Action: "auth.refreshReused", Kind: "operator", Object: o.UUID})
}

// SignOut ends the session of a refresh token; an unknown one has nothing to end.
func (s *Service) SignOut(ctx context.Context, token string) error {
	presented, err := openRefreshToken(token, s.rotation)
	if err != nil {
		return nil //nolint:nilerr // logging out is always possible
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		live, err := sessionByID(ctx, tx, presented.session)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		operator, err := operatorByID(ctx, tx, live.Operator)
		if err != nil {
			return err
		}
		if ended, err := revokeSession(ctx, tx, live.ID, s.clock()); err != nil || !ended {
			return err
		}
		ctx = access.WithPrincipal(ctx, principalOf(operator, live.ID))
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.signOut", Kind: "operator", Object: operator.UUID})
	})
}

// CleanUp removes old attempts, sessions and links.
func (s *Service) CleanUp(ctx context.Context) error {
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return cleanUp(ctx, tx, s.clock(), s.settings) })
	if err != nil {
		return fmt.Errorf("clean up sessions: %w", err)
	}
	return nil
}

// Principal is an operator as of now, for work that is done in his name later: exports, imports.
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
