package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const partialSuffix = ".partial"

// partial is the folder of a backup that is being written. The lock on it shows that somebody still writes: a folder without is
// left over from a backup that was killed.
type partial struct {
	path   string
	folder *os.File
}

func newPartial(to string) (*partial, error) {
	p := &partial{path: to + partialSuffix}
	if err := removeUnlocked(p.path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(p.path, "files"), 0o700); err != nil {
		return nil, err
	}
	folder, locked := lockFolder(p.path)
	if !locked {
		return nil, fmt.Errorf("копия %s уже создаётся", to)
	}
	p.folder = folder
	return p, nil
}

func (p *partial) remove() error {
	return errors.Join(os.RemoveAll(p.path), p.folder.Close())
}

func (p *partial) complete(to string) error {
	defer p.folder.Close() //nolint:errcheck // only a lock
	if err := os.Rename(p.path, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

func lockFolder(path string) (folder *os.File, locked bool) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	if syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		_ = folder.Close()
		return nil, false
	}
	return folder, true
}

// removeUnlocked removes a folder unless a running backup writes to it.
func removeUnlocked(path string) error {
	folder, locked := lockFolder(path)
	if !locked {
		return nil
	}
	return errors.Join(os.RemoveAll(path), folder.Close())
}

// makeRoom removes what killed backups left beside the new one, and copies that are too old. The newest copy stays whatever its age.
func (c *Backup) makeRoom() error {
	beside := filepath.Dir(c.To)
	left, err := filepath.Glob(filepath.Join(beside, "*"+partialSuffix))
	if err != nil {
		return err
	}
	for _, path := range left {
		if info, err := os.Stat(filepath.Join(path, "files")); err != nil || !info.IsDir() {
			continue // not ours
		}
		if err := removeUnlocked(path); err != nil {
			return err
		}
	}
	if c.KeepDays <= 0 {
		return nil
	}
	return removeOldCopies(beside, time.Now().AddDate(0, 0, -c.KeepDays))
}

// removeOldCopies removes the copies in a folder that were made before a moment, except the newest.
func removeOldCopies(in string, before time.Time) error {
	manifests, err := filepath.Glob(filepath.Join(in, "*", manifestFile))
	if err != nil {
		return err
	}
	made, newest := map[string]time.Time{}, time.Time{}
	for _, path := range manifests {
		m, err := readManifest(filepath.Dir(path))
		if err != nil {
			continue // not a copy of ours, or a damaged one, which is left to the administrator
		}
		made[filepath.Dir(path)] = m.Made
		if m.Made.After(newest) {
			newest = m.Made
		}
	}
	for path, at := range made {
		if at.Before(before) && at.Before(newest) {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	}
	return nil
}
