package knowledge_test

import (
	"fmt"
	"net/url"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/testkit"
)

// The demo universities by the numbers of their rows, and the operator of each.
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

// category is the uuid of the n-th shipped category.
func category(t *testing.T, a *testkit.App, n int) string {
	t.Helper()
	return testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_categories ORDER BY id LIMIT 1 OFFSET ?", n)
}

func universityUUID(t *testing.T, a *testkit.App, id int64) string {
	t.Helper()
	return testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", id)
}

// ownedBy is a question of a university, or of the programme (0).
func ownedBy(t *testing.T, a *testkit.App, university int64) string {
	t.Helper()
	return testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions WHERE coalesce(university_id, 0) = ? ORDER BY id LIMIT 1", university)
}

func draft(category, text, answer any) map[string]any {
	return map[string]any{"uuidCategory": category, "question": text, "answer": answer}
}

func change(uuid, category, text, answer any) map[string]any {
	d := draft(category, text, answer)
	d["uuid"] = uuid
	return d
}

func created(t *testing.T, c *testkit.Client, body any) string {
	t.Helper()
	var out struct{ UUIDQuestion string }
	c.Post(call, body).OK().Into(&out)
	if uuid.Validate(out.UUIDQuestion) != nil {
		t.Fatalf("uuidQuestion %q", out.UUIDQuestion)
	}
	return out.UUIDQuestion
}

func card(t *testing.T, c *testkit.Client, uuid string) (question, string) {
	t.Helper()
	answer := c.Get(call + "/" + uuid).OK()
	var q question
	answer.Into(&q)
	return q, answer.Header.Get("ETag")
}

// listed is a page of questions and their total.
func listed(t *testing.T, c *testkit.Client, query url.Values, headers ...string) ([]question, int) {
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

// whole is everything that the knowledge base holds: refusals must leave it as it is.
func whole(t *testing.T, a *testkit.App) string {
	t.Helper()
	rows := testkit.All[string](t, a, `SELECT q.id || '|' || q.category_id || '|' || coalesce(q.university_id, 0) || '|' || q.question || '|' || q.answer || '|' || q.search_text || '|' || q.version
		|| '|' || q.votes_plus || '|' || q.votes_minus || '|' || (SELECT count(*) FROM knowledge_votes v WHERE v.question_id = q.id) FROM knowledge_questions q ORDER BY q.id`)
	return fmt.Sprint(rows)
}

// actions are the audit rows of a request.
func actions(t *testing.T, a *testkit.App, answer testkit.Answer) []string {
	t.Helper()
	return testkit.All[string](t, a, "SELECT action || ' ' || kind || ' ' || object FROM audit_log WHERE request_id = ? ORDER BY seq", answer.Header.Get("X-Request-Id"))
}

func follow(t *testing.T, a *testkit.App) {
	t.Helper()
	if err := a.Knowledge.Index().Follow(t.Context()); err != nil {
		t.Fatal(err)
	}
}
