package partners

import (
	"context"
	"io"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
)

// Photo is a picture of a partner's place.
type Photo struct {
	Owned
	File string `db:"file" form:"photo"`
}

// Photos returns the photos of a partner, oldest first.
func (s *Service) Photos(ctx context.Context, partner string) ([]Photo, error) {
	return photoTable.list(ctx, s, partner)
}

// AddPhoto stores an image as a photo of a partner.
func (s *Service) AddPhoto(ctx context.Context, partner, name string, image io.Reader) (photo Photo, err error) {
	if _, err := idOf(ctx, s.DB, partner); err != nil { // before decoding the image
		return Photo{}, err
	}
	err = s.Files.StoreAttached(ctx, name, image, attachment(ctx, partner, "imageFile", ""), func(ctx context.Context, tx db.Tx, key string) error {
		photo, err = photoTable.add(ctx, tx, s, partner, func(o Owned) Photo { return Photo{o, key} })
		return err
	})
	return photo, err
}

// ReplacePhoto replaces the image of a photo. present is the key that the caller saw; a different one is a conflict.
func (s *Service) ReplacePhoto(ctx context.Context, id, present, name string, image io.Reader) (is Photo, err error) {
	was, err := photoTable.byUUID(ctx, s.DB, id)
	if err != nil {
		return Photo{}, err
	}
	owner, err := uuidOf(ctx, s.DB, was.Partner)
	if err != nil {
		return Photo{}, err
	}
	err = s.Files.StoreAttached(ctx, name, image, attachment(ctx, owner, "imageFile", ""), func(ctx context.Context, tx db.Tx, key string) error {
		p, was, err := photoTable.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		is = was
		is.File = key
		if err := s.detach(ctx, tx, was, present); err != nil {
			return err
		}
		if err := photoTable.update(ctx, tx, is); err != nil {
			return err
		}
		return s.log.Write(ctx, tx, audit.Entry{Action: "partners.photo.replace", Object: p.UUID, Before: audit.FormFields(was), After: audit.FormFields(is)})
	})
	return is, err
}

// DeletePhoto deletes a photo. present is the key that the caller saw.
func (s *Service) DeletePhoto(ctx context.Context, id, present string) error {
	return photoTable.drop(ctx, s, id, func(ctx context.Context, tx db.Tx, p Photo) error { return s.detach(ctx, tx, p, present) })
}

// detach releases the file of a locked photo, unless the caller saw a different one.
func (s *Service) detach(ctx context.Context, tx db.Tx, p Photo, present string) error {
	if key, _ := files.KeyOf(present); present != "" && key != p.File {
		return fault.Stale()
	}
	return s.Files.Detach(ctx, tx, p.File)
}
