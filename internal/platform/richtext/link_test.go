package richtext

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

// badLinks must all be rejected (rules 7.14).
var badLinks = []string{
	"", " ", "example.ru", "www.example.ru/page", "//example.ru", "///example.ru", "/path", "./path", "?x=1", "#top",
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)",
	"javascript://example.ru/%0aalert(1)", "javascript&colon;alert(1)", "%6aavascript:alert(1)", "data:text/html,<script>alert(1)</script>",
	"data:text/html;base64,PHNjcmlwdD4=", "vbscript:msgbox(1)", "file:///etc/passwd", "ftp://example.ru/", "blob:https://example.ru/1", "ws://example.ru/",
	"view-source:https://example.ru", "intent://example.ru/#Intent;end", "about:blank", "chrome://settings", "http:", "http:/", "http://", "https:///example.ru",
	"http:example.ru", "http:/example.ru", "https://?x=1", "https://#x", "https://:80/", "https://example.ru:port/", "https://example.ru:/", "https://example.ru:99999999999/x y",
	`https:\\example.ru`, `\\example.ru\share`, `https://example.ru\@evil.example`, "https://user@example.ru/", "https://user:pass@example.ru/", "https://example.ru@evil.example/",
	"https://exam ple.ru/", "https://example.ru/a b", "https://example.ru/\r\nX: 1", "https://example.ru/\x00", "https://example.ru/\u202egnp.exe", "https://example.ru/\u200b",
	"https://example.ru／.evil.example/", "https://example。ru/", "https://example..ru/", "https://-example.ru/", "https://.example.ru/", "https://example.ru%2f.evil.example/",
	"https://%65vil.example/", "https://example.ru/%zz", "https://[::1/", "https://[fe80::1%25eth0]/", "https://example.ru/<script>", `https://example.ru/"onclick=`, "https://example.ru/`",
	"https://example.ru/\xff", "https://" + strings.Repeat("a", 300) + ".ru/", "https://example.ru/" + strings.Repeat("я", 2000), "https://example.ru;evil.example/", "https://example.ru,evil.example/",
	"mailto:a@example.ru", "tel:+79123456789",
}

func TestBadLinksAreRefused(t *testing.T) {
	if len(badLinks) < 40 {
		t.Errorf("%d links", len(badLinks))
	}
	for _, s := range badLinks {
		got, err := CheckLink(s)
		var bad *BadLink
		if !errors.As(err, &bad) || got != "" {
			t.Errorf("%q was taken as %q, %v", s, got, err)
			continue
		}
		if !strings.HasSuffix(bad.Reason, ".") {
			t.Errorf("%q: the reason is no sentence: %s", s, bad.Reason)
		}
	}
}

func TestValidLinksAreKeptUnchanged(t *testing.T) {
	for _, s := range []string{
		"https://example.ru", "http://example.ru/", "HTTPS://Example.ru/Путь?q=а&b=%20#якорь", "https://пример.рф/скидки", "https://example.ru:8443/a;b=c,d/(e)!~*'",
		"https://xn--e1afmkfd.xn--p1ai/", "https://example.ru./", "http://192.0.2.1/", "http://[2001:db8::1]:8080/", "https://t.me/+AbCdEf", "https://vk.com/@club_1", "https://a_b.example.ru/",
		"https://example.ru/" + strings.Repeat("я", 2000-len("https://example.ru/")), "https://example.ru/?next=//evil.example&x=javascript:1",
	} {
		if got, err := CheckLink(s); err != nil || got != s {
			t.Errorf("%.80s: %.80q, %v", s, got, err)
		}
	}
	if got, err := CheckLink("  https://example.ru\n"); err != nil || got != "https://example.ru" {
		t.Errorf("pasted with blanks: %q, %v", got, err)
	}
}

func TestContactLinks(t *testing.T) {
	for _, s := range []string{"mailto:a@example.ru", "mailto:a@example.ru?subject=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82", "tel:+79123456789", "tel:8-800-555-35-35", "tel:112", "https://example.ru"} {
		if got, err := CheckContact(s); err != nil || got != s {
			t.Errorf("%s: %q, %v", s, got, err)
		}
	}
	for _, s := range []string{
		"mailto:", "mailto:a", "mailto:a@example.ru%0aBcc:b@example.ru", "mailto:a@example.ru?subject=x%0D%0ABcc:b@example.ru", "mailto://a@example.ru", "mailto:javascript:alert(1)",
		"tel:", "tel:javascript:alert(1)", "tel:1", "tel:+7912345678901234567890", "tel://+79123456789", "tel:112?x=1", "sms:+79123456789", "javascript:alert(1)",
	} {
		if got, err := CheckContact(s); err == nil {
			t.Errorf("%s was taken as %q", s, got)
		}
	}
}

// FuzzLink: an accepted link is an absolute URL that browsers parse the same way.
func FuzzLink(f *testing.F) {
	for _, s := range badLinks {
		f.Add(s)
	}
	f.Add("https://пример.рф:80/a?b#c")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := CheckLink(s)
		if err != nil {
			if got != "" {
				t.Errorf("%q refused, and %q returned", s, got)
			}
			return
		}
		u, err := url.Parse(got)
		if err != nil || u.Host == "" || u.User != nil || u.Opaque != "" {
			t.Fatalf("%q was taken as %q: %+v, %v", s, got, u, err)
		}
		lower := strings.ToLower(got)
		if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || strings.ContainsAny(got, "\\ \t\r\n\x00<>\"") {
			t.Errorf("%q was taken as %q", s, got)
		}
		if again, err := CheckLink(got); again != got || err != nil {
			t.Errorf("%q is not taken again: %v", got, err)
		}
	})
}
