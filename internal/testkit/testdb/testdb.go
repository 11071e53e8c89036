// Package testdb gives tests an empty database of either engine with the product's tables: all that the packages below the
// services need. It knows nothing of the app: their tests would be compiled with all of it, once for each of them.
package testdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"studbonus/internal/db"
)

// Engine is one of the two databases.
type Engine string

// The engines that every store test runs on.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

// engineVariable names one engine to test on, for the race detector: it makes SQLite, which is Go too, ten times slower.
const engineVariable = "STUDBONUS_TEST_ENGINE"

// Engines are those that tests run on.
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

// New is a database with the product's tables and nothing in them.
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
	d, err := db.Open(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// template is what each database of this test binary is a copy of.
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
		defer os.RemoveAll(dir) //nolint:errcheck // it is among temporary files
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
	d, err := db.Open(ctx, dsn)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Migrate(ctx)
}
