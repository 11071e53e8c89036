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

	"studbonus/internal/platform/db/sqlite"
)

var errCorrupt = errors.New("the database is corrupt")

// Ready returns an error unless the database has the schema of this build. A newer schema is fine: migrations only add, and
// during an upgrade both versions run (rules 18.5, 18.6).
func (d *DB) Ready(ctx context.Context) error {
	if d.corrupt.Load() {
		return errCorrupt
	}
	if err := d.checkFile(); err != nil {
		return err
	}
	names, err := fs.Glob(d.migrations, "migrations/*.sql")
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

// checkFile reads the header of the SQLite file directly: SQLite itself answers from its cache even if the file was
// overwritten.
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

// NoteCorruption makes the database permanently not ready if err says that the SQLite file is corrupt: writing on would
// spread the damage. PostgreSQL is exempt, because one broken page would take every instance out of service.
func (d *DB) NoteCorruption(err error) {
	switch sqlite.Code(err) & 0xff {
	case sqlite.Corrupt, sqlite.NotADB:
		d.corrupt.Store(true)
	}
}
