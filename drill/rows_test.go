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
	for letter, count := range map[string]int{"L": 13, "F": 26, "B": 8, "S": 5, "C": 3} {
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
		if word := got.word(row{}); word != want {
			t.Errorf("%+v is %s, want %s", got, word, want)
		}
	}
	if got := (verdict{passed: 1}).word(row{missing: "x"}); got != "yes; not shown: x" {
		t.Error(got)
	}
}
