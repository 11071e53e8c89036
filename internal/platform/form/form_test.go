package form_test

import (
	"fmt"
	"net/mail"
	"strings"
	"testing"

	"studbonus/internal/platform/form"
)

func TestEmail(t *testing.T) {
	for _, good := range []string{
		"a@b.ru", "all@demo.studbonus.ru", "first.last+tag@sub.example.com", "ПОЧТА@пример.рф", "o'brien@example.ie", "a-b_c@d-e.museum", strings.Repeat("a", 64) + "@example.com",
		strings.Repeat("a", 248) + "@bc.ru",
	} {
		if !form.IsEmail(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{
		"", "a", "@", "a@", "@b.ru", "a@b", "a@b.", "a@.ru", "a@b..ru", "a.@b.ru", ".a@b.ru", "a b@c.ru", "a@b c.ru", "a@b.ru ", " a@b.ru", "a@b.ru,c@d.ru", "a@b.ru;c@d.ru", "A <a@b.ru>", "<a@b.ru>",
		"a@b.ru\r\nBcc: c@d.ru", "a\n@b.ru", "a@b.ru\x00", "a@@b.ru", "a@b@c.ru", `"a b"@c.ru`, `"a@b"@c.ru`, "a@b.ru(comment)", "a\tb@c.ru", "group:a@b.ru;", strings.Repeat("a", 249) + "@bc.ru",
	} {
		if form.IsEmail(bad) {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestPhone(t *testing.T) {
	for written, want := range map[string]string{
		"79161234567": "79161234567", "+7 (916) 123-45-67": "79161234567", "8 916 123 45 67": "89161234567", "7.916.123.45.67": "79161234567", " 7-9-1-6-1-2-3-4-5-6-7 ": "79161234567", "тел. 79161234567": "79161234567",
	} {
		if got, ok := form.Phone(written); !ok || got != want {
			t.Errorf("%q: %q, %v", written, got, ok)
		}
	}
	for _, bad := range []string{"", "9161234567", "791612345678", "+7 (916)", "нет", "٧٩١٦١٢٣٤٥٦٧", "７９１６１２３４５６７"} {
		if got, ok := form.Phone(bad); ok {
			t.Errorf("%q is taken as %s", bad, got)
		}
	}
}

func TestINN(t *testing.T) {
	for _, good := range []string{"7729082090", "7801002274", "7701002520", "7707083893", "500100732259", "0000000000"} {
		if !form.IsINN(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{
		"", "7729082091", "7729082080", "772908209", "77290820900", "500100732258", "500100732269", "500100732250", "7729 082090", "+7729082090", "77290820O0", "٧٧٢٩٠٨٢٠٩٠", "7729082090\n", "5001007322590",
	} {
		if form.IsINN(bad) {
			t.Errorf("%q is taken", bad)
		}
	}
	// A wrong digit is detected: exactly one last digit is valid.
	for _, nine := range []string{"772908209", "123456789", "000000001"} {
		right := 0
		for last := range 10 {
			if form.IsINN(fmt.Sprint(nine, last)) {
				right++
			}
		}
		if right != 1 {
			t.Errorf("%s has %d right check digits", nine, right)
		}
	}
}

func TestLonger(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  bool
	}{{"", 0, false}, {"я", 0, true}, {"яяя", 3, false}, {"яяяя", 3, true}, {"🎓🎓", 2, false}, {"e\u0301", 1, true}} {
		if got := form.Longer(test.text, test.limit); got != test.want {
			t.Errorf("%q longer than %d: %v", test.text, test.limit, got)
		}
	}
}

// FuzzEmail: an accepted text is one bare address that cannot break a header or command.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"a@b.ru", "A <a@b.ru>", "a@b.ru\r\nBcc: x@y.ru", `"a b"@c.ru`, "почта@пример.рф", "a@[127.0.0.1]", "a@b.ru,c@d.ru", "=?utf-8?q?a?=@b.ru", "a@b.ru\u2028", "\xff@b.ru"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !form.IsEmail(s) {
			return
		}
		if strings.ContainsAny(s, "\r\n\x00 \t<>,;\"") || len(s) > 254 {
			t.Errorf("took %q", s)
		}
		parsed, err := mail.ParseAddressList(s)
		if err != nil || len(parsed) != 1 || parsed[0].Address != s || parsed[0].Name != "" {
			t.Errorf("%q is read as %v, %v", s, parsed, err)
		}
	})
}

// FuzzPhone: a phone is eleven digits with anything between them.
func FuzzPhone(f *testing.F) {
	for _, seed := range []string{"79161234567", "+7 (916) 123-45-67", "", "٧", strings.Repeat("7", 100), "7\x009161234567"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		digits, ok := form.Phone(s)
		if strings.Trim(digits, "0123456789") != "" || ok != (len(digits) == 11) {
			t.Errorf("%q: %q, %v", s, digits, ok)
		}
		if again, _ := form.Phone(digits); again != digits {
			t.Errorf("%q becomes %q and then %q", s, digits, again)
		}
	})
}

// FuzzINN: ten or twelve digits, and changing the last digit makes it invalid.
func FuzzINN(f *testing.F) {
	for _, seed := range []string{"7729082090", "500100732259", "", "0000000000", "000000000000", "７７２９０８２０９０", "77290820901"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !form.IsINN(s) {
			return
		}
		if len(s) != 10 && len(s) != 12 || strings.Trim(s, "0123456789") != "" {
			t.Fatalf("took %q", s)
		}
		last := s[len(s)-1]
		if other := s[:len(s)-1] + string('0'+(last-'0'+1)%10); form.IsINN(other) {
			t.Errorf("both %q and %q are right", s, other)
		}
	})
}
