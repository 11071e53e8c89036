// Package desk is what the areas contribute to an operator's desk: tasks that require attention, and hits of a search across
// all areas. An area returns its sources from a method Desk; the area attention asks them.
package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/access"
)

// Source is one list of an area. It is asked only for operators who have the area, and answers in their scope.
type Source struct {
	For   access.Area
	Tasks func(ctx context.Context) ([]Task, error)                          // nil: nothing here requires attention
	Find  func(ctx context.Context, search string, limit int) ([]Hit, error) // nil: nothing here is looked for
}

// Task is a number of rows that require attention.
type Task struct {
	Kind   string
	Count  int
	Oldest *time.Time // since when the first row waits; nil where time does not matter
	Href   string     // the console's list, with the filter that shows exactly these rows
}

// Hit is a row that a search has found.
type Hit struct {
	UUID   string
	Title  string
	Detail string
	Href   string // of its card in the console
}

// Waiting returns the task of rows of which one has waited since then; none without rows, also if the last has just been decided.
func Waiting(t Task, since time.Time) []Task {
	if t.Count == 0 || since.IsZero() {
		return nil
	}
	t.Oldest = &since
	return []Task{t}
}

// First returns a time of the first row, zero without rows.
func First[R any](rows []R, at func(R) time.Time) time.Time {
	if len(rows) == 0 {
		return time.Time{}
	}
	return at(rows[0])
}

// Line joins the parts that are not empty.
func Line(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), separator)
}

const longestDetail = 80 // characters

// Shortened returns the beginning of a text for a detail.
func Shortened(text string) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	if len(letters) <= longestDetail {
		return string(letters)
	}
	return strings.TrimSpace(string(letters[:longestDetail-1])) + "…"
}
