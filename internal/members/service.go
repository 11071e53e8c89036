package members

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/sms"
)

// Deps are what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	SMS      sms.Sender
	Mail     mail.Sender
	Key      []byte // authenticates challenges and codes
	Settings Settings
	Hooks    Hooks
}

// Settings are set by the administrator.
type Settings struct {
	Budget        int           // messages a day
	SMSDecisions  bool          // notices of decisions by SMS too
	DecisionDelay time.Duration // until the notice of a decision
	AllowMinors   bool          // from 14 to 17, with a parent's consent
	PublicURL     string        // of the students' face
	ShowCodes     bool          // show the code in the answer: for a demo whose messages reach no phone
	TellAtOnce    bool          // notify in the decision's transaction, for demo data with a past
}

// Hooks are calls to other areas.
type Hooks struct {
	// SetPhone writes a changed number into the student's row.
	SetPhone func(ctx context.Context, tx db.Tx, student int64, phone string) error
	// Leave ends a student's participation at the student's request.
	Leave func(ctx context.Context, tx db.Tx, student int64) error
	// EndDevice ends the phone that shows the student's card.
	EndDevice func(ctx context.Context, tx db.Tx, student int64) error
	// Forget deletes what other areas store about an erased account.
	Forget func(ctx context.Context, tx db.Tx, member int64) error
}

// Service holds the use cases of members.
type Service struct {
	Deps
	byToken *db.Gather[tokenHash, sessionRow]
	shown   sync.Map // attempt → code, where Settings.ShowCodes
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{Deps: d, byToken: db.NewGather(d.DB, func(ctx context.Context, hashes []tokenHash) (map[tokenHash]sessionRow, error) {
		return sessionsByToken(ctx, d.DB, hashes)
	})}
}

// Authenticate returns the member of a session token. It writes the last use at most once a day.
func (s *Service) Authenticate(ctx context.Context, token string) (access.Member, error) {
	now := s.Clock()
	row, err := s.byToken.Get(ctx, tokenHash(hashOf(token)))
	if errors.Is(err, sql.ErrNoRows) || err == nil && now.Sub(row.LastUsedAt) > sessionLife {
		return access.Member{}, fault.Unauthenticated("Войдите, чтобы продолжить.")
	}
	if err != nil {
		return access.Member{}, err
	}
	m := row.member(now)
	if now.Sub(row.LastUsedAt) < useEvery {
		return m, nil
	}
	m.RenewFor = sessionLife
	return m, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return writeUse(ctx, tx, m, now) })
}
