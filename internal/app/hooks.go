package app

import (
	"context"
	"errors"
	"time"

	"studbonus/internal/auth"
	"studbonus/internal/cards"
	"studbonus/internal/catalog"
	"studbonus/internal/members"
	"studbonus/internal/operators"
	"studbonus/internal/partners"
	"studbonus/internal/platform/db"
	"studbonus/internal/promotions"
	"studbonus/internal/reviews"
	"studbonus/internal/students"
)

// studentHooks connects applications with the members' accounts, which are created after the students area.
func studentHooks(s *areas) students.Hooks {
	return students.Hooks{
		Renamed: s.Reviews.StudentRenamed, Moved: s.Reviews.StudentMoved,
		Account: func(ctx context.Context, tx db.Tx, member int64) (string, int64, error) {
			return s.Members.Account(ctx, tx, member)
		},
		Bind: func(ctx context.Context, tx db.Tx, member, student int64) error {
			return s.Members.Bind(ctx, tx, member, student)
		},
		Consent: func(ctx context.Context, tx db.Tx, given map[string]int, isMinor bool) error {
			return s.Members.Agree(ctx, tx, given, isMinor)
		},
		Decided: func(ctx context.Context, tx db.Tx, student int64, d students.Decision) error {
			return s.Members.Decided(ctx, tx, student, d)
		},
		HasNotice: func(ctx context.Context, tx db.Tx, student int64, d students.Decision, at time.Time) (bool, error) {
			return s.Members.HasNotice(ctx, tx, student, d, at)
		},
	}
}

// reviewHooks, cardHooks and memberHooks call areas that are created later, so s is read when a hook is called.
func reviewHooks(s *areas) reviews.Hooks {
	return reviews.Hooks{Rated: func(ctx context.Context, tx db.Tx, partner int64) error {
		return s.Partners.RecountRating(ctx, tx, partner)
	}}
}

func cardHooks(s *areas) cards.Hooks {
	return cards.Hooks{Shown: func(ctx context.Context, tx db.Tx, university, partner int64) error {
		return s.Statistics.RecordBarcode(ctx, tx, university, partner)
	}}
}

func memberHooks(s *areas) members.Hooks {
	return members.Hooks{
		SetPhone: s.Students.SetPhone, Leave: s.Students.Leave, EndDevice: s.Cards.EndDevice,
		Forget: func(ctx context.Context, tx db.Tx, member int64) error {
			return s.Partners.DropFavourites(ctx, tx, member)
		},
	}
}

// promotionsOf gives partners their promotions; areas do not import each other.
func promotionsOf(s *promotions.Service) func(ctx context.Context, partner int64) ([]partners.Promotion, int, error) {
	return func(ctx context.Context, partner int64) ([]partners.Promotion, int, error) {
		rows, total, err := s.OfPartner(ctx, partner)
		out := make([]partners.Promotion, len(rows))
		for i, r := range rows {
			out[i] = partners.Promotion{UUID: r.UUID, Name: r.Name, Status: string(r.Status), Begin: r.Begin.Wire(), End: r.End.Wire()}
		}
		return out, total, err
	}
}

// accountHooks gives operators what auth does for it. Auth is created after operators, so s is read when a hook is called.
func accountHooks(s *areas) operators.Hooks {
	return operators.Hooks{
		HashPassword: func(ctx context.Context, field, password, login string) (string, error) {
			return s.Auth.HashPassword(ctx, field, password, login)
		},
		EndSessions: func(ctx context.Context, tx db.Tx, operator int64) error {
			return s.Auth.EndSessions(ctx, tx, operator)
		},
		EndSession: func(ctx context.Context, tx db.Tx, operator int64, id string) error {
			return s.Auth.EndSession(ctx, tx, operator, id)
		},
		Sessions: func(ctx context.Context, operator int64) ([]operators.Session, error) {
			live, err := s.Auth.Sessions(ctx, operator)
			out := make([]operators.Session, len(live))
			for i, l := range live {
				out[i] = operators.Session(l)
			}
			return out, err
		},
		ResetFactor: func(ctx context.Context, tx db.Tx, operator int64) error {
			return s.Auth.ResetFactor(ctx, tx, operator)
		},
		Notify: func(ctx context.Context, tx db.Tx, operator int64, n operators.Notice) error {
			return s.Auth.Notify(ctx, tx, operator, auth.Event(n.Change), n.Detail)
		},
	}
}

// catalogueHooks gives the catalogues what refers to their entries. The areas are created after it, so s is read when a hook is called.
func catalogueHooks(s *areas) catalog.Hooks {
	return catalog.Hooks{
		Move: map[catalog.Kind][]catalog.Mover{
			catalog.Cities: {
				func(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
					return s.Students.MoveCity(ctx, tx, from, into)
				},
				func(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
					return s.Partners.MoveCity(ctx, tx, from, into)
				},
			},
			catalog.PartnerCategories: {
				func(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
					return s.Partners.MoveCategory(ctx, tx, from, into)
				},
			},
			catalog.KnowledgeCategories: {
				func(ctx context.Context, tx db.Tx, from, into int64) (int, error) {
					return s.Knowledge.MoveCategory(ctx, tx, from, into)
				},
			},
		},
		CityRenamed: func(ctx context.Context, tx db.Tx, city int64) error {
			return errors.Join(s.Partners.CityRenamed(ctx, tx, city), s.Promotions.CityRenamed(ctx, tx, city))
		},
		UniversityMoved: func(ctx context.Context, tx db.Tx, university, region int64) error {
			return s.News.UniversityMoved(ctx, tx, university, region)
		},
		UniversityDeleted: func(ctx context.Context, tx db.Tx, university int64) error {
			return s.Operators.UniversityDeleted(ctx, tx, university)
		},
		Consents: func(ctx context.Context) ([]catalog.Consent, error) {
			all, err := s.Members.AllTexts(ctx)
			out := make([]catalog.Consent, len(all))
			for i, t := range all {
				out[i] = consentOf(t)
			}
			return out, err
		},
		AddConsent: func(ctx context.Context, c catalog.Consent) (catalog.Consent, error) {
			added, err := s.Members.AddText(ctx, members.ConsentText{Kind: c.Kind, Version: c.Version, Title: c.Title, Body: c.Body})
			return consentOf(added), err
		},
	}
}

func consentOf(t members.TextVersion) catalog.Consent {
	return catalog.Consent{Kind: t.Kind, Version: t.Version, Title: t.Title, Body: t.Body, IsRequired: t.IsRequired, CreatedAt: t.CreatedAt}
}
