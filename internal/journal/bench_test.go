package journal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/idset"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkJournal measures questions to a journal of three years over HTTP (goal: 50 ms):
// STUDBONUS_JOURNAL=5000000 go test -run '^$' -bench Journal -benchtime 100x -timeout 1h ./internal/journal
func BenchmarkJournal(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			fillJournal(b, a, kit.Drill(b, "rows", "STUDBONUS_JOURNAL", 50_000))
			home := kit.One[string](b, a, "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = 'student2@demo.studbonus.ru'")
			student := kit.One[string](b, a, "SELECT CAST(s.uuid AS TEXT) FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'admin2@demo.studbonus.ru' ORDER BY s.id LIMIT 1")
			for login, who := range map[string]string{"all": "of the programme", "admin2": "of a university"} {
				c := a.As(b, login)
				for _, ask := range []struct {
					name     string
					question map[string]any
				}{
					{"everything", map[string]any{}},
					{"decisions", map[string]any{"group": "decisions"}},
					{"decisions about partners", map[string]any{"group": "decisions", "kind": "partner"}},
					{"an operator", map[string]any{"uuidOperator": home}},
					{"an operator's exports, none", map[string]any{"uuidOperator": home, "group": "exports"}},
					{"a person", map[string]any{"uuidUser": student}},
					{"an address", map[string]any{"address": "10.0.0.7"}},
				} {
					b.Run(who+"/"+ask.name, func(b *testing.B) { kit.Measure(b, func() {}, func() { c.Put("/v1/journal", ask.question).OK() }) })
				}
				for _, path := range []string{"", "/lists"} {
					b.Run(who+"/who saw"+path, func(b *testing.B) {
						kit.Measure(b, func() {}, func() { c.Get("/v1/journal/seen/" + student + path).OK() })
					})
				}
			}
		})
	}
}

// fillJournal adds rows as three years leave them: of ten, seven opened cards, two pages of lists and one change.
func fillJournal(b *testing.B, a *kit.App, rows int) {
	b.Helper()
	type subject struct {
		ID         int64  `db:"id"`
		UUID       string `db:"uuid"`
		University int64  `db:"university_id"`
	}
	ctx, random := db.InBackground(context.Background()), rand.New(rand.NewPCG(1, 2))
	students := kit.All[subject](b, a, "SELECT id, CAST(uuid AS TEXT) AS uuid, university_id FROM students ORDER BY id LIMIT 1000")
	operators := kit.All[subject](b, a, "SELECT id, CAST(uuid AS TEXT) AS uuid, university_id FROM operators ORDER BY id")
	changes := [][2]string{{"students.blocked", "student"}, {"students.save", "student"}, {"partners.save", "partner"}, {"partners.blocked", "partner"}, {"reviews.published", "review"}}
	from := kit.One[int64](b, a, "SELECT COALESCE(max(seq), 0) FROM audit_log")
	began := a.Clock.Now().AddDate(-3, 0, 0)
	step := a.Clock.Now().Sub(began) / time.Duration(rows+1)
	var pages [][]any
	n := 0
	load := func(table string, columns []string, next func() []any) {
		if _, err := a.DB.Bulk(ctx, table, columns, next); err != nil {
			b.Fatal(err)
		}
	}
	load("audit_log", []string{"at", "operator_id", "operator_name", "university_id", "action", "kind", "object", "subject", "subject_university_id", "reason", "changes", "request_id", "address"}, func() []any {
		if n++; n > rows {
			return nil
		}
		who, about := operators[random.IntN(len(operators))], students[random.IntN(len(students))]
		action, kind, object := "student.view", "student", about.UUID
		var university any = about.University
		switch n % 10 {
		case 8, 9:
			action, kind, object, about.UUID, university = "students.list", "student", "", "", nil
			var ids idset.Set
			for range 15 {
				ids.Add(random.Int64N(1_000_000) + 1)
			}
			pages = append(pages, []any{from + int64(n), ids.Pack()})
		case 0:
			change := changes[random.IntN(len(changes))]
			if action, kind = change[0], change[1]; kind != "student" {
				about.UUID, university = "", nil
			}
		}
		return []any{
			began.Add(time.Duration(n) * step), who.ID, "Белов Илья", who.University, action, kind, object, about.UUID, university, "", "{}", "r", fmt.Sprintf("10.0.%d.%d", random.IntN(4), random.IntN(256)),
		}
	})
	n = -1
	load("audit_pages", []string{"seq", "ids"}, func() []any {
		if n++; n >= len(pages) {
			return nil
		}
		return pages[n]
	})
	if a.Engine == kit.PostgreSQL {
		if _, err := a.DB.Pool().Exec(ctx, "ANALYZE audit_log"); err != nil {
			b.Fatal(err)
		}
	}
}
