package rest_test

import (
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

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

// Security §1.13: an upload may be slow, but not stand still.
func TestSlowUpload(t *testing.T) {
	t.Parallel()
	r := sizes(1 << 20)
	r.Policy.IdleLimit = 400 * time.Millisecond
	a := open(t, []rest.Route{r})
	form, kind := upload(t, "a.bin", make([]byte, 1000))
	// send writes the form in pieces; what stops after the given number of them never ends by itself.
	send := func(t *testing.T, pieces int) (*http.Response, error) {
		t.Helper()
		body, w := io.Pipe()
		go func() {
			const size = 100
			for i := range pieces {
				part := form[min(i*size, len(form)):min((i+1)*size, len(form))]
				if _, err := w.Write(part); err != nil {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			if pieces*size >= len(form) {
				_ = w.Close()
			}
		}()
		t.Cleanup(func() { _ = w.CloseWithError(io.ErrUnexpectedEOF) })
		req, err := http.NewRequestWithContext(t.Context(), "POST", a.URL+"/v1/upload", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", kind)
		return http.DefaultClient.Do(req)
	}
	t.Run("slow is fine", func(t *testing.T) {
		res, err := send(t, len(form)/100+1)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // a test
		if body, _ := io.ReadAll(res.Body); res.StatusCode != 200 || strings.TrimSpace(string(body)) != "1000" {
			t.Errorf("status %d: %s", res.StatusCode, body)
		}
	})
	t.Run("standing still is not", func(t *testing.T) {
		started := time.Now()
		res, err := send(t, 3)
		took := time.Since(started)
		outcome := fmt.Sprint(err)
		if err == nil {
			outcome = res.Status
			_ = res.Body.Close()
		}
		if took > 5*time.Second || err == nil && res.StatusCode < 400 {
			t.Errorf("after %v: %s", took, outcome)
		}
		if err == nil && res.StatusCode >= 500 {
			t.Errorf("the sender's silence is our fault: %s", outcome)
		}
	})
}
