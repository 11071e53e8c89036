package files

import (
	"context"
	"fmt"
	"slices"
	"time"

	"studbonus/internal/blob"
	"studbonus/internal/db"
)

const sweepBatch = 500

// CleanUp removes what nothing was attached to within a day, and bytes that no row knows.
func (s *Service) CleanUp(ctx context.Context) error {
	before := s.Clock().Add(-looseLife)
	if err := s.sweepRows(ctx, before); err != nil {
		return fmt.Errorf("sweep loose files: %w", err)
	}
	if err := s.sweepBytes(ctx, before); err != nil {
		return fmt.Errorf("sweep unknown files: %w", err)
	}
	return s.Blobs.Sweep(ctx, before)
}

// sweepRows forgets the row first: until then the bytes stay, so no row ever names missing bytes.
func (s *Service) sweepRows(ctx context.Context, before time.Time) error {
	for {
		keys, err := loose(ctx, s.DB, before, sweepBatch)
		if err != nil || len(keys) == 0 {
			return err
		}
		var gone []string
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			gone, err = forget(ctx, tx, keys, before)
			return err
		})
		if err != nil {
			return err
		}
		for _, key := range gone {
			if err := s.Blobs.Delete(ctx, key); err != nil {
				return err
			}
		}
	}
}

func (s *Service) sweepBytes(ctx context.Context, before time.Time) error {
	var batch []string
	flush := func() error {
		rows, err := known(ctx, s.DB, batch)
		if err != nil {
			return err
		}
		for _, key := range batch {
			if !slices.Contains(rows, key) {
				if err := s.Blobs.Delete(ctx, key); err != nil {
					return err
				}
			}
		}
		batch = batch[:0]
		return nil
	}
	err := s.Blobs.Each(ctx, func(e blob.Entry) error {
		if e.Modified.Before(before) {
			batch = append(batch, e.Key)
		}
		if len(batch) == sweepBatch {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// Verify tells which rows name bytes that are not there or of another size.
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
	}, "SELECT "+columns+" FROM files")
	return wrong, err
}
