package partners_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type photo struct{ UUIDImg, KeyImg, URL string }

func photosOf(t *testing.T, c *kit.Client, id string) []photo {
	t.Helper()
	var out []photo
	c.Get("/v2/partner/photo/list/" + id).OK().Into(&out)
	return out
}

func addPhoto(c *kit.Client, id string, content []byte, headers ...string) kit.Answer {
	return upload(c, "/v2/partner/add/photo", content, append(headers, "X-Uuid-Partner", id)...)
}

func editPhoto(c *kit.Client, p photo, content []byte, headers ...string) kit.Answer {
	return upload(c, "/v2/partner/edit/photo", content, append(headers, "X-Uuid-Img", p.UUIDImg, "X-Old-Key", p.KeyImg)...)
}

func TestPhotosAreAddedReplacedAndDeleted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, nobody := a.As(t, "univer"), a.Anyone(t)
		id := created(t, a, c, nil)
		if got := photosOf(t, c, id); len(got) != 0 {
			t.Errorf("%v", got)
		}
		var jpg, animated bytes.Buffer
		m := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.White, color.Black})
		_, _ = jpeg.Encode(&jpg, m, nil), gif.EncodeAll(&animated, &gif.GIF{Image: []*image.Paletted{m, m}, Delay: []int{10, 10}})
		var first, second photo
		answer := addPhoto(c, id, somePNG()).OK()
		answer.Into(&first)
		isAudited(t, a, answer, "partners.photo.add partner "+id)
		addPhoto(c, id, jpg.Bytes()).OK().Into(&second)
		addPhoto(c, id, animated.Bytes()).OK()
		if got := photosOf(t, c, id); len(got) != 3 || got[0] != first || got[1] != second {
			t.Errorf("%v", got)
		}
		nobody.Get(first.URL).OK()
		if p, _ := cardOf(t, c, id); p.CountPhoto != 3 {
			t.Errorf("the tab counts %d", p.CountPhoto)
		}
		var other photo
		answer = editPhoto(c, first, jpg.Bytes()).OK()
		answer.Into(&other)
		isAudited(t, a, answer, "partners.photo.replace partner "+id)
		if got := photosOf(t, c, id); other.UUIDImg != first.UUIDImg || other.KeyImg == first.KeyImg || got[0] != other || len(got) != 3 {
			t.Errorf("%v became %v: %v", first, other, got)
		}
		nobody.Get(first.URL).Is(404) // a replaced photo is deleted
		nobody.Get(other.URL).OK()
		unchanged(t, a, func() { // a stale key: somebody else has replaced the photo
			isRefused(t, a, editPhoto(c, first, jpg.Bytes()), 409, "")
			isRefused(t, a, c.Delete("/v2/partner/photo", map[string]any{"uuidImg": first.UUIDImg, "keyImg": first.KeyImg}), 409, "")
			isRefused(t, a, c.Delete("/v2/partner/photo", map[string]any{"uuidImg": first.UUIDImg, "keyImg": second.KeyImg}), 409, "")
			isRefused(t, a, c.Delete("/v2/partner/photo", map[string]any{"uuidImg": uuid.NewString(), "keyImg": other.KeyImg}), 404, "")
			isRefused(t, a, c.Delete("/v2/partner/photo", map[string]any{"uuidImg": "x"}), 422, "uuidImg")
		})
		answer = c.Delete("/v2/partner/photo", map[string]any{"uuidImg": other.UUIDImg, "keyImg": other.KeyImg}).OK()
		isAudited(t, a, answer, "partners.photo.delete partner "+id)
		nobody.Get(other.URL).Is(404)
		if p, _ := cardOf(t, c, id); p.CountPhoto != 2 {
			t.Errorf("the tab counts %d", p.CountPhoto)
		}
		c.Delete("/v2/partner/photo", map[string]any{"uuidImg": other.UUIDImg, "keyImg": other.KeyImg}).Is(404)
	})
}

func TestPhotoUploadsAcceptOnlyImages(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := created(t, a, c, nil)
		var present photo
		addPhoto(c, id, somePNG()).OK().Into(&present)
		files := kit.One[int](t, a, "SELECT count(*) FROM files")
		unchanged(t, a, func() {
			for name, bad := range map[string]struct {
				content []byte
				status  int
			}{
				"svg":          {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), 415},
				"html":         {[]byte("<html><script>alert(1)</script></html>"), 415},
				"pdf":          {[]byte("%PDF-1.7\n"), 415},
				"webp":         {[]byte("RIFF\x24\x00\x00\x00WEBPVP8 "), 415},
				"bmp":          {[]byte("BM\x00\x00\x00\x00"), 415},
				"empty":        {nil, 422},
				"truncated":    {somePNG()[:40], 422},
				"over 5 MB":    {append(somePNG(), make([]byte, 5<<20)...), 413},
				"far over 5MB": {append(somePNG(), make([]byte, 8<<20)...), 413},
			} {
				t.Run(name, func(t *testing.T) {
					c := within(t, a, c)
					isRefused(t, a, addPhoto(c, id, bad.content), bad.status, "")
					isRefused(t, a, editPhoto(c, present, bad.content), bad.status, "")
				})
			}
			isRefused(t, a, addPhoto(c, uuid.NewString(), somePNG()), 404, "")
			isRefused(t, a, addPhoto(c, "x", somePNG()), 422, "X-Uuid-Partner")
			isRefused(t, a, upload(c, "/v2/partner/add/photo", somePNG()), 422, "")
			isRefused(t, a, editPhoto(c, photo{UUIDImg: uuid.NewString()}, somePNG()), 404, "")
			isRefused(t, a, editPhoto(c, photo{UUIDImg: "x"}, somePNG()), 422, "X-Uuid-Img")
			isRefused(t, a, editPhoto(c, photo{present.UUIDImg, "../../etc/passwd", ""}, somePNG()), 409, "")
		})
		if now := kit.One[int](t, a, "SELECT count(*) FROM files"); now != files {
			t.Errorf("%d files, %d before", now, files)
		}
	})
}

func TestIdempotencyKeyIsBoundToThePartner(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	one, another := created(t, a, c, nil), created(t, a, c, nil)
	key := uuid.NewString()
	first, again := addPhoto(c, one, somePNG(), "Idempotency-Key", key).OK(), addPhoto(c, one, somePNG(), "Idempotency-Key", key).OK()
	if string(first.Body) != string(again.Body) || len(photosOf(t, c, one)) != 1 {
		t.Errorf("%s then %s", first.Body, again.Body)
	}
	isRefused(t, a, addPhoto(c, another, somePNG(), "Idempotency-Key", key), 422, "Idempotency-Key")
}

func TestPhotoAndVacancyLimits(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := created(t, a, c, nil)
		number := kit.One[int64](t, a, "SELECT id FROM partners WHERE uuid = ?", id)
		for i := range 99 {
			kit.Exec(t, a, "INSERT INTO partner_photos (uuid, partner_id, file, created_at) VALUES (?, ?, ?, ?)", uuid.NewString(), number, fmt.Sprintf("%032d", i), kit.Start)
			kit.Exec(t, a, "INSERT INTO vacancies (uuid, partner_id, title, link, description, created_at) VALUES (?, ?, 'x', 'https://example.org', '', ?)", uuid.NewString(), number, kit.Start)
		}
		vacancy := map[string]any{"uuidPartner": id, "vacancy": map[string]any{"title": "Сотая", "link": "https://example.org"}}
		statuses := make(chan int, 20)
		var all sync.WaitGroup
		for i := range 10 { // concurrent adds: one of each kind fits
			if i < 4 { // an operator may have four uploads in progress
				all.Go(func() { statuses <- addPhoto(c, id, somePNG()).Status })
			}
			all.Go(func() { statuses <- c.Post("/v1/vacancies", vacancy).Status })
		}
		all.Wait()
		close(statuses)
		count := map[int]int{}
		for s := range statuses {
			count[s]++
		}
		if count[200] != 2 || count[409] != 12 {
			t.Errorf("statuses %v", count)
		}
		if p, _ := cardOf(t, c, id); p.CountPhoto != 100 || p.CountVacancies != 100 || len(photosOf(t, c, id)) != 100 {
			t.Errorf("%d photos, %d vacancies", p.CountPhoto, p.CountVacancies)
		}
	})
}

// Knowing a key is not enough: only the operator's own fresh upload can become a logo (rules 13.3).
func TestForeignUploadIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		mine, theirs := a.As(t, "univer"), a.As(t, "chairman2")
		id, foreign := created(t, a, mine, nil), uploaded(theirs)
		other := somePartner(t, a, "p.logo <> ''")
		p, _ := cardOf(t, mine, other)
		unchanged(t, a, func() {
			for _, reference := range []string{foreign, "/files/" + foreign, text(p.Logo), strings.TrimPrefix(text(p.Logo), "/files/")} {
				isRefused(t, a, mine.Put("/v2/partner/"+id, form(t, a, map[string]any{"logo": reference})), 422, "logo")
				isRefused(t, a, mine.Put("/v2/partner/"+id, form(t, a, map[string]any{"keyImg": reference})), 422, "keyImg")
				isRefused(t, a, mine.Post("/v2/partner", form(t, a, map[string]any{"logo": reference})), 422, "logo")
			}
		})
		if owner := kit.One[*string](t, a, "SELECT owner FROM files WHERE key = ?", foreign); owner != nil {
			t.Errorf("attached to %s", *owner)
		}
	})
}

func TestLogoIsKeptReplacedAndRemoved(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, nobody := a.As(t, "univer"), a.Anyone(t)
		key := uploaded(c)
		nobody.Get("/files/" + key).Is(404) // private until it becomes a logo
		id := created(t, a, c, map[string]any{"logo": key})
		logo := func() string { p, _ := cardOf(t, c, id); return text(p.Logo) }
		for name, same := range map[string]any{"left out": nil, "a link": logo(), "the key": key, "an absolute link": "https://console.example" + logo()} {
			c.Put("/v2/partner/"+id, form(t, a, map[string]any{"logo": same})).OK()
			if logo() != "/files/"+key {
				t.Errorf("%s: now %s", name, logo())
			}
		}
		next := uploaded(c)
		c.Put("/v2/partner/"+id, form(t, a, map[string]any{"logo": next})).OK()
		nobody.Get("/files/" + key).Is(404)
		nobody.Get("/files/" + next).OK()
		c.Put("/v2/partner/"+id, form(t, a, map[string]any{"logo": ""})).OK()
		nobody.Get("/files/" + next).Is(404)
		if logo() != "" {
			t.Errorf("still %s", logo())
		}
	})
}
