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

	"studbonus/internal/access"
	"studbonus/internal/app"
	"studbonus/internal/blob"
	"studbonus/internal/blob/s3test"
	"studbonus/internal/db"
	"studbonus/internal/files"
	"studbonus/internal/testkit"
)

// onEachStore runs a test on both databases with a folder, and with an S3 server in place of the folder.
func onEachStore(t *testing.T, test func(t *testing.T, a *testkit.App)) {
	t.Helper()
	testkit.OnBoth(t, test, testkit.WithoutFiles())
	t.Run("s3", func(t *testing.T) {
		if testing.Short() {
			t.Skip("runs an S3 server")
		}
		address := s3test.Start(t)
		test(t, testkit.New(t, testkit.SQLite, testkit.WithoutFiles(), testkit.WithConfig(func(c *app.Config) { c.Files = s3test.URL(address) })))
	})
}

// upload sends a form with one file under a name that is written as it is, however odd; filename*=… is a whole parameter.
func upload(c *testkit.Client, path, name string, content []byte, headers ...string) testkit.Answer {
	if !strings.HasPrefix(name, "filename*=") {
		name = `filename="` + name + `"`
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, _ := form.CreatePart(textproto.MIMEHeader{ // a buffer takes everything
		"Content-Disposition": {`form-data; name="imageFile"; ` + name}, "Content-Type": {"application/octet-stream"},
	})
	_, _ = part.Write(content)
	_ = form.Close()
	return c.Post(path, b.Bytes(), append(headers, "Content-Type", form.FormDataContentType())...)
}

// stored is what an upload answers.
type stored struct{ KeyFile, URLFile string }

func uploaded(c *testkit.Client, name string, content []byte) (f stored) {
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

// pngOfSize is an image in a file of exactly so many bytes: most of them are a remark.
func pngOfSize(size int) []byte {
	const overhead, header = 12, 33 // of a chunk; signature and IHDR
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

// as is the context of a demo account's call, for what no route of this package does.
func as(t *testing.T, a *testkit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Authenticate(t.Context(), a.As(t, account).Access)
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(t.Context(), p)
}

// attach gives a file to an owner in a transaction of its own.
func attach(ctx context.Context, a *testkit.App, wish files.Attachment) (key string, err error) {
	err = a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		key, err = a.Files.Attach(ctx, tx, wish)
		return err
	})
	return key, err
}

// photo is a wish to have this file as somebody's private photo.
func photo(reference string, university int64) files.Attachment {
	return files.Attachment{Field: "photo", Reference: reference, Kind: files.Image, Owner: "student/1", University: university, Visibility: files.Private}
}

// row is what the table knows of a file; ok is false when there is none.
func row(t *testing.T, a *testkit.App, key string) (f files.File, ok bool) {
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

// keys are all objects of the store.
func keys(t *testing.T, a *testkit.App) (all []string) {
	t.Helper()
	err := a.Files.Blobs.Each(t.Context(), func(e blob.Entry) error { all = append(all, e.Key); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func rowCount(t *testing.T, a *testkit.App) int {
	t.Helper()
	n, err := db.One[int](t.Context(), a.DB, "SELECT count(*) FROM files")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// csvOfSize is a list of codes of exactly so many bytes.
func csvOfSize(size int) []byte {
	return bytes.Repeat([]byte("CODE-0001\n"), size/10+1)[:size]
}

// label names a subtest: a slash would make it a folder.
func label(status int, name string) string {
	return fmt.Sprintf("%d %s", status, strings.ReplaceAll(name, "/", "|"))
}
