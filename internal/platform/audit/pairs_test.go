package audit

import (
	"strings"
	"testing"

	"studbonus/internal/test/testdb"
)

// Without the index of persons, who saw a student would read the journal from its end.
func TestViewsOfAPersonAreReadByThePerson(t *testing.T) {
	steps := strings.Join(testdb.SQLitePlan(t, selectViews+"1 = 1 ORDER BY seq DESC LIMIT ?", "u-1", 1000, cardsOfPeople, 50), "\n")
	if !strings.Contains(steps, "USING INDEX audit_log_subject (subject=?") {
		t.Errorf("not by the index:\n%s", steps)
	}
}

// With five million rows, a jump that does not use both columns of the index takes two seconds.
func TestPairsAreFoundByJumpingThroughTheIndex(t *testing.T) {
	steps := strings.Join(testdb.SQLitePlan(t, selectPairs), "\n")
	for _, jump := range []string{"(action>?)", "(action=? AND kind>?)"} {
		if !strings.Contains(steps, "USING COVERING INDEX audit_log_action "+jump) {
			t.Errorf("no jump by %s:\n%s", jump, steps)
		}
	}
}
