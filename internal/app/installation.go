package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"studbonus/internal/db"
)

// openMigrated opens the database of an installation with its schema up to date, and makes both where there are none.
func openMigrated(ctx context.Context, s Store) (*db.DB, error) {
	if err := s.refuseHalfRestored(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("не удалось создать папку данных: %w", err)
	}
	d, err := db.Open(ctx, s.databaseURL())
	if err != nil {
		return nil, fmt.Errorf("не удалось открыть базу данных: %w", err)
	}
	if err := d.Migrate(ctx); err != nil {
		d.Close()
		return nil, fmt.Errorf("не удалось обновить схему базы данных: %w", err)
	}
	return d, nil
}

// openInstalled is openMigrated for everything but a start: an empty place is a mistyped one.
func openInstalled(ctx context.Context, s Store) (*db.DB, error) {
	if err := s.refuseEmpty(ctx); err != nil {
		return nil, err
	}
	return openMigrated(ctx, s)
}

func (s Store) refuseEmpty(ctx context.Context) error {
	if err := s.refuseHalfRestored(); err != nil {
		return err
	}
	switch is, err := s.isInstalled(ctx); {
	case err != nil || is:
		return err
	case s.Database != "":
		return errors.New("в базе данных из --database нет установки: проверьте адрес или создайте её командой studbonus init")
	}
	return fmt.Errorf("в папке %s нет установки: проверьте --data или создайте её командой studbonus init", s.Data)
}

// isInstalled looks without making anything.
func (s Store) isInstalled(ctx context.Context) (bool, error) {
	if s.Database == "" {
		_, err := os.Stat(s.databaseURL())
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	d, err := db.Open(ctx, s.Database)
	if err != nil {
		return false, fmt.Errorf("не удалось открыть базу данных: %w", err)
	}
	defer d.Close()
	return db.Exists(ctx, d, "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'meta'")
}
