package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"

	"studbonus/internal/db/sqlite"
)

var errCorrupt = errors.New("the database is corrupt")

// Ready returns an error unless the database answers with the schema that this program was built for. A newer schema is
// fine: migrations only add, and during an upgrade both versions run (security §1.29).
func (d *DB) Ready(ctx context.Context) error {
	if d.corrupt.Load() {
		return errCorrupt
	}
	if err := d.checkFile(); err != nil {
		return err
	}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	versions := make([]int64, len(names))
	for i, name := range names {
		if versions[i], err = goose.NumericComponent(filepath.Base(name)); err != nil {
			return err
		}
	}
	applied, err := One[int](ctx, d, "SELECT count(DISTINCT version_id) FROM goose_db_version WHERE is_applied AND version_id IN (?)", versions)
	if err != nil {
		return err
	}
	tables, err := d.countTables(ctx)
	if err != nil {
		return err
	}
	if applied < len(versions) || tables < d.tables {
		return fmt.Errorf("the schema is older or incomplete: %d of %d migrations, %d of %d tables", applied, len(versions), tables, d.tables)
	}
	return nil
}

func (d *DB) countTables(ctx context.Context) (int, error) {
	if d.Postgres() {
		return One[int](ctx, d, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
	}
	return One[int](ctx, d, "SELECT count(*) FROM sqlite_master WHERE type = 'table'")
}

// checkFile reads the head of a SQLite file past SQLite, which answers from its cache while the file is overwritten.
func (d *DB) checkFile() error {
	if d.Postgres() {
		return nil
	}
	f, err := os.Open(d.path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || string(head) != magic {
		return errCorrupt
	}
	return nil
}

// Noticed looks at an error of a query that nobody expected. A SQLite file that was found corrupt stays not ready until
// it has been restored: going on would spread the damage. On PostgreSQL a broken page is its administrator's to judge,
// since it would take every instance out.
func (d *DB) Noticed(err error) {
	switch sqlite.Code(err) & 0xff {
	case sqlite.Corrupt, sqlite.NotADB:
		d.corrupt.Store(true)
	}
}
