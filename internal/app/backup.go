package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"studbonus/internal/blob"
	"studbonus/internal/db"
)

// manifest lists what a backup holds, so that a restore can tell a whole one from a damaged one.
type manifest struct {
	Made     time.Time         `json:"made"`
	Version  string            `json:"version"`
	Database string            `json:"database"` // name of its file
	SHA256   string            `json:"sha256"`   // of the database file
	Files    map[string]string `json:"files"`    // key → SHA-256
}

const (
	sqliteCopy   = "studbonus.db"
	postgresDump = "studbonus.dump"
	manifestFile = "manifest.json"
)

// Backup is the command backup.
type Backup struct {
	Store
	To string `arg:"" help:"Folder to make; it must not exist." type:"path"`
}

// Run implements the command: everything is written beside the target and renamed when whole. The secret
// keys are not in it: they are kept apart.
func (c *Backup) Run(ctx context.Context) error {
	if _, err := os.Stat(c.To); err == nil {
		return fmt.Errorf("%s exists already", c.To)
	}
	if !db.IsPostgresURL(c.databaseURL()) { // opening it would make one: a mistyped folder must not be noticed when the backup is needed
		if _, err := os.Stat(c.databaseURL()); err != nil {
			return fmt.Errorf("there is nothing to back up: %w", err)
		}
	}
	partial := c.To + ".partial"
	if err := os.RemoveAll(partial); err != nil { // of a backup that was interrupted
		return err
	}
	if err := os.MkdirAll(filepath.Join(partial, "files"), 0o700); err != nil {
		return err
	}
	d, err := db.Open(ctx, c.databaseURL())
	if err != nil {
		return err
	}
	defer d.Close()
	store, err := blob.OpenStore(c.filesURL())
	if err != nil {
		return err
	}
	// The database first: a file uploaded meanwhile is then one too many, never one too few.
	m := manifest{Made: time.Now().UTC(), Version: Version, Database: sqliteCopy, Files: map[string]string{}}
	if d.Postgres() {
		m.Database = postgresDump
		err = pgTool(ctx, "pg_dump", "--format=custom", "--file", filepath.Join(partial, m.Database), "--dbname", c.Database)
	} else {
		err = d.CopyTo(ctx, filepath.Join(partial, m.Database))
	}
	if err != nil {
		return err
	}
	if m.SHA256, err = fileHash(filepath.Join(partial, m.Database)); err != nil {
		return err
	}
	if err := copyFiles(ctx, store, partial, m.Files); err != nil {
		return err
	}
	if err := writeManifest(partial, m); err != nil {
		return err
	}
	if err := os.Rename(partial, c.To); err != nil {
		return err
	}
	_, _ = fmt.Printf("Копия готова: %s, файлов: %d. Секретные ключи (%s) храните отдельно.\n", c.To, len(m.Files), c.keysFile())
	return syncFolder(filepath.Dir(c.To))
}

func copyFiles(ctx context.Context, from blob.Store, to string, sums map[string]string) error {
	return from.Each(ctx, func(e blob.Entry) error {
		body, err := from.Open(ctx, e.Key)
		if errors.Is(err, blob.ErrNotFound) {
			return nil // removed since it was listed
		}
		if err != nil {
			return err
		}
		defer body.Close() //nolint:errcheck // only read
		sums[e.Key], err = writeHashed(filepath.Join(to, "files", e.Key), body)
		return err
	})
}

func writeHashed(path string, body io.Reader) (sum string, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(f, h), body)
	return hex.EncodeToString(h.Sum(nil)), errors.Join(err, f.Sync(), f.Close())
}

func fileHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() //nolint:errcheck // only read
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), errors.Join(err, f.Sync())
}

func writeManifest(dir string, m manifest) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, manifestFile), data, 0o600); err != nil {
		return err
	}
	return syncFolder(dir)
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func pgTool(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the arguments are the administrator's own
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is needed for PostgreSQL: install the package postgresql-client", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// Restore is the command restore.
type Restore struct {
	Store
	From string `arg:"" help:"Folder that backup made." type:"existingdir"`
}

// Run implements the command: a damaged backup is refused before anything is written, and so is a target in use.
func (c *Restore) Run(ctx context.Context) error {
	m, err := c.checked()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return err
	}
	if err := c.restoreDatabase(ctx, m); err != nil {
		return err
	}
	store, err := blob.OpenStore(c.filesURL())
	if err != nil {
		return err
	}
	for key := range m.Files {
		if err := restoreFile(ctx, store, filepath.Join(c.From, "files", key), key); err != nil {
			return err
		}
	}
	_, _ = fmt.Printf("Восстановлено из копии от %s, файлов: %d.\n", m.Made.Format(time.RFC3339), len(m.Files))
	return nil
}

// checked reads the manifest and compares every sum with it.
func (c *Restore) checked() (manifest, error) {
	var m manifest
	data, err := os.ReadFile(filepath.Join(c.From, manifestFile))
	if err != nil {
		return m, fmt.Errorf("%s is not a backup: %w", c.From, err)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", manifestFile, err)
	}
	sums := map[string]string{m.Database: m.SHA256}
	for key, sum := range m.Files {
		if !blob.ValidKey(key) {
			return m, fmt.Errorf("the backup names a file %q that cannot be ours", key)
		}
		sums[filepath.Join("files", key)] = sum
	}
	for name, want := range sums {
		if sum, err := fileHash(filepath.Join(c.From, name)); err != nil || sum != want {
			return m, fmt.Errorf("the backup is damaged: %s differs from its sum (%w)", name, errors.Join(err))
		}
	}
	return m, nil
}

func (c *Restore) restoreDatabase(ctx context.Context, m manifest) error {
	from, url := filepath.Join(c.From, m.Database), c.databaseURL()
	if db.IsPostgresURL(url) {
		if m.Database != postgresDump {
			return errors.New("this is a backup of a SQLite database: restore it without --database")
		}
		return pgTool(ctx, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--dbname", url, from)
	}
	if m.Database != sqliteCopy {
		return errors.New("this is a backup of a PostgreSQL database: name an empty one by --database")
	}
	if _, err := os.Stat(url); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already: restore into an empty data folder", url)
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	_, err = writeHashed(url, f)
	return err
}

func restoreFile(ctx context.Context, store blob.Store, path, key string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = store.Put(ctx, key, f, blob.Info{Size: info.Size()})
	return err
}
