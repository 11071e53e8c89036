package audit

import (
	"strings"
	"testing"

	"studbonus/internal/test/testdb"
)

// With five million rows, a jump that does not use both columns of the index takes two seconds.
func TestPairsAreFoundByJumpingThroughTheIndex(t *testing.T) {
	steps := strings.Join(testdb.SQLitePlan(t, selectPairs), "\n")
	for _, jump := range []string{"(action>?)", "(action=? AND kind>?)"} {
		if !strings.Contains(steps, "USING COVERING INDEX audit_log_action "+jump) {
			t.Errorf("no jump by %s:\n%s", jump, steps)
		}
	}
}
