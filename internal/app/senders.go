package app

import (
	"context"
	"log/slog"

	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/sms"
)

// mailer sends over SMTP, or saves letters as files if no server is configured.
func (a *App) mailer() (mail.Sender, error) {
	if a.Config.SMTP != "" {
		return mail.NewSMTP(a.Config.SMTP)
	}
	folder, err := mail.NewFolder(a.Config.outbox(), "СтудБонус <noreply@studbonus.invalid>")
	return outbox{folder, a.Log}, err
}

// messenger sends through an SMS provider, or saves messages as files if none is configured.
func (a *App) messenger() (sms.Sender, error) {
	if a.Config.SMS != "" {
		return sms.Open(a.Config.SMS)
	}
	return sms.NewFolder(a.Config.outbox())
}

type outbox struct {
	folder *mail.Folder
	log    *slog.Logger
}

// Send implements mail.Sender.
func (o outbox) Send(ctx context.Context, m mail.Message) error {
	path, err := o.folder.Save(ctx, m)
	if err == nil {
		o.log.Info("no mail server configured: letter saved as a file", "file", path)
	}
	return err
}
