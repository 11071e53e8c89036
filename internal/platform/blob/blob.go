// Package blob stores the bytes of files, in a folder or in S3. Type, owner and hash of a file are in the database; a store
// knows only keys and bytes. Put is atomic: an object is either complete or absent.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"
)

// The texts are Russian, as those of all errors here: administrators read them in backup, restore and verify.
var (
	// ErrNotFound means that no object has this key, or that the key is malformed.
	ErrNotFound = errors.New("в хранилище нет такого файла")
	// ErrUnavailable means that the store is down, slow or full.
	ErrUnavailable = errors.New("хранилище файлов недоступно")
	// ErrCorrupt means that the stored bytes differ from what was sent or announced.
	ErrCorrupt = errors.New("содержимое файла повреждено")
)

// Info describes the content of an object. SHA256 is lower-case hex.
type Info struct {
	Size        int64
	ContentType string
	SHA256      string
}

// Object is an open object. The caller closes it.
type Object struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time
}

// Entry is an object in a listing.
type Entry struct {
	Key      string
	Size     int64
	Modified time.Time
}

// Store keeps objects by key. Keys come from NewKey; every method rejects malformed keys first.
type Store interface {
	// Put stores the content of r, replacing any object with that key. It returns size and hash once the bytes are
	// durable: fsynced, or read back from S3 and compared. A non-zero Size or SHA256 in want must match the content.
	Put(ctx context.Context, key string, r io.Reader, want Info) (Info, error)
	// Open opens the object for reading until ctx ends, or returns ErrNotFound.
	Open(ctx context.Context, key string) (*Object, error)
	// Delete removes the object. A missing object is not an error.
	Delete(ctx context.Context, key string) error
	// Each calls fn for every object in key order and stops at the first error.
	Each(ctx context.Context, fn func(Entry) error) error
	// EachAfter is Each for the objects whose key is greater than after.
	EachAfter(ctx context.Context, after string, fn func(Entry) error) error
	// Sweep removes leftovers of interrupted uploads that started before that time.
	Sweep(ctx context.Context, before time.Time) error
	// Check returns an error unless the store accepts writes.
	Check(ctx context.Context) error
}

// OpenStore opens the store named by a setting: an s3:// URL or the path of a folder.
func OpenStore(where string) (Store, error) {
	if strings.HasPrefix(where, "s3:") {
		return NewS3(where)
	}
	return NewLocal(where)
}

// source wraps the reader of a Put. It counts and hashes the bytes and records read errors, to tell them apart from errors
// of the store.
type source struct {
	ctxErr func() error
	r      io.Reader
	sum    hash.Hash
	size   int64
	ended  bool
	err    error
}

func newSource(ctx context.Context, r io.Reader) *source {
	return &source{ctxErr: ctx.Err, r: r, sum: sha256.New()}
}

// Read fails once the context is done.
func (s *source) Read(p []byte) (int, error) {
	if err := s.ctxErr(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p)
	_, _ = s.sum.Write(p[:n])
	s.size += int64(n)
	if errors.Is(err, io.EOF) {
		s.ended = true
	} else if err != nil {
		s.err = err
	}
	return n, err
}

// info returns what was read, or ErrCorrupt if it does not match want.
func (s *source) info(want Info) (Info, error) {
	got := Info{Size: s.size, ContentType: want.ContentType, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
	if want.Size != 0 && want.Size != got.Size {
		return got, fmt.Errorf("%w: %d байт вместо %d", ErrCorrupt, got.Size, want.Size)
	}
	if want.SHA256 != "" && want.SHA256 != got.SHA256 {
		return got, fmt.Errorf("%w: контрольная сумма не сходится", ErrCorrupt)
	}
	return got, nil
}

// putError attributes an error of a Put to the reader, the context or the store.
func (s *source) putError(err error) error {
	switch {
	case s.err != nil:
		return fmt.Errorf("чтение файла: %w", s.err)
	case s.ctxErr() != nil:
		return fmt.Errorf("запись файла: %w", s.ctxErr())
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}
