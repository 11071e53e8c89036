package news

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
)

func (s *Service) photoRoutes() []rest.Route {
	return []rest.Route{
		rest.OnReplay(rest.Upload("POST /v1/news/photo", access.News, "Загрузить изображение новости", files.ImageForm, s.uploadPhoto), s.resign),
		rest.Call("DELETE /v1/news/photo/{uuidPhoto}", access.News, "Удалить изображение новости", s.deletePhoto),
	}
}

type photoWire struct {
	UUID string `json:"uuidPhoto"`
	Link string `json:"link"`
	Key  string `json:"keyFile"`
}

func photosWire(photos []Photo) []photoWire {
	out := make([]photoWire, len(photos))
	for i, p := range photos {
		out[i] = photoWire{UUID: p.UUID, Link: files.PublicLink(p.Key), Key: p.Key}
	}
	return out
}

// uploadPhoto returns a signed link, because the image is not public until its item is saved.
func (s *Service) uploadPhoto(ctx context.Context, in *files.UploadIn) (photoWire, error) {
	p, err := s.UploadPhoto(ctx, in)
	return photoWire{UUID: p.UUID, Link: s.Files.SignedLink(ctx, p.Key), Key: p.Key}, err
}

// resign issues a fresh signed link, because a replayed idempotent response may contain an expired one.
func (s *Service) resign(ctx context.Context, p photoWire) photoWire {
	return photoWire{UUID: p.UUID, Link: s.Files.SignedLink(ctx, p.Key), Key: p.Key}
}

type photoIn struct {
	UUID string `path:"uuidPhoto"`
}

func (s *Service) deletePhoto(ctx context.Context, in *photoIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeletePhoto(ctx, in.UUID)
}
