package auth

import (
	"context"
	_ "embed"
	"errors"
	"net/url"
	"strconv"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/mail"
)

// mailAttempts, at most four minutes apart, outlast a mail server that is down for six hours.
const mailAttempts = 110

// resetArgs queues a letter with a reset link.
type resetArgs struct {
	Operator int64 `json:"operator"`
	Request  int64 `json:"request"` // part of the Message-ID, so that a duplicate is recognisable
}

// Kind implements river.JobArgs.
func (resetArgs) Kind() string { return "auth.reset" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (resetArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// noticeArgs queues a letter that a session was ended because its token was reused.
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

// Event is a change of an account that a letter reports to its owner (rules 26.13).
type Event string

// The events.
const (
	EventRights      Event = "rights"
	EventBlocked     Event = "blocked"
	EventUnblocked   Event = "unblocked"
	EventPassword    Event = "password"
	EventDevice      Event = "device"
	EventFactorOn    Event = "factorOn"
	EventFactorOff   Event = "factorOff"
	EventFactorReset Event = "factorReset"
	EventCodes       Event = "codes"
	EventCodeUsed    Event = "codeUsed"
)

// accountTexts are the sentences of the letters; the detail follows.
var accountTexts = map[Event]string{ //nolint:gosec // texts about passwords
	EventRights:      "Ваши права в консоли СтудБонус изменились. Войдите снова.",
	EventBlocked:     "Вашу учётную запись в консоли СтудБонус заблокировали.",
	EventUnblocked:   "Вашу учётную запись в консоли СтудБонус разблокировали.",
	EventPassword:    "Пароль вашей учётной записи в консоли СтудБонус изменён.",
	EventDevice:      "В консоль СтудБонус вошли с вашим паролем с нового устройства или из новой сети.",
	EventFactorOn:    "Для входа в консоль СтудБонус теперь нужен код из приложения.",
	EventFactorOff:   "Вход в консоль СтудБонус по коду из приложения отключён.",
	EventFactorReset: "Администратор сбросил вход по коду из приложения. При следующем входе код не понадобится.",
	EventCodes:       "Выданы новые резервные коды для входа в консоль СтудБонус. Прежние не действуют.",
	EventCodeUsed:    "Использован резервный код вашей учётной записи в консоли СтудБонус.",
}

// accountArgs queues a letter about the account.
type accountArgs struct {
	Operator int64  `json:"operator"`
	Event    Event  `json:"event"`
	Detail   string `json:"detail"`
	Key      string `json:"key"` // part of the Message-ID, so that a duplicate is recognisable
}

// Kind implements river.JobArgs.
func (accountArgs) Kind() string { return "auth.account" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (accountArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// Notify queues a letter about the account in the transaction of the change.
func (s *Service) Notify(ctx context.Context, tx db.Tx, operator int64, e Event, detail string) error {
	return tx.Enqueue(ctx, accountArgs{Operator: operator, Event: e, Detail: detail, Key: uuid.NewString()}, nil)
}

// Work registers the jobs of this area.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[resetArgs]) error { return s.sendReset(ctx, j) })
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[noticeArgs]) error { return s.sendNotice(ctx, j) })
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[accountArgs]) error { return s.sendAccount(ctx, j) })
}

// sendReset creates a link and sends it. A retry creates a new link, which invalidates the previous one.
func (s *Service) sendReset(ctx context.Context, j jobs.Job[resetArgs]) error {
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
		return nil // no recipient any more
	}
	if err != nil {
		return err
	}
	m, err := mail.Write("Сброс пароля в СтудБонус", resetLetter, mail.Data{Name: operator.Name, Link: s.consoleURL("confirmreset", link.String())})
	if err != nil {
		return err
	}
	m.To, m.Key = operator.Login, "reset-"+strconv.FormatInt(j.Args.Request, 10)
	return s.send(ctx, m)
}

func (s *Service) sendNotice(ctx context.Context, j jobs.Job[noticeArgs]) error {
	operator, err := operatorByID(ctx, s.db, j.Args.Operator)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := mail.Write("Сеанс в СтудБонус завершён", noticeLetter, mail.Data{Name: operator.Name, Link: s.consoleURL("auth", "resetpassword")})
	if err != nil {
		return err
	}
	m.To, m.Key = operator.Login, "notice-"+j.Args.Session
	return s.send(ctx, m)
}

func (s *Service) sendAccount(ctx context.Context, j jobs.Job[accountArgs]) error {
	operator, err := operatorByID(ctx, s.db, j.Args.Operator)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	text := accountTexts[j.Args.Event]
	if j.Args.Detail != "" {
		text += " " + j.Args.Detail
	}
	m, err := mail.Write("Ваша учётная запись в СтудБонус", accountLetter, mail.Data{Name: operator.Name, Text: text, Link: s.consoleURL("auth", "resetpassword")})
	if err != nil {
		return err
	}
	m.To, m.Key = operator.Login, "account-"+j.Args.Key
	return s.send(ctx, m)
}

// send does not retry letters that the mail server has refused permanently.
func (s *Service) send(ctx context.Context, m mail.Message) error {
	err := s.mail.Send(ctx, m)
	if errors.Is(err, mail.ErrPermanent) {
		return jobs.GiveUp(err)
	}
	return err
}

// consoleURL is built from the configured address only, so that request headers cannot change a link (rules 5.12).
func (s *Service) consoleURL(parts ...string) string {
	u, err := url.JoinPath(s.settings.PublicURL, parts...)
	if err != nil {
		return s.settings.PublicURL
	}
	return u
}

//go:embed letters/reset.txt
var resetLetter string

//go:embed letters/notice.txt
var noticeLetter string

//go:embed letters/account.txt
var accountLetter string
