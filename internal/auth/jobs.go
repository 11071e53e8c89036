package auth

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	texttemplate "text/template"

	"github.com/riverqueue/river"

	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/jobs"
	"studbonus/internal/mail"
)

// mailAttempts with at most four minutes between them outlast a mail server that is down for six hours.
const mailAttempts = 110

// resetArgs asks for a mail with a reset link.
type resetArgs struct {
	Operator int64 `json:"operator"`
	Request  int64 `json:"request"` // makes the Message-ID: a second sending is recognisable as such
}

// Kind implements river.JobArgs.
func (resetArgs) Kind() string { return "auth.reset" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (resetArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// noticeArgs asks for a mail that a session was ended because its token was used twice.
type noticeArgs struct {
	Operator int64  `json:"operator"`
	Session  string `json:"session"`
}

// Kind implements river.JobArgs.
func (noticeArgs) Kind() string { return "auth.notice" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (noticeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// Work adds the background work of this area to a runner.
func (s *Service) Work(r *jobs.Runner, sender mail.Sender) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[resetArgs]) error { return s.sendReset(ctx, j, sender) })
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[noticeArgs]) error { return s.sendNotice(ctx, j, sender) })
}

// sendReset makes the link and sends it. Killed in between it runs again: the newer link kills the older one.
func (s *Service) sendReset(ctx context.Context, j jobs.Job[resetArgs], sender mail.Sender) error {
	link := newSecret()
	var operator Operator
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if operator, err = operatorByID(ctx, tx, j.Args.Operator); err != nil {
			return err
		}
		return replaceReset(ctx, tx, operator.ID, link.hash(), s.clock().Add(resetLife))
	})
	if fault.Is(err, fault.KindNotFound) || operator.BlockedAt != nil {
		return nil // nobody is left to send it to
	}
	if err != nil {
		return err
	}
	m, err := s.letter("Сброс пароля в СтудБонус", resetLetter, letterData{Name: operator.Name, Link: s.consoleURL("confirmreset", link.String())})
	if err != nil {
		return err
	}
	m.To, m.Key = operator.Login, "reset-"+strconv.FormatInt(j.Args.Request, 10)
	return send(ctx, sender, m)
}

func (s *Service) sendNotice(ctx context.Context, j jobs.Job[noticeArgs], sender mail.Sender) error {
	operator, err := operatorByID(ctx, s.db, j.Args.Operator)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := s.letter("Сеанс в СтудБонус завершён", noticeLetter, letterData{Name: operator.Name, Link: s.consoleURL("auth", "resetpassword")})
	if err != nil {
		return err
	}
	m.To, m.Key = operator.Login, "notice-"+j.Args.Session
	return send(ctx, sender, m)
}

// send does not try again what the mail server has refused for good.
func send(ctx context.Context, sender mail.Sender, m mail.Message) error {
	err := sender.Send(ctx, m)
	if errors.Is(err, mail.ErrPermanent) {
		return jobs.GiveUp(err)
	}
	return err
}

// consoleURL is built from the configured address only: a request's headers cannot bend a link (security V16).
func (s *Service) consoleURL(parts ...string) string {
	u, err := url.JoinPath(s.settings.PublicURL, parts...)
	if err != nil {
		return s.settings.PublicURL
	}
	return u
}

type letterData struct{ Name, Link string }

//go:embed letters/reset.txt
var resetLetter string

//go:embed letters/notice.txt
var noticeLetter string

// letterHTML shows the same text with the link as a link.
var letterHTML = template.Must(template.New("letter").Parse(`<!doctype html><html lang="ru"><body style="font:16px/1.5 sans-serif">
{{range .Paragraphs}}<p>{{if eq . $.Link}}<a href="{{.}}">{{.}}</a>{{else}}{{.}}{{end}}</p>
{{end}}</body></html>`))

func (s *Service) letter(subject, text string, data letterData) (mail.Message, error) {
	t, err := texttemplate.New("letter").Parse(text)
	if err != nil {
		return mail.Message{}, err
	}
	var plain, html bytes.Buffer
	if err := t.Execute(&plain, data); err != nil {
		return mail.Message{}, fmt.Errorf("write letter: %w", err)
	}
	paragraphs := strings.Split(strings.TrimSpace(plain.String()), "\n\n")
	if err := letterHTML.Execute(&html, map[string]any{"Paragraphs": paragraphs, "Link": data.Link}); err != nil {
		return mail.Message{}, fmt.Errorf("write letter: %w", err)
	}
	return mail.Message{Subject: subject, Text: plain.String(), HTML: html.String()}, nil
}
