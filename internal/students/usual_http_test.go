package students_test

import (
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

// rules 25.7: the median of the university's last 200 decisions.
func TestTheUsualTimeIsThatOfTheUniversitysLastDecisions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		kit.Exec(t, a, "UPDATE students SET submitted_at = NULL, decided_at = NULL")
		universities := kit.All[int64](t, a, `SELECT university_id FROM students GROUP BY university_id
			HAVING sum(CASE WHEN status = 'moderation' THEN 1 ELSE 0 END) > 0 ORDER BY count(*) DESC, university_id LIMIT 2`)
		waiting := make([]*kit.Client, len(universities))
		for i, university := range universities {
			waiting[i] = a.Member(t, kit.PhoneNumber(i), kit.One[int64](t, a, `SELECT id FROM students WHERE university_id = ? AND status = 'moderation'
				AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 1`, university))
		}
		expect := func(want ...int) { // 0: not known
			t.Helper()
			for i, c := range waiting {
				got := 0
				if hours := progressOf(c).UsualHours; hours != nil {
					got = *hours
				}
				if got != want[i] {
					t.Errorf("university %d: %d hours, want %d", i, got, want[i])
				}
			}
		}
		// decided sets how long the newest decisions of a university took, the newest first.
		decided := func(university int64, hours ...int) {
			t.Helper()
			rows := kit.All[int64](t, a, "SELECT id FROM students WHERE university_id = ? AND status <> 'moderation' ORDER BY id LIMIT ?", university, len(hours))
			if len(rows) < len(hours) {
				t.Fatalf("the demo has %d students there, want %d", len(rows), len(hours))
			}
			for i, row := range rows {
				at := a.Clock.Now().Add(-time.Duration(i+1) * time.Minute)
				kit.Exec(t, a, "UPDATE students SET submitted_at = ?, decided_at = ? WHERE id = ?", at.Add(-time.Duration(hours[i])*time.Hour), at, row)
			}
		}
		expect(0, 0)
		decided(universities[1], -100, 60, 40, 50, -100) // below 0: sent again after the decision
		expect(0, 50)
		large := make([]int, 201)
		for i := range large {
			large[i] = map[bool]int{true: 9, false: 3}[i%2 == 0]
		}
		large[200] = 1 // too old: with it, or without the newest, the median would be 3
		decided(universities[0], large...)
		expect(9, 50)
	})
}
