package testkit

import (
	"os"
	"strconv"
	"testing"
)

// Reps is how often a drill repeats its fault: as given, unless make drill asks for another number.
func Reps(t testing.TB, short int) int {
	t.Helper()
	return Drill(t, "reps", "STUDBONUS_REPS", short)
}

// Drill is how much of something a drill has: as given, unless make drill asks for another number.
func Drill(t testing.TB, what, variable string, short int) int {
	t.Helper()
	n := short
	if asked, err := strconv.Atoi(os.Getenv(variable)); err == nil && asked > 0 {
		n = asked
	}
	Figure(t, what, n)
	return n
}

// Drilling tells a drill from a check among others: figures of time and memory count in a drill only, since elsewhere
// the machine is busy with other tests.
func Drilling() bool { return os.Getenv("STUDBONUS_DRILL") != "" }

// Figure tells make drill what a test has measured; it is part of the row that is printed.
func Figure(t testing.TB, what string, value any) {
	t.Helper()
	t.Logf("figure: %s %v", what, value)
}
