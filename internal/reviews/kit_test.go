package reviews_test

import (
	"context"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
)

// newPartner creates a partner without reviews.
func newPartner(t *testing.T, a *kit.App) string {
	t.Helper()
	var out struct{ UUIDPartner string }
	a.As(t, "all").Post("/v2/partner", map[string]any{
		"name": "Тихое место", "phone": "79161234567", "uuidMainCity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1"),
		"category": map[string]any{"uuidCategory": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
	}).OK().Into(&out)
	return out.UUIDPartner
}

// studentOf returns the n-th student of a university, given by its ИНН.
func studentOf(t *testing.T, a *kit.App, inn string, n int) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(s.uuid AS TEXT) FROM students s JOIN universities u ON u.id = s.university_id WHERE u.inn = ? AND s.status = 'active' AND s.end_year > 2026 ORDER BY s.id LIMIT 1 OFFSET ?", inn, n)
}

// The demo's universities A and B.
const (
	universityA = "7729082090"
	universityB = "7801002274"
)

// as returns the context of a demo account, for calls without a route.
func as(t *testing.T, a *kit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Principal(t.Context(), kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", account+"@demo.studbonus.ru"))
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(t.Context(), p)
}

func submit(t *testing.T, a *kit.App, partner, student string, stars int) string {
	t.Helper()
	id, err := a.Reviews.Submit(t.Context(), reviews.Draft{Partner: partner, Student: student, Rating: stars, Body: "Вполне"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func move(t *testing.T, a *kit.App, account, id string, to reviews.Status) {
	t.Helper()
	if _, err := a.Reviews.Move(as(t, a, account), reviews.Named(id), to); err != nil {
		t.Fatal(err)
	}
}

// ratingOf returns the rating on the partner's card; -1 for none.
func ratingOf(t *testing.T, c *kit.Client, partner string) float64 {
	t.Helper()
	var p struct{ Rating *float64 }
	c.Get("/v2/partner/" + partner).OK().Into(&p)
	if p.Rating == nil {
		return -1
	}
	return *p.Rating
}

type comment struct {
	CommentInfo struct {
		UUIDComment, Comment, CreatedAt, Status string
		Likes, Rating                           int
	}
	UserCommentInfo struct {
		Photo         *string
		Name, Surname string
	}
}

func commentsOf(c *kit.Client, partner string, headers ...string) (out []comment, total string) {
	answer := c.Put("/v2/partner/comments/list", map[string]any{"uuidPartner": partner}, headers...).OK()
	answer.Into(&out)
	return out, answer.Header.Get("X-Record-Count")
}

func isRefused(t *testing.T, a *kit.App, answer kit.Answer, status int, field string) {
	t.Helper()
	p := answer.Is(status).Problem()
	if field != "" && p.Field(field) == "" {
		t.Errorf("the field %s is not named: %s", field, answer.Body)
	}
	if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action <> 'access.denied'", answer.Header.Get("X-Request-Id")); n != 0 {
		t.Error("a refusal was audited")
	}
}

// setPhoto gives a student a photo, bypassing the form.
func setPhoto(student, key string) func(context.Context, db.Tx) error {
	return func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE students SET photo = ? WHERE uuid = ?", key, student)
		return err
	}
}
