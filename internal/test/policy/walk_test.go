package policy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// machine is the status machine of one kind of object, repeated on purpose (rules 6.2, 7.1, 8.1, 10.1).
type machine struct {
	table   string
	where   string
	moves   map[string][]string
	reasons []string // statuses that need a reason
	call    func(id, to string, reason any) (path string, body map[string]any)
}

var machines = []machine{
	{
		table: "students", where: "TRUE", reasons: []string{"blocked", "rejected"},
		moves: map[string][]string{"moderation": {"active", "rejected"}, "rejected": {"active", "rejected"}, "active": {"blocked"}, "blocked": {"active"}},
		call: func(id, to string, reason any) (string, map[string]any) {
			return "/v1/user/status", map[string]any{"uuidUser": id, "newStatus": to, "reasonText": reason}
		},
	},
	{
		table: "partners", where: "TRUE", reasons: []string{"blocked"}, moves: map[string][]string{"active": {"blocked"}, "blocked": {"active"}},
		call: func(id, to string, reason any) (string, map[string]any) {
			return "/v1/partner/" + id + "/status", map[string]any{"status": to, "reasonBlocked": reason}
		},
	},
	{
		table: "promotions", where: "TRUE", reasons: []string{"blocked"}, moves: map[string][]string{"active": {"blocked"}, "blocked": {"active"}},
		call: func(id, to string, reason any) (string, map[string]any) {
			return "/v1/stock/" + id + "/status", map[string]any{"status": to, "reasonBlocked": reason}
		},
	},
	{
		table: "reviews", where: "deleted_at IS NULL",
		moves: map[string][]string{"moderation": {"public", "rejected"}, "rejected": {"public"}, "public": {"rejected"}},
		call: func(id, to string, _ any) (string, map[string]any) {
			return "/v1/comments/status", map[string]any{"uuidComments": []string{id}, "status": to}
		},
	},
}

// walked is an object on one engine.
type walked struct {
	*kit.App
	c *kit.Client
}

func (w walked) text(t *testing.T, text string, args ...any) string {
	t.Helper()
	got, err := db.One[string](t.Context(), w.DB, text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Drill B7: a random walk over the statuses of students, partners, promotions and reviews on both databases in step. Both
// must give the answers of the tables above and end in the same state. News have their own walk, with the rights of all
// accounts.
func TestRandomWalkOverStatuses(t *testing.T) {
	engines := make([]walked, 0, 2)
	for _, e := range []kit.Engine{kit.SQLite, kit.PostgreSQL} {
		a := kit.New(t, e)
		engines = append(engines, walked{a, a.As(t, "all")})
	}
	const things = 6 // few, so that the walk returns to each of them
	chance, state := rand.New(rand.NewPCG(7, 7)), map[string]string{}
	words := []string{"active", "blocked", "moderation", "rejected", "public", "frozen", ""}
	moved := 0
	for step := range kit.Reps(t, 1000) {
		if step%200 == 199 { // tokens last ten minutes of the test clock, which stands still; a long walk should not depend on that
			for i := range engines {
				engines[i].c = engines[i].As(t, "all")
			}
		}
		m, which, to := machines[chance.IntN(len(machines))], chance.IntN(things), words[chance.IntN(len(words))]
		var reason any
		if chance.IntN(4) > 0 {
			reason = "Причина"
		}
		var answers [2]int
		for i, e := range engines {
			id := e.text(t, fmt.Sprintf("SELECT CAST(uuid AS TEXT) FROM %s WHERE %s ORDER BY id LIMIT 1 OFFSET %d", m.table, m.where, which))
			key := fmt.Sprint(m.table, which)
			if state[key] == "" {
				state[key] = e.text(t, "SELECT status FROM "+m.table+" WHERE uuid = ?", id)
			}
			legal := slices.Contains(m.moves[state[key]], to) && (reason != nil || !slices.Contains(m.reasons, to))
			path, body := m.call(id, to, reason)
			answer := e.c.Put(path, body)
			answers[i] = answer.Status
			want := state[key]
			if legal {
				want = to
			}
			if got := e.text(t, "SELECT status FROM "+m.table+" WHERE uuid = ?", id); got != want {
				t.Fatalf("step %d on %s: %s is %s, the model says %s", step, e.Engine, key, got, want)
			}
			if legal != (answer.Status == 200) || !legal && answer.Status != 409 && answer.Status != 422 {
				t.Fatalf("step %d on %s: %s from %s to %q: %d %s", step, e.Engine, key, state[key], to, answer.Status, answer.Body)
			}
			if i == len(engines)-1 {
				state[key] = want
				if legal {
					moved++
				}
			}
		}
		if answers[0] != answers[1] {
			t.Fatalf("step %d: SQLite answers %d, PostgreSQL %d", step, answers[0], answers[1])
		}
	}
	kit.Figure(t, "moves", moved)
	for _, count := range []string{
		"SELECT CAST(count(*) AS TEXT) FROM audit_log WHERE action <> 'auth.signIn'",
		"SELECT CAST(sum(CASE WHEN rating IS NULL THEN 0 ELSE rating END) AS TEXT) FROM partners",
	} {
		if one, two := engines[0].text(t, count), engines[1].text(t, count); one != two {
			t.Errorf("%s: SQLite %s, PostgreSQL %s", count, one, two)
		}
	}
}
