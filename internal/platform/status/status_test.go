package status_test

import (
	"strings"
	"testing"

	"studbonus/internal/platform/status"
)

type state string

var rules = status.Rules[state]{
	Moves: map[state][]state{"active": {"blocked"}, "blocked": {"active"}}, NeedReason: []state{"blocked"}, Field: "status", ReasonField: "reason",
}

func TestOnlyListedTransitionsAreAllowed(t *testing.T) {
	for _, from := range []state{"active", "blocked", "", "frozen"} {
		for _, to := range []state{"active", "blocked", "", "frozen"} {
			want := from == "active" && to == "blocked" || from == "blocked" && to == "active"
			if got := rules.Allows(from, to); got != want {
				t.Errorf("%q to %q: %v", from, to, got)
			}
		}
	}
	if rules.Check("blocked") != nil || rules.Check("frozen") == nil || rules.Check("") == nil {
		t.Error("known and unknown statuses are confused")
	}
}

func TestAReasonIsRequiredWhereTheRulesSaySo(t *testing.T) {
	for _, c := range []struct {
		to             state
		reason, stored string
		fails          bool
	}{
		{"blocked", " Причина ", "Причина", false},
		{"blocked", " ", "", true},
		{"blocked", strings.Repeat("я", 500), strings.Repeat("я", 500), false},
		{"blocked", strings.Repeat("я", 501), "", true},
		{"active", "Причина", "", false},
	} {
		stored, err := rules.Reason(c.to, c.reason)
		if (err != nil) != c.fails || stored != c.stored {
			t.Errorf("%s, %.20q: %.20q, %v", c.to, c.reason, stored, err)
		}
	}
}
