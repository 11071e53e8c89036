package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Local keeps objects as files, in sub-folders named by the first two characters of the key.
type Local struct {
	dir string
}

const (
	shardLength = 2
	// tempName cannot be a sub-folder of objects: it has three characters.
	tempName = "tmp"
)

// NewLocal opens the folder and makes it where there is none.
func NewLocal(dir string) (*Local, error) {
	if err := os.MkdirAll(filepath.Join(dir, tempName), 0o700); err != nil {
		return nil, fmt.Errorf("blob: make the folder for files: %w", err)
	}
	return &Local{dir: dir}, nil
}

// path must be asked with valid keys only.
func (l *Local) path(key string) string {
	return filepath.Join(l.dir, key[:shardLength], key)
}

// Put writes a temporary file and renames it when it is complete and on the disk.
func (l *Local) Put(ctx context.Context, key string, r io.Reader, want Info) (Info, error) {
	if !ValidKey(key) {
		return Info{}, ErrNotFound
	}
	temp, err := os.CreateTemp(filepath.Join(l.dir, tempName), "put-*")
	if err != nil {
		return Info{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer func() { _ = os.Remove(temp.Name()) }() // nothing is left there after the rename
	src := newSource(ctx, r)
	_, err = io.Copy(temp, src)
	// The file is on the disk before it gets its name, else a power cut could leave the name alone.
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return Info{}, src.blame(err)
	}
	info, err := src.info(want)
	if err != nil {
		return Info{}, err
	}
	if err := l.publish(temp.Name(), key); err != nil {
		return Info{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return info, nil
}

func (l *Local) publish(temp, key string) error {
	shard := filepath.Dir(l.path(key))
	switch err := os.Mkdir(shard, 0o700); {
	case err == nil:
		if err := syncFolder(l.dir); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	if err := os.Rename(temp, l.path(key)); err != nil {
		return err
	}
	return syncFolder(shard)
}

// syncFolder makes the names in a folder outlive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Open opens the file.
func (l *Local) Open(ctx context.Context, key string) (*Object, error) {
	if !ValidKey(key) {
		return nil, ErrNotFound
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	f, err := os.Open(l.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	stat, err := f.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%w: %s: %w", ErrUnavailable, key, err)
	}
	return &Object{ReadSeekCloser: f, Size: stat.Size(), Modified: stat.ModTime()}, nil
}

// Delete removes the file.
func (l *Local) Delete(_ context.Context, key string) error {
	if !ValidKey(key) {
		return ErrNotFound
	}
	if err := os.Remove(l.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Each walks the folders.
func (l *Local) Each(ctx context.Context, fn func(Entry) error) error {
	shards, err := os.ReadDir(l.dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	for _, shard := range shards {
		if !shard.IsDir() || len(shard.Name()) != shardLength {
			continue
		}
		files, err := os.ReadDir(filepath.Join(l.dir, shard.Name()))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("blob: list: %w", err)
			}
			if err := visit(shard.Name(), file, fn); err != nil {
				return err
			}
		}
	}
	return nil
}

func visit(shard string, file fs.DirEntry, fn func(Entry) error) error {
	key := file.Name()
	if !ValidKey(key) || key[:shardLength] != shard || !file.Type().IsRegular() {
		return nil // not ours
	}
	stat, err := file.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return fn(Entry{Key: key, Size: stat.Size(), Modified: stat.ModTime()})
}

// Sweep removes old temporary files.
func (l *Local) Sweep(ctx context.Context, before time.Time) error {
	dir := filepath.Join(l.dir, tempName)
	files, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("blob: sweep: %w", err)
		}
		stat, err := file.Info()
		if err != nil || !stat.ModTime().Before(before) {
			continue // gone, or still being written
		}
		if err := os.Remove(filepath.Join(dir, file.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return nil
}

// Check writes and removes a file.
func (l *Local) Check(_ context.Context) error {
	f, err := os.CreateTemp(filepath.Join(l.dir, tempName), "check-*")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	_, err = f.WriteString("ok")
	if err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name())); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
