package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
	"golang.org/x/net/idna"
)

const (
	maxSubject = 255 // characters
	maxAddress = 254 // bytes, RFC 5321
)

// compose validates the message and builds the letter. All letters go through it, so nothing unchecked reaches a header or an
// SMTP command (rules 17.15).
func compose(from *mail.Address, m Message, now time.Time) (*gomail.Msg, error) {
	to, err := recipient(m.To)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Subject == "" || hasControl(m.Subject) || utf8.RuneCountInString(m.Subject) > maxSubject:
		return nil, fmt.Errorf("%w: invalid subject", ErrPermanent)
	case m.Text == "" && m.HTML == "":
		return nil, fmt.Errorf("%w: no body", ErrPermanent)
	case m.Key == "":
		return nil, fmt.Errorf("%w: no key", ErrPermanent)
	}
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithEncoding(gomail.EncodingB64))
	letter.FromMailAddress(from)
	letter.SetAddrHeaderFromMailAddress(gomail.HeaderTo, &mail.Address{Address: to})
	letter.Subject(m.Subject)
	letter.SetMessageIDWithValue(messageID(m.Key, from.Address))
	letter.SetDateWithValue(now)
	// Keeps auto-responders from answering.
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	switch {
	case m.HTML == "":
		letter.SetBodyString(gomail.TypeTextPlain, m.Text)
	case m.Text == "":
		letter.SetBodyString(gomail.TypeTextHTML, m.HTML)
	default:
		letter.SetBodyString(gomail.TypeTextPlain, m.Text)
		letter.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return letter, nil
}

// messageID depends only on the key and reveals neither it nor the machine.
func messageID(key, from string) string {
	sum := sha256.Sum256([]byte(key))
	_, domain, _ := strings.Cut(from, "@")
	return hex.EncodeToString(sum[:16]) + "@" + domain
}

// recipient checks that to is a single bare address and returns its SMTP form.
func recipient(to string) (string, error) {
	parsed, err := mail.ParseAddress(to)
	if err != nil || parsed.Address != to {
		return "", fmt.Errorf("%w: the recipient is not one bare address", ErrPermanent)
	}
	return plainAddress(to)
}

// plainAddress accepts only addresses that need no quoting, because quoted local parts have redirected mail (go-mail
// CVE-2025-59937). It converts an internationalised domain to ASCII.
func plainAddress(address string) (string, error) {
	local, domain, ok := strings.Cut(address, "@")
	ascii, err := idna.Lookup.ToASCII(domain)
	if !ok || err != nil || len(local)+1+len(ascii) > maxAddress {
		return "", fmt.Errorf("%w: the address is not valid", ErrPermanent)
	}
	if !isDotted(local, "!#$%&'*+-/=?^_`{|}~") || !isDotted(ascii, "-") {
		return "", fmt.Errorf("%w: the address has characters that are not allowed", ErrPermanent)
	}
	return local + "@" + ascii, nil
}

// isDotted reports whether s is a dot-separated list of words of ASCII letters, digits and the given characters.
func isDotted(s, others string) bool {
	for word := range strings.SplitSeq(s, ".") {
		if word == "" {
			return false
		}
		for _, r := range word {
			if (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && !strings.ContainsRune(others, r) {
				return false
			}
		}
	}
	return true
}

// hasControl reports whether s has a character that could break a header.
func hasControl(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}
