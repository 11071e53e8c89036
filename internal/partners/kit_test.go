package partners_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"maps"
	"mime/multipart"
	"net/textproto"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// card is the answer of GET /v2/partner.
type card struct {
	UUIDPartner, Name, Status, NameMainCity, UUIDMainCity, Phone, CreatedData string
	IDPartner                                                                 int64
	ReasonBlocked, LegalName, INN, LinkToSite, Logo, KeyImg                   *string
	Email, Description                                                        *string
	Rating                                                                    *float64
	Category                                                                  struct{ UUIDCategory, Name string }
	SocialNetworks                                                            []struct{ Type, Link string }
	Discounts                                                                 []discount
	Stocks                                                                    []any
	CountComments, CountComplaints, CountDiscounts, CountPhoto                int
	CountSalePoints, CountStocks, CountVacancies                              int
}

type discount struct {
	UUIDDiscount, Type, Description string
	Name, Size                      *string
}

func cityUUID(t *testing.T, a *kit.App, name string) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", name)
}

func categoryUUID(t *testing.T, a *kit.App, name string) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories WHERE name = ?", name)
}

// form is the console's body for a new partner, with some fields replaced.
func form(t *testing.T, a *kit.App, with map[string]any) map[string]any {
	t.Helper()
	out := map[string]any{
		"name": "Пирожковая «Проба»", "legalName": "ООО «Проба»", "inn": "7729082090", "phone": "+7 (916) 123-45-67", "email": "info@proba.example",
		"linkToSite": "https://proba.example", "uuidMainCity": cityUUID(t, a, "Казань"), "category": map[string]any{"uuidCategory": categoryUUID(t, a, "Кафе и рестораны")},
		"description": "<p>Пироги</p>", "socialNetworks": []any{map[string]any{"type": "vk", "link": "https://vk.com/proba"}}, "cities": []any{}, "discounts": []any{},
	}
	maps.Copy(out, with)
	return out
}

// created creates a partner and returns its id.
func created(t *testing.T, a *kit.App, c *kit.Client, with map[string]any) string {
	t.Helper()
	var out struct{ UUIDPartner string }
	c.Post("/v2/partner", form(t, a, with)).OK().Into(&out)
	return out.UUIDPartner
}

func cardOf(t *testing.T, c *kit.Client, id string) (p card, tag string) {
	t.Helper()
	answer := c.Get("/v2/partner/" + id).OK()
	answer.Into(&p)
	return p, answer.Header.Get("ETag")
}

// somePartner returns a demo partner that meets a condition.
func somePartner(t *testing.T, a *kit.App, where string) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(p.uuid AS TEXT) FROM partners p WHERE "+where+" ORDER BY p.id LIMIT 1")
}

// within returns c bound to a subtest.
func within(t *testing.T, a *kit.App, c *kit.Client) *kit.Client {
	out := a.Anyone(t)
	out.Access = c.Access
	return out
}

// actions returns the audit rows of a request. That of its refusal is left out: it is written up to a second later.
func actions(t *testing.T, a *kit.App, answer kit.Answer) []string {
	t.Helper()
	out, err := db.All[string](context.Background(), a.DB, "SELECT action || ' ' || kind || ' ' || object FROM audit_log WHERE request_id = ? AND action <> 'access.denied' ORDER BY seq", answer.Header.Get("X-Request-Id"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// isAudited fails unless the request wrote exactly the wanted audit row.
func isAudited(t *testing.T, a *kit.App, answer kit.Answer, want string) {
	t.Helper()
	if got := actions(t, a, answer); len(got) != 1 || got[0] != want {
		t.Errorf("audited %q, want %q", got, want)
	}
}

// isRefused checks the status and the named field, and that nothing was audited.
func isRefused(t *testing.T, a *kit.App, answer kit.Answer, status int, field string) {
	t.Helper()
	p := answer.Is(status).Problem()
	if field != "" && p.Field(field) == "" {
		t.Errorf("the field %s is not named: %s", field, answer.Body)
	}
	if got := actions(t, a, answer); len(got) != 0 {
		t.Errorf("a refusal was audited: %q", got)
	}
}

// state returns the stored data of all partners, for comparison.
func state(t *testing.T, a *kit.App) []string {
	t.Helper()
	var out []string
	for _, text := range []string{
		"SELECT name || description || status || block_reason || version || logo || key_image FROM partners ORDER BY id",
		"SELECT type || name || size || description FROM discounts ORDER BY id",
		"SELECT address || work_time || hours || coalesce(CAST(latitude AS TEXT), '') FROM trade_points ORDER BY id",
		"SELECT file FROM partner_photos ORDER BY id",
		"SELECT title || link || description FROM vacancies ORDER BY id",
	} {
		rows, err := db.All[string](context.Background(), a.DB, text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rows...)
	}
	return out
}

// unchanged fails if try modifies the data of partners.
func unchanged(t *testing.T, a *kit.App, try func()) {
	t.Helper()
	before := state(t, a)
	try()
	if diff := cmp.Diff(before, state(t, a)); diff != "" {
		t.Errorf("a refusal has changed something (-before +after):\n%s", diff)
	}
}

func somePNG() []byte {
	m := image.NewPaletted(image.Rect(0, 0, 32, 24), color.Palette{color.White, color.Black})
	for i := range m.Pix {
		m.Pix[i] = uint8(i % 2)
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // writing to a buffer never fails
	return b.Bytes()
}

// upload sends a form with one file.
func upload(c *kit.Client, path string, content []byte, headers ...string) kit.Answer {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreatePart(textproto.MIMEHeader{ // writing to a buffer never fails
		"Content-Disposition": {`form-data; name="imageFile"; filename="photo.png"`}, "Content-Type": {"application/octet-stream"},
	})
	_, _ = part.Write(content)
	_ = w.Close()
	return c.Post(path, b.Bytes(), append(headers, "Content-Type", w.FormDataContentType())...)
}

// uploaded uploads an image and returns its key.
func uploaded(c *kit.Client) string {
	var f struct{ KeyFile string }
	upload(c, "/v2/upload-photo", somePNG()).OK().Into(&f)
	return f.KeyFile
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func asMap(t *testing.T, answer kit.Answer) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(answer.Body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
