package settings

import (
	"context"
	"strings"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/richtext"
)

// Service is the use cases of the settings page.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, now clock.Clock) *Service { return &Service{db: d, clock: now} }

// Info is the caller's own profile.
func (s *Service) Info(ctx context.Context) (Info, error) {
	return infoByID(ctx, s.db, access.From(ctx).Operator)
}

// SaveProfile changes the caller's own profile.
func (s *Service) SaveProfile(ctx context.Context, p Profile) error {
	p, err := p.checked()
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		before, err := infoByID(ctx, tx, access.From(ctx).Operator)
		if err != nil {
			return err
		}
		if err := saveProfile(ctx, tx, before.ID, p); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "settings.profile", Kind: "operator", Object: before.UUID, Before: before.Profile, After: p})
	})
}

// MessengerLink is the contact of the caller's university; empty when none is set.
func (s *Service) MessengerLink(ctx context.Context) (string, error) {
	u, err := universityByID(ctx, s.db, access.From(ctx).University)
	return u.Link, err
}

// SetMessengerLink sets the contact of the caller's university; empty removes it.
func (s *Service) SetMessengerLink(ctx context.Context, link string) error {
	if link = strings.TrimSpace(link); link != "" {
		checked, err := richtext.CheckContact(link)
		if err != nil {
			return fault.Invalid("settingLink", err.Error())
		}
		link = checked
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		id := access.From(ctx).University
		u, err := universityByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := saveLink(ctx, tx, id, link); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{
			Action: "settings.messengerLink", Kind: "university", Object: u.UUID,
			Before: map[string]any{"settingLink": u.Link}, After: map[string]any{"settingLink": link},
		})
	})
}
