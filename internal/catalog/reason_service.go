package catalog

import (
	"context"
	"time"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Reasons returns what all dialogs offer.
func (s *Service) Reasons(ctx context.Context) ([]Reasons, error) { return allReasons(ctx, s.DB) }

// SaveReasons replaces what a dialog offers. Reasons that were given before stay as they are.
func (s *Service) SaveReasons(ctx context.Context, r Reasons) error {
	texts, err := checkedReasons(r.Texts)
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lockReasons(ctx, tx, r.Kind)
		if err == nil && was.Version != r.Version {
			err = fault.Stale()
		}
		if err != nil {
			return err
		}
		if err := saveReasons(ctx, tx, r.Kind, texts); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "catalog.reasons", Kind: "reasons", Object: r.Kind, Before: map[string]any{"reasons": was.Texts}, After: map[string]any{"reasons": texts},
		})
	})
}

// Consent is a version of a text that students agree to. Members owns them.
type Consent struct {
	Kind       string
	Version    int
	Title      string
	Body       string
	IsRequired bool
	CreatedAt  *time.Time // nil: shipped
}
