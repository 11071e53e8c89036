package cards_test

import (
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkCheck measures the checks of a card over HTTP (rules 24.13).
func BenchmarkCheck(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			students := a.ManyStudents(b)
			var tills [kit.LoadClients]*till
			var phones [kit.LoadClients]*phone
			var tokens [kit.LoadClients]string
			for i := range phones {
				tills[i], phones[i] = pairedAt(b, a, point(b, a, 0)), signIn(b, a, student(b, a, students/2+i)).take()
			}
			// New tokens and a new minute each time, so that neither a limit nor a repeated answer is measured.
			show := func(int) {
				a.Clock.Advance(time.Minute)
				for i, p := range phones {
					p.card()
					tokens[i] = p.shows(a.Clock.Now())
				}
			}
			shown := func(client, n int) string { return tokens[(client+n)%len(tokens)] }
			b.Run("page", kit.Load{Prepare: show, Call: func(client, n int) {
				if got := look(b, a, shown(client, n)); got != "green" {
					b.Error(got)
				}
			}}.Measure)
			b.Run("till", kit.Load{Prepare: show, Call: func(client, n int) {
				if got := tills[client].check(shown(client, n)); got.Verdict != "valid" {
					b.Errorf("%+v", got)
				}
			}}.Measure)
			b.Run("card", kit.Load{Prepare: show, Call: func(client, _ int) { phones[client].card() }}.Measure)
		})
	}
}
