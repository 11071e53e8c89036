package db

import (
	"io/fs"
	"path/filepath"
	"testing/fstest"
)

// RunOnce is Tx without retry: the negative control of the deadlock test.
var RunOnce = (*DB).runTx

// OwnTables and Catalogue name tables for the test of readiness.
var (
	OwnTables = (*DB).ownTables
	Catalogue = (*DB).catalogue
)

// Rendered returns the migrations for PostgreSQL or for SQLite.
func Rendered(postgres bool) (fs.FS, error) {
	if postgres {
		return render(shipped, postgresDialect)
	}
	return render(shipped, sqliteDialect)
}

// AddMigration adds a migration, as a newer release of the program would.
func (d *DB) AddMigration(name, text string) {
	files := fstest.MapFS{"migrations/" + name: {Data: []byte("-- +goose Up\n" + text)}}
	_ = fs.WalkDir(d.migrations, "migrations", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			text, _ := fs.ReadFile(d.migrations, path)
			files[path] = &fstest.MapFile{Data: text}
		}
		return err
	})
	d.migrations = files
}

// OnlyMigrationsBefore removes the migrations from this number on, as in an older release.
func (d *DB) OnlyMigrationsBefore(number string) {
	files := fstest.MapFS{}
	_ = fs.WalkDir(shipped, "migrations", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (filepath.Dir(path) != "migrations" || e.Name() < number) {
			text, _ := fs.ReadFile(shipped, path)
			files[path] = &fstest.MapFile{Data: text}
		}
		return err
	})
	d.migrations = files
}

// NewConnections returns how many connections the request pool has opened.
func (d *DB) NewConnections() int64 { return d.requests.Stat().NewConnsCount() }
