package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestMakeRoom(t *testing.T) {
	made := func(t *testing.T, in, name string, age int) {
		t.Helper()
		dir := filepath.Join(in, name)
		if err := os.MkdirAll(filepath.Join(dir, "files"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := writeManifest(dir, manifest{Made: time.Now().AddDate(0, 0, -age)}); err != nil {
			t.Fatal(err)
		}
	}
	left := func(t *testing.T, in string) (names []string) {
		t.Helper()
		entries, err := os.ReadDir(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	for name, c := range map[string]struct {
		ages map[string]int
		keep int
		want []string
	}{
		"old ones go":             {map[string]int{"a": 40, "b": 31, "c": 29, "d": 1}, 30, []string{"c", "d"}},
		"the newest always stays": {map[string]int{"a": 90, "b": 60}, 30, []string{"b"}},
		"none goes without it":    {map[string]int{"a": 90, "b": 1}, 0, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for copied, age := range c.ages {
				made(t, dir, copied, age)
			}
			if err := (&Backup{To: filepath.Join(dir, "new"), KeepDays: c.keep}).makeRoom(); err != nil {
				t.Fatal(err)
			}
			if got := left(t, dir); !slices.Equal(got, c.want) {
				t.Errorf("left: %v, want %v", got, c.want)
			}
		})
	}
	t.Run("what a killed backup left goes, a running one and other folders stay", func(t *testing.T) {
		dir := t.TempDir()
		made(t, dir, "killed.partial", 0)
		if err := os.Mkdir(filepath.Join(dir, "other.partial"), 0o700); err != nil {
			t.Fatal(err)
		}
		running, err := newPartial(filepath.Join(dir, "running"))
		if err != nil {
			t.Fatal(err)
		}
		defer running.remove() //nolint:errcheck // the test's folder is removed too
		if err := (&Backup{To: filepath.Join(dir, "new")}).makeRoom(); err != nil {
			t.Fatal(err)
		}
		if got := left(t, dir); !slices.Equal(got, []string{"other.partial", "running.partial"}) {
			t.Errorf("left: %v", got)
		}
		if _, err := newPartial(filepath.Join(dir, "running")); err == nil {
			t.Error("two backups write to one folder")
		}
	})
}
