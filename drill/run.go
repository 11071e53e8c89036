package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// verdict is the result of a row.
type verdict struct {
	passed, skipped int
	failed          bool
	figures         []string
}

// word says whether a row held after that many repetitions, 0 for the tests' own number.
func (v verdict) word(r row, repetitions int) string {
	word := "yes"
	switch {
	case v.failed:
		word = "**no**"
	case v.passed == 0:
		word = "not run"
	case v.skipped > 0, r.whole && repetitions < r.long:
		word = "in part"
	}
	if r.missing != "" {
		word += "; not shown: " + r.missing
	}
	return word
}

func (r row) run(ctx context.Context, environment []string, repetitions int) (v verdict) {
	for _, t := range r.tests {
		for _, args := range t.commands(repetitions) {
			cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // our own tests
			cmd.Env = environment
			if repetitions > 0 && !t.byCount {
				cmd.Env = append(slices.Clone(environment), fmt.Sprint("STUDBONUS_REPS=", repetitions))
			}
			v.follow(cmd)
		}
	}
	return v
}

// commands returns the go test calls of a target: all tests in one, fuzz targets one by one.
func (t target) commands(repetitions int) [][]string {
	const most = "10h"
	if !t.fuzz {
		count := 1
		if t.byCount && repetitions > 0 {
			count = repetitions
		}
		return [][]string{{"test", "-json", "-v", "-timeout", most, fmt.Sprint("-count=", count), "-run", "^(" + strings.Join(t.tests, "|") + ")$", t.pkg}}
	}
	seconds := max(repetitions, 5)
	var out [][]string
	for _, name := range t.tests {
		out = append(out, []string{"test", "-json", "-v", "-timeout", most, "-run", "^$", "-fuzz", "^" + name + "$", "-fuzztime", fmt.Sprint(seconds, "s"), t.pkg})
	}
	return out
}

// event is a line of go test -json.
type event struct{ Action, Test, Output string }

var (
	figure = regexp.MustCompile(`figure: (.*)\n?$`)
	execs  = regexp.MustCompile(`execs: (\d+)`)
)

func (v *verdict) follow(cmd *exec.Cmd) {
	out, err := cmd.StdoutPipe()
	if err == nil {
		cmd.Stderr = os.Stderr
		err = cmd.Start()
	}
	if err != nil {
		v.failed, v.figures = true, append(v.figures, err.Error())
		return
	}
	said, executions := map[string][]string{}, ""
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		v.see(e, said)
		if m := execs.FindStringSubmatch(e.Output); m != nil {
			executions = m[1]
		}
	}
	if executions != "" {
		v.add("executions " + executions)
	}
	if cmd.Wait() != nil {
		v.failed = true
		for _, text := range said {
			fmt.Fprint(os.Stderr, strings.Join(text, ""))
		}
	}
}

// see counts top-level tests; the output of a test is shown if it fails.
func (v *verdict) see(e event, said map[string][]string) {
	whole := e.Test != "" && !strings.Contains(e.Test, "/")
	switch e.Action {
	case "pass":
		if whole {
			v.passed++
		}
		delete(said, e.Test)
	case "skip":
		v.skipped++
		delete(said, e.Test)
	case "output":
		said[e.Test] = append(said[e.Test], e.Output)
		if m := figure.FindStringSubmatch(e.Output); m != nil {
			v.add(m[1])
		}
	}
}

// add keeps one value per figure: repeated tests and both engines report it again.
func (v *verdict) add(text string) {
	if !slices.Contains(v.figures, text) {
		v.figures = append(v.figures, text)
	}
}
