package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const (
	memberUploads = 20 // a day (rules 25.4)
	uploadsFrame  = 24 * time.Hour
)

// UploadPhoto re-encodes a picture of the signed-in member and stores it until an application takes it. Uploads are counted
// before the picture is decoded, which is expensive, and again under a lock: parallel ones would pass the limit together.
func (s *Service) UploadPhoto(ctx context.Context, kind Kind, r io.Reader) (File, error) {
	if err := s.checkUploads(ctx, s.DB); err != nil {
		return File{}, err
	}
	image, err := s.images.Normalize(ctx, r)
	if err != nil {
		return File{}, photoFault(err)
	}
	// The name is not kept: a phone may put a person's name into it.
	f, err := s.put(ctx, File{Kind: kind, Name: string(kind), ContentType: image.ContentType}, bytes.NewReader(image.Bytes))
	if err != nil {
		return File{}, err
	}
	return f, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := tx.Lock(ctx, fmt.Sprint("uploads of member ", f.Member)); err != nil {
			return err
		}
		if err := s.checkUploads(ctx, tx); err != nil {
			return err
		}
		return s.add(ctx, tx, f)
	})
}

// checkUploads refuses more uploads a day than a member may have.
func (s *Service) checkUploads(ctx context.Context, q db.Querier) error {
	uploads, err := uploadsSince(ctx, q, access.MemberFrom(ctx).ID, s.Clock().Add(-uploadsFrame))
	if err == nil && uploads >= memberUploads {
		err = fault.TooMany("За сутки можно загрузить не больше 20 фотографий. Попробуйте завтра.", uploadsFrame)
	}
	return err
}

// photoFault is imageFault with the field's name on the students' face.
func photoFault(err error) error {
	refusal, isRefusal := errors.AsType[*fault.Error](imageFault(err))
	if !isRefusal || len(refusal.Fields) == 0 {
		return imageFault(err)
	}
	return fault.Invalid("file", refusal.Message)
}

// MoveTo makes the files of an entity visible to the operators of another university.
func (s *Service) MoveTo(ctx context.Context, tx db.Tx, owner string, university int64) error {
	return setUniversity(ctx, tx, owner, university)
}

// Discard releases an entity's file for the next sweep.
func (s *Service) Discard(ctx context.Context, tx db.Tx, key string) error {
	return detach(ctx, tx, key, s.Clock().Add(-unattachedLife-time.Second))
}
