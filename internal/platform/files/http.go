package files

import (
	"context"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this package.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Upload("POST /v1/upload-photo", access.SignedIn, "Загрузить изображение", ImageForm, s.uploadV1),
		rest.OnReplay(rest.Upload("POST /v2/upload-photo", access.SignedIn, "Загрузить изображение или файл csv", maxCSV+formExtra, s.uploadV2), s.resign),
		rest.Download("GET /files/{key}", access.Public, "Открыть файл", s.open),
	}
}

// MemberRoutes are the calls of this package on the students' face: public files and the member's own pictures.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Upload("POST /s/v1/photos", access.SignedInMember, "Загрузить фото или документ", ImageForm, s.uploadPhoto),
		rest.Download("GET /files/{key}", access.Anyone, "Открыть файл", s.openWithoutLink),
	}
}

type keyIn struct {
	Key string `path:"key"`
}

// openWithoutLink ignores the signed links of the console: they are valid on its face alone.
func (s *Service) openWithoutLink(ctx context.Context, in *keyIn) (func(http.ResponseWriter, *http.Request), error) {
	return s.open(ctx, &openIn{Key: in.Key})
}

// PhotoIn is a member's upload.
type PhotoIn struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" contentType:"application/octet-stream" required:"true"`
		Kind string        `form:"kind" enum:"portrait,document" required:"true"`
	}]
}

// MultipartForm implements rest.Multipart.
func (in *PhotoIn) MultipartForm() *multipart.Form { return in.RawBody.Form }

type keyWire struct {
	Key string `json:"key" doc:"Для полей portrait и document заявки; файл ждёт её сутки"`
}

func (s *Service) uploadPhoto(ctx context.Context, in *PhotoIn) (keyWire, error) {
	form := in.RawBody.Data()
	if form.File.Size > maxImage {
		return keyWire{}, fault.TooLarge("Файл больше 5 МБ.")
	}
	kind := Image
	if form.Kind == string(Document) {
		kind = Document
	}
	f, err := s.UploadPhoto(ctx, kind, form.File)
	return keyWire{Key: f.Key}, err
}

// UploadIn is a multipart form with one file. Areas use it for their own uploads.
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
	return pathWire{Path: f.Key}, err
}

// ImageFrom stores the image of an upload form.
func (s *Service) ImageFrom(ctx context.Context, in *UploadIn) (File, error) {
	file, err := in.Image()
	if err != nil {
		return File{}, err
	}
	return s.UploadImage(ctx, file.Filename, file)
}

// Image returns the file of the form, or TooLarge.
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

// resign issues a fresh signed link, because a replayed idempotent response may contain an expired one.
func (s *Service) resign(ctx context.Context, f fileWire) fileWire {
	return fileWire{Key: f.Key, Link: s.SignedLink(ctx, f.Key)}
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
	Key       string `path:"key"`
	Expires   string `query:"e"`
	KeyID     string `query:"k"`
	Session   string `query:"i"`
	Signature string `query:"s"`
}

func (in *openIn) signedQuery() url.Values {
	return url.Values{"e": {in.Expires}, "k": {in.KeyID}, "i": {in.Session}, "s": {in.Signature}}
}

func (s *Service) open(ctx context.Context, in *openIn) (func(http.ResponseWriter, *http.Request), error) {
	f, body, err := s.Open(ctx, in.Key, in.signedQuery())
	if err != nil {
		return nil, err
	}
	return serve(f, body, cachingOf(f)), nil
}

// cachingOf is for the browser alone, so that a file taken down is not left in a proxy. The content of a key never changes,
// but the right to see a private picture may end.
func cachingOf(f File) string {
	if f.IsPublic {
		return "private, max-age=31536000, immutable"
	}
	return "private, max-age=900"
}

// Send answers with an image to a caller who was found to be allowed to see it. Shared tills must not keep it.
func (s *Service) Send(ctx context.Context, key string) (func(http.ResponseWriter, *http.Request), error) {
	f, err := byKey(ctx, s.DB, key)
	if err != nil {
		return nil, err
	}
	body, err := s.Read(ctx, key)
	if err != nil {
		return nil, err
	}
	return serve(f, body, noStore), nil
}

const noStore = "private, no-store"

func serve(f File, body *blob.Object, caching string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		defer body.Close() //nolint:errcheck // only read
		h := w.Header()
		h.Set("Content-Type", f.ContentType)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("Cache-Control", caching)
		h.Set("Content-Disposition", disposition(f))
		if f.Kind != Image { // no ranges and no caching: each download is audited once
			h.Set("Cache-Control", noStore)
			h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
			r.Header.Del("Range")
		}
		if strings.Contains(r.Header.Get("Range"), ",") { // each of several ranges would be a request to S3
			r.Header.Del("Range")
		}
		http.ServeContent(w, r, "", time.Time{}, body)
	}
}

// disposition shows pictures inline; everything else is downloaded.
func disposition(f File) string {
	how := "attachment"
	if f.Kind.isPicture() {
		how = "inline"
	}
	return mime.FormatMediaType(how, map[string]string{"filename": f.Name})
}
