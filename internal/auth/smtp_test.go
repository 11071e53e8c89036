package auth_test

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// postOffice is an in-process mail server.
type postOffice struct {
	mu      sync.Mutex
	letters []delivered
}

type delivered struct {
	to   []string
	data []byte
}

func (p *postOffice) got() []delivered {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.letters
}

type delivery struct {
	office *postOffice
	letter delivered
}

func (d *delivery) Reset()                               { d.letter = delivered{} }
func (d *delivery) Logout() error                        { return nil }
func (d *delivery) Mail(string, *smtp.MailOptions) error { return nil }
func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.letter.to = append(d.letter.to, to)
	return nil
}

func (d *delivery) Data(r io.Reader) (err error) {
	if d.letter.data, err = io.ReadAll(r); err != nil {
		return err
	}
	d.office.mu.Lock()
	defer d.office.mu.Unlock()
	d.office.letters = append(d.office.letters, d.letter)
	return nil
}

func openPostOffice(t *testing.T) (*postOffice, string) {
	t.Helper()
	office := &postOffice{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &delivery{office: office}, nil }))
	server.Domain = "mx.test"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return office, listener.Addr().String()
}

func TestResetByMailServer(t *testing.T) {
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			office, address := openPostOffice(t)
			a := kit.New(t, engine, kit.WithJobs(), kit.WithConfig(func(c *app.Config) {
				c.SMTP = "smtp://" + address + "?from=console@studbonus.test&tls=none"
			}))
			askReset(a.Anyone(t), login("student")).OK()
			watch.Until(t, 30*time.Second, "the letter", func() bool { return len(office.got()) > 0 })
			got := office.got()[0]
			if diff := cmp.Diff([]string{login("student")}, got.to); diff != "" {
				t.Errorf("recipients (-want +got):\n%s", diff)
			}
			l := kit.ParseLetter(t, got.data)
			if l.To != login("student") {
				t.Errorf("addressed to %s", l.To)
			}
			confirm(a.Anyone(t), hashOf(t, l), fresh).OK()
			a.SignIn(t, login("student"), fresh)
		})
	}
}
