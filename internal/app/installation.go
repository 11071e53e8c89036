package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"studbonus/internal/platform/db"
)

// openMigrated opens and migrates the database of an installation, and creates it if there is none.
func openMigrated(ctx context.Context, s Store) (*db.DB, error) {
	if err := s.refuseHalfRestored(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("не удалось создать папку данных: %w", err)
	}
	d, err := db.OpenWithin(ctx, s.databaseURL(), s.Limits)
	if err != nil {
		return nil, fmt.Errorf("не удалось открыть базу данных: %w", err)
	}
	if err := d.Migrate(ctx); err != nil {
		d.Close()
		if errors.Is(err, db.ErrPreview) {
			return nil, s.previewRefused()
		}
		return nil, fmt.Errorf("не удалось обновить схему базы данных: %w", err)
	}
	return d, nil
}

// previewRefused tells an administrator what to do with a database that a preview created.
func (s Store) previewRefused() error {
	const cause = "эту базу данных создала предварительная версия программы, обновить её нельзя: "
	if s.Database != "" {
		return errors.New(cause + "сохраните её, если данные ещё нужны, и назовите пустую базу флагом --database")
	}
	return fmt.Errorf(cause+"сохраните папку %s, если данные ещё нужны, и назовите новую флагом --data", s.Data)
}

// openInstalled is openMigrated for commands: it refuses an empty folder or database, which is most likely a typo.
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

// isInstalled reports whether there is an installation, without creating anything.
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
	return hasSchema(ctx, d)
}

// warnOfPlainText tells the administrator that a command's connection to PostgreSQL is readable on the way.
func (s Store) warnOfPlainText() {
	if host := db.UnencryptedHost(s.Database); host != "" {
		_, _ = fmt.Fprintf(os.Stderr, "Внимание: соединение с PostgreSQL на %s не шифруется. Добавьте к адресу sslmode=verify-full.\n", host)
	}
}
