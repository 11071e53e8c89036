package main

import (
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

// document is a text around its figures.
type document struct{ file, before, after string }

// openDocument looks for the marks before anything is measured, since that takes long.
func openDocument(file string) (document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return document{}, err
	}
	before, rest, found := strings.Cut(string(text), beginMark)
	_, after, ended := strings.Cut(rest, endMark)
	if !found || !ended {
		return document{}, fmt.Errorf("%s has no place for the figures: %s … %s", file, strings.TrimSpace(beginMark), strings.TrimSpace(endMark))
	}
	return document{file, before, after}, nil
}

func (p document) fill(figures []byte) error {
	text := p.before + beginMark + string(figures) + endMark + p.after
	return os.WriteFile(p.file, []byte(text), 0o600)
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
