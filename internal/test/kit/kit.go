// Package kit runs the whole app for tests, on a temporary database of either engine with the demo data, and returns
// clients signed in by role.
package kit

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// Engine is one of the two databases.
type Engine = testdb.Engine

// The engines that every store test runs on.
const (
	SQLite     = testdb.SQLite
	PostgreSQL = testdb.PostgreSQL
)

// Start is the initial time of a test's clock.
var Start = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)

// cheap makes password hashing fast.
var cheap = auth.Cost{MemoryKiB: 64, Passes: 1}

// App is a running instance with a fake clock.
type App struct {
	*app.App
	Clock  *clock.Fake
	URL    string
	Server *httptest.Server
	// StudentsURL is the address of the students' face.
	StudentsURL string
	Engine      Engine
	Dir         string
}

// Option configures an app.
type Option func(*options)

type options struct {
	jobs    bool
	noFiles bool
	config  func(*app.Config)
}

func settings(opts []Option) (o options) {
	for _, set := range opts {
		set(&o)
	}
	return o
}

// WithJobs also starts background jobs and list indexes.
func WithJobs() Option { return func(o *options) { o.jobs = true } }

// WithoutFiles leaves out the files of the demo data, for tests that inspect the whole store.
func WithoutFiles() Option { return func(o *options) { o.noFiles = true } }

// WithConfig changes the configuration.
func WithConfig(change func(*app.Config)) Option { return func(o *options) { o.config = change } }

// OnBoth runs a test on each engine with demo data.
func OnBoth(t *testing.T, test func(t *testing.T, a *App), opts ...Option) {
	t.Helper()
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) { test(t, New(t, e, opts...)) })
	}
}

// New starts an app with demo data on a fresh database.
func New(t testing.TB, e Engine, opts ...Option) *App {
	t.Helper()
	return Open(t, e, Copy(t, e, opts...), opts...)
}

// Copy creates a data folder and a database with demo data, for a process to run on.
func Copy(t testing.TB, e Engine, opts ...Option) app.Config {
	t.Helper()
	dir := t.TempDir()
	c := config(dir)
	tpl, err := templates[e]()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, filepath.Join(tpl.dir, "keys.json"), filepath.Join(dir, "keys.json"))
	if !settings(opts).noFiles {
		linkFiles(t, filepath.Join(tpl.dir, "files"), filepath.Join(dir, "files"))
	}
	if e == SQLite {
		copyFile(t, filepath.Join(tpl.dir, "studbonus.db"), filepath.Join(dir, "studbonus.db"))
	} else {
		c.Database = testdb.CopyDatabase(t, tpl.database)
	}
	return c
}

// Open starts an app on an existing configuration: a second instance, or one after a crash.
func Open(t testing.TB, e Engine, c app.Config, opts ...Option) *App {
	t.Helper()
	o := settings(opts)
	if o.config != nil {
		o.config(&c)
	}
	fake := clock.NewFake(Start)
	made, err := app.New(context.Background(), c, app.Parts{Clock: fake.Now, Log: slog.New(slog.DiscardHandler), Cost: cheap})
	if err != nil {
		t.Fatal(err)
	}
	handlers, err := made.Handlers()
	if err != nil {
		t.Fatal(err)
	}
	server, students := httptest.NewServer(handlers.Console), httptest.NewServer(handlers.Students)
	if o.noFiles {
		deleteFileRows(t, made)
	}
	if o.jobs {
		if err := made.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		server.Close()
		students.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = made.Stop(ctx)
		made.Close()
	})
	return &App{App: made, Clock: fake, URL: server.URL, Server: server, StudentsURL: students.URL, Engine: e, Dir: c.Data}
}

func deleteFileRows(t testing.TB, a *app.App) {
	t.Helper()
	err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM files")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func config(dir string) app.Config {
	return app.Config{
		Store:   app.Store{Data: dir, LogLevel: "error", Limits: testdb.Patient},
		Serving: app.Serving{Listen: "127.0.0.1:0", PublicURL: "http://console.test", StudentsURL: "http://students.test", SMSBudget: 20_000, SMSDecisions: true, Minors: true, SessionIdle: 24 * time.Hour, SessionLimit: 720 * time.Hour},
	}
}

// template is a database with demo data that is copied for each test, because filling one takes longer than most tests.
type template struct{ dir, database string }

var templates = map[Engine]func() (template, error){
	SQLite:     sync.OnceValues(func() (template, error) { return shareTemplate(SQLite) }),
	PostgreSQL: sync.OnceValues(func() (template, error) { return shareTemplate(PostgreSQL) }),
}

// sharedVariable names a folder in which the test binaries of one run share their templates. The first one that needs a
// template creates it.
const sharedVariable = "STUDBONUS_TEST_SHARED"

func shareTemplate(e Engine) (template, error) {
	shared := os.Getenv(sharedVariable)
	if shared == "" || e == PostgreSQL && os.Getenv(testdb.ServerVariable) == "" {
		dir, err := os.MkdirTemp("", "studbonus-template")
		if err != nil {
			return template{}, err
		}
		return fillTemplate(e, template{dir: dir, database: fmt.Sprintf("template_%d", os.Getpid())})
	}
	lock, err := os.OpenFile(filepath.Join(shared, string(e)+".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return template{}, err
	}
	defer lock.Close() //nolint:errcheck // closing releases the lock
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return template{}, err
	}
	tpl := template{dir: filepath.Join(shared, string(e)), database: "studbonus_template"}
	marker := filepath.Join(tpl.dir, "made")
	if _, err := os.Stat(marker); err == nil {
		return tpl, nil
	}
	if err := os.MkdirAll(tpl.dir, 0o700); err != nil {
		return template{}, err
	}
	if tpl, err = fillTemplate(e, tpl); err != nil {
		return template{}, err
	}
	return tpl, os.WriteFile(marker, nil, 0o600)
}

func fillTemplate(e Engine, tpl template) (template, error) {
	ctx, c := context.Background(), config(tpl.dir)
	if e == PostgreSQL {
		server, err := testdb.Shared()
		if err != nil {
			return template{}, err
		}
		if err := server.Exec(ctx, "CREATE DATABASE "+tpl.database); err != nil {
			return template{}, err
		}
		c.Database = server.URL(tpl.database)
	}
	a, err := app.New(ctx, c, app.Parts{Clock: clock.NewFake(Start).Now, Log: slog.New(slog.DiscardHandler), Cost: cheap})
	if err != nil {
		return template{}, err
	}
	defer a.Close()
	if err := a.FillDemo(ctx); err != nil || e == SQLite {
		return tpl, err
	}
	return tpl, testdb.ExecAt(ctx, c.Database, "VACUUM (FULL, ANALYZE)") // small, because it is copied hundreds of times
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// linkFiles hard-links the template's files. That is safe, because the store replaces files and never modifies them.
func linkFiles(t testing.TB, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		}
		return os.Link(path, filepath.Join(to, name))
	})
	if err != nil {
		t.Fatal(err)
	}
}
