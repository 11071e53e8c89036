package db

import (
	"context"
	"database/sql"
	"io/fs"
)

// RunOnce is Tx without its second try: the negative control of the deadlock test.
var RunOnce = (*DB).runTx

// Rendered are the migrations in the words of PostgreSQL or of SQLite.
func Rendered(postgres bool) (fs.FS, error) {
	if postgres {
		return rendered(postgresDialect)
	}
	return rendered(sqliteDialect)
}

// MigrateTo stops at a version, as the program of an earlier release would.
func (d *DB) MigrateTo(ctx context.Context, version int64) error {
	return d.withLock(ctx, func(on *sql.DB) error {
		p, err := d.provider(on)
		if err != nil {
			return err
		}
		_, err = p.UpTo(ctx, version)
		return err
	})
}

// NewConnections is how many connections to PostgreSQL requests have opened so far.
func (d *DB) NewConnections() int64 { return d.requests.Stat().NewConnsCount() }
