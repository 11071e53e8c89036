package partners

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
)

func (s *Service) photoRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v2/partner/photo/list/{uuidPartner}", access.Partners, "Фотографии заведения", s.photos),
		rest.Upload("POST /v2/partner/add/photo", access.Partners, "Добавить фотографию", files.ImageForm, s.addPhotoCall),
		rest.Upload("POST /v2/partner/edit/photo", access.Partners, "Заменить фотографию", files.ImageForm, s.replacePhotoCall),
		rest.Call("DELETE /v2/partner/photo", access.Partners, "Удалить фотографию", s.deletePhotoCall),
	}
}

type photoWire struct {
	UUID string `json:"uuidImg"`
	Key  string `json:"keyImg"`
	Link string `json:"url"`
}

func (p Photo) wire() photoWire {
	return photoWire{UUID: p.UUID, Key: p.File, Link: files.PublicLink(p.File)}
}

func (s *Service) photos(ctx context.Context, in *cardIn) ([]photoWire, error) {
	found, err := s.Photos(ctx, in.UUID)
	out := make([]photoWire, len(found))
	for i, p := range found {
		out[i] = p.wire()
	}
	return out, err
}

type addPhotoIn struct {
	Partner string `header:"X-Uuid-Partner" required:"true" format:"uuid"`
	files.UploadIn
}

// UploadTarget implements rest.Targeted.
func (in *addPhotoIn) UploadTarget() string { return in.Partner }

func (s *Service) addPhotoCall(ctx context.Context, in *addPhotoIn) (photoWire, error) {
	file, err := in.Image()
	if err != nil {
		return photoWire{}, err
	}
	p, err := s.AddPhoto(ctx, in.Partner, file.Filename, file)
	return p.wire(), err
}

type replacePhotoIn struct {
	UUID string `header:"X-Uuid-Img" required:"true" format:"uuid"`
	Old  string `header:"X-Old-Key" maxLength:"2000" doc:"Ключ заменяемого файла"`
	files.UploadIn
}

// UploadTarget implements rest.Targeted.
func (in *replacePhotoIn) UploadTarget() string { return in.UUID + " " + in.Old }

func (s *Service) replacePhotoCall(ctx context.Context, in *replacePhotoIn) (photoWire, error) {
	file, err := in.Image()
	if err != nil {
		return photoWire{}, err
	}
	p, err := s.ReplacePhoto(ctx, in.UUID, in.Old, file.Filename, file)
	return p.wire(), err
}

type deletePhotoIn struct {
	Body struct {
		UUID string  `json:"uuidImg" format:"uuid"`
		Key  *string `json:"keyImg,omitempty" maxLength:"2000"`
	}
}

func (s *Service) deletePhotoCall(ctx context.Context, in *deletePhotoIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeletePhoto(ctx, in.Body.UUID, rest.Text(in.Body.Key))
}
