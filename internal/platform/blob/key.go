package blob

import (
	"crypto/rand"
	"strings"
)

const (
	keyLength  = 32
	keyLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// NewKey returns an unguessable key: 165 random bits.
func NewKey() string {
	var b strings.Builder
	random := make([]byte, 2*keyLength)
	for b.Len() < keyLength {
		_, _ = rand.Read(random) // never fails: crypto/rand crashes the program instead
		for _, c := range random {
			// 252 = 7 × 36: larger bytes would bias towards the first letters.
			if c < 252 && b.Len() < keyLength {
				b.WriteByte(keyLetters[int(c)%len(keyLetters)])
			}
		}
	}
	return b.String()
}

// ValidKey reports whether s has the form of a key (rules 13.1).
func ValidKey(s string) bool {
	if len(s) != keyLength {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
