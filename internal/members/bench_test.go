package members_test

import (
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkCode measures a request for a code over HTTP, without the proof of work (rules 23.13).
func BenchmarkCode(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			n := a.ManyStudents(b)
			c := a.Guest(b)
			measure := func(name, phone string) {
				var body map[string]any
				b.Run(name, kit.Load{
					Prepare: func(int) {
						a.Clock.Advance(24 * time.Hour) // within every limit
						var given struct {
							Challenge string
							Bits      int
						}
						c.Get("/s/v1/challenge").OK().Into(&given)
						body = map[string]any{"phone": phone, "challenge": given.Challenge, "nonce": kit.Solve(given.Challenge, phone, given.Bits)}
					},
					Call: func(int, int) { c.Post("/s/v1/auth/code", body).Is(202) },
				}.MeasureOne)
			}
			measure("known", kit.One[string](b, a, "SELECT '7' || substr(phone, 2) FROM students WHERE status = 'active' AND phone LIKE '_9%' ORDER BY id LIMIT 1 OFFSET ?", n/2))
			measure("unknown", "79999999999")
		})
	}
}
