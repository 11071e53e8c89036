package main

import (
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// postOffice is a mail server that blocks senders until it is opened.
type postOffice struct {
	address string
	asked   chan struct{} // a sender is connected
	opened  chan struct{}

	mu  sync.Mutex
	got []string
}

func openPostOffice(t *testing.T) *postOffice {
	t.Helper()
	p := &postOffice{asked: make(chan struct{}, 10), opened: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &counter{p}, nil }))
	server.Domain = "mx.test"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	p.address = listener.Addr().String()
	return p
}

func (p *postOffice) setting() string {
	return "smtp://" + p.address + "?" + url.Values{"from": {"noreply@studbonus.ru"}, "tls": {"none"}}.Encode()
}

func (p *postOffice) open() { close(p.opened) }

func (p *postOffice) letters() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.got...)
}

var resetLink = regexp.MustCompile(`/confirmreset/([A-Za-z0-9_-]+)`)

// resetHash returns the secret from the link in the first letter.
func (p *postOffice) resetHash(t *testing.T) string {
	t.Helper()
	letter, err := mail.ReadMessage(strings.NewReader(p.letters()[0]))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(letter.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	part, err := multipart.NewReader(letter.Body, params["boundary"]).NextPart()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
	m := resetLink.FindSubmatch(text)
	if err != nil || m == nil {
		t.Fatalf("no link in %q, %v", text, err)
	}
	return string(m[1])
}

// counter is one connection to the post office.
type counter struct{ office *postOffice }

// Mail implements smtp.Session.
func (*counter) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session. It blocks here, so that a sender that dies has sent nothing.
func (c *counter) Rcpt(string, *smtp.RcptOptions) error {
	c.office.asked <- struct{}{}
	<-c.office.opened
	return nil
}

// Data implements smtp.Session.
func (c *counter) Data(r io.Reader) error {
	letter, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.got = append(c.office.got, string(letter))
	return nil
}

// Reset implements smtp.Session.
func (*counter) Reset() {}

// Logout implements smtp.Session.
func (*counter) Logout() error { return nil }
