package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// uploadCodes uploads a csv and returns its key.
func (s *server) uploadCodes(token string, content []byte) string {
	s.t.Helper()
	return s.store(token, "codes.csv", content)
}

// someCodes returns a file with duplicates and bad lines, and its distinct valid codes.
func someCodes(rng *rand.Rand, lines int) (file []byte, want []string) {
	for i := range lines {
		if i%1000 == 7 {
			file = append(file, "не код\n"...)
			continue
		}
		code := fmt.Sprintf("K%08d", rng.IntN(lines*2))
		want = append(want, code)
		file = append(file, code+"\n"...)
	}
	slices.Sort(want)
	return file, slices.Compact(want)
}

// A server killed during a code import resumes after the restart (rules 15.1). The codes are the distinct valid lines of the
// file, codes already granted are untouched, and the counters add up.
func TestAnImportSurvivesAKillWithEveryCodeOnce(t *testing.T) {
	t.Parallel()
	repetitions := kit.Reps(t, 2)
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		s := serve(t, where...)
		d := openBeside(t, dir, where)
		rng, interrupted := rand.New(rand.NewPCG(20, 26)), 0
		taken := one[int](t, d, "SELECT count(*) FROM promo_codes WHERE student_id IS NOT NULL")
		partner := one[string](t, d, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1")
		for range repetitions {
			file, want := someCodes(rng, 120_000)
			id := s.promotionWith(partner, file)
			for range 1 + rng.IntN(3) {
				time.Sleep(time.Duration(rng.IntN(1500)) * time.Millisecond)
				s.kill()
				if one[bool](t, d, "SELECT i.status = 'running' AND i.position <> '' FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id) {
					interrupted++
				}
				expireLeases(t, d)
				s = serve(t, where...)
			}
			watch.Until(t, 90*time.Second, "the import is done", func() bool {
				return one[string](t, d, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id) == "done"
			})
			got, err := db.All[string](t.Context(), d, "SELECT g.code FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ? ORDER BY g.code", id)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d codes, want %d", len(got), len(want))
			}
			report := one[string](t, d, `SELECT i.total || ' ' || i.imported || ' ' || (i.imported + i.duplicates + i.invalid) || ' ' || i.invalid || ' ' || p.codes_total
				FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?`, id)
			if want := fmt.Sprintf("120000 %d 120000 120 %d", len(want), len(want)); report != want {
				t.Errorf("the report says %s, want %s", report, want)
			}
		}
		if now := one[int](t, d, "SELECT count(*) FROM promo_codes WHERE student_id IS NOT NULL"); now != taken {
			t.Errorf("students have %d codes, want %d", now, taken)
		}
		kit.Figure(t, "killed between two steps", interrupted)
		if interrupted == 0 && repetitions > 5 {
			t.Error("control: no import was interrupted")
		}
		s.stop()
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

// promotionWith creates a promotion with a file of codes.
func (s *server) promotionWith(partner string, file []byte) string {
	s.t.Helper()
	token, status := s.signIn("all@demo.studbonus.ru", "Demo-2026!")
	if status != http.StatusOK {
		s.t.Fatalf("sign-in: %d", status)
	}
	var made struct{ UUIDStock string }
	status = s.call("POST", "/v1/stock", token, map[string]any{
		"uuidPartner": partner, "name": "Акция", "description": "Текст", "dateBegin": "01.01.2026", "dateEnd": "31.12.2030", "winLimit": nil, "fileUrl": s.uploadCodes(token, file),
	}, &made)
	if status != http.StatusOK {
		s.t.Fatalf("create: %d", status)
	}
	return made.UUIDStock
}
