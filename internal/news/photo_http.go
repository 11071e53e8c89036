package news

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/files"
	"studbonus/internal/rest"
)

func (s *Service) photoRoutes() []rest.Route {
	return []rest.Route{
		rest.OnReplay(rest.Upload("POST /v1/news/photo", access.News, "Загрузить изображение новости", files.ImageForm, s.uploadPhoto), s.linkAgain),
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
		out[i] = photoWire{p.UUID, files.PublicLink(p.Key), p.Key}
	}
	return out
}

// uploadPhoto answers with a link for the caller alone: the image is public once its item is saved.
func (s *Service) uploadPhoto(ctx context.Context, in *files.UploadIn) (photoWire, error) {
	p, err := s.UploadPhoto(ctx, in)
	return photoWire{p.UUID, s.Files.SignedLink(ctx, p.Key), p.Key}, err
}

// linkAgain signs the link anew: the first one may have expired when the answer is repeated.
func (s *Service) linkAgain(ctx context.Context, p photoWire) photoWire {
	return photoWire{p.UUID, s.Files.SignedLink(ctx, p.Key), p.Key}
}

type photoIn struct {
	UUID string `path:"uuidPhoto"`
}

func (s *Service) deletePhoto(ctx context.Context, in *photoIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeletePhoto(ctx, in.UUID)
}
