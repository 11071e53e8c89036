// Package testdb provides tests with an empty migrated database of either engine. It does not import the app, so tests of
// the packages below it compile fast.
package testdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"studbonus/internal/platform/db"
)

// Engine is one of the two databases.
type Engine string

// The engines that every store test runs on.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

// engineVariable restricts tests to one engine. The race detector makes SQLite, which is pure Go here, ten times slower.
const engineVariable = "STUDBONUS_TEST_ENGINE"

// Engines returns the engines to test on.
func Engines() []Engine {
	if only := os.Getenv(engineVariable); only != "" {
		return []Engine{Engine(only)}
	}
	return []Engine{SQLite, PostgreSQL}
}

// OnBoth runs a test on each engine.
func OnBoth(t *testing.T, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	for _, e := range Engines() {
		t.Run(string(e), func(t *testing.T) { test(t, New(t, e)) })
	}
}

// Patient has limits that a busy machine does not reach. Tests of the limits themselves use db.Open.
var Patient = db.Limits{Request: time.Minute, RowLock: 30 * time.Second, FileLock: 30 * time.Second}

// New returns a migrated database without rows.
func New(t testing.TB, e Engine) *db.DB {
	t.Helper()
	template, err := templates[e]()
	if err != nil {
		t.Fatal(err)
	}
	var dsn string
	if e == SQLite {
		dsn = filepath.Join(t.TempDir(), "studbonus.db")
		if err := os.WriteFile(dsn, template.file, 0o600); err != nil {
			t.Fatal(err)
		}
	} else {
		dsn = CopyDatabase(t, template.database)
	}
	d, err := db.OpenWithin(context.Background(), dsn, Patient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// template is the database that this test binary copies.
type template struct {
	file     []byte // of SQLite
	database string // of PostgreSQL
}

var templates = map[Engine]func() (template, error){
	SQLite: sync.OnceValues(func() (template, error) {
		dir, err := os.MkdirTemp("", "studbonus-template")
		if err != nil {
			return template{}, err
		}
		defer os.RemoveAll(dir) //nolint:errcheck // in the temporary folder
		path := filepath.Join(dir, "studbonus.db")
		if err := migrate(path); err != nil {
			return template{}, err
		}
		file, err := os.ReadFile(path)
		return template{file: file}, err
	}),
	PostgreSQL: sync.OnceValues(func() (template, error) {
		server, err := postgres()
		if err != nil {
			return template{}, err
		}
		name := fmt.Sprintf("empty_%d", os.Getpid())
		if err := server.Exec(context.Background(), "CREATE DATABASE "+name); err != nil {
			return template{}, err
		}
		return template{database: name}, migrate(server.URL(name))
	}),
}

func migrate(dsn string) error {
	ctx := context.Background()
	d, err := db.OpenWithin(ctx, dsn, Patient)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Migrate(ctx)
}
