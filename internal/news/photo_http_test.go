package news_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

// bitmap returns a valid .bmp of about six megabytes.
func bitmap() []byte {
	const width, height = 2000, 1000
	b := make([]byte, 54+width*height*3)
	copy(b, "BM")
	binary.LittleEndian.PutUint32(b[2:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[10:], 54)
	binary.LittleEndian.PutUint32(b[14:], 40)
	binary.LittleEndian.PutUint32(b[18:], width)
	binary.LittleEndian.PutUint32(b[22:], height)
	b[26], b[28] = 1, 24
	return b
}

// hugePNG returns a PNG whose header declares a hundred megapixels.
func hugePNG() []byte {
	b := pngOf(10, 10)
	binary.BigEndian.PutUint32(b[16:], 10_000)
	binary.BigEndian.PutUint32(b[20:], 10_000)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestPhotoUploads(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		const path = "/v1/news/photo"
		before := snapshot(t, a)
		for name, bad := range map[string]struct {
			content []byte
			status  int
		}{
			"a bitmap of 6 MB": {bitmap(), 413}, "a small bitmap": {bitmap()[:4000], 415}, "a picture of a hundred megapixels": {hugePNG(), 422}, "half a picture": {pngOf(300, 300)[:60], 422},
			"text": {[]byte("просто текст"), 415}, "a drawing with a script": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), 415}, "a page": {[]byte("<html><script>alert(1)</script>"), 415},
			"more than 5 MiB": {append(pngOf(8, 8), make([]byte, 5<<20)...), 413}, "nothing": {nil, 422},
		} {
			t.Run(name, func(t *testing.T) {
				if got := upload(within(t, a, c), path, "снимок.png", bad.content); got.Status != bad.status {
					t.Errorf("status %d, want %d: %s", got.Status, bad.status, got.Body)
				}
			})
		}
		c.Post(path, "{}").Is(422)
		unchanged(t, a, before)

		key := uuid.NewString()
		var first, again photo
		upload(c, path, "снимок.png", pngOf(32, 24), "Idempotency-Key", key).OK().Into(&first)
		upload(c, path, "снимок.png", pngOf(32, 24), "Idempotency-Key", key).OK().Into(&again)
		if first.KeyFile != again.KeyFile || first.UUIDPhoto != again.UUIDPhoto || n(t, a, first.KeyFile) != 1 {
			t.Errorf("%+v and %+v", first, again)
		}
		c.Get(again.Link).OK()
		a.Anyone(t).Get("/files/" + first.KeyFile).Is(404) // private until the item is saved
	})
}

func n(t *testing.T, a *kit.App, key string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM news_photos WHERE file = ?", key)
}

func TestItemPhotos(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, colleague := a.As(t, "student"), a.As(t, "univer")
		one, two, three := uploaded(c), uploaded(c), uploaded(c)
		var common struct{ KeyFile, URLFile string }
		upload(c, "/v2/upload-photo", "снимок.png", pngOf(16, 16)).OK().Into(&common)
		id := create(t, c, form("university", object{"keyFiles": []string{two.KeyFile, common.URLFile, one.KeyFile}}))
		keys := func() []string { k, _ := read(t, c, id); return k.KeyFiles }
		if got := keys(); !slices.Equal(got, []string{two.KeyFile, common.KeyFile, one.KeyFile}) {
			t.Errorf("order %v", got)
		}
		k, _ := read(t, c, id)
		if k.PhotoURL[0].UUIDPhoto != two.UUIDPhoto || k.PhotoURL[0].Link != "/files/"+two.KeyFile {
			t.Errorf("%+v", k.PhotoURL[0])
		}
		a.Anyone(t).Get(k.PhotoURL[1].Link).OK() // public once the item is saved

		t.Run("photos are reordered, removed and added", func(t *testing.T) {
			c := within(t, a, c)
			c.Put("/v1/news/"+id, form("university", object{"keyFiles": []string{one.KeyFile, three.KeyFile, k.PhotoURL[0].Link}})).OK()
			if got := keys(); !slices.Equal(got, []string{one.KeyFile, three.KeyFile, two.KeyFile}) {
				t.Errorf("order %v", got)
			}
			a.Anyone(t).Get("/files/" + common.KeyFile).Is(404)
			if n(t, a, common.KeyFile) != 0 {
				t.Error("the row of a removed image is left")
			}
		})
		t.Run("foreign and used uploads are refused", func(t *testing.T) {
			c := within(t, a, c)
			theirs, before := uploaded(colleague), ""
			other := create(t, c, form("university", object{"keyFiles": []string{uploaded(c).KeyFile}}))
			taken, _ := read(t, c, other)
			before = snapshot(t, a)
			for what, key := range map[string]string{"somebody else's upload": theirs.KeyFile, "another item's image": taken.KeyFiles[0], "its public link": taken.PhotoURL[0].Link} {
				if got := c.Put("/v1/news/"+id, form("university", object{"keyFiles": []string{one.KeyFile, key}})).Is(422).Problem(); got.Field("keyFiles") == "" {
					t.Errorf("%s: %+v", what, got)
				}
			}
			c.Put("/v1/news/"+id, form("university", object{"keyFiles": []string{one.KeyFile, one.KeyFile}})).Is(422)
			c.Delete("/v1/news/photo/"+theirs.UUIDPhoto, nil).Is(404)
			c.Delete("/v1/news/photo/"+unknown, nil).Is(404)
			unchanged(t, a, before)
		})
		t.Run("a photo is deleted", func(t *testing.T) {
			c := within(t, a, c)
			_, tag := read(t, c, id)
			c.Delete("/v1/news/photo/"+three.UUIDPhoto, nil).OK()
			if got := keys(); !slices.Equal(got, []string{one.KeyFile, two.KeyFile}) {
				t.Errorf("left %v", got)
			}
			c.Put("/v1/news/"+id, form("university"), "If-Match", tag).Is(409)
			c.Delete("/v1/news/photo/"+three.UUIDPhoto, nil).Is(404)
			loose := uploaded(c)
			c.Delete("/v1/news/photo/"+loose.UUIDPhoto, nil).OK()
			c.Post("/v1/news", form("university", object{"keyFiles": []string{loose.KeyFile}})).OK() // the file stays for a day
		})
		t.Run("the item is deleted with its photos", func(t *testing.T) {
			c := within(t, a, c)
			c.Delete("/v1/news/"+id, nil).OK()
			a.Anyone(t).Get("/files/" + one.KeyFile).Is(404)
			if n(t, a, one.KeyFile) != 0 {
				t.Error("the row of its image is left")
			}
		})
	})
}

// Unsaved uploads are deleted after a day, both rows and files.
func TestLoosePhotosAreDeletedAfterADay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		loose, used := uploaded(c), uploaded(c)
		create(t, c, form("university", object{"keyFiles": []string{used.KeyFile}}))
		clean := func() {
			for _, f := range []func() error{func() error { return a.News.CleanUp(t.Context()) }, func() error { return a.Files.CleanUp(t.Context()) }} {
				if err := f(); err != nil {
					t.Fatal(err)
				}
			}
		}
		a.Clock.Advance(23 * time.Hour)
		clean()
		if n(t, a, loose.KeyFile) != 1 {
			t.Error("forgotten too early")
		}
		a.Clock.Advance(2 * time.Hour)
		clean()
		if n(t, a, loose.KeyFile) != 0 || n(t, a, used.KeyFile) != 1 || kit.One[int](t, a, "SELECT count(*) FROM files WHERE key = ?", loose.KeyFile) != 0 {
			t.Error("want the loose one gone and the used one there")
		}
	})
}

// Deleting a photo of a regional item counts as an edit, so the item returns to moderation.
func TestDeletingAPhotoIsAnEdit(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		i := createFull(t, c, "region")
		for approval, want := range map[string]string{"approved": "wait", "blocked": "blocked"} {
			image := uploaded(c)
			k, _ := read(t, c, i.news)
			c.Put("/v1/news/"+i.news, form("region", object{"keyFiles": append(k.KeyFiles, image.KeyFile)})).OK()
			kit.Exec(t, a, "UPDATE news SET approval = ? WHERE uuid = ?", approval, i.news)
			c.Delete("/v1/news/photo/"+image.UUIDPhoto, nil).OK()
			if k, _ := read(t, c, i.news); k.Approve != want || len(k.KeyFiles) != 1 {
				t.Errorf("from %s: %s with %d images", approval, k.Approve, len(k.KeyFiles))
			}
		}
	})
}

func TestBitmapFixtureIsValid(t *testing.T) {
	if b := bitmap(); len(b) < 6_000_000 || !bytes.HasPrefix(b, []byte("BM")) || !strings.HasPrefix(string(hugePNG()), "\x89PNG") {
		t.Error("the bad inputs are not what they are called")
	}
}
