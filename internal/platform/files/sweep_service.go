package files

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
)

const (
	sweepNote  = "files.swept" // the key up to which stored bytes were swept
	sweepBatch = 500
	sweepTime  = 25 * time.Second // of the minute that the job has; deleting a batch may take as long again
)

// CleanUp removes files that stayed unattached for a day, and bytes without a row.
func (s *Service) CleanUp(ctx context.Context) error {
	before := s.Clock().Add(-unattachedLife)
	if err := s.sweepRows(ctx, before); err != nil {
		return fmt.Errorf("sweep unattached files: %w", err)
	}
	if err := s.sweepBytes(ctx, before); err != nil {
		return fmt.Errorf("sweep bytes without a row: %w", err)
	}
	return s.Blobs.Sweep(ctx, before)
}

// sweepRows deletes rows before bytes, so a row never refers to missing bytes.
func (s *Service) sweepRows(ctx context.Context, before time.Time) error {
	for {
		keys, err := unattached(ctx, s.DB, before, sweepBatch)
		if err != nil || len(keys) == 0 {
			return err
		}
		var deleted []string
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			deleted, err = deleteUnattached(ctx, tx, keys, before)
			return err
		})
		if err != nil {
			return err
		}
		for _, key := range deleted {
			if err := s.Blobs.Delete(ctx, key); err != nil {
				return err
			}
		}
	}
}

// errPause ends a sweep that has used up its time.
var errPause = errors.New("the sweep goes on next time")

// sweepBytes goes on where the last run stopped: a job has one minute, and listing millions of objects takes longer.
func (s *Service) sweepBytes(ctx context.Context, before time.Time) error {
	started := time.Now()
	position, err := db.Note(ctx, s.DB, sweepNote)
	if err != nil {
		return err
	}
	var old []string
	listed := 0
	err = s.Blobs.EachAfter(ctx, position, func(e blob.Entry) error {
		if e.Modified.Before(before) {
			old = append(old, e.Key)
		}
		if listed++; listed%sweepBatch != 0 {
			return nil
		}
		if err := s.deleteUnknown(ctx, old); err != nil {
			return err
		}
		old, position = old[:0], e.Key
		if time.Since(started) > s.sweepTime {
			return errPause
		}
		return nil
	})
	if err == nil {
		if err = s.deleteUnknown(ctx, old); err == nil {
			position = ""
		}
	}
	if errors.Is(err, errPause) {
		err = nil
	}
	return errors.Join(err, s.DB.SetNote(context.WithoutCancel(ctx), sweepNote, position))
}

func (s *Service) deleteUnknown(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	rows, err := existing(ctx, s.DB, keys)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if slices.Contains(rows, key) {
			continue
		}
		if err := s.Blobs.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// Verify returns the files whose bytes are missing or of another size.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	stored := map[string]int64{}
	err := s.Blobs.Each(ctx, func(e blob.Entry) error { stored[e.Key] = e.Size; return nil })
	if err != nil {
		return nil, err
	}
	var wrong []string
	err = db.Each(ctx, s.DB, func(f File) error {
		if size, ok := stored[f.Key]; !ok {
			wrong = append(wrong, f.Key+": файла нет")
		} else if size != f.Size {
			wrong = append(wrong, fmt.Sprintf("%s: %d байт вместо %d", f.Key, size, f.Size))
		}
		return nil
	}, "SELECT "+selected+" FROM files")
	return wrong, err
}
