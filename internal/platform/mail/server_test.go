package mail

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// received is a letter that the server accepted.
type received struct {
	From string
	To   []string
	Data []byte
}

// server is an in-process SMTP server that can simulate faults.
type server struct {
	address string
	config  *tls.Config

	onMail, onRcpt, onData func() error

	mutex   sync.Mutex
	letters []received
}

func (s *server) got() []received {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.letters
}

// start runs the server; with a password it requires the user "robot".
func (s *server) start(t *testing.T, password string) *server {
	t.Helper()
	backend := smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		base := &session{server: s}
		if password != "" {
			return &signedSession{base, password}, nil
		}
		return base, nil
	})
	real := smtp.NewServer(backend)
	real.Domain = "mx.test"
	real.TLSConfig = s.config
	real.AllowInsecureAuth = true
	real.ErrorLog = quiet{}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = real.Serve(listener) }()
	t.Cleanup(func() { _ = real.Close() })
	s.address = listener.Addr().String()
	return s
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

type session struct {
	server *server
	letter received
}

func (s *session) Reset()        { s.letter = received{} }
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.letter.From = from
	return call(s.server.onMail)
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.letter.To = append(s.letter.To, to)
	return call(s.server.onRcpt)
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := call(s.server.onData); err != nil {
		return err
	}
	s.letter.Data = data
	s.server.mutex.Lock()
	defer s.server.mutex.Unlock()
	s.server.letters = append(s.server.letters, s.letter)
	return nil
}

func call(f func() error) error {
	if f == nil {
		return nil
	}
	return f()
}

type signedSession struct {
	*session
	password string
}

func (s *signedSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *signedSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "robot" || password != s.password {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

// certificate makes a server configuration and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

// forward passes the connections of a listener on to an address.
func forward(from net.Listener, to string) {
	for {
		in, err := from.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", to)
		if err != nil {
			_ = in.Close()
			continue
		}
		go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
	}
}

// script answers each line of the client with its next line. After the last one it waits, or drops the connection.
func script(t *testing.T, drop bool, answers ...string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		buffer := make([]byte, 1<<16)
		for i, answer := range answers {
			_, _ = io.WriteString(conn, answer)
			for i < len(answers) { // until the client has sent its line or its letter
				n, err := conn.Read(buffer)
				if err != nil {
					return
				}
				if !strings.HasPrefix(answer, "354") || bytes.HasSuffix(buffer[:n], []byte("\r\n.\r\n")) {
					break
				}
			}
		}
		if !drop {
			time.Sleep(10 * time.Second)
		}
	}()
	return listener.Addr().String()
}
