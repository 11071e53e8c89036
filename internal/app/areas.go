package app

import (
	"context"
	"math/rand/v2"

	"studbonus/internal/attention"
	"studbonus/internal/auth"
	"studbonus/internal/cards"
	"studbonus/internal/catalog"
	"studbonus/internal/demo"
	"studbonus/internal/exports"
	"studbonus/internal/journal"
	"studbonus/internal/knowledge"
	"studbonus/internal/members"
	"studbonus/internal/news"
	"studbonus/internal/operators"
	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/desk"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/geo"
	"studbonus/internal/platform/sealing"
	"studbonus/internal/promotions"
	"studbonus/internal/reviews"
	"studbonus/internal/settings"
	"studbonus/internal/statistics"
	"studbonus/internal/structure"
	"studbonus/internal/students"
	"studbonus/internal/views"
)

// areas are the services of the product. A field here registers an area: what it serves, runs and cleans up is found by its methods
// (see each).
type areas struct {
	Attention  *attention.Service
	Auth       *auth.Service
	Cards      *cards.Service
	Catalog    *catalog.Service
	Exports    *exports.Service
	Files      *files.Service
	Geo        *geo.Service
	Journal    *journal.Service
	Knowledge  *knowledge.Service
	Members    *members.Service
	News       *news.Service
	Operators  *operators.Service
	Partners   *partners.Service
	Promotions *promotions.Service
	Reviews    *reviews.Service
	Settings   *settings.Service
	Statistics *statistics.Service
	Structure  *structure.Service
	Students   *students.Service
	Views      *views.Service
}

// makeAreas wires the services to each other. Demo data are created by a second set with its own clock and its own source of
// student numbers (draw); its decisions are announced at once, without messages.
func (a *App) makeAreas(now clock.Clock, draw func(below int64) int64) areas {
	isDemo := draw != nil
	var s areas
	s.Operators = operators.New(operators.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Mail: a.mail, PublicURL: a.Config.publicURL(), Hooks: accountHooks(&s),
		StartExport: func(ctx context.Context, o exporting.Order) (string, error) { return s.Exports.Start(ctx, o) }, // made later
	})
	s.Auth = auth.New(auth.Deps{
		DB: a.DB, Clock: now, Keys: a.secrets.keys.tokenKeys(), Rotation: derived(a.secrets.keys.Rotation, "refresh token"),
		Cost: a.secrets.cost, Denied: a.audit.Denied, Mail: a.mail, Box: sealing.New(a.secrets.keys.sealingKey("second factor")), CodeKey: a.secrets.keys.sealingKey("recovery code"),
		Hooks: auth.Hooks{LockPassword: s.Operators.LockPassword, UpgradeHash: s.Operators.UpgradeHash, SetPassword: s.Operators.SetPassword, SignedIn: s.Operators.SignedIn},
		Settings: auth.Settings{
			HideUnknownUsers: a.Config.HideUnknownUsers, IdleLimit: a.Config.SessionIdle, SessionLimit: a.Config.SessionLimit, PublicURL: a.Config.publicURL(),
		},
	})
	s.Catalog = catalog.New(catalog.Deps{DB: a.DB, Clock: now, Hooks: catalogueHooks(&s)})
	s.Files = files.New(files.Deps{DB: a.DB, Clock: now, Blobs: a.blobs, Signer: a.secrets.signer, Session: s.Auth.Session, OwnerOf: func(ctx context.Context, m access.Member) (string, error) {
		return s.Students.FilesOwner(ctx, m)
	}})
	s.Exports = exports.New(exports.Deps{DB: a.DB, Clock: now, Files: s.Files, Principal: s.Auth.Principal})
	s.Knowledge = knowledge.New(knowledge.Deps{DB: a.DB, Clock: now, Log: a.Log, StartExport: s.Exports.Start})
	s.Settings = settings.New(a.DB, now, settings.Hooks{SaveProfile: s.Operators.SaveProfile, SetOpensAttention: s.Operators.SetOpensAttention, SetKeys: s.Operators.SetKeys, SetMessengerLink: s.Catalog.SetMessengerLink})
	s.Journal = journal.New(journal.Deps{DB: a.DB, Clock: now, Audit: a.audit, StartExport: s.Exports.Start, People: peopleOf(&s), Exported: takenOf(&s)})
	s.Reviews = reviews.New(reviews.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, StartExport: s.Exports.Start,
		Hooks: reviewHooks(&s),
	})
	s.Students = students.New(students.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, StartExport: s.Exports.Start, Draw: draw,
		Hooks: studentHooks(&s), Settings: students.Settings{AllowMinors: a.Config.Minors},
	})
	s.Cards = cards.New(cards.Deps{
		DB: a.DB, Clock: now, Files: s.Files, Key: a.secrets.keys.sealingKey("card device"), PublicURL: a.Config.studentsURL(),
		Hooks: cardHooks(&s),
	})
	s.Members = members.New(members.Deps{
		DB: a.DB, Clock: now, Log: a.Log, SMS: a.sms, Mail: a.mail, Key: derived(a.secrets.keys.Rotation, "sign-in code"),
		Settings: members.Settings{
			Budget: a.Config.SMSBudget, SMSDecisions: a.Config.SMSDecisions && !isDemo, DecisionDelay: a.Config.DecisionDelay, AllowMinors: a.Config.Minors,
			PublicURL: a.Config.studentsURL(), ShowCodes: a.Config.showsCodes(), TellAtOnce: isDemo,
		},
		Hooks: memberHooks(&s),
	})
	s.News = news.New(news.Deps{DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, StartExport: s.Exports.Start, RecordExport: s.Exports.Record, CountReaders: s.Students.CountActive})
	s.Promotions = promotions.New(promotions.Deps{DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, StartExport: s.Exports.Start, RecordExport: s.Exports.Record, Principal: s.Auth.Principal})
	s.Partners = partners.New(partners.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, StartExport: s.Exports.Start,
		Hooks: partners.Hooks{Promotions: promotionsOf(s.Promotions), Changed: s.Promotions.PartnerChanged, Renamed: s.Reviews.PartnerRenamed, PointGoes: s.Cards.PointGoes, Blocked: s.Cards.PartnerBlocked, Opened: func(student, partner string) { s.Statistics.Viewed(student, partner) }},
	})
	s.Structure = structure.New(a.DB, now, structure.Hooks{FacultyRenamed: s.Students.FacultyRenamed, FacultyGoes: s.News.FacultyGoes})
	s.Statistics = statistics.New(statistics.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Hooks: statistics.Hooks{Students: s.Students.CountByTime, Partners: s.Partners.CountByTime, Promotions: s.Promotions.CountByTime},
	})
	s.Views = views.New(a.DB, now)
	s.collect()
	return s
}

// collect hands on what areas declare: to the operator's desk, and as exports.
func (s *areas) collect() {
	var sources []desk.Source
	each(*s, func(_ string, area interface{ Desk() []desk.Source }) { sources = append(sources, area.Desk()...) })
	s.Attention = attention.New(sources)
	each(*s, func(_ string, area interface{ Exports() []exporting.List }) { s.Exports.Add(area.Exports()...) })
}

// demoParts returns services with a clock that the demo data can set back, to create records with a past.
func (a *App) demoParts() demo.Parts {
	moving := clock.NewFake(a.Clock())
	s := a.makeAreas(moving.Now, rand.New(rand.NewPCG(1, 1)).Int64N) //nolint:gosec // made-up people: the same numbers each time
	return demo.Parts{
		DB: a.DB, Now: a.Clock(), Clock: moving, Auth: s.Auth, Operators: s.Operators, Catalog: s.Catalog, Structure: s.Structure, Students: s.Students,
		Members: s.Members, Cards: s.Cards, Files: s.Files, Knowledge: s.Knowledge, News: s.News, Partners: s.Partners, Promotions: s.Promotions, Reviews: s.Reviews, Statistics: s.Statistics, Views: s.Views,
	}
}
