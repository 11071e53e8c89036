package settings

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
)

// Service is the use cases of the settings page.
type Service struct {
	db    *db.DB
	clock clock.Clock
	hooks Hooks
}

// Hooks write to tables that other areas own.
type Hooks struct {
	SaveProfile       func(ctx context.Context, tx db.Tx, operator int64, p form.Person) error     // operators
	SetOpensAttention func(ctx context.Context, tx db.Tx, operator int64, opens bool) error        // operators
	SetKeys           func(ctx context.Context, tx db.Tx, operator int64, slash, pages bool) error // operators
	SetMessengerLink  func(ctx context.Context, tx db.Tx, university int64, link string) error     // catalog
}

// New creates the service.
func New(d *db.DB, now clock.Clock, h Hooks) *Service { return &Service{db: d, clock: now, hooks: h} }

// Info returns the caller's profile.
func (s *Service) Info(ctx context.Context) (Info, error) {
	return infoByID(ctx, s.db, access.From(ctx).Operator)
}

// SaveProfile changes the caller's profile.
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
		if err := s.hooks.SaveProfile(ctx, tx, before.ID, form.Person(p)); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "settings.profile", Kind: "operator", Object: before.UUID, Before: before.Profile, After: p})
	})
}

// SetOpensAttention chooses whether the caller starts with what requires attention after sign-in.
func (s *Service) SetOpensAttention(ctx context.Context, opens bool) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		before, err := infoByID(ctx, tx, access.From(ctx).Operator)
		if err != nil {
			return err
		}
		if err := s.hooks.SetOpensAttention(ctx, tx, before.ID, opens); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{
			Action: "settings.start", Kind: "operator", Object: before.UUID,
			Before: map[string]any{"opensAttention": before.OpensAttention}, After: map[string]any{"opensAttention": opens},
		})
	})
}

// SetKeys turns single-key shortcuts of the caller on or off; nil leaves one as it is.
func (s *Service) SetKeys(ctx context.Context, slash, pages *bool) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		before, err := infoByID(ctx, tx, access.From(ctx).Operator)
		if err != nil {
			return err
		}
		keys := before.Keys
		if slash != nil {
			keys.Slash = *slash
		}
		if pages != nil {
			keys.Pages = *pages
		}
		if err := s.hooks.SetKeys(ctx, tx, before.ID, keys.Slash, keys.Pages); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "settings.keys", Kind: "operator", Object: before.UUID, Before: before.toAudit(), After: keys.toAudit()})
	})
}

func (k Keys) toAudit() map[string]any {
	return map[string]any{"slashKey": k.Slash, "pageKeys": k.Pages}
}

// MessengerLink returns the contact of the caller's university; empty if none is set.
func (s *Service) MessengerLink(ctx context.Context) (string, error) {
	u, err := universityByID(ctx, s.db, access.From(ctx).University)
	return u.Link, err
}

// SetMessengerLink sets the contact of the caller's university; empty removes it.
func (s *Service) SetMessengerLink(ctx context.Context, link string) error {
	link, err := checkedContact(link)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		id := access.From(ctx).University
		u, err := universityByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.hooks.SetMessengerLink(ctx, tx, id, link); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{
			Action: "settings.messengerLink", Kind: "university", Object: u.UUID,
			Before: map[string]any{"settingLink": u.Link}, After: map[string]any{"settingLink": link},
		})
	})
}
