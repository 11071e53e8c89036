package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// The marks between which the figures stand in a document.
const (
	beginMark = "<!-- figures of make bench -->\n"
	endMark   = "<!-- end of the figures -->\n"
)

func replaceBetweenMarks(file string, figures []byte) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(text, []byte(beginMark))
	_, after, ended := bytes.Cut(rest, []byte(endMark))
	if !found || !ended {
		return fmt.Errorf("%s has no place for the figures: %s … %s", file, strings.TrimSpace(beginMark), strings.TrimSpace(endMark))
	}
	return os.WriteFile(file, bytes.Join([][]byte{before, []byte(beginMark), figures, []byte(endMark), after}, nil), 0o600) //nolint:gosec // the file is named by who runs the benchmark
}

// processor is what the machine calls its processor, and how many cores it has.
func processor() string {
	name := "unknown processor"
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d cores", name, runtime.NumCPU())
}
