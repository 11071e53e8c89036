package app

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// leftoverAge is longer than any request may take, so that a file in use by another instance stays.
const leftoverAge = time.Hour

// clearLeftovers removes the parts of uploads that a killed instance of the same user left in the temporary folder.
func clearLeftovers(now time.Time) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "multipart-*")) // the pattern is valid
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || now.Sub(info.ModTime()) < leftoverAge {
			continue
		}
		if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) == os.Geteuid() {
			_ = os.Remove(path)
		}
	}
}
