package mail

import (
	"bytes"
	"errors"
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// injections are the twenty attempts of rules 16.5 to add a header, a recipient or an SMTP command.
var injections = []struct{ to, subject string }{
	{"a@b.ru\r\nBcc: c@d.ru", "x"}, {"a@b.ru\nBcc: c@d.ru", "x"}, {"a@b.ru\rBcc: c@d.ru", "x"}, {"a@b.ru\x00", "x"}, {"a@b.ru,c@d.ru", "x"}, {"a@b.ru; c@d.ru", "x"},
	{"A <a@b.ru>", "x"}, {"\"a\r\nBcc: c\"@d.ru", "x"}, {"\"a> RCPT TO:<c@d.ru\"@b.ru", "x"}, {"\"a b\"@b.ru", "x"}, {"a@b.ru>\r\nRCPT TO:<c@d.ru", "x"}, {"group: a@b.ru, c@d.ru;", "x"},
	{"a@b.ru (\r\n comment)", "x"}, {"", "x"}, {"a@[127.0.0.1]", "x"}, {"a@b.ru", "x\r\nBcc: c@d.ru"}, {"a@b.ru", "x\nBcc: c@d.ru"}, {"a@b.ru", "x\r\n\r\n<script>"}, {"a@b.ru", "x\x00y"}, {"a@b.ru", "x\u2028Bcc: c@d.ru"},
	{"a@b.ru", "x\u0085Bcc: c@d.ru"}, {"a@b.ru", "\xff\xfe"}, {"a@b.ru", ""}, {"a@b.ru", strings.Repeat("x", 5000)}, {"=?utf-8?q?a=0Ab?=@b.ru\r\n", "x"}, {"a@b.ru%0aBcc:c@d.ru", "x"}, {"a@" + strings.Repeat("b", 300) + ".ru", "x"},
}

func TestInjectionsNeverReachTheServer(t *testing.T) {
	s := new(server).start(t, "")
	sender := open(t, s.address, "&tls=none")
	folder, err := NewFolder(t.TempDir(), "a@b.ru")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range injections {
		m := Message{To: c.to, Subject: c.subject, Text: "x", Key: "k"}
		if err := sender.Send(t.Context(), m); !errors.Is(err, ErrPermanent) {
			t.Errorf("%.60q, %.60q: %v", c.to, c.subject, err)
		}
		if err := folder.Send(t.Context(), m); !errors.Is(err, ErrPermanent) {
			t.Errorf("%.60q, %.60q into a folder: %v", c.to, c.subject, err)
		}
	}
	if n := len(s.got()); n != 0 {
		t.Errorf("%d letters were taken", n)
	}
}

func TestALetterNeedsABodyAndAKey(t *testing.T) {
	from := &mail.Address{Address: "a@b.ru"}
	for _, m := range []Message{{To: "a@b.ru", Subject: "x", Key: "k"}, {To: "a@b.ru", Subject: "x", Text: "x"}} {
		if _, err := compose(from, m, time.Now()); !errors.Is(err, ErrPermanent) {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

func TestValidAddressesAreAccepted(t *testing.T) {
	for to, want := range map[string]string{
		"ivan.ivanov+bonus@example.ru": "ivan.ivanov+bonus@example.ru",
		"o'neil_1@sub.example.ru":      "o'neil_1@sub.example.ru",
		"ivan@почта.рф":                "ivan@xn--80a1acny.xn--p1ai",
	} {
		if got, err := recipient(to); err != nil || got != want {
			t.Errorf("%s: %q, %v", to, got, err)
		}
	}
}

func TestTheFolderHasCompleteLettersInOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "outbox")
	folder, err := NewFolder(dir, "СтудБонус <noreply@studbonus.invalid>")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, key := range []string{"b", "a", "a"} {
		path, err := folder.Save(t.Context(), Message{To: "a@b.ru", Subject: "Тема", Text: "текст", Key: key})
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	for i, path := range paths {
		if names[i] != path {
			t.Errorf("letter %d is %s, in order of names %s", i, path, names[i])
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := mail.ReadMessage(bytes.NewReader(data))
		if err != nil || m.Header.Get("To") != "<a@b.ru>" {
			t.Errorf("%s: %v, %v", path, m, err)
		}
	}
}

func TestAFolderThatCannotBeWrittenIsATemporaryFailure(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "outbox")
	folder, err := NewFolder(dir, "a@b.ru")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := folder.Send(t.Context(), letter); !errors.Is(err, ErrTemporary) {
		t.Error(err)
	}
}

// FuzzHeader: with any accepted address and subject, the letter has exactly the
// headers that this package writes, one recipient and no control characters.
func FuzzHeader(f *testing.F) {
	for _, c := range injections {
		f.Add(c.to, c.subject)
	}
	f.Add("ivan@почта.рф", "Тема")
	f.Add("ivan@example.ru", "Re: =?utf-8?b?0A0K?= test")
	from := &mail.Address{Name: "СтудБонус", Address: "noreply@bonus.test"}
	f.Fuzz(func(t *testing.T, to, subject string) {
		letter, err := compose(from, Message{To: to, Subject: subject, Text: "x", Key: to + subject}, time.Unix(0, 0))
		if err != nil {
			if !errors.Is(err, ErrPermanent) {
				t.Fatal(err)
			}
			return
		}
		rcpts, err := letter.GetRecipients()
		if err != nil || len(rcpts) != 1 {
			t.Fatalf("%q is sent to %q, %v", to, rcpts, err)
		}
		rcpt := strings.TrimSuffix(strings.TrimPrefix(rcpts[0], "<"), ">") // the brackets belong to the command
		if strings.ContainsAny(rcpt, "\r\n\x00<> ,;\"") || strings.Count(rcpt, "@") != 1 {
			t.Fatalf("%q is sent to %q", to, rcpt)
		}
		var out bytes.Buffer
		if _, err := letter.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		m, err := mail.ReadMessage(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%q, %q: %v", to, subject, err)
		}
		want := map[string]bool{"Date": true, "Mime-Version": true, "Message-Id": true, "Subject": true, "From": true, "To": true, "Auto-Submitted": true, "Content-Type": true, "Content-Transfer-Encoding": true}
		for name, values := range m.Header {
			if !want[name] || len(values) != 1 {
				t.Errorf("%q, %q: header %s: %q", to, subject, name, values)
			}
		}
		if list, err := m.Header.AddressList("To"); err != nil || len(list) != 1 || list[0].Address != rcpt {
			t.Errorf("%q: header To %v, %v", to, list, err)
		}
		if body, err := io.ReadAll(m.Body); err != nil || strings.TrimSpace(string(body)) != "eA==" {
			t.Errorf("%q, %q: body %q, %v", to, subject, body, err)
		}
	})
}
