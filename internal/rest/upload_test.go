package rest_test

import (
	"context"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/access"
	"studbonus/internal/rest"
)

type formIn struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"imageFile" contentType:"application/octet-stream" required:"true"`
	}]
}

func (in *formIn) MultipartForm() *multipart.Form { return in.RawBody.Form }

// sizes is an upload that tells how much it got.
func sizes(most int64) rest.Route {
	return rest.Upload("POST /v1/upload", access.Public, "Файл", most, func(_ context.Context, in *formIn) (int64, error) {
		return in.RawBody.Data().File.Size, nil
	})
}

func TestUpload(t *testing.T) {
	const most = 1 << 20
	a := open(t, []rest.Route{sizes(most)})
	t.Run("a file is taken", func(t *testing.T) {
		body, kind := upload(t, "a.bin", make([]byte, 1000))
		if got := strings.TrimSpace(string(a.as(t, "").Post("/v1/upload", body, "Content-Type", kind).OK().Body)); got != "1000" {
			t.Errorf("got %s bytes", got)
		}
	})
	t.Run("a form over the limit is a 413", func(t *testing.T) {
		body, kind := upload(t, "a.bin", make([]byte, most))
		if p := a.as(t, "").Post("/v1/upload", body, "Content-Type", kind).Is(413).Problem(); p.Detail != "Слишком много данных." {
			t.Errorf("%+v", p)
		}
	})
	t.Run("a form without its file is a 422", func(t *testing.T) {
		body, kind := upload(t, "a.bin", nil)
		body = []byte(strings.ReplaceAll(string(body), "imageFile", "otherFile"))
		if p := a.as(t, "").Post("/v1/upload", body, "Content-Type", kind).Is(422).Problem(); p.Detail != "Приложите файл." {
			t.Errorf("%+v", p)
		}
	})
	t.Run("what is no form is refused in Russian", func(t *testing.T) {
		for _, kind := range []string{"application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain"} {
			got := a.as(t, "").Post("/v1/upload", `{"imageFile":"x"}`, "Content-Type", kind)
			if got.Status != 415 && got.Status != 422 && got.Status != 400 {
				t.Errorf("%s: status %d", kind, got.Status)
			}
			if p := got.Problem(); !strings.ContainsAny(p.Detail, "абвгдежзийклмнопрстуфхцчшщъыьэюя") {
				t.Errorf("%s: %+v", kind, p)
			}
		}
	})
}
