package auth_test

import (
	"testing"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkSignedIn measures a page of students over HTTP. On PostgreSQL every call reads session, operator, second factor
// and its policy; on SQLite only the first one after a commit, which the second case forces.
func BenchmarkSignedIn(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			c := a.As(b, "student")
			list := func() { c.Put("/v1/student", map[string]any{}).OK() }
			list()
			b.Run("list", func(b *testing.B) {
				for b.Loop() {
					list()
				}
			})
			b.Run("after a commit", func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					kit.Exec(b, a, "UPDATE sessions SET last_seen_at = last_seen_at")
					b.StartTimer()
					list()
				}
			})
		})
	}
}
