package files_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"strings"
	"testing"

	"studbonus/internal/app"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/s3test"
)

// onEachStore runs a test on both engines with a folder, and once with S3.
func onEachStore(t *testing.T, test func(t *testing.T, a *kit.App)) {
	t.Helper()
	kit.OnBoth(t, test, kit.WithoutFiles())
	t.Run("s3", func(t *testing.T) {
		if testing.Short() {
			t.Skip("runs an S3 server")
		}
		address := s3test.Start(t)
		test(t, kit.New(t, kit.SQLite, kit.WithoutFiles(), kit.WithConfig(func(c *app.Config) { c.Files = s3test.URL(address) })))
	})
}

// upload sends a form with one file. The name is sent verbatim; filename*=… replaces the whole parameter.
func upload(c *kit.Client, path, name string, content []byte, headers ...string) kit.Answer {
	if !strings.HasPrefix(name, "filename*=") {
		name = `filename="` + name + `"`
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, _ := form.CreatePart(textproto.MIMEHeader{ // a buffer never fails
		"Content-Disposition": {`form-data; name="imageFile"; ` + name}, "Content-Type": {"application/octet-stream"},
	})
	_, _ = part.Write(content)
	_ = form.Close()
	return c.Post(path, b.Bytes(), append(headers, "Content-Type", form.FormDataContentType())...)
}

// stored is the response of an upload.
type stored struct{ KeyFile, URLFile string }

func uploaded(c *kit.Client, name string, content []byte) (f stored) {
	upload(c, "/v2/upload-photo", name, content).OK().Into(&f)
	return f
}

func pixels() *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, 32, 24), color.Palette{color.White, color.Black})
	for i := range m.Pix {
		m.Pix[i] = uint8(i % 2)
	}
	return m
}

func somePNG() []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, pixels())
	return b.Bytes()
}

func someJPEG() []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, pixels(), nil)
	return b.Bytes()
}

func someGIF() []byte {
	var b bytes.Buffer
	_ = gif.Encode(&b, pixels(), nil)
	return b.Bytes()
}

// pngOfSize returns a PNG of exactly size bytes, padded with a text chunk.
func pngOfSize(size int) []byte {
	const overhead, header = 12, 33 // bytes of a chunk frame; of signature and IHDR
	m := somePNG()
	remark := make([]byte, size-len(m)-overhead)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(remark)))
	chunk = append(append(chunk, "prVt"...), remark...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{m[:header], chunk, m[header:]}, nil)
}

func wide(width, height int) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black}))
	return b.Bytes()
}

// as returns the context of a demo account, for service calls without a route.
func as(t *testing.T, a *kit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Authenticate(t.Context(), a.As(t, account).Access)
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(t.Context(), p)
}

// attach attaches a file in its own transaction.
func attach(ctx context.Context, a *kit.App, wish files.Attachment) (key string, err error) {
	err = a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		key, err = a.Files.Attach(ctx, tx, wish)
		return err
	})
	return key, err
}

// photo attaches a file as a private photo.
func photo(reference string, university int64) files.Attachment {
	return files.Attachment{Field: "photo", Reference: reference, Kind: files.Image, Owner: "student/1", University: university, Visibility: files.Private}
}

// row reads the row of a file.
func row(t *testing.T, a *kit.App, key string) (f files.File, ok bool) {
	t.Helper()
	found, err := db.All[files.File](t.Context(), a.DB,
		"SELECT key, kind, name, content_type, size, sha256, operator_id, university_id, is_of_all, is_public, owner, created_at FROM files WHERE key = ?", key)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		return files.File{}, false
	}
	return found[0], true
}

// keys lists all objects of the store.
func keys(t *testing.T, a *kit.App) (all []string) {
	t.Helper()
	err := a.Files.Blobs.Each(t.Context(), func(e blob.Entry) error { all = append(all, e.Key); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func rowCount(t *testing.T, a *kit.App) int {
	t.Helper()
	n, err := db.One[int](t.Context(), a.DB, "SELECT count(*) FROM files")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// csvOfSize returns a file of codes of exactly size bytes.
func csvOfSize(size int) []byte {
	return bytes.Repeat([]byte("CODE-0001\n"), size/10+1)[:size]
}

// label makes a subtest name without slashes.
func label(status int, name string) string {
	return fmt.Sprintf("%d %s", status, strings.ReplaceAll(name, "/", "|"))
}
