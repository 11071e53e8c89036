package app_test

import (
	"regexp"
	"testing"

	"studbonus/internal/test/kit"
)

// An administrator reads the findings of verify at the command line.
func TestFindingsOfVerifyAreRussian(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for _, text := range []string{"UPDATE partners SET rating = 1", "UPDATE partner_cities SET points = points + 1", "UPDATE trade_point_days SET points = points + 1"} {
			kit.Exec(t, a, text)
		}
		kit.Exec(t, a, "UPDATE operators SET password_hash = password_hash || 'x'")
		russian, found := regexp.MustCompile(`\p{Cyrillic}`), 0
		for _, check := range a.Checks() {
			wrong, err := check.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range wrong {
				if !russian.MatchString(finding) {
					t.Errorf("%s: %s", check.Name, finding)
				}
			}
			if len(wrong) > 0 {
				found++
			}
		}
		if found < 2 {
			t.Errorf("control: only %d checks find something", found)
		}
	})
}
