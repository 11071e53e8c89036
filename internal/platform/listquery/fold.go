package listquery

import "strings"

// Fold normalizes text for comparison: lower case, ё as е, single spaces.
func Fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(s), " ")), "ё", "е")
}

// Digits keeps only the digits of a phone or number.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}
