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

	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// partner creates a partner in a city.
func partner(t testing.TB, a *kit.App, c *kit.Client, name, city string) string {
	t.Helper()
	var made struct{ UUIDPartner string }
	c.Post("/v2/partner", map[string]any{
		"name": name, "phone": "79991234567", "uuidMainCity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", city),
		"category": map[string]any{"uuidCategory": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
	}).OK().Into(&made)
	return made.UUIDPartner
}

// form is the console's body for a new promotion, with changes; the test clock starts at 15.11.2026.
func form(partner string, changes map[string]any) map[string]any {
	body := map[string]any{
		"uuidPartner": partner, "name": "Второй кофе в подарок", "description": "Покажите промокод на кассе.",
		"dateBegin": "01.11.2026", "dateEnd": "30.11.2026", "winLimit": 1, "fileUrl": nil,
	}
	maps.Copy(body, changes)
	return body
}

// promotion creates a promotion.
func promotion(t testing.TB, c *kit.Client, partner string, changes map[string]any) string {
	t.Helper()
	var made struct{ UUIDStock string }
	c.Post("/v1/stock", form(partner, changes)).OK().Into(&made)
	return made.UUIDStock
}

// upload sends a file as the console does.
func upload(c *kit.Client, name string, content []byte) kit.Answer {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, _ := form.CreateFormFile("imageFile", name) // writing to a buffer never fails
	_, _ = part.Write(content)
	_ = form.Close()
	return c.Post("/v2/upload-photo", b.Bytes(), "Content-Type", form.FormDataContentType())
}

func uploaded(c *kit.Client, content string) string {
	var f struct{ KeyFile string }
	upload(c, "codes.csv", []byte(content)).OK().Into(&f)
	return f.KeyFile
}

// counts is the answer of codes/count.
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

func codesOf(t testing.TB, c *kit.Client, promotion string) (out counts) {
	t.Helper()
	c.Get("/v1/stock/" + promotion + "/codes/count").OK().Into(&out)
	return out
}

// imported waits until no import of the promotion is pending.
func imported(t testing.TB, c *kit.Client, promotion string) (out counts) {
	t.Helper()
	watch.Until(t, 30*time.Second, "the import ends", func() bool {
		out = codesOf(t, c, promotion)
		return out.Import != nil && (out.Import.Status == "done" || out.Import.Status == "error")
	})
	return out
}

// as returns the context of a demo account, for calls without a route.
func as(t testing.TB, a *kit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Principal(context.Background(), kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", account+"@demo.studbonus.ru"))
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(context.Background(), p)
}

// withCodes creates a promotion with n codes, bypassing the import.
func withCodes(t testing.TB, a *kit.App, c *kit.Client, partner string, n int, changes map[string]any) string {
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

// students returns n active students of a university.
func students(t testing.TB, a *kit.App, university string, n int) []int64 {
	t.Helper()
	found := kit.All[int64](t, a, `SELECT s.id FROM students s JOIN universities u ON u.id = s.university_id
		WHERE u.short_name LIKE ? AND s.status = 'active' AND s.end_year > 2026 ORDER BY s.id LIMIT ?`, university+"%", n)
	if len(found) != n {
		t.Fatalf("only %d active students in %s", len(found), university)
	}
	return found
}

// activateStudents activates n students of all universities.
func activateStudents(t testing.TB, a *kit.App, n int) []int64 {
	t.Helper()
	kit.Exec(t, a, "UPDATE students SET status = 'active', end_year = 2030")
	found := kit.All[int64](t, a, "SELECT id FROM students ORDER BY id LIMIT ?", n)
	if len(found) != n {
		t.Fatalf("only %d students", len(found))
	}
	return found
}

func uuidOf(t testing.TB, a *kit.App, student int64) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", student)
}

// claim asks for a code as the app does: it retries with the same key while it has to wait.
func claim(a *kit.App, promotion string, student int64, key string) (code string, err error) {
	ctx := access.WithMember(context.Background(), access.Member{ID: student, Student: student, Standing: access.Active})
	for {
		own, place, err := a.Promotions.Claim(ctx, promotion, key)
		if err != nil || place == nil {
			return own.Code, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// answer returns the code or the text of the refusal.
func answer(a *kit.App, promotion string, student int64, key string) string {
	code, err := claim(a, promotion, student, key)
	if err != nil {
		return err.Error()
	}
	return code
}

// verified fails the test if a stored counter differs from a recount.
func verified(t testing.TB, a *kit.App) {
	t.Helper()
	if wrong, err := a.Promotions.Verify(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v %v", wrong, err)
	}
}
