package access_test

import (
	"testing"
	"time"

	"studbonus/internal/platform/access"
)

// rules 23.1, repeated on purpose.
func TestWhoMayCall(t *testing.T) {
	guest, fresh := access.Member{}, access.Member{ID: 1, Standing: access.NoApplication}
	student := func(s access.Standing) access.Member { return access.Member{ID: 1, Student: 7, Standing: s} }
	for name, test := range map[string]struct {
		member access.Member
		may    []access.Caller
	}{
		"a guest":                      {guest, []access.Caller{access.Anyone}},
		"a member without application": {fresh, []access.Caller{access.Anyone, access.SignedInMember}},
		"one who waits":                {student(access.Moderation), []access.Caller{access.Anyone, access.SignedInMember}},
		"a rejected one":               {student(access.Rejected), []access.Caller{access.Anyone, access.SignedInMember}},
		"a blocked student":            {student(access.Blocked), []access.Caller{access.Anyone, access.SignedInMember}},
		"an expired student":           {student(access.Expired), []access.Caller{access.Anyone, access.SignedInMember}},
		"an active student":            {student(access.Active), []access.Caller{access.Anyone, access.SignedInMember, access.ActiveStudent}},
		"active without a row":         {access.Member{ID: 1, Standing: access.Active}, []access.Caller{access.Anyone, access.SignedInMember}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, c := range append(access.Callers, "moon") {
				want := false
				for _, may := range test.may {
					want = want || may == c
				}
				if got := test.member.May(c); got != want {
					t.Errorf("%s: %v", c, got)
				}
			}
		})
	}
}

func TestStanding(t *testing.T) {
	at := func(text string) time.Time {
		moment, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for _, test := range []struct {
		status string
		now    string
		want   access.Standing
	}{
		{"", "2026-01-01T00:00:00Z", access.NoApplication},
		{"moderation", "2040-01-01T00:00:00Z", access.Moderation},
		{"rejected", "2040-01-01T00:00:00Z", access.Rejected},
		{"blocked", "2040-01-01T00:00:00Z", access.Blocked},
		{"active", "2026-11-15T00:00:00Z", access.Active},
		{"active", "2029-09-30T20:59:59Z", access.Active}, // 23:59:59 in Moscow
		{"active", "2029-09-30T21:00:00Z", access.Expired},
	} {
		if got := access.StandingOf(test.status, 2029, at(test.now)); got != test.want {
			t.Errorf("%q at %s is %s, want %s", test.status, test.now, got, test.want)
		}
	}
}
