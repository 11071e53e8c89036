package richtext

import (
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// BadLink is the error of a rejected link. Reason is a message for the operator.
type BadLink struct {
	Reason string
}

// Error implements error.
func (e *BadLink) Error() string { return e.Reason }

// maxLink is the maximum length in characters (rules 7.14).
const maxLink = 2000

const (
	reasonEmpty   = "Укажите ссылку."
	reasonLong    = "Ссылка длиннее 2000 символов."
	reasonSigns   = "В ссылке есть недопустимые символы."
	reasonScheme  = "Ссылка должна начинаться с http:// или https://."
	reasonHost    = "В ссылке нет адреса сайта или он записан с ошибкой."
	reasonUser    = "В ссылке не должно быть имени пользователя и пароля."
	reasonContact = "Адрес почты или телефон в ссылке записан с ошибкой."
)

// CheckLink returns the trimmed link, or a *BadLink. A link must be an absolute http or https URL that browsers parse the
// same way as net/url.
func CheckLink(s string) (string, error) {
	return checkLink(s, false)
}

// CheckContact is CheckLink that also accepts mailto: and tel:.
func CheckContact(s string) (string, error) {
	return checkLink(s, true)
}

func checkLink(s string, contacts bool) (string, error) {
	s = strings.Trim(s, " \t\r\n")
	switch {
	case s == "":
		return "", &BadLink{reasonEmpty}
	case utf8.RuneCountInString(s) > maxLink:
		return "", &BadLink{reasonLong}
	case !utf8.ValidString(s) || strings.ContainsFunc(s, isForbidden):
		return "", &BadLink{reasonSigns}
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", &BadLink{reasonHost}
	}
	reason := reasonScheme
	switch {
	case u.Scheme == "http" || u.Scheme == "https":
		reason = webFlaw(u)
	case contacts && u.Scheme == "mailto":
		reason = mailFlaw(u)
	case contacts && u.Scheme == "tel":
		reason = phoneFlaw(u)
	}
	if reason != "" {
		return "", &BadLink{reason}
	}
	return s, nil
}

// isForbidden reports characters that browsers drop or rewrite (\ becomes /), so that they would open another URL than the
// one checked.
func isForbidden(r rune) bool {
	return r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs) || strings.ContainsRune("<>\"`{}|^", r)
}

func webFlaw(u *url.URL) string {
	switch {
	case u.User != nil:
		return reasonUser
	case u.Opaque != "" || !isHost(u.Hostname()) || u.Port() == "" && strings.HasSuffix(u.Host, ":"):
		return reasonHost
	}
	return ""
}

// isHost accepts DNS names, also international ones, and IP addresses. It rejects look-alikes of separators, which browsers
// normalise.
func isHost(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Zone() == ""
	}
	if len(host) > 253 {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		if label == "" || len(label) > 63*utf8.UTFMax || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return true
}

func mailFlaw(u *url.URL) string {
	address, err := url.PathUnescape(u.Opaque)
	if err == nil {
		_, err = mail.ParseAddress(address)
	}
	// An encoded line break would inject headers into the mail.
	encoded := strings.ToLower(u.String())
	if err != nil || strings.Contains(encoded, "%0a") || strings.Contains(encoded, "%0d") || strings.Contains(encoded, "%00") {
		return reasonContact
	}
	return ""
}

func phoneFlaw(u *url.URL) string {
	digits := 0
	for _, r := range u.Opaque {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+-.()*#", r):
			return reasonContact
		}
	}
	if digits < 2 || digits > 20 || u.RawQuery != "" || u.Fragment != "" {
		return reasonContact
	}
	return ""
}
