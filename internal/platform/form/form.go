// Package form validates single fields that several forms share: e-mail, phone, ИНН, lengths.
package form

import (
	"net/mail"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"studbonus/internal/platform/listquery"
)

const (
	maxEmail    = 254
	phoneDigits = 11
)

// IsEmail reports whether s is a single bare address; net/mail alone also accepts "Name <a@b>".
func IsEmail(s string) bool {
	if len(s) > maxEmail || strings.ContainsAny(s, "\r\n\x00 <>,;") {
		return false
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s {
		return false
	}
	_, domain, _ := strings.Cut(s, "@")
	return strings.Contains(domain, ".") && !strings.HasSuffix(domain, ".")
}

// Phone returns the digits of a phone number; ok if there are exactly eleven.
func Phone(s string) (digits string, ok bool) {
	digits = listquery.Digits(s)
	return digits, len(digits) == phoneDigits
}

// Longer reports whether s has more characters than limit.
func Longer(s string, limit int) bool { return utf8.RuneCountInString(s) > limit }

// IsINN checks the digits of a taxpayer number: ten for a company, twelve for a person.
func IsINN(inn string) bool {
	if listquery.Digits(inn) != inn {
		return false
	}
	switch len(inn) {
	case 10:
		return checkDigit(inn, []int{2, 4, 10, 3, 5, 9, 4, 6, 8}) == inn[9]
	case 12:
		return checkDigit(inn, []int{7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) == inn[10] &&
			checkDigit(inn, []int{3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) == inn[11]
	}
	return false
}

func checkDigit(inn string, weights []int) byte {
	sum := 0
	for i, w := range weights {
		sum += w * int(inn[i]-'0')
	}
	return byte('0' + sum%11%10)
}

// Login returns the one spelling in which a login is stored and looked up.
func Login(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// IsUUID accepts only the hyphenated form: PostgreSQL fails on most others, and SQLite compares text.
func IsUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }
