package richtext

import (
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// BadLink is the error of a link that is refused; Reason is fit to show.
type BadLink struct {
	Reason string
}

// Error returns the reason.
func (e *BadLink) Error() string { return e.Reason }

// maxLink is the longest link, in characters (contract.md §8).
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

// CheckLink returns the link without surrounding blanks, or a *BadLink: it must be an
// absolute http or https address that every browser understands as this program does.
func CheckLink(s string) (string, error) {
	return checkLink(s, false)
}

// CheckContact is CheckLink that also takes mailto: and tel:.
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
	case !utf8.ValidString(s) || strings.ContainsFunc(s, isUnfit):
		return "", &BadLink{reasonSigns}
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", &BadLink{reasonHost}
	}
	reason := reasonScheme
	switch {
	case u.Scheme == "http" || u.Scheme == "https":
		reason = flawOfWeb(u)
	case contacts && u.Scheme == "mailto":
		reason = flawOfMail(u)
	case contacts && u.Scheme == "tel":
		reason = flawOfPhone(u)
	}
	if reason != "" {
		return "", &BadLink{reason}
	}
	return s, nil
}

// isUnfit tells whether r has no place in a link: browsers drop some of these signs and
// turn the backslash, so that they would see another address than the one checked.
func isUnfit(r rune) bool {
	return r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs) || strings.ContainsRune("<>\"`{}|^", r)
}

func flawOfWeb(u *url.URL) string {
	switch {
	case u.User != nil:
		return reasonUser
	case u.Opaque != "" || !isHost(u.Hostname()) || u.Port() == "" && strings.HasSuffix(u.Host, ":"):
		return reasonHost
	}
	return ""
}

// isHost accepts names of letters, digits and hyphens between single dots, and IP
// addresses. Look-alikes of the separators, which browsers turn into them, are refused.
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

func flawOfMail(u *url.URL) string {
	address, err := url.PathUnescape(u.Opaque)
	if err == nil {
		_, err = mail.ParseAddress(address)
	}
	// An encoded line break would add headers to the letter that the mail program opens.
	encoded := strings.ToLower(u.String())
	if err != nil || strings.Contains(encoded, "%0a") || strings.Contains(encoded, "%0d") || strings.Contains(encoded, "%00") {
		return reasonContact
	}
	return ""
}

func flawOfPhone(u *url.URL) string {
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
