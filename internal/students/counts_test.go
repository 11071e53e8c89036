package students_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"studbonus/internal/platform/listengine"
	"studbonus/internal/test/kit"
)

func TestTheCountersOfTheListAreWhatItsRowsSay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		rng := rand.New(rand.NewPCG(1, 2))
		write := compared(t, a).Write
		wantSound := func(when string) {
			t.Helper()
			if wrong, err := a.Students.Index().Verify(t.Context()); err != nil || len(wrong) > 0 {
				t.Errorf("%s: %v %v", when, wrong, err)
			}
		}
		wantSound("at first")
		for range 50 {
			write(rng)
		}
		kit.Exec(t, a, "UPDATE students SET university_id = 3 - university_id WHERE id % 7 = 0 AND university_id < 3")
		kit.Exec(t, a, "UPDATE students SET name = name || 'а', status = status")
		kit.Exec(t, a, "DELETE FROM students WHERE id = (SELECT max(id) FROM students)")
		wantSound("after every kind of write")
		if err := listengine.CleanUp(t.Context(), a.DB, a.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		wantSound("summed up")

		kit.Exec(t, a, "UPDATE list_counts SET added = added + 2 WHERE scope = 1 AND facet = 3")
		wrong, err := a.Students.Index().Verify(t.Context())
		if want := []string{"счётчик students, область 1, вид 3: расхождение 2"}; err != nil || !slices.Equal(wrong, want) {
			t.Errorf("a wrong counter: %q %v, want %q", wrong, err, want)
		}
	})
}
