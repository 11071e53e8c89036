package partners

import (
	"context"
	"io"

	"github.com/google/uuid"

	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
)

const maxPhotos = 100 // of a partner: the gallery shows all of them

// Photos are those of a partner in the order in which they were added.
func (s *Service) Photos(ctx context.Context, partner string) ([]Photo, error) {
	id, err := idOf(ctx, s.DB, partner)
	if err != nil {
		return nil, err
	}
	return photosOf(ctx, s.DB, id)
}

// AddPhoto stores an image as a photo of a partner.
func (s *Service) AddPhoto(ctx context.Context, partner, name string, image io.Reader) (Photo, error) {
	if _, err := idOf(ctx, s.DB, partner); err != nil { // before the work of reading an image
		return Photo{}, err
	}
	photo := Photo{UUID: uuid.NewString()}
	err := s.Files.Keep(ctx, name, image, attachment(ctx, partner, "imageFile", ""), func(ctx context.Context, tx db.Tx, key string) error {
		p, err := lock(ctx, tx, partner)
		if err != nil {
			return err
		}
		present, err := photosOf(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		if len(present) >= maxPhotos {
			return fault.Conflict("У партнёра может быть не больше 100 фотографий.")
		}
		photo.Partner, photo.File = p.ID, key
		if err := insertPhoto(ctx, tx, photo, s.Clock()); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.photo.add", Object: p.UUID, After: map[string]any{"photo": key}})
	})
	return photo, err
}

// ReplacePhoto puts another image in a photo's place. present is the key that the caller saw: another one is a conflict.
func (s *Service) ReplacePhoto(ctx context.Context, id, present, name string, image io.Reader) (Photo, error) {
	was, err := photoByUUID(ctx, s.DB, id)
	if err != nil {
		return Photo{}, err
	}
	owner, err := uuidOf(ctx, s.DB, was.Partner)
	if err != nil {
		return Photo{}, err
	}
	var is Photo
	err = s.Files.Keep(ctx, name, image, attachment(ctx, owner, "imageFile", ""), func(ctx context.Context, tx db.Tx, key string) error {
		p, was, err := s.lockPhoto(ctx, tx, id, present)
		if err != nil {
			return err
		}
		if err := setPhotoFile(ctx, tx, was.ID, key); err != nil {
			return err
		}
		if err := s.Files.Detach(ctx, tx, was.File); err != nil {
			return err
		}
		is = was
		is.File = key
		return s.told(ctx, tx, audit.Entry{
			Action: "partners.photo.replace", Object: p.UUID, Before: map[string]any{"photo": was.File}, After: map[string]any{"photo": key},
		})
	})
	return is, err
}

// DeletePhoto takes a photo away.
func (s *Service) DeletePhoto(ctx context.Context, id, present string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, was, err := s.lockPhoto(ctx, tx, id, present)
		if err != nil {
			return err
		}
		if err := deletePhoto(ctx, tx, was.ID); err != nil {
			return err
		}
		if err := s.Files.Detach(ctx, tx, was.File); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.photo.delete", Object: p.UUID, Before: map[string]any{"photo": was.File}})
	})
}

// lockPhoto finds a photo with its partner's row locked, and makes sure that it is the one that the caller saw.
func (s *Service) lockPhoto(ctx context.Context, tx db.Tx, id, present string) (Partner, Photo, error) {
	photo, err := photoByUUID(ctx, tx, id)
	if err != nil {
		return Partner{}, Photo{}, err
	}
	p, err := lockByID(ctx, tx, photo.Partner)
	if err != nil {
		return Partner{}, Photo{}, err
	}
	if photo, err = photoByUUID(ctx, tx, id); err != nil { // somebody may have changed it while we waited
		return Partner{}, Photo{}, err
	}
	if key, _ := files.KeyOf(present); present != "" && key != photo.File {
		return Partner{}, Photo{}, fault.Stale()
	}
	return p, photo, nil
}
