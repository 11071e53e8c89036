package members

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/sms"
)

// decisionArgs queues the notice of a decision.
type decisionArgs struct {
	Student  int64     `json:"student"`
	Decision string    `json:"decision"`
	At       time.Time `json:"at"` // when the status changed
}

// Kind implements river.JobArgs.
func (decisionArgs) Kind() string { return "members.decision" }

// letterArgs and messageArgs queue the letter and the SMS of a notice.
type letterArgs struct {
	Notice int64 `json:"notice"`
}

// Kind implements river.JobArgs.
func (letterArgs) Kind() string { return "members.noticeLetter" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (letterArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Mail}
}

type messageArgs struct {
	Notice int64 `json:"notice"`
}

// Kind implements river.JobArgs.
func (messageArgs) Kind() string { return "members.noticeMessage" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (messageArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Queue: jobs.Notices}
}

// mailAttempts, at most four minutes apart, outlast a server that is down for six hours.
const mailAttempts = 110

// Decided queues the notice of an operator's decision in its transaction; students without an account get none. It is sent
// later, so that an undone decision sends nothing (rules 25.8).
func (s *Service) Decided(ctx context.Context, tx db.Tx, student int64, decision string) error {
	has, err := hasAccount(ctx, tx, student)
	if err != nil || !has {
		return err
	}
	at, err := statusTime(ctx, tx, student)
	if err != nil {
		return err
	}
	args := decisionArgs{Student: student, Decision: decision, At: at}
	if s.Settings.TellAtOnce {
		return s.tell(ctx, tx, args)
	}
	return tx.Enqueue(ctx, args, &river.InsertOpts{ScheduledAt: time.Now().Add(s.Settings.DecisionDelay)})
}

// HasNotice reports whether there is a notice of a decision made at that time. The caller holds the student's row, and so does the
// job that sends the notice.
func (s *Service) HasNotice(ctx context.Context, tx db.Tx, student int64, decision string, at time.Time) (bool, error) {
	return hasNotice(ctx, tx, student, decision, at)
}

// tellDecision adds the notice if the decision still holds, and queues its letter and SMS.
func (s *Service) tellDecision(ctx context.Context, j jobs.Job[decisionArgs]) error {
	return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.tell(ctx, tx, j.Args) })
}

func (s *Service) tell(ctx context.Context, tx db.Tx, a decisionArgs) error {
	words, known := wordings[a.Decision]
	if !known {
		return nil // queued by another version
	}
	// An undo locks the row too: either it finds the notice, or the notice finds the decision undone.
	to, err := lockDecided(ctx, tx, a.Student)
	if fault.Is(err, fault.KindNotFound) || err == nil && !to.StatusAt.Equal(a.At) {
		return nil // the account is deleted, or the decision was undone
	}
	if err != nil {
		return err
	}
	if exists, err := hasNotice(ctx, tx, a.Student, a.Decision, a.At); err != nil || exists {
		return err // a decision restored by an undo has been queued twice
	}
	n := Notice{Kind: a.Decision, Title: words.title, Body: words.body, CreatedAt: s.Clock()}
	if strings.Contains(n.Body, "%s") {
		n.Body = fmt.Sprintf(n.Body, strings.TrimRight(to.Reason, "."))
	}
	id, err := insertNotice(ctx, tx, to.Member, n)
	if err == nil && to.Email != "" && to.ConfirmedAt != nil {
		err = tx.Enqueue(ctx, letterArgs{Notice: id}, nil)
	}
	if err == nil && s.Settings.SMSDecisions {
		err = tx.Enqueue(ctx, messageArgs{Notice: id}, nil)
	}
	return err
}

// sendNoticeLetter sends a notice by mail.
func (s *Service) sendNoticeLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	to, err := recipientOf(ctx, s.DB, j.Args.Notice)
	if fault.Is(err, fault.KindNotFound) || err == nil && to.Email == "" {
		return nil
	}
	if err != nil {
		return err
	}
	return s.post(ctx, mail.Message{To: to.Email, Subject: "СтудБонус: " + strings.ToLower(to.Title), Text: to.Body + "\n\n" + s.Settings.PublicURL + "\n", Key: "notice " + to.UUID})
}

// post sends a letter; one that no retry can deliver is logged and dropped.
func (s *Service) post(ctx context.Context, m mail.Message) error {
	err := s.Mail.Send(ctx, m)
	if errors.Is(err, mail.ErrPermanent) {
		s.Log.Error("letter to a member not sent", "cause", err)
		return nil
	}
	return err
}

// noticeBudget is where notices stop: a fifth stays for sign-in codes, so that many decisions at once keep nobody out (rules 23.7).
func noticeBudget(budget int) int { return budget * 4 / 5 }

// sendNoticeMessage sends a notice by SMS. The budget counts it once, not at each attempt.
func (s *Service) sendNoticeMessage(ctx context.Context, j jobs.Job[messageArgs]) error {
	var to recipient
	within := true
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if to, err = recipientOf(ctx, tx, j.Args.Notice); err == nil && j.Attempt == 1 {
			within, err = spendMessage(ctx, tx, dayOf(s.Clock()), noticeBudget(s.Settings.Budget))
		}
		return err
	})
	switch {
	case fault.Is(err, fault.KindNotFound):
		return nil
	case err != nil:
		return err
	case !within:
		s.Log.Error("four fifths of the budget of short messages are spent: the notice of a decision goes out without one", "budget", s.Settings.Budget)
		messages.WithLabelValues("over_budget").Inc()
		return nil
	}
	err = s.SMS.Send(ctx, sms.Message{To: to.Phone, Text: strings.TrimSpace(wordings[to.Kind].sms + " " + s.Settings.PublicURL)})
	switch {
	case err == nil:
		messages.WithLabelValues("sent").Inc()
	case j.Last || errors.Is(err, sms.ErrPermanent):
		s.Log.Error("short message not sent", "cause", err)
		messages.WithLabelValues("failed").Inc()
		return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return giveBackMessage(ctx, tx, dayOf(to.CreatedAt)) })
	}
	return err
}

// Notices returns up to limit+1 notices of the member before a number, the newest first.
func (s *Service) Notices(ctx context.Context, before int64, limit int) ([]Notice, error) {
	return noticesOf(ctx, s.DB, access.MemberFrom(ctx).ID, before, limit+1)
}

// ReadNotices marks all notices of the member as read.
func (s *Service) ReadNotices(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return readNotices(ctx, tx, access.MemberFrom(ctx).ID, s.Clock())
	})
}
