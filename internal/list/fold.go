// Package list is the grammar of every list: what is asked (search, sort, page),
// and how text is folded so that both databases sort and find alike.
package list

import "strings"

// Fold is the one spelling in which text is compared: lower case, ё as е, single spaces.
func Fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(s), " ")), "ё", "е")
}

// Digits keeps the digits of a phone or number, whatever stands between them.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}
