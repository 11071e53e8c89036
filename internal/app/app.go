package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"

	"studbonus/internal/audit"
	"studbonus/internal/auth"
	"studbonus/internal/blob"
	"studbonus/internal/catalog"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/demo"
	"studbonus/internal/files"
	"studbonus/internal/geo"
	"studbonus/internal/index"
	"studbonus/internal/jobs"
	"studbonus/internal/knowledge"
	"studbonus/internal/mail"
	"studbonus/internal/news"
	"studbonus/internal/partners"
	"studbonus/internal/promotions"
	"studbonus/internal/rest"
	"studbonus/internal/reviews"
	"studbonus/internal/settings"
	"studbonus/internal/statistics"
	"studbonus/internal/structure"
	"studbonus/internal/students"
)

// Version is the released version, set when the program is built.
var Version = "dev"

// App is a whole instance: its services, its HTTP side and its background work.
type App struct {
	Config Config
	DB     *db.DB
	Log    *slog.Logger
	Clock  clock.Clock

	areas
	Geo     *geo.Service
	API     *rest.API
	Jobs    *jobs.Runner
	secrets secrets
	audit   *audit.Queue
	blobs   blob.Store
	closed  atomic.Bool
	ready   *readiness
	time    *oneTime // nil: the clock is believed
}

// Parts may be replaced in tests.
type Parts struct {
	Clock   clock.Clock
	Console fs.FS
	Log     *slog.Logger
	Cost    auth.Cost // zero: as configured
	OneTime bool      // correct the clock by PostgreSQL's, so that all instances have the same time
	// Beside is a command that works on an installation and does not serve: it makes none where there is none, and its keys
	// are thrown away, because it signs nothing.
	Beside bool
}

// New opens the database, brings its schema up to date and wires everything together; nothing runs yet.
func New(ctx context.Context, c Config, p Parts) (*App, error) {
	open := openMigrated
	if p.Beside {
		open = openInstalled
	}
	if host := db.UnencryptedHost(c.Database); host != "" {
		p.Log.Warn("the connection to PostgreSQL is not encrypted: name sslmode=verify-full in the address", "host", host)
	}
	d, err := open(ctx, c.Store)
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: d, Log: p.Log, Clock: p.Clock}
	if p.OneTime && d.Postgres() {
		a.time = &oneTime{own: p.Clock, db: d, log: p.Log}
		a.Clock = a.time.now
		if err := a.time.compare(ctx); err != nil {
			d.Close()
			return nil, err
		}
	}
	if err := a.wire(ctx, p); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// keys of a serving instance are kept; those of a command are thrown away.
func (a *App) keys(ctx context.Context, p Parts) (keySet, error) {
	if p.Beside {
		return newKeys(), nil
	}
	return instanceKeys(ctx, a.DB, a.Config.keysFile())
}

func (a *App) wire(ctx context.Context, p Parts) error {
	keys, err := a.keys(ctx, p)
	if err != nil {
		return err
	}
	if a.blobs, err = blob.OpenStore(a.Config.filesURL()); err != nil {
		return err
	}
	a.ready = newReadiness(a.DB.Ready, a.blobs.Check)
	sender, err := a.mailer()
	if err != nil {
		return err
	}
	signer, err := blob.NewSigner(keys.fileKeys()...)
	if err != nil {
		return err
	}
	cost := p.Cost
	if cost == (auth.Cost{}) {
		cost = auth.Cost{MemoryKiB: a.Config.HashMemory, Passes: a.Config.HashPasses}
	}
	a.audit = audit.NewQueue(a.DB, a.Clock, a.Log) //nolint:contextcheck // it outlives the call that makes it
	a.Jobs = jobs.New(a.DB, a.Log)
	a.secrets = secrets{keys: keys, signer: signer, cost: cost}
	if a.Geo, err = geo.New(geo.Deps{DB: a.DB, Clock: a.Clock, Log: a.Log, Settings: a.Config.geo()}); err != nil {
		return err
	}
	a.areas = a.makeAreas(a.Clock)
	a.Auth.Work(a.Jobs, sender)
	a.Students.Work(a.Jobs)
	a.Promotions.Work(a.Jobs)
	a.keepHouse()
	if err := a.Catalog.Install(ctx); err != nil {
		return err
	}
	return a.serveAPI(p)
}

// areas are the services of the product.
type areas struct {
	Auth       *auth.Service
	Catalog    *catalog.Service
	Files      *files.Service
	Knowledge  *knowledge.Service
	News       *news.Service
	Partners   *partners.Service
	Promotions *promotions.Service
	Reviews    *reviews.Service
	Settings   *settings.Service
	Statistics *statistics.Service
	Structure  *structure.Service
	Students   *students.Service
}

type secrets struct {
	keys   keySet
	signer *blob.Signer
	cost   auth.Cost
}

// makeAreas wires the services to each other; demo data are made by a second set with a clock of its own.
func (a *App) makeAreas(now clock.Clock) areas {
	var s areas
	s.Auth = auth.New(auth.Deps{
		DB: a.DB, Clock: now, Keys: a.secrets.keys.tokenKeys(), Rotation: derived(a.secrets.keys.Rotation, "refresh token"),
		Cost: a.secrets.cost, Denied: a.audit.Denied,
		Settings: auth.Settings{
			HideUnknownUsers: a.Config.HideUnknownUsers, IdleLimit: a.Config.SessionIdle, SessionLimit: a.Config.SessionLimit, PublicURL: a.Config.publicURL(),
		},
	})
	s.Catalog = catalog.New(a.DB, now)
	s.Files = files.New(files.Deps{DB: a.DB, Clock: now, Blobs: a.blobs, Signer: a.secrets.signer, Session: s.Auth.Session})
	s.Knowledge = knowledge.New(knowledge.Deps{DB: a.DB, Clock: now, Log: a.Log})
	s.Settings = settings.New(a.DB, now)
	s.Reviews = reviews.New(reviews.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit,
		Hooks: reviews.Hooks{Rated: func(ctx context.Context, tx db.Tx, partner int64) error {
			return s.Partners.RecountRating(ctx, tx, partner)
		}},
	})
	s.Students = students.New(students.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, Principal: s.Auth.Principal,
		Hooks: students.Hooks{Renamed: s.Reviews.StudentRenamed},
	})
	s.News = news.New(news.Deps{DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, CountReaders: s.Students.CountActive})
	s.Promotions = promotions.New(promotions.Deps{DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit, Principal: s.Auth.Principal})
	s.Partners = partners.New(partners.Deps{
		DB: a.DB, Clock: now, Log: a.Log, Files: s.Files, Audit: a.audit,
		Hooks: partners.Hooks{Promotions: promotionsOf(s.Promotions), Changed: s.Promotions.PartnerChanged, Renamed: s.Reviews.PartnerRenamed},
	})
	s.Structure = structure.New(a.DB, now, structure.Hooks{FacultyRenamed: s.Students.FacultyRenamed, FacultyGoes: s.News.FacultyGoes})
	s.Statistics = statistics.New(statistics.Deps{
		DB: a.DB, Clock: now, Hooks: statistics.Hooks{Students: s.Students.CountByTime, Partners: s.Partners.CountByTime, Promotions: s.Promotions.CountByTime},
	})
	return s
}

// mailer sends by SMTP, or keeps letters as files and says where.
func (a *App) mailer() (mail.Sender, error) {
	if a.Config.SMTP != "" {
		return mail.NewSMTP(a.Config.SMTP)
	}
	folder, err := mail.NewFolder(a.Config.outbox(), "СтудБонус <noreply@studbonus.invalid>")
	return outbox{folder, a.Log}, err
}

type outbox struct {
	folder *mail.Folder
	log    *slog.Logger
}

// Send implements mail.Sender.
func (o outbox) Send(ctx context.Context, m mail.Message) error {
	path, err := o.folder.Save(ctx, m)
	if err == nil {
		o.log.Info("mail kept as a file: no mail server is set", "file", path)
	}
	return err
}

func (a *App) serveAPI(p Parts) error {
	tiles, err := a.Config.geo().TileOrigin()
	if err != nil {
		return err
	}
	a.API = rest.New(rest.Config{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Authenticate: a.Auth.Authenticate, Denied: a.audit.Denied,
		TrustedProxies: a.Config.TrustedProxies, TileSource: tiles, Console: p.Console, Version: Version,
	})
	for _, area := range []interface{ Routes() []rest.Route }{a.Auth, a.Catalog, a.Files, a.Geo, a.Knowledge, a.News, a.Partners, a.Promotions, a.Reviews, a.Settings, a.Statistics, a.Structure, a.Students} {
		if err := a.API.Register(area.Routes()...); err != nil {
			return err
		}
	}
	return nil
}

// Handler is the HTTP side of the instance; from here on its parts are watched.
func (a *App) Handler() (http.Handler, error) {
	a.ready.watch(context.Background(), a.Log)
	return a.API.Handler(a.health)
}

// FillDemo makes demo data in an empty database; one that has operators of its own is left alone.
func (a *App) FillDemo(ctx context.Context) error {
	const demoFact, begun, done = "demo", "begun", "1"
	state, err := fact(ctx, a.DB, demoFact)
	switch {
	case err != nil || state == done:
		return err
	case state == begun && a.Config.isSQLite():
		return fmt.Errorf("создание демонстрационных данных было прервано: удалите %s и начните снова", a.Config.Data)
	case state == begun:
		return errors.New("создание демонстрационных данных было прервано: назовите пустую базу данных флагом --database")
	}
	if has, err := db.Exists(ctx, a.DB, "SELECT 1 FROM operators"); err != nil || has {
		if has {
			err = errors.New("в этой базе данных есть свои операторы: демонстрационные данные создаются только в пустой")
		}
		return err
	}
	if err := setFact(ctx, a.DB, demoFact, begun); err != nil {
		return err
	}
	if err := demo.Fill(ctx, a.demoParts()); err != nil {
		return fmt.Errorf("не удалось создать демонстрационные данные: %w", err)
	}
	return setFact(ctx, a.DB, demoFact, done)
}

// demoParts are services whose clock the demo data set back, so that they have a past.
func (a *App) demoParts() demo.Parts {
	moving := clock.NewFake(a.Clock())
	s := a.makeAreas(moving.Now)
	return demo.Parts{
		DB: a.DB, Now: a.Clock(), Clock: moving, Auth: s.Auth, Catalog: s.Catalog, Structure: s.Structure, Students: s.Students,
		Files: s.Files, Knowledge: s.Knowledge, News: s.News, Partners: s.Partners, Promotions: s.Promotions, Reviews: s.Reviews, Statistics: s.Statistics,
	}
}

// AddDemoStudents fills the demo up to a number of students, for measurements.
func (a *App) AddDemoStudents(ctx context.Context, upTo int) error {
	if err := a.FillDemo(ctx); err != nil {
		return err
	}
	return demo.AddBulk(db.InBackground(ctx), a.demoParts(), upTo)
}

// AddDemoPartners fills the demo up to a number of partners, for measurements.
func (a *App) AddDemoPartners(ctx context.Context, upTo int) error {
	if err := a.FillDemo(ctx); err != nil {
		return err
	}
	return demo.AddBulkPartners(db.InBackground(ctx), a.demoParts(), upTo)
}

// indexes are those of all lists.
func (a *App) indexes() []*index.Live {
	return []*index.Live{a.Students.Index(), a.Partners.Index(), a.Promotions.Index(), a.News.Index(), a.Knowledge.Index(), a.Reviews.Index()}
}

// Start begins the background work: jobs, and the indexes that follow the lists.
func (a *App) Start(ctx context.Context) error {
	for _, list := range a.indexes() {
		list.Start(ctx)
	}
	return a.Jobs.Start(ctx)
}

// Stop ends the background work; what is under way gets a little time.
func (a *App) Stop(ctx context.Context) error {
	for _, list := range a.indexes() {
		list.Stop()
	}
	return a.Jobs.Stop(ctx)
}

// Close ends what New began; what Start began must have been stopped before.
func (a *App) Close() {
	if a.ready != nil {
		a.ready.stop()
	}
	if a.audit != nil {
		a.audit.Close()
	}
	a.DB.Close()
}
