// Package blob keeps the bytes of files, in a folder or in an S3 store, and makes
// uploaded images safe to keep.
//
// What a file is (type, owner, hash) stands in the database; a store knows keys and
// bytes. An object appears under its key whole or not at all.
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

var (
	// ErrNotFound means that no object has this key; a malformed key has none either.
	ErrNotFound = errors.New("blob: no such object")
	// ErrUnavailable means that the store cannot do it now: it is down, slow or full.
	ErrUnavailable = errors.New("blob: the store is not available")
	// ErrBroken means that the bytes are not what they should be: a stored object
	// differs from what was sent, or an image is damaged.
	ErrBroken = errors.New("blob: the content is damaged")
	// ErrTooLarge means more bytes than allowed.
	ErrTooLarge = errors.New("blob: too large")
	// ErrTooManyPixels means an image that would take too much memory to look at.
	ErrTooManyPixels = errors.New("blob: too many pixels")
	// ErrWrongType means a file that is no image of an accepted type.
	ErrWrongType = errors.New("blob: wrong type of file")
	// ErrBadTicket means a link that was not signed here for this file.
	ErrBadTicket = errors.New("blob: the link is not valid")
	// ErrExpired means a link whose time is over.
	ErrExpired = errors.New("blob: the link has expired")
)

// Info describes the content of an object. SHA256 is in lower-case hex.
type Info struct {
	Size        int64
	ContentType string
	SHA256      string
}

// Object is an open object; it must be closed.
type Object struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time
}

// Entry is an object as a listing shows it.
type Entry struct {
	Key      string
	Size     int64
	Modified time.Time
}

// Store keeps objects by key. Keys come from NewKey; every method refuses others
// before it touches anything.
type Store interface {
	// Put stores what r yields and returns its size and hash once the bytes are safe: on
	// the disk, or read back from S3 and compared. A Size or SHA256 in want must be met;
	// left at zero they are only measured. An object of that key is replaced.
	Put(ctx context.Context, key string, r io.Reader, want Info) (Info, error)
	// Open opens the object for reading until ctx ends, or returns ErrNotFound.
	Open(ctx context.Context, key string) (*Object, error)
	// Delete removes the object; there need not be one.
	Delete(ctx context.Context, key string) error
	// Each calls fn for every object in the order of keys, until it returns an error.
	Each(ctx context.Context, fn func(Entry) error) error
	// Sweep removes what interrupted uploads begun before that time have left behind.
	Sweep(ctx context.Context, before time.Time) error
	// Check tells whether the store can be written to.
	Check(ctx context.Context) error
}

// OpenStore returns the store for a setting: an s3:// address, or the path of a folder.
func OpenStore(where string) (Store, error) {
	if strings.HasPrefix(where, "s3:") {
		return NewS3(where)
	}
	return NewLocal(where)
}

// source reads what is put, and remembers size, hash and its own failure, which is not
// the store's.
type source struct {
	over  func() error // of the context
	r     io.Reader
	sum   hash.Hash
	size  int64
	ended bool
	err   error
}

func newSource(ctx context.Context, r io.Reader) *source {
	return &source{over: ctx.Err, r: r, sum: sha256.New()}
}

// Read reads on, unless the context has ended.
func (s *source) Read(p []byte) (int, error) {
	if err := s.over(); err != nil {
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

// info compares what has been read with what was wanted.
func (s *source) info(want Info) (Info, error) {
	got := Info{Size: s.size, ContentType: want.ContentType, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
	if want.Size != 0 && want.Size != got.Size {
		return got, fmt.Errorf("%w: %d bytes instead of %d", ErrBroken, got.Size, want.Size)
	}
	if want.SHA256 != "" && want.SHA256 != got.SHA256 {
		return got, fmt.Errorf("%w: another hash than announced", ErrBroken)
	}
	return got, nil
}

// blame tells whose fault an error of a Put is: the caller's, the reader's or the store's.
func (s *source) blame(err error) error {
	switch {
	case s.err != nil:
		return fmt.Errorf("blob: read what is to be stored: %w", s.err)
	case s.over() != nil:
		return fmt.Errorf("blob: put: %w", s.over())
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}
