package form

import (
	"fmt"
	"strings"
	"unicode"
)

// isHidden reports whether a character cannot be seen, or changes where others are shown: control characters, line breaks and
// marks of the writing direction.
func isHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) || unicode.Is(unicode.Bidi_Control, r)
}

// HasHidden reports whether a one-line text holds hidden characters, which could forge rows of a list.
func HasHidden(s string) bool { return strings.ContainsFunc(s, isHidden) }

// Visible escapes hidden characters, for a terminal.
func Visible(s string) string {
	if !HasHidden(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isHidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
