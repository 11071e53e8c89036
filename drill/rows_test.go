package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEveryRowIsListedOnce(t *testing.T) {
	var want, have []string
	for letter, count := range map[string]int{"L": 13, "F": 26, "B": 8, "S": 5, "C": 4} {
		for i := range count {
			want = append(want, fmt.Sprint(letter, i+1))
		}
	}
	for _, r := range rows {
		have = append(have, r.id)
		if r.what == "" || r.goal == "" || len(r.tests) == 0 {
			t.Errorf("%s says nothing", r.id)
		}
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(want, have) {
		t.Errorf("rows %v, want %v", have, want)
	}
}

func TestEveryTestNamedByARowExists(t *testing.T) {
	for _, r := range rows {
		for _, at := range r.tests {
			files, err := filepath.Glob(filepath.Join("..", at.pkg, "*_test.go"))
			if err != nil || len(files) == 0 {
				t.Errorf("%s: no tests in %s", r.id, at.pkg)
			}
			var all strings.Builder
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				all.Write(text)
			}
			for _, name := range at.tests {
				if !strings.Contains(all.String(), "func "+name+"(") {
					t.Errorf("%s: there is no %s in %s", r.id, name, at.pkg)
				}
			}
		}
	}
}

func TestFailuresAndFiguresAreParsed(t *testing.T) {
	var v verdict
	said := map[string][]string{}
	for _, e := range []event{
		{"output", "TestA", "    kit_test.go:1: figure: reps 3\n"}, {"output", "TestA", "    kit_test.go:1: figure: reps 3\n"},
		{"pass", "TestA/sqlite", ""}, {"pass", "TestA", ""}, {"skip", "TestB", ""}, {"output", "TestC", "wrong\n"}, {"fail", "TestC", ""},
	} {
		v.see(e, said)
	}
	if v.passed != 1 || v.skipped != 1 || !slices.Equal(v.figures, []string{"reps 3"}) || len(said["TestC"]) != 1 || len(said["TestA"]) != 0 {
		t.Errorf("%+v, %v", v, said)
	}
	for want, got := range map[string]verdict{"yes": {passed: 1}, "in part": {passed: 1, skipped: 1}, "not run": {skipped: 1}, "**no**": {passed: 1, failed: true}} {
		if word := got.word(row{}, 0); word != want {
			t.Errorf("%+v is %s, want %s", got, word, want)
		}
	}
	if got := (verdict{passed: 1}).word(row{missing: "x"}, 0); got != "yes; not shown: x" {
		t.Error(got)
	}
}

// A goal such as "200,000 guesses" is not reached by the short number of make test.
func TestAGoalOfManyIsNotHeldByAFew(t *testing.T) {
	many := row{long: 10_000, whole: true}
	for name, c := range map[string]struct {
		asked settings
		row   row
		n     int
		word  string
	}{
		"by default":       {settings{}, many, 10_000, "yes"},
		"in a long run":    {settings{Long: true}, many, 10_000, "yes"},
		"fewer, as asked":  {settings{Reps: 70}, many, 70, "in part"},
		"more, as asked":   {settings{Reps: 20_000}, many, 20_000, "yes"},
		"of any number":    {settings{}, row{long: 50}, 0, "yes"},
		"of any, long":     {settings{Long: true}, row{long: 50}, 50, "yes"},
		"of any, as asked": {settings{Reps: 3}, row{long: 50}, 3, "yes"},
		"without a number": {settings{Long: true}, row{}, 0, "yes"},
	} {
		n := c.asked.repetitions(c.row)
		if word := (verdict{passed: 1}).word(c.row, n); n != c.n || word != c.word {
			t.Errorf("%s: %d repetitions, %s; want %d, %s", name, n, word, c.n, c.word)
		}
	}
	for _, r := range rows {
		if isOfMany := strings.HasPrefix(r.id, "C") && r.id != "C4"; r.whole != isOfMany {
			t.Errorf("%s: whole is %v", r.id, r.whole)
		}
	}
}
