package knowledge_test

import (
	"fmt"
	"net/url"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

// The demo universities by id.
const mgu, spbgu = 1, 2

const call = "/v1/knowledge/question"

type question struct {
	UUIDQuestion        string
	Category            string `json:"uuid_category"`
	Question, Answer    string
	Owner               string
	ShortNameUniversity *string
	Plus                int    `json:"votes_plus"`
	Minus               int    `json:"votes_minus"`
	All                 int    `json:"votes_all"`
	CreatedAt           string `json:"created_at"`
	CanEdit             bool   `json:"can_edit"`
}

// category returns the uuid of the n-th shipped category.
func category(t *testing.T, a *kit.App, n int) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_categories ORDER BY id LIMIT 1 OFFSET ?", n)
}

func universityUUID(t *testing.T, a *kit.App, id int64) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", id)
}

// ownedBy returns a question of a university, or of the programme (0).
func ownedBy(t *testing.T, a *kit.App, university int64) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions WHERE coalesce(university_id, 0) = ? ORDER BY id LIMIT 1", university)
}

func draft(category, text, answer any) map[string]any {
	return map[string]any{"uuidCategory": category, "question": text, "answer": answer}
}

func change(uuid, category, text, answer any) map[string]any {
	d := draft(category, text, answer)
	d["uuid"] = uuid
	return d
}

func created(t *testing.T, c *kit.Client, body any) string {
	t.Helper()
	var out struct{ UUIDQuestion string }
	c.Post(call, body).OK().Into(&out)
	if uuid.Validate(out.UUIDQuestion) != nil {
		t.Fatalf("uuidQuestion %q", out.UUIDQuestion)
	}
	return out.UUIDQuestion
}

func card(t *testing.T, c *kit.Client, uuid string) (question, string) {
	t.Helper()
	answer := c.Get(call + "/" + uuid).OK()
	var q question
	answer.Into(&q)
	return q, answer.Header.Get("ETag")
}

// listed returns a page of questions and the total.
func listed(t *testing.T, c *kit.Client, query url.Values, headers ...string) ([]question, int) {
	t.Helper()
	answer := c.Get("/v1/knowledge/questions?"+query.Encode(), headers...).OK()
	var rows []question
	answer.Into(&rows)
	total, err := strconv.Atoi(answer.Header.Get("X-Record-Count"))
	if err != nil {
		t.Fatalf("x-record-count: %v", err)
	}
	return rows, total
}

// snapshot returns all questions: a refusal must not change it.
func snapshot(t *testing.T, a *kit.App) string {
	t.Helper()
	rows := kit.All[string](t, a, `SELECT q.id || '|' || q.category_id || '|' || coalesce(q.university_id, 0) || '|' || q.question || '|' || q.answer || '|' || q.search_text || '|' || q.version
		|| '|' || q.votes_plus || '|' || q.votes_minus || '|' || (SELECT count(*) FROM knowledge_votes v WHERE v.question_id = q.id) FROM knowledge_questions q ORDER BY q.id`)
	return fmt.Sprint(rows)
}

// actions returns the audit rows of a request. That of its refusal is left out: it is written up to a second later.
func actions(t *testing.T, a *kit.App, answer kit.Answer) []string {
	t.Helper()
	return kit.All[string](t, a, "SELECT action || ' ' || kind || ' ' || object FROM audit_log WHERE request_id = ? AND action <> 'access.denied' ORDER BY seq", answer.Header.Get("X-Request-Id"))
}

func follow(t *testing.T, a *kit.App) {
	t.Helper()
	if err := a.Knowledge.Index().Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}
