package members

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Texts returns the current texts that a member may agree to.
func (s *Service) Texts(ctx context.Context) ([]ConsentText, error) {
	return currentTexts(ctx, s.DB, s.Settings.AllowMinors)
}

// AllTexts returns every version of every text, the newest first.
func (s *Service) AllTexts(ctx context.Context) ([]TextVersion, error) {
	return allTexts(ctx, s.DB)
}

// AddText stores the version after t.Version; former ones stay as they are. Whether a text is required belongs to its kind:
// without a required one a member cannot take part (rules 25.3).
func (s *Service) AddText(ctx context.Context, t ConsentText) (TextVersion, error) {
	added := TextVersion{}
	return added, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := newestText(ctx, tx, t.Kind)
		if err == nil && was.Version != t.Version {
			err = fault.Stale()
		}
		if err != nil {
			return err
		}
		now := s.Clock()
		if added.ConsentText, err = t.checked(was.ConsentText); err != nil {
			return err
		}
		added.Version, added.IsRequired, added.CreatedAt = was.Version+1, was.IsRequired, &now
		if err := insertText(ctx, tx, added); err != nil {
			if db.IsUnique(err) { // somebody was faster
				err = fault.Stale()
			}
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			Action: "members.consentText", Kind: "consentText", Object: t.Kind,
			Before: map[string]any{"version": was.Version, "title": was.Title}, After: map[string]any{"version": added.Version, "title": added.Title},
		})
	})
}

// Consents returns what the member has agreed to.
func (s *Service) Consents(ctx context.Context) ([]Consent, error) {
	return consentsOf(ctx, s.DB, access.MemberFrom(ctx).ID)
}

// Agree stores what the signed-in member has ticked in an application, or refuses it, and ends former consents that are not
// part of it (rules 25.3). It belongs to the application's transaction.
func (s *Service) Agree(ctx context.Context, tx db.Tx, given map[string]int, isMinor bool) error {
	texts, err := currentTexts(ctx, tx, s.Settings.AllowMinors)
	if err != nil {
		return err
	}
	if err := checkConsents(texts, given, isMinor); err != nil {
		return err
	}
	m, request := access.MemberFrom(ctx), access.RequestFrom(ctx)
	before, after := map[string]any{}, map[string]any{}
	for _, text := range texts { // in their order, which the card shows
		if _, ticked := given[text.Kind]; !ticked || text.Kind == consentParent && !isMinor {
			continue
		}
		after[text.Kind] = text.Version
		err := giveConsent(ctx, tx, newConsent{member: m.ID, kind: text.Kind, version: text.Version, address: request.Address, agent: request.Agent, at: s.Clock()})
		if err != nil {
			return err
		}
	}
	for _, kind := range []string{consentLetters, consentParent} { // the others are required
		if _, isGiven := after[kind]; isGiven {
			continue
		}
		version, err := endConsent(ctx, tx, m.ID, kind, s.Clock())
		if err != nil {
			return err
		}
		if version > 0 {
			before[kind] = version
		}
	}
	return s.record(ctx, tx, audit.Entry{Action: "members.consent", Object: m.UUID, Before: before, After: after})
}

// Withdraw ends a consent. Without a required one the member cannot take part: it acts as Erase, and erased is true.
func (s *Service) Withdraw(ctx context.Context, kind string) (erased bool, err error) {
	m := access.MemberFrom(ctx)
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		version, err := endConsent(ctx, tx, m.ID, kind, s.Clock())
		if err == nil && version == 0 {
			err = fault.NotFound()
		}
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, audit.Entry{Action: "members.withdraw", Object: m.UUID, Before: map[string]any{"kind": kind}}); err != nil {
			return err
		}
		if erased = kind != consentLetters; erased {
			return s.erase(ctx, tx, m)
		}
		return nil
	})
	return erased, err
}

// Erase ends the member's participation (rules 25.9).
func (s *Service) Erase(ctx context.Context) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.erase(ctx, tx, m) })
}

func (s *Service) erase(ctx context.Context, tx db.Tx, m access.Member) error {
	a, err := lockAccount(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	if a.Student != 0 {
		if err := s.Hooks.Leave(ctx, tx, a.Student); err != nil {
			return err
		}
		if err := s.Hooks.EndDevice(ctx, tx, a.Student); err != nil {
			return err
		}
	}
	if err := s.forget(ctx, tx, a.ID); err != nil {
		return err
	}
	return s.record(ctx, tx, audit.Entry{Action: "members.erase", Object: a.UUID})
}

// Account locks the account of a member who applies and returns its number and student row. It refuses a number that another
// student has (rules 25.1).
func (s *Service) Account(ctx context.Context, tx db.Tx, member int64) (phone string, student int64, err error) {
	seen, err := accountByID(ctx, tx, member)
	if err != nil {
		return "", 0, err
	}
	if err := lockPhone(ctx, tx, seen.Phone); err != nil {
		return "", 0, err
	}
	a, err := lockAccount(ctx, tx, member)
	if err == nil && a.Phone != seen.Phone { // changed in the meantime, so the wrong number is locked
		err = fault.Stale()
	}
	if err == nil {
		_, err = checkFree(ctx, tx, access.Member{ID: a.ID, Student: a.Student}, a.Phone)
	}
	return a.Phone, a.Student, err
}

// Bind ties the account to its application.
func (s *Service) Bind(ctx context.Context, tx db.Tx, member, student int64) error {
	return setStudent(ctx, tx, member, student)
}
