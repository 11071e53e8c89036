package news

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
)

const looseLife = 24 * time.Hour // like unattached files

// UploadPhoto stores an image for a form that is saved later. CleanUp removes it after a day if that never happens.
func (s *Service) UploadPhoto(ctx context.Context, in *files.UploadIn) (Photo, error) {
	f, err := s.Files.ImageFrom(ctx, in)
	if err != nil {
		return Photo{}, err
	}
	p := Photo{UUID: uuid.NewString(), Key: f.Key}
	return p, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return insertPhoto(ctx, tx, p, s.Clock()) })
}

// savePhotos sets an item's images and their order: a form may keep present ones and add new uploads of the caller.
func (s *Service) savePhotos(ctx context.Context, tx db.Tx, i Item, wanted []string) ([]Photo, error) {
	const field = "keyFiles"
	if len(wanted) > maxPhotos {
		return nil, fault.Invalid(field, "Не больше 20 изображений.")
	}
	university := access.From(ctx).University
	if i.University != nil {
		university = *i.University
	}
	var out []Photo
	for position, reference := range wanted {
		key, _ := files.KeyOf(reference)
		if slices.ContainsFunc(out, func(p Photo) bool { return p.Key == key }) {
			return nil, fault.Invalid(field, "Изображение указано дважды.")
		}
		known := slices.IndexFunc(i.Photos, func(p Photo) bool { return p.Key == key })
		photo := Photo{UUID: uuid.NewString(), News: &i.ID, Key: key}
		if known >= 0 {
			photo = i.Photos[known]
		} else if _, err := s.Files.Attach(ctx, tx, files.Attachment{
			Field: field, Reference: reference, Kind: files.Image, Owner: "news/" + i.UUID, University: university, Visibility: files.Public,
		}); err != nil {
			return nil, err
		}
		photo.Position = position
		if err := placePhoto(ctx, tx, photo, s.Clock()); err != nil {
			return nil, err
		}
		out = append(out, photo)
	}
	for _, p := range i.Photos {
		if !slices.ContainsFunc(out, func(kept Photo) bool { return kept.Key == p.Key }) {
			if err := s.dropPhoto(ctx, tx, p); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (s *Service) dropPhoto(ctx context.Context, tx db.Tx, p Photo) error {
	if err := s.Files.Detach(ctx, tx, p.Key); err != nil {
		return err
	}
	return removePhoto(ctx, tx, p.Key)
}

// DeletePhoto removes an image: of an item as an edit of it, a loose one only for the operator who uploaded it.
func (s *Service) DeletePhoto(ctx context.Context, photo string) error {
	p := access.From(ctx)
	item, err := itemOf(ctx, s.DB, sightOf(p), "news_photos", photo)
	if fault.Is(err, fault.KindNotFound) {
		return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			loose, err := loosePhoto(ctx, tx, p.Operator, photo)
			if err != nil {
				return err
			}
			if err := s.dropPhoto(ctx, tx, loose); err != nil {
				return err
			}
			return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "news.photoDelete", Kind: "file", Object: loose.Key})
		})
	}
	if err != nil {
		return err
	}
	return s.edit(ctx, item, never, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		at := slices.IndexFunc(was.Photos, func(p Photo) bool { return p.UUID == photo })
		if at < 0 {
			return was, fault.NotFound() // deleted before the lock
		}
		is := was
		is.Photos = slices.Concat(was.Photos[:at], was.Photos[at+1:])
		return is, s.dropPhoto(ctx, tx, was.Photos[at])
	})
}

// CleanUp deletes the rows of images whose form was never saved; files removes the bytes.
func (s *Service) CleanUp(ctx context.Context) error {
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return deleteLoosePhotos(ctx, tx, s.Clock().Add(-looseLife))
	})
	if err != nil {
		return fmt.Errorf("clean up photos of news: %w", err)
	}
	return nil
}
