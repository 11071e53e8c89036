package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"

	"studbonus/internal/auth"
	"studbonus/internal/demo"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/geo"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/rest"
	"studbonus/internal/platform/signedurl"
	"studbonus/internal/platform/sms"
)

// Version is the released version, set when the program is built.
var Version = "dev"

// App is one instance: services, HTTP API and background work.
type App struct {
	Config Config
	DB     *db.DB
	Log    *slog.Logger
	Clock  clock.Clock

	areas
	API        *rest.API // the console's face
	StudentAPI *rest.API // the students' face
	Jobs       *jobs.Runner
	secrets    secrets
	audit      *audit.Queue
	blobs      blob.Store
	mail       mail.Sender
	sms        sms.Sender
	closed     atomic.Bool
	ready      *readiness
	time       *sharedTime // nil: use the clock of this machine
}

// Parts are the dependencies that tests replace.
type Parts struct {
	Clock   clock.Clock
	Console fs.FS // the built console
	Student fs.FS // the built app of the students
	Log     *slog.Logger
	Cost    auth.Cost // zero: as configured
	// SharedTime corrects the clock by PostgreSQL's, so that all instances agree on the time.
	SharedTime bool
	// IsCommand opens an existing installation for a command that does not serve. It never creates one, and uses throw-away
	// keys because it signs nothing.
	IsCommand bool
}

// New opens and migrates the database and wires the services. It starts nothing; Start does.
func New(ctx context.Context, c Config, p Parts) (*App, error) {
	open := openMigrated
	if p.IsCommand {
		open = openInstalled
	}
	if host := db.UnencryptedHost(c.Database); host != "" {
		p.Log.Warn("connection to PostgreSQL is not encrypted: add sslmode=verify-full to its address", "host", host)
	}
	d, err := open(ctx, c.Store)
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: d, Log: p.Log, Clock: p.Clock}
	if p.SharedTime && d.Postgres() {
		a.time = &sharedTime{own: p.Clock, db: d, log: p.Log}
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

// keys returns the keys of the installation, or throw-away keys for a command.
func (a *App) keys(ctx context.Context, p Parts) (keySet, error) {
	if p.IsCommand {
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
	a.ready = newReadiness(a.DB.Ready, a.blobs.Check, a.DB.HasRoom)
	sender, err := a.mailer()
	if err != nil {
		return err
	}
	signer, err := signedurl.NewSigner(keys.fileKeys()...)
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
	a.mail = sender
	if a.sms, err = a.messenger(); err != nil {
		return err
	}
	a.areas = a.makeAreas(a.Clock, nil)
	if a.Geo, err = geo.New(geo.Deps{DB: a.DB, Clock: a.Clock, Log: a.Log, Settings: a.Config.geo()}); err != nil {
		return err
	}
	each(a.areas, func(_ string, s interface{ Work(*jobs.Runner) }) { s.Work(a.Jobs) })
	a.sealer().Work(a.Jobs)
	a.scheduleCleanUp()
	if err := errors.Join(a.Catalog.Install(ctx), a.Operators.Install(ctx)); err != nil {
		return err
	}
	return a.makeAPI(p)
}

func (a *App) sealer() audit.Sealer { return audit.Sealer{DB: a.DB, Clock: a.Clock, Log: a.Log} }

type secrets struct {
	keys   keySet
	signer *signedurl.Signer
	cost   auth.Cost
}

// makeAPI assembles both faces from the areas' routes.
func (a *App) makeAPI(p Parts) error {
	tiles, err := a.Config.geo().TileOrigin()
	if err != nil {
		return err
	}
	a.API = rest.New(rest.Config{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Title: "СтудБонус", Description: "Консоль программы студенческих скидок.", Version: Version,
		Authenticate: a.Auth.Authenticate, Denied: a.audit.Denied, TrustedProxies: a.Config.TrustedProxies, TileSource: tiles, Pages: p.Console,
		RequestLimit: a.Config.Limits.Request,
	})
	each(a.areas, func(_ string, s interface{ Routes() []rest.Route }) {
		err = errors.Join(err, a.API.Register(s.Routes()...))
	})
	a.StudentAPI = rest.New(rest.Config{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Face: rest.StudentsFace, Title: "СтудБонус: студентам", Version: Version,
		Description:        "Заявка, карта и скидки студента, касса партнёра.",
		AuthenticateMember: a.Members.Authenticate, AuthenticateTill: a.Cards.AuthenticateTill, Origin: a.Config.studentsOrigin(), TrustedProxies: a.Config.TrustedProxies,
		Pages: p.Student, RequestLimit: a.Config.Limits.Request,
	})
	each(a.areas, func(_ string, s interface{ MemberRoutes() []rest.Route }) {
		err = errors.Join(err, a.StudentAPI.Register(s.MemberRoutes()...))
	})
	return err
}

// Handlers are the HTTP handlers of the two faces.
type Handlers struct{ Console, Students http.Handler }

// Handlers returns the HTTP handlers and starts the readiness checks.
func (a *App) Handlers() (h Handlers, err error) {
	a.ready.watch(context.Background(), a.Log)
	if h.Console, err = a.API.Handler(a.health); err != nil {
		return h, err
	}
	h.Students, err = a.StudentAPI.Handler(a.health)
	return h, err
}

// FillDemo creates demo data in an empty database and refuses one that has operators.
func (a *App) FillDemo(ctx context.Context) error {
	const demoNote, begun, done = "demo", "begun", "1"
	state, err := db.Note(ctx, a.DB, demoNote)
	switch {
	case err != nil || state == done:
		return err
	case state == begun && a.Config.isSQLite():
		return fmt.Errorf("создание демонстрационных данных было прервано: удалите %s и начните снова", a.Config.Data)
	case state == begun:
		return errors.New("создание демонстрационных данных было прервано: укажите пустую базу данных флагом --database")
	}
	if has, err := hasOperators(ctx, a.DB); err != nil || has {
		if has {
			err = errors.New("в этой базе данных есть свои операторы: демонстрационные данные создаются только в пустой")
		}
		return err
	}
	if err := a.DB.SetNote(ctx, demoNote, begun); err != nil {
		return err
	}
	if err := demo.Fill(ctx, a.demoParts()); err != nil {
		return fmt.Errorf("не удалось создать демонстрационные данные: %w", err)
	}
	return a.DB.SetNote(ctx, demoNote, done)
}

// AddDemoStudents adds demo students up to a total, for measurements.
func (a *App) AddDemoStudents(ctx context.Context, upTo int) error {
	if err := a.FillDemo(ctx); err != nil {
		return err
	}
	return demo.AddBulk(db.InBackground(ctx), a.demoParts(), upTo)
}

// AddDemoPartners adds demo partners up to a total, for measurements.
func (a *App) AddDemoPartners(ctx context.Context, upTo int) error {
	if err := a.FillDemo(ctx); err != nil {
		return err
	}
	return demo.AddBulkPartners(db.InBackground(ctx), a.demoParts(), upTo)
}

// indexes returns the in-memory indexes of all lists.
func (a *App) indexes() (all []*listengine.Index) {
	each(a.areas, func(_ string, s interface{ Index() *listengine.Index }) { all = append(all, s.Index()) })
	return all
}

// Start begins the background work: jobs, list indexes and what areas do on every instance.
func (a *App) Start(ctx context.Context) error {
	if err := a.endRestoredSessions(ctx); err != nil {
		return err
	}
	for _, list := range a.indexes() {
		list.Start(ctx)
	}
	each(a.areas, func(_ string, s interface{ Start(context.Context) }) { s.Start(ctx) })
	return a.Jobs.Start(ctx)
}

// Stop ends the background work and waits for running jobs until ctx ends.
func (a *App) Stop(ctx context.Context) error {
	for _, list := range a.indexes() {
		list.Stop()
	}
	each(a.areas, func(_ string, s interface{ Stop(context.Context) }) { s.Stop(ctx) })
	return a.Jobs.Stop(ctx)
}

// Close releases what New opened. Call Stop before it if Start was called.
func (a *App) Close() {
	if a.ready != nil {
		a.ready.stop()
	}
	if a.audit != nil {
		a.audit.Close()
	}
	a.DB.Close()
}
