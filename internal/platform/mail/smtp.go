package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout limits one letter from dialling to the server's last answer.
const sendTimeout = 30 * time.Second

// SMTP sends letters through a mail server, one connection for each.
type SMTP struct {
	host     string
	port     int
	user     string
	password string
	from     *mail.Address
	security string // starttls, tls or none
	tls      *tls.Config
	timeout  time.Duration
}

// ports are the defaults by connection security.
var ports = map[string]int{"starttls": 587, "tls": 465, "none": 25}

// NewSMTP parses an address of the form
// smtp://user:password@host:port?from=Имя <a@b.ru>&tls=starttls|tls|none.
// Without tls=, STARTTLS is required; smtps:// means tls=tls. Certificates are always verified. NewSMTP does not connect.
func NewSMTP(address string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		// The error of url.Parse would quote the password.
		return nil, errors.New("mail: адрес почтового сервера должен иметь вид smtp://имя:пароль@сервер:порт?from=адрес или smtps://…")
	}
	query := u.Query()
	s := &SMTP{host: u.Hostname(), security: "starttls", timeout: sendTimeout}
	if u.Scheme == "smtps" {
		s.security = "tls"
	}
	if query.Has("tls") {
		s.security = query.Get("tls")
	}
	if u.Scheme == "smtps" && s.security != "tls" {
		return nil, errors.New("mail: smtps:// значит tls=tls; уберите tls или напишите smtp://")
	}
	if s.port = ports[s.security]; s.port == 0 {
		return nil, fmt.Errorf("mail: параметр tls почтового сервера может быть starttls, tls или none, а не %q", s.security)
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil || s.port < 1 || s.port > 65535 {
			return nil, fmt.Errorf("mail: порт почтового сервера записан с ошибкой: %q", u.Port())
		}
	}
	if u.User != nil {
		s.user = u.User.Username()
		s.password, _ = u.User.Password()
	}
	if s.user != "" && s.security == "none" && !isLoopback(s.host) {
		return nil, errors.New("mail: пароль почтового сервера нельзя передавать без шифрования; уберите tls=none")
	}
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	s.from, err = parseFrom(query.Get("from"))
	return s, err
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send sends one letter and returns when the server has accepted it.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	letter, err := compose(s.from, m, time.Now())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var line wire
	if s.security == "tls" {
		line.tls = s.tls
	}
	// go-mail observes the context only while dialling.
	stop := context.AfterFunc(ctx, line.close)
	defer stop()
	defer line.close()
	client, err := gomail.NewClient(s.host, s.options(&line)...)
	if err != nil {
		return fmt.Errorf("mail: set up the client: %w", err)
	}
	err = client.DialAndSendWithContext(ctx, letter)
	if err == nil || letter.IsDelivered() {
		// Errors after delivery do not matter.
		return nil
	}
	return failure(err, m.To)
}

func (s *SMTP) options(line *wire) []gomail.Option {
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTimeout(s.timeout),
		gomail.WithTLSConfig(s.tls),
		gomail.WithoutSMTPUTF8(), // addresses are ASCII, and not every server has it
		gomail.WithoutNoop(),
		gomail.WithoutRset(),
		gomail.WithDialContextFunc(line.dial),
	}
	switch s.security {
	case "starttls":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case "tls":
		options = append(options, gomail.WithSSL())
	case "none":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.user != "" {
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return options
}

// failure classifies an error. Only answers to this letter can be permanent: failed authentication or connection is for the
// administrator to fix, and the letter is retried.
func failure(err error, to string) error {
	kind := ErrTemporary
	var refused *gomail.SendError
	if errors.As(err, &refused) && refused.ErrorCode() >= 500 && refused.ErrorCode() < 600 {
		kind = ErrPermanent
	}
	// Errors go to the log, and addresses are personal data.
	return fmt.Errorf("%w: %s", kind, strings.ReplaceAll(err.Error(), to, "<recipient>"))
}

// wire holds the connection of one letter, because go-mail closes it only on success.
type wire struct {
	tls *tls.Config // nil: the connection starts unencrypted

	mutex sync.Mutex
	conn  net.Conn
}

func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w.mutex.Lock()
	w.conn = conn
	w.mutex.Unlock()
	if w.tls == nil {
		return conn, nil
	}
	secured := tls.Client(conn, w.tls)
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return secured, nil
}

func (w *wire) close() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.conn != nil {
		_ = w.conn.Close()
	}
}
