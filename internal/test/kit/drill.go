package kit

import (
	"os"
	"strconv"
	"testing"
)

// Reps returns how often a drill repeats its fault: short, unless make drill sets another number.
func Reps(t testing.TB, short int) int {
	t.Helper()
	return Drill(t, "reps", "STUDBONUS_REPS", short)
}

// Drill returns a parameter of a drill: short, unless the environment variable sets another number.
func Drill(t testing.TB, what, variable string, short int) int {
	t.Helper()
	n := short
	if asked, err := strconv.Atoi(os.Getenv(variable)); err == nil && asked > 0 {
		n = asked
	}
	Figure(t, what, n)
	return n
}

// Drilling reports whether make drill runs the test. Limits on time and memory are checked only then, because other tests
// run at the same time otherwise.
func Drilling() bool { return os.Getenv("STUDBONUS_DRILL") != "" }

// Figure reports a measured value to make drill, which prints it in the row.
func Figure(t testing.TB, what string, value any) {
	t.Helper()
	t.Logf("figure: %s %v", what, value)
}

// ManyStudents adds students for a benchmark: 10,000, or as many as STUDBONUS_STUDENTS says. It returns how many there are.
func (a *App) ManyStudents(t testing.TB) int {
	t.Helper()
	n := Drill(t, "students", "STUDBONUS_STUDENTS", 10_000)
	if err := a.AddDemoStudents(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	return n
}
