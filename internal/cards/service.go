package cards

import (
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/pace"
	"studbonus/internal/platform/sealing"
)

// Service is the use cases of cards and tills.
type Service struct {
	Deps
	box   sealing.Box         // for the secrets of devices
	pages *pace.Limit[string] // by network
	tills *pace.Limit[int64]  // by till
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Files *files.Service
	Key   []byte // seals the secrets of devices and hashes pairing codes
	// PublicURL is the address of the students' face, without a slash at the end.
	PublicURL string
	Hooks     Hooks
}

// Hooks are calls to other areas when a card is checked.
type Hooks struct {
	// Shown counts a barcode that a student of a university has shown to a partner, in the transaction of the check.
	Shown func(ctx context.Context, tx db.Tx, university, partner int64) error
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{Deps: d, box: sealing.New(d.Key), pages: pace.New[string](pageChecksMost), tills: pace.New[int64](tillChecksMost)}
}

const keepChecksFor = time.Hour // longer than any token lives

// CleanUp deletes expired rows.
func (s *Service) CleanUp(ctx context.Context) error {
	now := s.Clock()
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		for _, sweep := range []struct {
			run    func(ctx context.Context, tx db.Tx, before time.Time) error
			before time.Time
		}{
			{deleteEndedDevices, now.Add(-keepEndedFor)}, {deleteInvitations, now}, {deleteChecks, now.Add(-keepChecksFor)}, {deleteFailures, now.Add(-failuresWindow)},
		} {
			if err := sweep.run(ctx, tx, sweep.before); err != nil {
				return err
			}
		}
		return nil
	})
}

// Verify lists devices and tills whose state contradicts itself.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	devices, err := wrongDevices(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	tills, err := wrongTills(ctx, s.DB)
	return slices.Concat(devices, tills), err
}
