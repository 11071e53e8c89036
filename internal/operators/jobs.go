package operators

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/url"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/mail"
)

// mailAttempts, at most four minutes apart, outlast a mail server that is down for six hours.
const mailAttempts = 110

// invitationArgs queues the letter of an invitation.
type invitationArgs struct {
	Invitation int64 `json:"invitation"`
	Send       int64 `json:"send"` // which letter of this invitation; a newer one replaces it
}

// Kind implements river.JobArgs.
func (invitationArgs) Kind() string { return "operators.invitation" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (invitationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// Work registers the jobs of this area.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[invitationArgs]) error { return s.sendInvitation(ctx, j) })
}

//go:embed letters/invitation.txt
var invitationLetter string

var roleTexts = map[access.Role]string{
	access.OperatorAll: "сотрудник программы", access.OperatorStudent: "студенты и заявки", access.OperatorUniver: "партнёры и акции", access.Chairman: "председатель",
}

// sendInvitation makes the link and sends it. A retry makes a new link, which invalidates the previous one.
func (s *Service) sendInvitation(ctx context.Context, j jobs.Job[invitationArgs]) error {
	link, hash := newLink()
	var i Invitation
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if i, err = pendingByID(ctx, tx, j.Args.Invitation); err != nil || i.Sends != j.Args.Send {
			return err
		}
		return setLink(ctx, tx, i.ID, hash)
	})
	if fault.Is(err, fault.KindNotFound) || err == nil && i.Sends != j.Args.Send {
		return nil // revoked, accepted or sent again meanwhile
	}
	if err != nil {
		return err
	}
	address, err := url.JoinPath(s.PublicURL, "invite", link)
	if err != nil {
		return err
	}
	m, err := mail.Write("Приглашение в СтудБонус", invitationLetter, mail.Data{Text: fmt.Sprintf("%s, %s", i.UniversityName, roleTexts[i.Role]), Link: address})
	if err != nil {
		return err
	}
	m.To, m.Key = i.Login, fmt.Sprintf("invitation-%s-%d", i.UUID, i.Sends)
	err = s.Mail.Send(ctx, m)
	if errors.Is(err, mail.ErrPermanent) {
		return jobs.GiveUp(err)
	}
	return err
}
