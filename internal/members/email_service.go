package members

import (
	"context"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/mail"
)

// Links of rules 25.10.
const (
	confirmationLife = 24 * time.Hour
	dayLetters       = 5
)

// confirmArgs queues a letter with a confirmation link.
type confirmArgs struct {
	Member int64  `json:"member"`
	Email  string `json:"email"`
}

// Kind implements river.JobArgs.
func (confirmArgs) Kind() string { return "members.confirmEmail" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (confirmArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

// SetEmail changes the member's address and sends a letter to confirm it; "" removes the address.
func (s *Service) SetEmail(ctx context.Context, email string) (Profile, error) {
	m, email := access.MemberFrom(ctx), strings.TrimSpace(email)
	if email != "" && !form.IsEmail(email) {
		return Profile{}, fault.Invalid("email", "Проверьте адрес электронной почты.")
	}
	var out Profile
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if _, err := lockAccount(ctx, tx, m.ID); err != nil {
			return err
		}
		was, err := s.profile(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if was.Email != email || !was.IsEmailConfirmed && email != "" {
			if err := s.changeEmail(ctx, tx, was, email); err != nil {
				return err
			}
		}
		out, err = s.profile(ctx, tx, m.ID)
		return err
	})
	return out, err
}

func (s *Service) changeEmail(ctx context.Context, tx db.Tx, was Profile, email string) error {
	m, now := access.MemberFrom(ctx), s.Clock()
	if email != "" {
		sent, err := lettersToday(ctx, tx, m.ID, dayOf(now))
		if err != nil {
			return err
		}
		if sent >= dayLetters {
			return fault.TooMany("Сегодня уже отправлено несколько писем. Попробуйте завтра.", confirmationLife)
		}
		if err := replaceConfirmation(ctx, tx, newConfirmation{member: m.ID, email: email, hash: hashOf(newToken()), sent: sent + 1, at: now}); err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, confirmArgs{Member: m.ID, Email: email}, nil); err != nil {
			return err
		}
	}
	if err := setEmail(ctx, tx, m.ID, email); err != nil {
		return err
	}
	about, err := personOf(ctx, tx, m)
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: "members.email", Object: m.UUID, About: about}
	entry.Before, entry.After = map[string]any{"email": was.Email}, map[string]any{"email": email}
	return s.record(ctx, tx, entry)
}

// personOf returns whom a row of the journal is about: the member's student, without an application the account itself.
func personOf(ctx context.Context, q db.Querier, m access.Member) (audit.Person, error) {
	found, err := applicantsByID(ctx, q, m.Student)
	if err != nil || len(found) == 0 {
		return audit.Person{UUID: m.UUID}, err
	}
	return audit.Person{UUID: found[0].UUID, University: found[0].University}, nil
}

// sendConfirmation makes a link and sends it. A retry makes a new link, which invalidates the previous.
func (s *Service) sendConfirmation(ctx context.Context, j jobs.Job[confirmArgs]) error {
	token, isCurrent := newToken(), false
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		isCurrent, err = setConfirmationToken(ctx, tx, j.Args.Member, j.Args.Email, token)
		return err
	})
	if err != nil || !isCurrent {
		return err
	}
	return s.post(ctx, mail.Message{
		To: j.Args.Email, Subject: "Подтвердите почту в СтудБонус", Key: "confirm " + token,
		Text: "Чтобы получать письма о решениях по заявке, подтвердите этот адрес по ссылке. Она действует сутки:\n\n" +
			s.Settings.PublicURL + confirmPath + token + "\n\nЕсли вы не указывали этот адрес в СтудБонус, ничего не делайте.\n",
	})
}

// ConfirmEmail confirms the address of a link. Unknown, used and expired links are all NotFound.
func (s *Service) ConfirmEmail(ctx context.Context, token string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		c, err := s.confirmation(ctx, tx, token)
		if err != nil {
			return err
		}
		if err := confirmEmail(ctx, tx, c, s.Clock()); err != nil {
			return err
		}
		ctx = access.WithMember(ctx, access.Member{ID: c.Member, UUID: c.UUID})
		return s.record(ctx, tx, audit.Entry{Action: "members.emailConfirmed", Object: c.UUID})
	})
}

func (s *Service) confirmation(ctx context.Context, q db.Querier, token string) (confirmation, error) {
	c, err := confirmationByToken(ctx, q, token)
	if err == nil && s.Clock().Sub(c.CreatedAt) > confirmationLife {
		err = fault.NotFound()
	}
	return c, err
}
