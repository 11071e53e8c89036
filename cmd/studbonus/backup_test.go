package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// inventory maps the files in the database to their checksums.
func inventory(t *testing.T, dir string, where []string) map[string]string {
	t.Helper()
	dsn := filepath.Join(dir, "studbonus.db")
	if len(where) > 2 {
		dsn = where[3]
	}
	d, err := db.OpenWithin(t.Context(), dsn, testdb.Patient)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	type file struct {
		Key string `db:"key"`
		Sum []byte `db:"sha256"`
	}
	found, err := db.All[file](t.Context(), d, "SELECT key, sha256 FROM files")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, f := range found {
		sums[f.Key] = fmt.Sprintf("%x", f.Sum)
	}
	return sums
}

// stored maps the files on disk to their checksums.
func stored(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(filepath.Join(dir, "files"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		sums[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

func copyKeys(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(from, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, "keys.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// elsewhere returns a new folder and the flags that name it, with a new database on the engine of where.
func elsewhere(t *testing.T, where []string) (dir string, target []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "restored")
	target = []string{"--data", dir}
	if len(where) > 2 {
		target = with(target, "--database", testdb.NewDatabase(t))
	}
	return dir, target
}

func TestABackupOfARunningServerIsRestoredCompletely(t *testing.T) {
	t.Parallel()
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		s := serve(t, where...)
		token := s.demoToken()
		acked := map[string]bool{}
		for side := range 5 {
			acked[s.upload(token, picture(t, 8+side))] = true
		}
		// Writes continue during the backup.
		stop, under := make(chan struct{}), sync.WaitGroup{}
		under.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					s.upload(token, picture(t, 20))
				}
			}
		})
		backup := filepath.Join(t.TempDir(), "backup")
		run(t, "", with([]string{"backup", backup}, where...)...).ok()
		close(stop)
		under.Wait()
		run(t, "", with([]string{"backup", backup}, where...)...).refused("уже есть")
		s.stop()

		restored, target := elsewhere(t, where)
		run(t, "", with([]string{"restore", backup}, target...)...).ok()
		run(t, "", with([]string{"restore", backup}, target...)...).refused("уже есть") // existing files are never overwritten
		copyKeys(t, dir, restored)
		run(t, "", with([]string{"verify"}, target...)...).ok()
		have, named := stored(t, restored), inventory(t, restored, target)
		for key := range acked {
			if named[key] == "" {
				t.Errorf("%s was acknowledged before the backup and is not in it", key)
			}
		}
		for key, sum := range named {
			if diff := cmp.Diff(sum, have[key]); diff != "" {
				t.Errorf("%s (-database +folder): %s", key, diff)
			}
		}
		again := serve(t, target...)
		// It may have been ended after the backup.
		if status := again.call("GET", "/operator/info", token, nil, nil); status != 401 {
			t.Errorf("a session of before the backup answers %d", status)
		}
		if status := again.call("GET", "/operator/info", again.demoToken(), nil, nil); status != 200 {
			t.Errorf("a new session answers %d", status)
		}
	})
}

func TestABackupWithoutRoomLeavesNothing(t *testing.T) {
	dir, disk := demoFolder(t), smallDisk(t, 1<<20)
	if r := run(t, "", "backup", filepath.Join(disk, "backup"), "--data", dir); r.code == 0 {
		t.Fatal("control: there was room")
	}
	left, err := os.ReadDir(disk)
	if err != nil || len(left) > 0 {
		t.Errorf("left on the full disk: %v %v", left, err)
	}
}

func TestABackupHasNoSecretsAndIsReadableByItsOwnerOnly(t *testing.T) {
	dir, backup := demoFolder(t), filepath.Join(t.TempDir(), "backup")
	s := serve(t, "--data", dir)
	s.upload(s.demoToken(), picture(t, 8))
	run(t, "", "backup", backup, "--data", dir).ok()
	var keys struct{ Rotation string }
	data, err := os.ReadFile(filepath.Join(dir, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &keys); err != nil || keys.Rotation == "" {
		t.Fatal(err)
	}
	err = filepath.WalkDir(backup, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", path, info.Mode())
		}
		if e.IsDir() {
			return nil
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(keys.Rotation)) {
			t.Errorf("%s holds the keys", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestADamagedBackupIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	dir, whole := demoFolder(t), filepath.Join(t.TempDir(), "backup")
	s := serve(t, "--data", dir)
	key := s.upload(s.demoToken(), picture(t, 8))
	s.stop()
	run(t, "", "backup", whole, "--data", dir).ok()
	for name, damage := range map[string]func(t *testing.T, backup string){
		"a bit of the database": func(t *testing.T, b string) { flip(t, filepath.Join(b, "studbonus.db")) },
		"a bit of a file":       func(t *testing.T, b string) { flip(t, filepath.Join(b, "files", key)) },
		"a missing file":        func(t *testing.T, b string) { remove(t, filepath.Join(b, "files", key)) },
		"a missing database":    func(t *testing.T, b string) { remove(t, filepath.Join(b, "studbonus.db")) },
		"a missing manifest":    func(t *testing.T, b string) { remove(t, filepath.Join(b, "manifest.json")) },
		"a manifest cut short":  func(t *testing.T, b string) { edit(t, b, func(m string) string { return m[:len(m)/2] }) },
		"a file that climbs out": func(t *testing.T, b string) {
			edit(t, b, func(m string) string { return strings.Replace(m, key, "../../../../tmp/escaped", 1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			backup, target := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "target")
			if err := os.CopyFS(backup, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			damage(t, backup)
			if r := run(t, "", "restore", backup, "--data", target); r.code == 0 {
				t.Errorf("restored: %s", r.out)
			}
			if _, err := os.Stat(target); err == nil {
				t.Error("something was written")
			}
		})
	}
	run(t, "", "restore", whole, "--data", filepath.Join(t.TempDir(), "target")).ok() // control
	run(t, "", "restore", whole, "--data", t.TempDir(), "--database", "postgres://nowhere/x").refused("SQLite")
}

func flip(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, backup string, change func(string) string) {
	t.Helper()
	path := filepath.Join(backup, "manifest.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(data))), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAnInterruptedBackupIsRestarted(t *testing.T) {
	dir, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	run(t, "", "init", "--data", dir).ok()
	if err := os.MkdirAll(backup+".partial", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(backup+".partial", "studbonus.db"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "", "backup", backup, "--data", dir).ok()
	if _, err := os.Stat(backup + ".partial"); err == nil {
		t.Error("the half is still there")
	}
}

func TestABackupOfAMissingDatabaseIsRefused(t *testing.T) {
	for name, dir := range map[string]string{"an empty folder": t.TempDir(), "no folder": filepath.Join(t.TempDir(), "none")} {
		backup := filepath.Join(t.TempDir(), "backup")
		r := run(t, "", "backup", backup, "--data", dir)
		if _, err := os.Stat(backup); err == nil || r.code == 0 {
			t.Errorf("%s: a mistyped folder would be noticed when the backup is needed: %s", name, r.out)
		}
	}
}

func TestVerifyFailsWhenAFileIsMissing(t *testing.T) {
	dir := demoFolder(t)
	s := serve(t, "--data", dir)
	key := s.upload(s.demoToken(), picture(t, 8))
	s.stop()
	run(t, "", "verify", "--data", dir).ok()
	remove(t, filepath.Join(dir, "files", key[:2], key))
	run(t, "", "verify", "--data", dir).refused(key + ": файла нет")
}
