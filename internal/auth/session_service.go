package auth

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// acceptPassword completes a sign-in whose password is right: it opens a session, or asks for a code of the second factor.
func (s *Service) acceptPassword(ctx context.Context, o Operator, password string, claimed int64) (out SignedIn, err error) {
	upgraded, err := s.upgradedHash(ctx, o, password)
	if err != nil {
		return SignedIn{}, err
	}
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.lockChecked(ctx, tx, o); err != nil {
			return err
		}
		if upgraded != "" {
			if err := s.hooks.UpgradeHash(ctx, tx, o.ID, upgraded); err != nil {
				return err
			}
		}
		if err := forgetAttempt(ctx, tx, claimed); err != nil {
			return err
		}
		factor, err := factorOf(ctx, tx, o.ID) // under the lock: it may have been set up since
		if err != nil {
			return err
		}
		if factor.isOn() {
			out.Ticket, err = s.giveTicket(ctx, tx, o.ID)
			return err
		}
		out.Tokens, err = s.startSession(ctx, tx, o)
		return err
	})
	return out, err
}

// startSession opens a session of a locked account.
func (s *Service) startSession(ctx context.Context, tx db.Tx, o Operator) (Tokens, error) {
	now, refresh, request := s.clock(), newRefreshToken(), access.RequestFrom(ctx)
	opened := session{
		ID: refresh.session, Operator: o.ID, Created: now, LastSeen: now, Refresh: refresh.hash(), Device: deviceOf(request.Agent), Address: request.Address,
	}
	ctx = access.WithPrincipal(ctx, principalOf(o, opened.ID))
	if err := insertSession(ctx, tx, opened); err != nil {
		return Tokens{}, err
	}
	if err := s.noteDevice(ctx, tx, o, opened); err != nil {
		return Tokens{}, err
	}
	if err := s.hooks.SignedIn(ctx, tx, o.ID); err != nil {
		return Tokens{}, err
	}
	if err := audit.Write(ctx, tx, now, audit.Entry{Action: "auth.signIn", Kind: auditKind, Object: o.UUID}); err != nil {
		return Tokens{}, err
	}
	return s.issue(o, refresh)
}

// noteDevice remembers device and network of a sign-in, and reports new ones by letter. The first sign-in of all is expected.
func (s *Service) noteDevice(ctx context.Context, tx db.Tx, o Operator, opened session) error {
	network := access.RequestFrom(ctx).Network()
	known, err := isKnownPlace(ctx, tx, o.ID, opened.Device, network)
	if err != nil {
		return err
	}
	if err := rememberNetwork(ctx, tx, o.ID, network, opened.Created); err != nil {
		return err
	}
	if err := rememberDevice(ctx, tx, o.ID, opened.Device, opened.Created); err != nil {
		return err
	}
	if known || o.SignedInAt == nil {
		return nil
	}
	detail := fmt.Sprintf("Устройство: %s, адрес: %s, время: %s МСК.", opened.Device, opened.Address, opened.Created.In(clock.Moscow).Format("02.01.2006 15:04"))
	return s.Notify(ctx, tx, o.ID, EventDevice, detail)
}

// EndSessions signs an operator out everywhere.
func (s *Service) EndSessions(ctx context.Context, tx db.Tx, operator int64) error {
	if err := dropTickets(ctx, tx, operator); err != nil {
		return err
	}
	return revokeSessions(ctx, tx, operator, "", s.clock())
}

// EndSession ends one session of an operator.
func (s *Service) EndSession(ctx context.Context, tx db.Tx, operator int64, id string) error {
	return revokeSessionOf(ctx, tx, operator, id, s.clock())
}

// Sessions lists the live sessions of an operator, the latest used first.
func (s *Service) Sessions(ctx context.Context, operator int64) ([]LiveSession, error) {
	now := s.clock()
	return liveSessions(ctx, s.db, operator, now.Add(-s.settings.IdleLimit), now.Add(-s.settings.SessionLimit))
}

// EndOwnSession ends a session of the caller, on another device or on this one.
func (s *Service) EndOwnSession(ctx context.Context, id string) error {
	caller := access.From(ctx)
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.EndSession(ctx, tx, caller.Operator, id); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.endSession", Kind: auditKind, Object: caller.UUID})
	})
}

// EndOtherSessions ends the caller's sessions on other devices.
func (s *Service) EndOtherSessions(ctx context.Context) error {
	caller := access.From(ctx)
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := revokeSessions(ctx, tx, caller.Operator, caller.Session, s.clock()); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.endSessions", Kind: auditKind, Object: caller.UUID})
	})
}

// Verify finds sign-ins that are not in the audit log.
func (s *Service) Verify(ctx context.Context) ([]string, error) { return unauditedSessions(ctx, s.db) }

func (s *Service) issue(o Operator, refresh refreshToken) (Tokens, error) {
	token, err := s.tokens.sign(o, refresh.session)
	return Tokens{Access: token, Refresh: refresh.sealed(s.rotation)}, err
}

func principalOf(o Operator, session string) access.Principal {
	return access.Principal{
		Operator: o.ID, UUID: o.UUID, Login: o.Login, Name: o.Name, Surname: o.Surname, Role: o.Role,
		IsChairman: o.IsChairman || o.Role == access.Chairman, IsAdmin: o.IsAdmin, University: o.University, Region: o.Region, Session: session,
	}
}

// Authenticate resolves an access token to its operator. The token only names a session; everything else is read from the
// database, so that a block, a new role or a logout takes effect at once on every instance.
func (s *Service) Authenticate(ctx context.Context, token string) (access.Principal, error) {
	id, err := s.tokens.session(token)
	if err != nil {
		return access.Principal{}, fault.Unauthenticated(signInAgain)
	}
	return s.Session(ctx, id)
}

// Session returns the operator of a live session, for a request or for a signed link created in it.
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
	return access.Principal{
		Operator: row.Operator, UUID: row.UUID, Login: row.Login, Name: row.Name, Surname: row.Surname,
		Role: row.Role, IsChairman: row.IsChairman || row.Role == access.Chairman, IsAdmin: row.IsAdmin,
		University: row.University, Region: row.Region, Session: id, Confirmed: row.Confirmed,
		FactorDue: !row.HasFactor && row.isDue(row.IsAdmin, s.clock()),
	}, nil
}

// isOver reports whether a session has expired.
func (s *Service) isOver(created, lastSeen time.Time) bool {
	now := s.clock()
	return now.Sub(lastSeen) > s.settings.IdleLimit || now.Sub(created) > s.settings.SessionLimit
}

// Refresh exchanges a refresh token for a new pair. The previous token stays valid for ten seconds and leads to the same
// successor; reuse of any older one ends the session.
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

// usedBefore decides about a genuine token that is not the current one of its session: the previous one within its grace
// period, or a stolen copy.
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

// endFamily revokes the session of a reused refresh token, because somebody has a copy, and notifies its owner.
func (s *Service) endFamily(ctx context.Context, tx db.Tx, o Operator, session string) error {
	now := s.clock()
	if ended, err := revokeSession(ctx, tx, session, now); err != nil || !ended {
		return err
	}
	if err := tx.Enqueue(ctx, noticeArgs{Operator: o.ID, Session: session}, nil); err != nil {
		return err
	}
	ctx = access.WithPrincipal(ctx, principalOf(o, session))
	return audit.Write(ctx, tx, now, audit.Entry{Action: "auth.refreshReused", Kind: auditKind, Object: o.UUID})
}

// SignOut ends the session of a refresh token; an unknown token is ignored.
func (s *Service) SignOut(ctx context.Context, token string) error {
	presented, err := openRefreshToken(token, s.rotation)
	if err != nil {
		return nil //nolint:nilerr // signing out never fails
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
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "auth.signOut", Kind: auditKind, Object: operator.UUID})
	})
}
