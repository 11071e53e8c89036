package demo

import (
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
)

// On any start date the expired card was valid when it was applied for and is not any more; the others are valid.
func TestDemoMembersKeepTheirStandingOnAnyDay(t *testing.T) {
	for now := time.Date(2027, 1, 1, 0, 30, 0, 0, time.UTC); now.Year() < 2029; now = now.Add(12 * time.Hour) {
		for _, m := range Members {
			applied := m.appliedAt(now)
			_, _, end := m.studies(applied)
			until := access.ValidUntil(end)
			if clock.DateOf(applied) > until || (clock.DateOf(now) > until) != m.isExpired {
				t.Errorf("%s on %s: applied %s, valid until %s", m.Phone, clock.DateOf(now), clock.DateOf(applied), until)
			}
		}
	}
}
