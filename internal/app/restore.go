package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
)

// Restore is the command restore.
type Restore struct {
	Store
	From string `arg:"" help:"Папка, которую создала команда backup." type:"existingdir"`
}

// Run refuses a damaged backup or a target in use before it writes anything. The database gets its final name last, so an
// interrupted restore leaves no installation and can be repeated.
func (c *Restore) Run(ctx context.Context) error {
	c.warnOfPlainText()
	m, err := c.checked()
	if err != nil {
		return err
	}
	restore := c.restoreSQLite
	if c.Database != "" {
		restore = c.restorePostgres
	}
	if err := restore(ctx, m); err != nil {
		return err
	}
	_, _ = fmt.Printf("Восстановлено из копии от %s, файлов: %d. Перед запуском верните на место секретные ключи (%s); если их нет, выполните studbonus keys adopt.\n",
		m.Made.Format(time.RFC3339), len(m.Files), c.keysFile())
	_, _ = fmt.Println("При первом запуске завершатся все сеансы операторов и перестанут действовать ссылки для сброса пароля; сеансы и карты студентов остаются. Пароли, блокировки, права, приглашения и коды снова такие, какими были в копии: проверьте тех, кого заблокировали или меняли позже.")
	return nil
}

// restoredNote is set while the sessions of a restored database have not been ended yet.
const restoredNote = "restored"

// noteRestored makes the next start end all sessions.
func noteRestored(ctx context.Context, url string, m manifest) error {
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.SetNote(ctx, restoredNote, m.Made.Format(time.RFC3339))
}

// endRestoredSessions ends operators' sessions after a restore: some of them were ended after the backup.
func (a *App) endRestoredSessions(ctx context.Context) error {
	made, err := db.Note(ctx, a.DB, restoredNote)
	if err != nil || made == "" {
		return err
	}
	if err := a.DB.Tx(ctx, a.Auth.EndEverySession); err != nil {
		return err
	}
	a.Log.Warn("sessions ended, because the database was restored", "copy", made)
	return a.DB.SetNote(ctx, restoredNote, "")
}

func readManifest(dir string) (m manifest, err error) {
	data, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return m, fmt.Errorf("%s не резервная копия: %w", dir, err)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("копия повреждена: %s не читается: %w", manifestFile, err)
	}
	return m, nil
}

// checked reads the manifest and verifies every checksum.
func (c *Restore) checked() (manifest, error) {
	m, err := readManifest(c.From)
	if err != nil {
		return m, err
	}
	switch {
	case m.Database != sqliteCopy && m.Database != postgresDump:
		return m, fmt.Errorf("копия повреждена: неизвестная база данных %q", m.Database)
	case m.Database == sqliteCopy && c.Database != "":
		return m, errors.New("это копия базы данных SQLite: восстановите её без --database")
	case m.Database == postgresDump && c.Database == "":
		return m, errors.New("это копия базы данных PostgreSQL: укажите пустую базу флагом --database")
	}
	sums := map[string]string{m.Database: m.SHA256}
	for key, sum := range m.Files {
		if !blob.ValidKey(key) {
			return m, fmt.Errorf("копия повреждена: в ней указан посторонний файл %q", key)
		}
		sums[filepath.Join("files", key)] = sum
	}
	for name, want := range sums {
		sum, err := fileHash(filepath.Join(c.From, name))
		if err != nil {
			return m, fmt.Errorf("копия повреждена: %s не читается: %w", name, err)
		}
		if sum != want {
			return m, fmt.Errorf("копия повреждена: %s не сходится с контрольной суммой", name)
		}
	}
	return m, nil
}

// restoring is the name of a SQLite database until all its files are restored.
func (s Store) restoring() string { return s.databaseURL() + ".restoring" }

// refuseHalfRestored refuses a folder whose restore was interrupted.
func (s Store) refuseHalfRestored() error {
	if s.Database != "" {
		return nil // pg_restore works in one transaction
	}
	if _, err := os.Stat(s.restoring()); err == nil {
		return fmt.Errorf("восстановление в %s не закончено: повторите команду restore", s.Data)
	}
	return nil
}

func (c *Restore) restoreSQLite(ctx context.Context, m manifest) error {
	for _, ending := range []string{"", "-wal", "-shm"} { // SQLite would apply a leftover WAL to the new database
		left := c.databaseURL() + ending
		if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s уже есть: восстановите копию в пустую папку", left)
		}
	}
	release, err := lockData(c.Data)
	if err != nil {
		return err
	}
	defer release()
	if err := c.copyDatabase(filepath.Join(c.From, m.Database)); err != nil {
		return c.unfinished(err)
	}
	if err := c.restoreFiles(ctx, m); err != nil {
		return c.unfinished(err)
	}
	if err := noteRestored(ctx, c.restoring(), m); err != nil {
		return c.unfinished(err)
	}
	if err := os.Rename(c.restoring(), c.databaseURL()); err != nil {
		return c.unfinished(err)
	}
	return syncFolder(c.Data)
}

func (c *Restore) copyDatabase(from string) error {
	if err := os.Remove(c.restoring()); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by an interrupted restore
		return err
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	_, err = writeHashed(c.restoring(), f)
	return err
}

func (c *Restore) restorePostgres(ctx context.Context, m manifest) error {
	is, err := c.isInstalled(ctx)
	if err != nil {
		return err
	}
	if is {
		return errors.New("в базе данных из --database уже есть установка: укажите пустую")
	}
	if err := c.restoreFiles(ctx, m); err != nil {
		return c.unfinished(err)
	}
	err = pgTool(ctx, c.Database, io.Discard, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", filepath.Join(c.From, m.Database))
	if err == nil {
		err = noteRestored(ctx, c.Database, m)
	}
	if err != nil {
		return c.unfinished(err)
	}
	return nil
}

func (c *Restore) restoreFiles(ctx context.Context, m manifest) error {
	store, err := blob.OpenStore(c.filesURL())
	if err != nil {
		return err
	}
	for key := range m.Files {
		if err := restoreFile(ctx, store, filepath.Join(c.From, "files", key), key); err != nil {
			return err
		}
	}
	return nil
}

func restoreFile(ctx context.Context, store blob.Store, path, key string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = store.Put(ctx, key, f, blob.Info{Size: info.Size()})
	return err
}

// unfinished wraps an error with what to do about the interrupted restore.
func (c *Restore) unfinished(cause error) error {
	if errors.Is(cause, syscall.ENOSPC) {
		return fmt.Errorf("на диске не хватило места, восстановление не закончено: освободите место и повторите команду (%w)", cause)
	}
	return fmt.Errorf("восстановление не закончено, повторите команду: %w", cause)
}
