package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
)

// partSize is the buffer of an upload of unknown size. The library's default is half a gigabyte.
const partSize = 8 << 20

// S3 stores objects in one bucket.
type S3 struct {
	core   minio.Core
	bucket string
	prefix string
	retry  time.Duration // a Put that fails faster than this is retried once
}

func (s *S3) name(key string) string { return s.prefix + key }

// Put uploads the object, reads it back and compares the hashes, because checksums in upload responses differ between S3
// implementations. If it fails immediately, as on a connection that the store has just closed, it is retried once,
// provided that r can seek.
func (s *S3) Put(ctx context.Context, key string, r io.Reader, want Info) (Info, error) {
	if !ValidKey(key) {
		return Info{}, ErrNotFound
	}
	seeker, _ := r.(io.Seeker)
	var origin int64
	if seeker != nil {
		var err error
		if origin, err = seeker.Seek(0, io.SeekCurrent); err != nil {
			seeker = nil
		}
	}
	started := time.Now()
	info, err := s.upload(ctx, key, r, want)
	if err == nil || seeker == nil || !errors.Is(err, ErrUnavailable) || time.Since(started) > s.retry {
		return info, err
	}
	if _, seekErr := seeker.Seek(origin, io.SeekStart); seekErr != nil {
		return Info{}, err
	}
	return s.upload(ctx, key, r, want)
}

func (s *S3) upload(ctx context.Context, key string, r io.Reader, want Info) (Info, error) {
	src := newSource(ctx, r)
	options := minio.PutObjectOptions{ContentType: want.ContentType}
	size, body := int64(-1), io.Reader(src)
	if want.Size > 0 {
		// A single streamed request.
		size, body, options.DisableMultipart = want.Size, io.LimitReader(src, want.Size), true
	} else {
		options.PartSize, options.NumThreads = partSize, 1
	}
	_, err := s.core.Client.PutObject(ctx, s.bucket, s.name(key), body, size, options)
	if err != nil && src.ended && src.size < want.Size {
		return Info{}, fmt.Errorf("%w: %d байт вместо %d", ErrCorrupt, src.size, want.Size)
	}
	if err != nil {
		return Info{}, src.putError(err)
	}
	// The upload stops at the announced size; this detects a longer source.
	_, _ = io.CopyN(io.Discard, src, 1)
	info, err := src.info(want)
	if err == nil {
		err = s.verify(ctx, key, info)
	}
	if err != nil {
		s.discard(ctx, key)
		return Info{}, err
	}
	return info, nil
}

// verify reads the object back and compares size and hash.
func (s *S3) verify(ctx context.Context, key string, want Info) error {
	object, err := s.Open(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return fmt.Errorf("%w: хранилище его потеряло", ErrCorrupt)
	}
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	sum := sha256.New()
	n, err := io.Copy(sum, object)
	if err != nil {
		return fmt.Errorf("%w: чтение записанного: %w", ErrUnavailable, err)
	}
	if n != want.Size || hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%w: в хранилище не то, что было отправлено", ErrCorrupt)
	}
	return nil
}

// discard removes a corrupt object, even if the caller has given up.
func (s *S3) discard(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stallTimeout)
	defer cancel()
	// If this fails, the object has no row and the daily sweep removes it.
	_ = s.Delete(ctx, key)
}

// Open requests the whole object; seeking makes further range requests.
func (s *S3) Open(ctx context.Context, key string) (*Object, error) {
	if !ValidKey(key) {
		return nil, ErrNotFound
	}
	body, info, _, err := s.core.GetObject(ctx, s.bucket, s.name(key), minio.GetObjectOptions{})
	if err != nil {
		return nil, storeError(err)
	}
	reopen := func(from int64) (io.ReadCloser, error) {
		var options minio.GetObjectOptions
		// If-Match: the object may have been replaced since it was opened.
		if err := errors.Join(options.SetRange(from, info.Size-1), options.SetMatchETag(info.ETag)); err != nil {
			return nil, fmt.Errorf("чтение файла: %w", err)
		}
		body, _, _, err := s.core.GetObject(ctx, s.bucket, s.name(key), options)
		if err != nil {
			return nil, storeError(err)
		}
		return body, nil
	}
	reader := &rangeReader{reopen: reopen, size: info.Size, body: body}
	return &Object{ReadSeekCloser: reader, Size: info.Size, Modified: info.LastModified}, nil
}

// storeError translates the library's errors.
func storeError(err error) error {
	if response := minio.ToErrorResponse(err); response.StatusCode == http.StatusNotFound && response.Code != minio.NoSuchBucket {
		return ErrNotFound
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("хранилище файлов: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// Delete implements Store.
func (s *S3) Delete(ctx context.Context, key string) error {
	if !ValidKey(key) {
		return ErrNotFound
	}
	err := s.core.RemoveObject(ctx, s.bucket, s.name(key), minio.RemoveObjectOptions{})
	if err == nil {
		return nil
	}
	if err = storeError(err); errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Each implements Store.
func (s *S3) Each(ctx context.Context, fn func(Entry) error) error { return s.EachAfter(ctx, "", fn) }

// EachAfter implements Store.
func (s *S3) EachAfter(ctx context.Context, after string, fn func(Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // stops the listing when fn returns an error
	options := minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true}
	if after != "" {
		options.StartAfter = s.name(after)
	}
	for object := range s.core.Client.ListObjects(ctx, s.bucket, options) {
		if object.Err != nil {
			return storeError(object.Err)
		}
		key := object.Key[min(len(s.prefix), len(object.Key)):]
		if !ValidKey(key) || key <= after { // not ours, or the store ignores StartAfter
			continue
		}
		if err := fn(Entry{Key: key, Size: object.Size, Modified: object.LastModified}); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("список файлов хранилища: %w", err)
	}
	return nil
}

// Sweep aborts old multipart uploads that were never completed.
func (s *S3) Sweep(ctx context.Context, before time.Time) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for upload := range s.core.ListIncompleteUploads(ctx, s.bucket, s.prefix, true) {
		if upload.Err != nil {
			return storeError(upload.Err)
		}
		if !upload.Initiated.Before(before) {
			continue
		}
		if err := s.core.AbortMultipartUpload(ctx, s.bucket, upload.Key, upload.UploadID); err != nil && !errors.Is(storeError(err), ErrNotFound) {
			return storeError(err)
		}
	}
	return nil
}

// Check looks for the bucket.
func (s *S3) Check(ctx context.Context) error {
	found, err := s.core.BucketExists(ctx, s.bucket)
	if err != nil {
		return storeError(err)
	}
	if !found {
		return fmt.Errorf("%w: нет корзины %s", ErrUnavailable, s.bucket)
	}
	return nil
}

// rangeReader reads an object from the open response body and reopens it only when a Read follows a seek elsewhere.
type rangeReader struct {
	reopen func(from int64) (io.ReadCloser, error)
	size   int64
	body   io.ReadCloser // nil after Close
	next   int64         // position of the body
	at     int64         // position of the reader
}

// Read returns io.ErrUnexpectedEOF if the object ends early.
func (r *rangeReader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.body == nil || r.next != r.at {
		_ = r.Close()
		body, err := r.reopen(r.at)
		if err != nil {
			return 0, err
		}
		r.body, r.next = body, r.at
	}
	n, err := r.body.Read(p)
	r.next += int64(n)
	if r.at = r.next; errors.Is(err, io.EOF) && r.at < r.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Seek keeps the open body: http.ServeContent seeks to the end for the size and back.
func (r *rangeReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("чтение файла: отрицательное место")
	}
	r.at = offset
	return offset, nil
}

// Close closes the open body.
func (r *rangeReader) Close() error {
	if r.body == nil {
		return nil
	}
	err := r.body.Close()
	r.body = nil
	return err
}
