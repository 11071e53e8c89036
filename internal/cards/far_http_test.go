package cards_test

import (
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

// A card accepted within minutes by distant tills is flagged and keeps working (rules 24.12).
func TestACardAtDistantTillsIsFlagged(t *testing.T) {
	type check struct {
		latitude float64
		after    time.Duration
	}
	for name, c := range map[string]struct {
		checks []check
		want   bool
	}{
		"two cities in nine minutes":  {[]check{{55.75, 0}, {56.3, 9 * time.Minute}}, true},
		"two cities in ten minutes":   {[]check{{55.75, 0}, {56.3, 10 * time.Minute}}, false},
		"one city":                    {[]check{{55.75, 0}, {56.1, time.Minute}}, false},
		"back where it was":           {[]check{{55.75, 0}, {56.3, time.Minute}, {55.75, time.Minute}}, true},
		"the first till a third time": {[]check{{55.75, 0}, {55.75, time.Minute}, {55.75, time.Minute}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				p := signIn(t, a, student(t, a, 0)).take()
				tills := map[float64]*till{}
				for i, c := range c.checks {
					if tills[c.latitude] == nil {
						at := point(t, a, i)
						kit.Exec(t, a, "UPDATE trade_points SET latitude = ?, longitude = 37.6 WHERE uuid = ?", c.latitude, at)
						tills[c.latitude] = pairedAt(t, a, at)
					}
					a.Clock.Advance(c.after)
					if got := tills[c.latitude].check(p.shows(a.Clock.Now())); got.Verdict != "valid" {
						t.Fatalf("check %d: %+v", i, got)
					}
				}
				if far := farOf(t, a, p.student); (far.FarAt != nil) != c.want || c.want && far.FarKm != 61 {
					t.Errorf("marked: %+v", far)
				}
			})
		})
	}
}

type far struct {
	FarAt *string
	FarKm int
}

func farOf(t testing.TB, a *kit.App, student string) (f far) {
	t.Helper()
	a.As(t, "all").Get("/v1/student/" + student + "/device").OK().Into(&f)
	return f
}

// Of two simultaneous checks, the second sees the first. A check by number flags nothing, and a new device starts
// unflagged.
func TestSimultaneousChecksAtDistantTillsAreFlagged(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		tills := make([]*till, 2)
		for i := range tills {
			at := point(t, a, i)
			kit.Exec(t, a, "UPDATE trade_points SET latitude = ?, longitude = 37.6 WHERE uuid = ?", 55+i, at)
			tills[i] = pairedAt(t, a, at)
		}
		for n := range 10 {
			p := signIn(t, a, student(t, a, n)).take()
			for _, till := range tills {
				till.checkNumber(kit.One[string](t, a, "SELECT student_code FROM students WHERE uuid = ?", p.student))
			}
			if farOf(t, a, p.student).FarAt != nil {
				t.Fatal("marked by numbers")
			}
			token := p.shows(a.Clock.Now())
			var wait sync.WaitGroup
			for _, till := range tills {
				wait.Go(func() { till.ask(map[string]any{"token": token}) })
			}
			wait.Wait()
			if farOf(t, a, p.student).FarAt == nil {
				t.Fatal("two checks at once did not see each other")
			}
			a.As(t, "all").Delete("/v1/student/"+p.student+"/device", nil).OK()
			if p.take(); farOf(t, a, p.student).FarAt != nil {
				t.Fatal("the mark outlived its device")
			}
		}
	})
}
