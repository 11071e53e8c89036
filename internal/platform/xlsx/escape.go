package xlsx

import "unicode/utf8"

// maxText is Excel's cell limit in UTF-16 units, less one for the apostrophe.
const maxText = 32_767 - 1

// special marks the ASCII bytes that cannot be copied unchanged.
var special = func() (t [utf8.RuneSelf]bool) {
	for c := range byte(' ') {
		t[c] = c != '\t' && c != '\n'
	}
	for _, c := range []byte("<>&_") {
		t[c] = true
	}
	return t
}()

// appendText appends s as XML character data.
func appendText(b []byte, s string) []byte {
	for {
		n := plainLength(s)
		b = append(b, s[:n]...)
		if n == len(s) {
			return b
		}
		s = s[n:]
		r, size := utf8.DecodeRuneInString(s)
		b = appendSpecial(b, s, r)
		// Excel uses LF as its line break, and XML parsers normalise CR LF to LF.
		if r == '\r' && len(s) > 1 && s[1] == '\n' {
			size = 2
		}
		s = s[size:]
	}
}

// plainLength returns the length of the prefix of s that can be copied unchanged.
func plainLength(s string) int {
	i := 0
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			if special[c] {
				return i
			}
			i++
			continue
		}
		// Fast path: most letters are Cyrillic, two bytes that start with D0 or D1.
		if c|1 == 0xD1 && i+1 < len(s) && s[i+1]&0xC0 == 0x80 {
			i += 2
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isIllegal(r) || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return i
}

// appendSpecial appends the replacement for r, the first character of s.
func appendSpecial(b []byte, s string, r rune) []byte {
	switch {
	case r == '<':
		return append(b, "&lt;"...)
	case r == '>':
		return append(b, "&gt;"...)
	case r == '&':
		return append(b, "&amp;"...)
	case r == '_' && isEscape(s):
		return append(b, "_x005F_"...)
	case r == '_':
		return append(b, '_')
	case r == '\r':
		return append(b, '\n')
	case r == utf8.RuneError:
		return append(b, "\uFFFD"...)
	}
	return b // illegal in XML: dropped
}

// isEscape reports whether s starts with _xHHHH_, which Excel decodes as a character. Characters that will be dropped are
// ignored, because dropping them could form an escape.
func isEscape(s string) bool {
	const shape = "_xHHHH_"
	at := 0
	for _, r := range s {
		if isIllegal(r) {
			continue
		}
		isHex := r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'f'
		if shape[at] == 'H' && !isHex || shape[at] != 'H' && rune(shape[at]) != r {
			return false
		}
		if at++; at == len(shape) {
			return true
		}
	}
	return false
}

// isIllegal reports whether XML forbids r.
func isIllegal(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// isRisky reports whether a spreadsheet could interpret s as a formula, directly or after a round trip through CSV. Text
// that starts with a dropped character counts, because dropping it exposes the next one; so do the full-width forms of
// the operators, which East Asian versions of Excel accept.
func isRisky(s string) bool {
	if s == "" {
		return false
	}
	if c := s[0]; c < utf8.RuneSelf {
		return c < ' ' || c == '=' || c == '+' || c == '-' || c == '@'
	}
	switch r, _ := utf8.DecodeRuneInString(s); r {
	case '＝', '＋', '－', '＠', 0xFEFF, 0xFFFE, 0xFFFF:
		return true
	}
	return false
}

// isPhone reports whether s is a phone with a leading plus: 10 to 15 digits and common separators. Such text is harmless
// as a formula.
func isPhone(s string) bool {
	if s == "" || s[0] != '+' || len(s) > 24 {
		return false
	}
	digits := 0
	for _, c := range []byte(s[1:]) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c != ' ' && c != '(' && c != ')' && c != '-':
			return false
		}
	}
	return digits >= 10 && digits <= 15
}

// cutText truncates s to the cell limit.
func cutText(s string) string {
	if len(s) <= maxText {
		return s
	}
	units := 0
	for i, r := range s {
		if units++; r > 0xFFFF {
			units++
		}
		if units > maxText {
			return s[:i]
		}
	}
	return s
}

// edgeSpace reports whether s starts or ends with white space, which XML readers would trim.
func edgeSpace(s string) bool {
	return s != "" && (s[0] <= ' ' || s[len(s)-1] <= ' ')
}
