package files_test

import (
	"crypto/sha256"
	"encoding/hex"
	"image"
	"mime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

const (
	megabyte = 1 << 20
	maxImage = 5 * megabyte
	maxCSV   = 64 * megabyte
)

func TestImagesAreReencoded(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		for kind, content := range map[string][]byte{"image/png": somePNG(), "image/jpeg": someJPEG(), "image/gif": someGIF()} {
			hidden := "GPS 55.75 37.61"
			f := uploaded(c, "photo.bin", append(content, hidden...)) // the type is detected from the content, not from the name
			open := a.Anyone(t).Get(f.URLFile).OK()
			if got := open.Header.Get("Content-Type"); got != kind {
				t.Errorf("type %s, want %s", got, kind)
			}
			if strings.Contains(string(open.Body), hidden) {
				t.Errorf("%s: what was not a pixel has stayed", kind)
			}
			m, _, err := image.Decode(strings.NewReader(string(open.Body)))
			if err != nil || m.Bounds() != image.Rect(0, 0, 32, 24) {
				t.Errorf("%s: %v, %v", kind, m, err)
			}
			known, _ := row(t, a, f.KeyFile)
			sum := sha256.Sum256(open.Body)
			if known.Size != int64(len(open.Body)) || hex.EncodeToString(known.SHA256) != hex.EncodeToString(sum[:]) || known.Owner != nil || known.IsPublic {
				t.Errorf("%s: row %+v does not fit its bytes", kind, known)
			}
			if n, err := db.One[int](t.Context(), a.DB, "SELECT count(*) FROM audit_log WHERE action = 'files.upload' AND object = ?", f.KeyFile); err != nil || n != 1 {
				t.Errorf("%d audit rows, %v", n, err)
			}
		}
	})
}

func TestTheOldUploadReturnsAPath(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var out struct{ Path string }
		upload(a.As(t, "new"), "/v1/upload-photo", "a.png", somePNG()).OK().Into(&out)
		if _, ok := row(t, a, out.Path); !ok {
			t.Errorf("path %q is no key", out.Path)
		}
	})
}

func TestUploadLimits(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		everybody, partners := a.As(t, "student"), a.As(t, "univer")
		truncated := someJPEG()[:200]
		for _, c := range []struct {
			status       int
			client       *kit.Client
			path, name   string
			content      []byte
			field, holds string
		}{
			{status: 200, client: everybody, path: "/v1/upload-photo", name: "5 MiB.png", content: pngOfSize(maxImage)},
			{status: 200, client: everybody, path: "/v2/upload-photo", name: "5 MiB.png", content: pngOfSize(maxImage)},
			{status: 413, client: everybody, path: "/v1/upload-photo", name: "5 MiB and 1.png", content: pngOfSize(maxImage + 1), holds: "5 МБ"},
			{status: 413, client: everybody, path: "/v2/upload-photo", name: "5 MiB and 1.png", content: pngOfSize(maxImage + 1), holds: "5 МБ"},
			{status: 413, client: everybody, path: "/v1/upload-photo", name: "beyond the body's limit.png", content: make([]byte, maxImage+2*megabyte)},
			{status: 200, client: everybody, path: "/v2/upload-photo", name: "40 MP.png", content: wide(8000, 5000)},
			{status: 422, client: everybody, path: "/v2/upload-photo", name: "above 40 MP.png", content: wide(8000, 5001), field: "imageFile", holds: "40 мегапикселей"},
			{status: 422, client: everybody, path: "/v2/upload-photo", name: "broken.jpg", content: truncated, field: "imageFile", holds: "повреждено"},
			{status: 415, client: everybody, path: "/v2/upload-photo", name: "text.png", content: []byte("not an image at all"), holds: "jpg, png и gif"},
			{status: 415, client: everybody, path: "/v2/upload-photo", name: "drawing.svg", content: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},
			{status: 415, client: everybody, path: "/v2/upload-photo", name: "page.html", content: []byte("<!doctype html><script>1</script>")},
			{status: 415, client: partners, path: "/v1/upload-photo", name: "codes.csv", content: []byte("A1\n")},
			{status: 200, client: partners, path: "/v2/upload-photo", name: "codes.csv", content: []byte("A1\nA2\n")},
			{status: 200, client: partners, path: "/v2/upload-photo", name: "CODES.CSV", content: []byte("\xcf\xf0\xee\xec\xee\n")},
			{status: 403, client: everybody, path: "/v2/upload-photo", name: "codes.csv", content: []byte("A1\n")},
			{status: 422, client: partners, path: "/v2/upload-photo", name: "empty.csv", content: nil, field: "imageFile", holds: "пуст"},
			{status: 415, client: partners, path: "/v2/upload-photo", name: "nul.csv", content: append(csvOfSize(megabyte), 0), holds: "csv"},
		} {
			t.Run(label(c.status, c.path+" "+c.name), func(t *testing.T) {
				before := rowCount(t, a)
				got := upload(c.client, c.path, c.name, c.content).Is(c.status)
				if c.status == 200 {
					return
				}
				problem := got.Problem()
				if !strings.Contains(problem.Detail, c.holds) || (problem.Field(c.field) == "") != (c.field == "") {
					t.Errorf("refused with %+v", problem)
				}
				if after := rowCount(t, a); after != before || len(keys(t, a)) != after {
					t.Errorf("a refused file left %d rows and %d objects, there were %d", after, len(keys(t, a)), before)
				}
			})
		}
	})
}

func TestTheSizeLimitOfCodeFiles(t *testing.T) {
	a := kit.New(t, kit.SQLite, kit.WithoutFiles()) // on one engine only: it uploads 200 MiB
	c := a.As(t, "univer")
	f := uploaded(c, "codes.csv", csvOfSize(maxCSV))
	if known, ok := row(t, a, f.KeyFile); !ok || known.Size != maxCSV {
		t.Errorf("row %+v", known)
	}
	upload(c, "/v2/upload-photo", "codes.csv", csvOfSize(maxCSV+1)).Is(413)
	upload(c, "/v2/upload-photo", "codes.csv", csvOfSize(maxCSV+2*megabyte)).Is(413)
	if n := rowCount(t, a); n != 1 {
		t.Errorf("%d rows, want the first alone", n)
	}
}

func TestAnUploadWithoutItsFileIsRefused(t *testing.T) {
	a := kit.New(t, kit.SQLite, kit.WithoutFiles())
	c := a.As(t, "all")
	const form = "multipart/form-data; boundary=x"
	for name, body := range map[string]string{
		"another field": "--x\r\nContent-Disposition: form-data; name=\"other\"; filename=\"a.png\"\r\n\r\nabc\r\n--x--\r\n",
		"a text field":  "--x\r\nContent-Disposition: form-data; name=\"imageFile\"\r\n\r\nabc\r\n--x--\r\n",
		"an empty form": "--x--\r\n",
		"half a form":   "--x\r\nContent-Disposition: form-data; name=\"imageFile\"; filename=\"a.png\"\r\n\r\nabc",
	} {
		t.Run(name, func(t *testing.T) { c.Post("/v2/upload-photo", body, "Content-Type", form).Is(422) })
	}
	t.Run("nobody", func(t *testing.T) { upload(a.Anyone(t), "/v2/upload-photo", "a.png", somePNG()).Is(401) })
	if n := rowCount(t, a); n != 0 {
		t.Errorf("%d rows", n)
	}
}

func TestHostileFileNamesAreSanitized(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		for sent, want := range map[string]string{
			"photo.png":                  "photo.png",
			"Фото на пропуск.png":        "Фото на пропуск.png",
			`a\"b.png`:                   "ab.png",
			"../../etc/passwd":           "passwd",
			`C:\\Users\\Анна\\photo.png`: "photo.png",
			"a%0d%0aSet-Cookie: x=1.png": "a%0d%0aSet-Cookie: x=1.png",
			"filename*=UTF-8''a%0D%0AX-Evil%3A%201%09%7F%22.png": "aX-Evil: 1.png",
			"filename*=UTF-8''..%2F..%2Ffiles%2F%D1%84.png":      "ф.png",
			"<script>alert(1)<|script>.png":                      "<script>alert(1)<|script>.png",
			"semi;colon=1.png":                                   "semi;colon=1.png",
			strings.Repeat("я", 300) + ".png":                    strings.Repeat("я", 200),
			"broken\xff\xfeutf8.png":                             "broken\ufffd\ufffdutf8.png",
		} {
			t.Run(label(200, want[:min(len(want), 30)]), func(t *testing.T) {
				f := uploaded(c, sent, somePNG())
				if known, _ := row(t, a, f.KeyFile); known.Name != want {
					t.Errorf("kept as %q, want %q", known.Name, want)
				}
				open := a.Anyone(t).Get(f.URLFile).OK()
				how, params, err := mime.ParseMediaType(open.Header.Get("Content-Disposition"))
				if err != nil || how != "inline" || params["filename"] != want || len(open.Header.Values("Set-Cookie")) > 0 {
					t.Errorf("disposition %q (%v), cookies %v", open.Header.Get("Content-Disposition"), err, open.Header.Values("Set-Cookie"))
				}
			})
		}
		if diff := cmp.Diff(rowCount(t, a), len(keys(t, a))); diff != "" {
			t.Errorf("rows and objects differ: %s", diff)
		}
	})
}
