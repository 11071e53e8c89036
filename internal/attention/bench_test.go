package attention_test

import (
	"context"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkAttention compares what requires attention with plain SQL, then measures it, the search across areas and the checks of
// an application over HTTP (goal: 20 ms):
// STUDBONUS_STUDENTS=1000000 go test -run '^$' -bench Attention -benchtime 200x -timeout 1h ./internal/attention
func BenchmarkAttention(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			if err := a.Start(db.InBackground(context.Background())); err != nil {
				b.Fatal(err)
			}
			a.ManyStudents(b)
			if err := a.Students.Index().Sync(b.Context()); err != nil {
				b.Fatal(err)
			}
			for _, account := range []string{"all", "student"} {
				if !once(b, a, as(b, a, account)) {
					b.Fatal("something writes")
				}
			}
			all := a.As(b, "all")
			application := kit.One[string](b, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'moderation' ORDER BY id DESC LIMIT 1")
			for _, c := range []struct {
				name string
				call func()
			}{
				{"attention", func() { all.Get("/v1/attention").OK() }},
				{"find", func() { all.Put("/v1/find", map[string]any{"q": "иванова анна"}).OK() }},
				{"checks", func() { all.Get("/v1/student/" + application + "/checks").OK() }},
			} {
				b.Run(c.name, func(b *testing.B) { kit.Measure(b, func() {}, c.call) })
			}
			// Last, and without HTTP: the sessions end meanwhile.
			ctx := as(b, a, "all")
			b.Run("first of an hour", func(b *testing.B) {
				kit.Measure(b, func() { a.Clock.Advance(time.Hour) }, func() {
					if _, err := a.Attention.Tasks(ctx); err != nil {
						b.Fatal(err)
					}
				})
			})
		})
	}
}
