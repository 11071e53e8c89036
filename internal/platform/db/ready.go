package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/pressly/goose/v3"

	"studbonus/internal/platform/db/sqlite"
)

var (
	errCorrupt  = errors.New("the database is corrupt")
	errReplaced = errors.New("the database file was replaced or removed while it was open")
)

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
	tables, err := d.presentTables(ctx)
	if err != nil {
		return err
	}
	if applied < len(versions) || len(tables) < len(d.tables) {
		return fmt.Errorf("the schema is older or incomplete: %d of %d migrations, %d of %d tables", applied, len(versions), len(tables), len(d.tables))
	}
	return nil
}

// presentTables returns those of our tables that exist; the schema may hold tables of others, which may come and go.
func (d *DB) presentTables(ctx context.Context) ([]string, error) {
	return All[string](ctx, d, d.catalogue("name IN (?)"), d.tables)
}

// openHeader opens the SQLite file once, for as long as the database is open: closing any descriptor of a file drops all POSIX
// locks of the process on it, also SQLite's. Without them another program that opens and closes the database deletes the WAL
// file under the server, and what was committed to it is lost.
func (d *DB) openHeader() (err error) {
	d.header, err = os.Open(d.path)
	return err
}

// checkFile reads the header of the SQLite file directly: SQLite itself answers from its cache even if the file was
// overwritten or replaced.
func (d *DB) checkFile() error {
	if d.Postgres() {
		return nil
	}
	opened, err := d.header.Stat()
	if err != nil {
		return err
	}
	if present, err := os.Stat(d.path); err != nil || !os.SameFile(opened, present) {
		return errReplaced
	}
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	if _, err := d.header.ReadAt(head, 0); err != nil || string(head) != magic {
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

// leastRoom is what a few writes and a checkpoint need.
const leastRoom = 8 << 20

// HasRoom returns an error if the disk of a SQLite database is nearly full.
func (d *DB) HasRoom(context.Context) error {
	if d.Postgres() {
		return nil
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(d.path), &disk); err != nil {
		return fmt.Errorf("free space of %s: %w", filepath.Dir(d.path), err)
	}
	if free := int64(disk.Bavail) * disk.Bsize; free < leastRoom {
		return fmt.Errorf("%d bytes are left on the disk of %s", free, d.path)
	}
	return nil
}
