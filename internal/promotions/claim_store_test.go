package promotions

import (
	"regexp"
	"strings"
	"testing"

	"studbonus/internal/test/testdb"
)

// A claim reads its student's codes and not the million of the promotion.
func TestAClaimFindsCodesByTheStudent(t *testing.T) {
	some := []string{"a", "b", "c"}
	byStudent := regexp.MustCompile(`INDEX promo_codes_\w+ \(student_id=\?`)
	for query, args := range map[string][]any{
		keyedQuery:                         {[]int64{1, 2, 3}, some, some},
		heldQuery("json_each(?) AS given"): {1, "[]", "", "[]"},
	} {
		if steps := strings.Join(testdb.SQLitePlan(t, query, args...), "\n"); !byStudent.MatchString(steps) {
			t.Error(steps)
		}
	}
}
