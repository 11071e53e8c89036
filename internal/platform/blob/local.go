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

// Local stores objects as files, in sub-folders named after the first two characters of the key.
type Local struct {
	dir string
}

const (
	shardLength = 2
	// tempName has three characters, so it cannot clash with a sub-folder of objects.
	tempName = "tmp"
)

// NewLocal opens the folder and creates it if needed.
func NewLocal(dir string) (*Local, error) {
	if err := os.MkdirAll(filepath.Join(dir, tempName), 0o700); err != nil {
		return nil, fmt.Errorf("не удалось создать папку для файлов: %w", err)
	}
	return &Local{dir: dir}, nil
}

// path expects a valid key.
func (l *Local) path(key string) string {
	return filepath.Join(l.dir, key[:shardLength], key)
}

// Put writes a temporary file, fsyncs it and renames it.
func (l *Local) Put(ctx context.Context, key string, r io.Reader, want Info) (Info, error) {
	if !ValidKey(key) {
		return Info{}, ErrNotFound
	}
	temp, err := os.CreateTemp(filepath.Join(l.dir, tempName), "put-*")
	if err != nil {
		return Info{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer func() { _ = os.Remove(temp.Name()) }() // a no-op after the rename
	src := newSource(ctx, r)
	_, err = io.Copy(temp, src)
	// fsync before the rename: otherwise a power cut could leave the name without the content.
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return Info{}, src.putError(err)
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

// syncFolder fsyncs a folder, so that its names survive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Open implements Store.
func (l *Local) Open(ctx context.Context, key string) (*Object, error) {
	if !ValidKey(key) {
		return nil, ErrNotFound
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("чтение файла: %w", err)
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
		err = errors.New("это не файл")
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%w: %s: %w", ErrUnavailable, key, err)
	}
	return &Object{ReadSeekCloser: f, Size: stat.Size(), Modified: stat.ModTime()}, nil
}

// Delete implements Store.
func (l *Local) Delete(_ context.Context, key string) error {
	if !ValidKey(key) {
		return ErrNotFound
	}
	if err := os.Remove(l.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Each implements Store.
func (l *Local) Each(ctx context.Context, fn func(Entry) error) error {
	return l.EachAfter(ctx, "", fn)
}

// EachAfter walks the rest of the folders.
func (l *Local) EachAfter(ctx context.Context, after string, fn func(Entry) error) error {
	shards, err := os.ReadDir(l.dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	for _, shard := range shards {
		if !shard.IsDir() || len(shard.Name()) != shardLength || shard.Name() < after[:min(shardLength, len(after))] {
			continue
		}
		files, err := os.ReadDir(filepath.Join(l.dir, shard.Name()))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("список файлов хранилища: %w", err)
			}
			if file.Name() <= after {
				continue
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
		return nil // deleted in the meantime
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
			return fmt.Errorf("уборка хранилища файлов: %w", err)
		}
		stat, err := file.Info()
		if err != nil || !stat.ModTime().Before(before) {
			continue // deleted, or still being written
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
