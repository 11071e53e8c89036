package audit

import (
	"strings"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/test/testdb"
)

// By another index, who saw a student would read all rows of the university or the journal from its end.
func TestViewsOfAPersonAreReadByThePerson(t *testing.T) {
	for _, scope := range []access.Scope{access.Everything(), access.Principal{Role: access.OperatorUniver, University: 3}.Scope()} {
		text, args := viewsQuery(scope, "u-1", Page[int64]{Before: 1000, Limit: 50})
		steps := strings.Join(testdb.SQLitePlan(t, text, args...), "\n")
		if !strings.Contains(steps, "USING INDEX audit_log_subject (subject=?") {
			t.Errorf("%+v: not by the person:\n%s", scope, steps)
		}
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
