package promotions_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/testkit"
)

// partner makes one in a city.
func partner(t testing.TB, a *testkit.App, c *testkit.Client, name, city string) string {
	t.Helper()
	var made struct{ UUIDPartner string }
	c.Post("/v2/partner", map[string]any{
		"name": name, "phone": "79991234567", "uuidMainCity": testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", city),
		"category": map[string]any{"uuidCategory": testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
	}).OK().Into(&made)
	return made.UUIDPartner
}

// form is what the page of a new promotion sends, with changes; the test's clock stands at 15.11.2026.
func form(partner string, changes map[string]any) map[string]any {
	body := map[string]any{
		"uuidPartner": partner, "name": "Второй кофе в подарок", "description": "Покажите промокод на кассе.",
		"dateBegin": "01.11.2026", "dateEnd": "30.11.2026", "winLimit": 1, "fileUrl": nil,
	}
	maps.Copy(body, changes)
	return body
}

// promotion makes one.
func promotion(t testing.TB, c *testkit.Client, partner string, changes map[string]any) string {
	t.Helper()
	var made struct{ UUIDStock string }
	c.Post("/v1/stock", form(partner, changes)).OK().Into(&made)
	return made.UUIDStock
}

// upload sends a file as the console does.
func upload(c *testkit.Client, name string, content []byte) testkit.Answer {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, _ := form.CreateFormFile("imageFile", name) // a buffer takes everything
	_, _ = part.Write(content)
	_ = form.Close()
	return c.Post("/v2/upload-photo", b.Bytes(), "Content-Type", form.FormDataContentType())
}

func uploaded(c *testkit.Client, content string) string {
	var f struct{ KeyFile string }
	upload(c, "codes.csv", []byte(content)).OK().Into(&f)
	return f.KeyFile
}

// counts is what codes/count answers.
type counts struct {
	RemainingCodesCount, UsedCodesCount int64
	LastsUntil                          *string
	IsLow                               bool
	Import                              *struct {
		Status                               string
		Progress                             int
		Total, Imported, Duplicates, Invalid int64
		Error, FileName                      *string
		BadLines                             []badLine
	}
}

type badLine struct {
	Line          int
	Value, Reason string
}

func codesOf(t testing.TB, c *testkit.Client, promotion string) (out counts) {
	t.Helper()
	c.Get("/v1/stock/" + promotion + "/codes/count").OK().Into(&out)
	return out
}

// imported waits until no file of a promotion is under way.
func imported(t testing.TB, c *testkit.Client, promotion string) (out counts) {
	t.Helper()
	eventually(t, 30*time.Second, "the import ends", func() bool {
		out = codesOf(t, c, promotion)
		return out.Import != nil && (out.Import.Status == "done" || out.Import.Status == "error")
	})
	return out
}

func eventually(t testing.TB, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

// as is the context of a demo account's call, for what no route does.
func as(t testing.TB, a *testkit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Principal(context.Background(), testkit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", account+"@demo.studbonus.ru"))
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(context.Background(), p)
}

// withCodes makes a promotion that has so many codes, at once.
func withCodes(t testing.TB, a *testkit.App, c *testkit.Client, partner string, n int, changes map[string]any) string {
	t.Helper()
	p := promotion(t, c, partner, changes)
	if err := a.Promotions.AddCodes(as(t, a, "all"), p, "codes.csv", strings.NewReader(someCodes("CODE", n))); err != nil {
		t.Fatal(err)
	}
	return p
}

func someCodes(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%06d\n", prefix, i)
	}
	return b.String()
}

// students of a university who are active, so many.
func students(t testing.TB, a *testkit.App, university string, n int) []string {
	t.Helper()
	found := testkit.All[string](t, a, `SELECT CAST(s.uuid AS TEXT) FROM students s JOIN universities u ON u.id = s.university_id
		WHERE u.short_name LIKE ? AND s.status = 'active' ORDER BY s.id LIMIT ?`, university+"%", n)
	if len(found) != n {
		t.Fatalf("only %d active students in %s", len(found), university)
	}
	return found
}
