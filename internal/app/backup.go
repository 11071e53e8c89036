package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
)

// manifest lists the contents of a backup, so that a restore can detect a damaged one.
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
	To       string `arg:"" help:"Папка, которую создать; её ещё не должно быть." type:"path"`
	KeepDays int    `help:"Сначала удалить рядом копии старше стольких дней; последняя остаётся всегда. 0: не удалять." placeholder:"ДНЕЙ"`
}

// Run writes the backup under a temporary name and renames it when complete. The secret keys are not part of it: they are
// stored separately.
func (c *Backup) Run(ctx context.Context) error {
	if _, err := os.Stat(c.To); err == nil {
		return fmt.Errorf("%s уже есть: укажите новую папку", c.To)
	}
	c.warnOfPlainText()
	if err := c.refuseEmpty(ctx); err != nil {
		return err
	}
	if err := c.makeRoom(); err != nil {
		return err
	}
	partial, err := newPartial(c.To)
	if err != nil {
		return err
	}
	if err := c.write(ctx, partial); err != nil {
		return errors.Join(err, partial.remove()) // it would keep the disk full
	}
	return partial.complete(c.To)
}

// write fills the folder of a backup.
func (c *Backup) write(ctx context.Context, to *partial) error {
	d, err := db.Open(ctx, c.databaseURL()) // without migrating: backups are also made before an upgrade
	if err != nil {
		return fmt.Errorf("не удалось открыть базу данных: %w", err)
	}
	defer d.Close()
	if err := d.RefusePreview(ctx); err != nil {
		if errors.Is(err, db.ErrPreview) {
			return c.previewRefused()
		}
		return err
	}
	store, err := blob.OpenStore(c.filesURL())
	if err != nil {
		return err
	}
	// Files before the database, then those uploaded meanwhile: a file that is deleted during the backup is superfluous in
	// it, never missing.
	m := manifest{Made: time.Now().UTC(), Version: Version, Database: sqliteCopy, Files: map[string]string{}}
	if err := copyFiles(ctx, store, to.path, m.Files); err != nil {
		return err
	}
	if d.Postgres() {
		m.Database = postgresDump
		err = dumpPostgres(ctx, c.Database, filepath.Join(to.path, m.Database))
	} else {
		err = d.CopyTo(ctx, filepath.Join(to.path, m.Database))
	}
	if err != nil {
		return err
	}
	if m.SHA256, err = fileHash(filepath.Join(to.path, m.Database)); err != nil {
		return err
	}
	if err := copyFiles(ctx, store, to.path, m.Files); err != nil {
		return err
	}
	if err := writeManifest(to.path, m); err != nil {
		return err
	}
	_, _ = fmt.Printf("Копия готова: %s, файлов: %d. Секретные ключи (%s) храните отдельно.\n", c.To, len(m.Files), c.keysFile())
	return nil
}

// copyFiles copies the files that sums does not have yet.
func copyFiles(ctx context.Context, from blob.Store, to string, sums map[string]string) error {
	return from.Each(ctx, func(e blob.Entry) error {
		if _, known := sums[e.Key]; known {
			return nil
		}
		body, err := from.Open(ctx, e.Key)
		if errors.Is(err, blob.ErrNotFound) {
			return nil // deleted since it was listed
		}
		if err != nil {
			return err
		}
		defer body.Close() //nolint:errcheck // read only
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
	defer f.Close() //nolint:errcheck // read only
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

// dumpPostgres creates the file itself, because pg_dump would make it readable for others.
func dumpPostgres(ctx context.Context, address, to string) error {
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = pgTool(ctx, address, f, "pg_dump", "--format=custom")
	return errors.Join(err, f.Sync(), f.Close())
}

// pgTool runs a PostgreSQL program on a database. The password is passed in the environment, because arguments show in the
// process list.
func pgTool(ctx context.Context, address string, out io.Writer, args ...string) error {
	shown, password, err := withoutPassword(address)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[0], append(args[1:], "--dbname", shown)...) //nolint:gosec // the arguments are the administrator's own
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = out, &stderr, os.Environ()
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	err = cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("для PostgreSQL нужна программа %s: установите пакет postgresql-client", args[0])
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", args[0], err, &stderr)
	}
	return nil
}

// withoutPassword removes the password and pgx-only parameters from a database address.
func withoutPassword(address string) (shown, password string, err error) {
	cfg, err := pgconn.ParseConfig(address)
	if err != nil {
		return "", "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", "", errors.New("адрес базы данных записан с ошибкой") // the error of url.Parse quotes the password
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	for name := range query {
		if name == "password" || name == "default_query_exec_mode" || strings.HasPrefix(name, "pool_") || strings.HasSuffix(name, "_cache_capacity") {
			query.Del(name)
		}
	}
	u.RawQuery = query.Encode()
	return u.String(), cfg.Password, nil
}
