package files

import (
	"context"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/access"
	"studbonus/internal/fault"
	"studbonus/internal/rest"
)

// Routes are the calls of this package.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Upload("POST /v1/upload-photo", access.SignedIn, "Загрузить изображение", ImageForm, s.uploadV1),
		rest.OnReplay(rest.Upload("POST /v2/upload-photo", access.SignedIn, "Загрузить изображение или файл csv", maxCSV+formExtra, s.uploadV2), s.linkAgain),
		rest.Download("GET /files/{key}", access.Public, "Открыть файл", s.open),
	}
}

// UploadIn is a multipart form with one file; other areas' uploads have the same form.
type UploadIn struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"imageFile" contentType:"application/octet-stream" required:"true"`
	}]
}

// MultipartForm implements rest.Multipart.
func (in *UploadIn) MultipartForm() *multipart.Form { return in.RawBody.Form }

type pathWire struct {
	Path string `json:"path"`
}

func (s *Service) uploadV1(ctx context.Context, in *UploadIn) (pathWire, error) {
	f, err := s.ImageFrom(ctx, in)
	return pathWire{f.Key}, err
}

// ImageFrom stores the image of an upload form.
func (s *Service) ImageFrom(ctx context.Context, in *UploadIn) (File, error) {
	file, err := in.Image()
	if err != nil {
		return File{}, err
	}
	return s.UploadImage(ctx, file.Filename, file)
}

// Image is the file of the form, unless it is larger than any image may be.
func (in *UploadIn) Image() (huma.FormFile, error) {
	file := in.RawBody.Data().File
	if file.Size > maxImage {
		return file, fault.TooLarge("Файл больше 5 МБ.")
	}
	return file, nil
}

type fileWire struct {
	Key  string `json:"keyFile"`
	Link string `json:"urlFile"`
}

// linkAgain signs the link anew: the first one may have expired when the answer is repeated.
func (s *Service) linkAgain(ctx context.Context, f fileWire) fileWire {
	return fileWire{f.Key, s.SignedLink(ctx, f.Key)}
}

func (s *Service) uploadV2(ctx context.Context, in *UploadIn) (fileWire, error) {
	file := in.RawBody.Data().File
	var f File
	var err error
	if IsCSV(file.Filename) {
		f, err = s.UploadCSV(ctx, file.Filename, file, file.Size)
	} else {
		f, err = s.ImageFrom(ctx, in)
	}
	if err != nil {
		return fileWire{}, err
	}
	return fileWire{Key: f.Key, Link: s.SignedLink(ctx, f.Key)}, nil
}

type openIn struct {
	Key     string `path:"key"`
	Expires string `query:"e"`
	KeyID   string `query:"k"`
	Session string `query:"i"`
	Sum     string `query:"s"`
}

func (in *openIn) ticket() url.Values {
	return url.Values{"e": {in.Expires}, "k": {in.KeyID}, "i": {in.Session}, "s": {in.Sum}}
}

func (s *Service) open(ctx context.Context, in *openIn) (func(http.ResponseWriter, *http.Request), error) {
	f, body, err := s.Open(ctx, in.Key, in.ticket())
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer body.Close() //nolint:errcheck // only read
		h := w.Header()
		h.Set("Content-Type", f.ContentType)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("Cache-Control", "private, max-age=900")
		h.Set("Content-Disposition", disposition(f))
		if f.Kind != Image { // no ranges, no copy in a cache: a download is one audited act
			h.Set("Cache-Control", "private, no-store")
			h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
			r.Header.Del("Range")
		}
		http.ServeContent(w, r, "", time.Time{}, body)
	}, nil
}

// disposition: only images are shown in the page, everything else is saved.
func disposition(f File) string {
	how := "attachment"
	if f.Kind == Image {
		how = "inline"
	}
	return mime.FormatMediaType(how, map[string]string{"filename": f.Name})
}
