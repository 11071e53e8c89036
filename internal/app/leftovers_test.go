package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOldPartsOfUploadsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	now := time.Now()
	for name, age := range map[string]time.Duration{"multipart-1": 2 * time.Hour, "multipart-2": time.Minute, "other": 2 * time.Hour} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	clearLeftovers(now)
	for name, stays := range map[string]bool{"multipart-1": false, "multipart-2": true, "other": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}
