package auth

import (
	"context"

	"studbonus/internal/db"
)

// HoldHashes fills the queue of those who wait for a password hash, so that everybody else is turned away.
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

// SignInUnchecked opens a session for a password that was right before meanwhile ran, as SignIn must not.
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
