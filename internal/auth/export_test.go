package auth

import (
	"context"

	"studbonus/internal/platform/db"
)

// HoldHashes fills the queue of password hashes, so that further callers are refused.
func HoldHashes(s *Service) (release func()) {
	for range hashQueue {
		s.hasher.queue <- struct{}{}
	}
	return func() {
		for range hashQueue {
			<-s.hasher.queue
		}
	}
}

// SignInUnchecked checks the password, calls meanwhile and opens a session without comparing the hash again. It is the
// negative control of SignIn.
func SignInUnchecked(ctx context.Context, s *Service, login, password string, meanwhile func()) (Tokens, error) {
	o, err := operatorByLogin(ctx, s.db, login)
	if err != nil {
		return Tokens{}, err
	}
	if matches, err := s.hasher.matches(ctx, o.Hash, password); err != nil || !matches {
		return Tokens{}, err
	}
	meanwhile()
	refresh := newRefreshToken()
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return insertSession(ctx, tx, session{ID: refresh.session, Operator: o.ID, Created: s.clock(), LastSeen: s.clock(), Refresh: refresh.hash()})
	})
	if err != nil {
		return Tokens{}, err
	}
	return s.issue(o, refresh)
}
