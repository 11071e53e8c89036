package members

import (
	"strings"
	"testing"

	"studbonus/internal/test/testdb"
)

// Sign-in looks a number up among all students (rules 23.13).
func TestANumberIsLookedUpByIndex(t *testing.T) {
	steps := testdb.SQLitePlan(t, studentsOfPhone, "79161234567", "89161234567", 0)
	if len(steps) == 0 || !strings.Contains(steps[0], "INDEX students_phone") {
		t.Error(steps)
	}
}
