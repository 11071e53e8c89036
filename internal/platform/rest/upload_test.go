package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

type formIn struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"imageFile" contentType:"application/octet-stream" required:"true"`
	}]
}

func (in *formIn) MultipartForm() *multipart.Form { return in.RawBody.Form }

// sizes is an upload that returns the size of its file.
func sizes(most int64) rest.Route {
	return rest.Upload("POST /v1/upload", access.Public, "Файл", most, func(_ context.Context, in *formIn) (int64, error) {
		return in.RawBody.Data().File.Size, nil
	})
}

func TestUpload(t *testing.T) {
	const most = 1 << 20
	a := open(t, []rest.Route{sizes(most)})
	t.Run("a file is accepted", func(t *testing.T) {
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
	t.Run("anything but a form is refused in Russian", func(t *testing.T) {
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

// A form that is refused before the handler sees it would otherwise leave its temporary file for ever.
func TestNoFormLeavesAFileBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	const most = 1 << 20
	failing := rest.Upload("POST /v1/failing", access.Public, "Файл", most, func(context.Context, *formIn) (rest.Nothing, error) {
		if parts, _ := filepath.Glob(filepath.Join(dir, "multipart-*")); len(parts) == 0 {
			t.Error("control: this form needs no temporary file")
		}
		panic("handler")
	})
	a := open(t, []rest.Route{sizes(most), failing})
	good, kind := upload(t, "a.bin", make([]byte, 100_000))
	part := string(good[:bytes.LastIndex(good, []byte("--"+strings.TrimPrefix(kind, "multipart/form-data; boundary=")))])
	for name, c := range map[string]struct {
		path, body string
		status     int
	}{
		"a good form":        {"/v1/upload", string(good), 200},
		"another field":      {"/v1/upload", strings.ReplaceAll(string(good), "imageFile", "otherFile"), 422},
		"two files":          {"/v1/upload", part + string(good), 422},
		"without its end":    {"/v1/upload", part, 422},
		"a handler panicked": {"/v1/failing", string(good), 500},
	} {
		t.Run(name, func(t *testing.T) {
			a.as(t, "").Post(c.path, c.body, "Content-Type", kind).Is(c.status)
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// The upload ends with its form: a client that announced more holds neither the answer nor the connection.
func TestAFormIsAnsweredAtItsEnd(t *testing.T) {
	t.Parallel()
	a := open(t, []rest.Route{sizes(1 << 20)}, func(c *rest.Config) { c.IdleLimit, c.RequestLimit = time.Hour, time.Hour })
	body, kind := upload(t, "a.bin", make([]byte, 1000))
	for _, more := range []int{10, 100_000, 900_000} {
		head := fmt.Sprintf("POST /v1/upload HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", kind, len(body)+more)
		conn := ask(t, a, head+string(body))
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 200") || !strings.Contains(string(answer), "Connection: close") {
			t.Errorf("%d bytes more: %v %q", more, err, answer)
		}
	}
}

// Only a body that was not read to its end costs the connection: a download has none.
func TestADownloadKeepsItsConnection(t *testing.T) {
	t.Parallel()
	const pieces, pause = 5, 400 * time.Millisecond // together longer than the wait for the rest of a body
	a := open(t, []rest.Route{
		rest.Download("GET /v1/file", access.Public, "Файл", func(context.Context, *struct{}) (func(http.ResponseWriter, *http.Request), error) {
			return func(w http.ResponseWriter, r *http.Request) {
				for range pieces {
					_, _ = w.Write([]byte("piece"))
					_ = http.NewResponseController(w).Flush()
					time.Sleep(pause)
				}
				if err := r.Context().Err(); err != nil {
					t.Errorf("the download was cancelled: %v", err)
				}
			}, nil
		}),
	})
	got := a.as(t, "").Get("/v1/file").OK()
	if len(got.Body) != pieces*len("piece") || got.Header.Get("Connection") != "" {
		t.Errorf("%d bytes, Connection: %q", len(got.Body), got.Header.Get("Connection"))
	}
}

// Neither one operator nor all of them together can exhaust memory.
func TestUploadLimitsApplyBeforeTheBodyIsRead(t *testing.T) {
	t.Parallel()
	inside, release := make(chan struct{}, 100), make(chan struct{})
	held := rest.Upload("POST /v1/held", access.SignedIn, "Файл", 1<<20, func(context.Context, *formIn) (rest.Nothing, error) {
		inside <- struct{}{}
		<-release
		return rest.Nothing{}, nil
	})
	a := open(t, []rest.Route{held}, func(c *rest.Config) {
		c.Authenticate = func(_ context.Context, token string) (access.Principal, error) {
			operator, err := strconv.ParseInt(token, 10, 64)
			return access.Principal{Operator: operator, Role: access.Chairman}, err
		}
	})
	body, kind := upload(t, "a.bin", make([]byte, 1000))
	send := func(operator int) kit.Answer {
		c := a.as(t, access.Role(strconv.Itoa(operator)))
		return c.Post("/v1/held", body, "Content-Type", kind)
	}
	var under sync.WaitGroup
	begin := func(operator int) {
		under.Go(func() { send(operator).OK() })
		<-inside
	}
	for range 4 {
		begin(1)
	}
	refused := send(1).Is(429)
	if p := refused.Problem(); refused.Header.Get("Retry-After") == "" || !strings.HasPrefix(p.Detail, "Вы уже загружаете") {
		t.Errorf("%v %+v", refused.Header, p)
	}
	began := time.Now()
	// A refusal does not wait for a body that is announced but never sent.
	conn := ask(t, a, "POST /v1/held HTTP/1.1\r\nHost: x\r\nX-Access-Token: 1\r\nContent-Type: "+kind+"\r\nContent-Length: 1000000\r\n\r\n")
	if n, err := conn.Read(make([]byte, 12)); n == 0 || time.Since(began) > 20*time.Second {
		t.Errorf("refused after %v: %v", time.Since(began), err)
	}
	for operator := 2; operator <= 16; operator++ {
		for range 4 {
			begin(operator)
		}
	}
	full := send(17).Is(503)
	if full.Header.Get("Retry-After") == "" || !strings.HasPrefix(full.Problem().Detail, "Сейчас загружается") {
		t.Errorf("%v %s", full.Header, full.Body)
	}
	close(release)
	under.Wait()
	for range 5 {
		send(1).OK() // rejected uploads do not count
	}
}
