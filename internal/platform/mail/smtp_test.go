package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"mime"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	netmail "net/mail"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"
	gomail "github.com/wneessen/go-mail"
)

// open makes a sender for the address; the server is at 127.0.0.1.
func open(t *testing.T, address, more string) *SMTP {
	t.Helper()
	s, err := NewSMTP("smtp://" + address + "?from=" + url.QueryEscape("СтудБонус <noreply@bonus.test>") + more)
	if err != nil {
		t.Fatal(err)
	}
	s.timeout = 5 * time.Second
	return s
}

var letter = Message{To: "ivanov@example.ru", Subject: "Восстановление пароля в «СтудБонус»", Text: "Здравствуйте!\n.\nТочка.", HTML: "<p>Здравствуйте!</p>", Key: "reset/1"}

func TestACyrillicLetterArrivesIntact(t *testing.T) {
	s := new(server).start(t, "")
	sender := open(t, s.address, "&tls=none")
	for range 2 {
		if err := sender.Send(t.Context(), letter); err != nil {
			t.Fatal(err)
		}
	}
	got := s.got()
	if len(got) != 2 {
		t.Fatalf("%d letters", len(got))
	}
	if diff := cmp.Diff([]string{"ivanov@example.ru"}, got[0].To); diff != "" || got[0].From != "noreply@bonus.test" {
		t.Errorf("envelope: %s %s", got[0].From, diff)
	}
	parsed, err := gomail.EMLToMsgFromReader(bytes.NewReader(got[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	header := readHeader(t, got[0].Data)
	subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
	if err != nil || subject != letter.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	if from := parsed.GetFrom(); len(from) != 1 || from[0].Name != "СтудБонус" || from[0].Address != "noreply@bonus.test" {
		t.Errorf("from %v", from)
	}
	for i, want := range []string{letter.Text, letter.HTML} {
		body, err := parsed.GetParts()[i].GetContent()
		if got := strings.ReplaceAll(string(body), "\r\n", "\n"); err != nil || got != want {
			t.Errorf("body %d: %q, %v", i, got, err)
		}
	}
	first, second := header.Get("Message-Id"), readHeader(t, got[1].Data).Get("Message-Id")
	if first == "" || first != second || !strings.HasSuffix(first, "@bonus.test>") || strings.Contains(first, "reset") {
		t.Errorf("message ids %s and %s", first, second)
	}
}

func readHeader(t *testing.T, data []byte) netmail.Header {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}

func TestResponsesDecideWhetherToRetry(t *testing.T) {
	say := func(code int) func() error {
		return func() error {
			return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: "<ivanov@example.ru> says no"}
		}
	}
	for name, c := range map[string]struct {
		server *server
		want   error
	}{
		"451 to MAIL": {&server{onMail: say(451)}, ErrTemporary},
		"450 to RCPT": {&server{onRcpt: say(450)}, ErrTemporary},
		"452 to DATA": {&server{onData: say(452)}, ErrTemporary},
		"553 to MAIL": {&server{onMail: say(553)}, ErrPermanent},
		"550 to RCPT": {&server{onRcpt: say(550)}, ErrPermanent},
		"554 to DATA": {&server{onData: say(554)}, ErrPermanent},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.server.start(t, "")
			err := open(t, s.address, "&tls=none").Send(t.Context(), letter)
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "ivanov") {
				t.Errorf("the address is in the error: %v", err)
			}
			if len(s.got()) != 0 {
				t.Error("the letter was taken")
			}
		})
	}
}

func TestAMissingServerIsATemporaryFailure(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	if err := open(t, listener.Addr().String(), "&tls=none").Send(t.Context(), letter); !errors.Is(err, ErrTemporary) {
		t.Error(err)
	}
}

func TestSigningIn(t *testing.T) {
	s := new(server).start(t, "secret")
	if err := open(t, "robot:secret@"+s.address, "&tls=none").Send(t.Context(), letter); err != nil {
		t.Error(err)
	}
	err := open(t, "robot:wrong@"+s.address, "&tls=none").Send(t.Context(), letter)
	if !errors.Is(err, ErrTemporary) {
		t.Errorf("a wrong password must keep the letter waiting: %v", err)
	}
	if err != nil && strings.Contains(err.Error(), "wrong") {
		t.Errorf("the password is in the error: %v", err)
	}
	if n := len(s.got()); n != 1 {
		t.Errorf("%d letters", n)
	}
}

func TestTLSIsRequiredAndChecked(t *testing.T) {
	config, pool := certificate(t)
	old := config.Clone()
	old.MinVersion, old.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	for name, c := range map[string]struct {
		config *tls.Config
		trust  bool
		sent   bool
	}{
		"a trusted certificate":            {config, true, true},
		"an unknown certificate":           {config, false, false},
		"a server without STARTTLS":        {nil, true, false},
		"a server that speaks TLS 1.1":     {old, true, false},
		"a server without TLS and a trust": {nil, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := (&server{config: c.config}).start(t, "secret")
			sender := open(t, "robot:secret@"+s.address, "")
			if c.trust {
				sender.tls.RootCAs = pool
			}
			err := sender.Send(t.Context(), letter)
			if c.sent != (err == nil) || err != nil && !errors.Is(err, ErrTemporary) {
				t.Error(err)
			}
			if (len(s.got()) == 1) != c.sent {
				t.Errorf("%d letters", len(s.got()))
			}
		})
	}
}

func TestImplicitTLS(t *testing.T) {
	config, pool := certificate(t)
	s := new(server).start(t, "secret")
	outer, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = outer.Close() })
	go forward(outer, s.address)
	sender := open(t, "robot:secret@"+outer.Addr().String(), "&tls=tls")
	if err := sender.Send(t.Context(), letter); !errors.Is(err, ErrTemporary) {
		t.Errorf("an unknown certificate: %v", err)
	}
	sender.tls.RootCAs = pool
	if err := sender.Send(t.Context(), letter); err != nil || len(s.got()) != 1 {
		t.Errorf("%d letters, %v", len(s.got()), err)
	}
}

func TestASlowOrBrokenServerDoesNotBlockTheSender(t *testing.T) {
	const hello, ok, data = "220 hello\r\n", "250 ok\r\n", "354 go on\r\n"
	for name, c := range map[string]struct {
		drop    bool
		answers []string
		want    error
	}{
		"silent from the start":             {false, nil, ErrTemporary},
		"silent after the greeting":         {false, []string{hello}, ErrTemporary},
		"silent after RCPT":                 {false, []string{hello, ok, ok}, ErrTemporary},
		"silent after the letter":           {false, []string{hello, ok, ok, ok, data}, ErrTemporary},
		"dropped at once":                   {true, nil, ErrTemporary},
		"dropped after DATA":                {true, []string{hello, ok, ok, ok}, ErrTemporary},
		"dropped after the letter":          {true, []string{hello, ok, ok, ok, data}, ErrTemporary},
		"garbage instead of a greeting":     {true, []string{"\x00\xff\r\n"}, ErrTemporary},
		"421 instead of a greeting":         {true, []string{"421 busy\r\n"}, ErrTemporary},
		"554 instead of a greeting":         {true, []string{"554 go away\r\n"}, ErrTemporary},
		"dropped when it had been accepted": {true, []string{hello, ok, ok, ok, data, ok}, nil},
		"silent when it had been accepted":  {false, []string{hello, ok, ok, ok, data, ok}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sender := open(t, script(t, c.drop, c.answers...), "&tls=none")
			sender.timeout = 2 * time.Second
			start := time.Now()
			if err := sender.Send(t.Context(), letter); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestACancelledSendEndsAtOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	sender := open(t, script(t, false, "220 hello\r\n"), "&tls=none")
	sender.timeout = time.Hour
	start := time.Now()
	err := sender.Send(ctx, letter)
	if !errors.Is(err, ErrTemporary) || time.Since(start) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

func TestBadSettingsAreRefusedWithoutThePassword(t *testing.T) {
	for _, address := range []string{
		"smtp://", "smtp://user:secret@:587?from=a@b.ru", "http://user:secret@host?from=a@b.ru", "smtp://user:secret@host:0?from=a@b.ru", "smtp://user:secret@host:99999?from=a@b.ru",
		"smtp://user:secret@host?from=a@b.ru&tls=maybe", "smtp://user:secret@host", "smtp://user:secret@host?from=", "smtp://user:secret@host?from=a%0d%0ab@b.ru", "smtp://user:secret@ho st",
		"smtp://user:secret@host?from=a@b.ru&tls=none", "smtp://user:%zzsecret@host?from=a@b.ru", "smtp://user:secret@host?from=a@b.ru,c@d.ru",
	} {
		_, err := NewSMTP(address)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	s, err := NewSMTP("smtp://user:p%40ss@mail.example.ru?from=a@b.ru")
	if err != nil || s.port != 587 || s.security != "starttls" || s.password != "p@ss" || s.tls.MinVersion != tls.VersionTLS12 || s.tls.InsecureSkipVerify {
		t.Errorf("%+v, %v", s, err)
	}
}
