package members

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/riverqueue/river"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/sms"
)

var (
	messages = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "studbonus_sms_total", Help: "Short messages, by outcome: sent, failed or over_budget.",
	}, []string{"outcome"})
	refusals = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "studbonus_member_refusals_total", Help: "Refused sign-in steps, by reason: number, range, network, code or birth_date.",
	}, []string{"reason"})
)

// codeAttempts fit into the life of a code.
const codeAttempts = 3

// sendCodeArgs queues a message with a sign-in code.
type sendCodeArgs struct {
	Code int64 `json:"code"`
}

// Kind implements river.JobArgs.
func (sendCodeArgs) Kind() string { return "members.sendCode" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (sendCodeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: codeAttempts, Queue: jobs.Codes}
}

// Work registers the jobs of this area.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[sendCodeArgs]) error { return s.sendCode(ctx, j) })
	jobs.Handle(r, s.tellDecision)
	jobs.Handle(r, s.sendNoticeLetter)
	jobs.Handle(r, s.sendNoticeMessage)
	jobs.Handle(r, s.sendConfirmation)
}

// sendCode makes a code and sends it. A retry makes a new one, which invalidates the previous; the budget counts them as one.
func (s *Service) sendCode(ctx context.Context, j jobs.Job[sendCodeArgs]) error {
	code, now := newCode(), s.Clock()
	var row codeRow
	isCounted := j.Attempt > 1
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		if row, err = codeByID(ctx, tx, j.Args.Code); err != nil || row.isExpired(now) {
			return err
		}
		if j.Attempt == 1 {
			if isCounted, err = spendMessage(ctx, tx, dayOf(now), s.Settings.Budget); err != nil || !isCounted {
				return err
			}
		}
		return setCodeHash(ctx, tx, row.ID, row.hash(s.Key, code))
	})
	finish := func(state State, outcome string) error {
		return s.finish(ctx, j, ending{row, state, outcome, isCounted && state == Failed})
	}
	switch {
	case fault.Is(err, fault.KindNotFound): // cleaned up while the queue was stopped
		return nil
	case err != nil:
		return err
	case row.isExpired(now):
		return finish(Failed, "failed")
	case !isCounted:
		s.Log.Error("the budget of short messages is spent: no codes until tomorrow", "budget", s.Settings.Budget)
		return finish(Failed, "over_budget")
	}
	err = s.SMS.Send(ctx, sms.Message{To: row.Phone, Text: code + ": код для входа в СтудБонус. Никому его не сообщайте."})
	switch {
	case err == nil:
		if s.Settings.ShowCodes {
			s.shown.Store(row.UUID, code)
		}
		return finish(Sent, "sent")
	case j.Last || errors.Is(err, sms.ErrPermanent):
		s.Log.Error("short message not sent", "cause", err)
		return finish(Failed, "failed")
	}
	return err
}

// ending is how the message with a code has ended.
type ending struct {
	codeRow
	state     State
	outcome   string // of the metric
	givesBack bool   // to the budget
}

func (s *Service) finish(ctx context.Context, j jobs.Job[sendCodeArgs], e ending) error {
	err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if e.givesBack {
			if err := giveBackMessage(ctx, tx, dayOf(e.CreatedAt)); err != nil {
				return err
			}
		}
		return setCodeState(ctx, tx, e.ID, e.state)
	})
	if err == nil {
		messages.WithLabelValues(e.outcome).Inc()
	}
	return err
}

func dayOf(t time.Time) int64 { return clock.DayNumber(t) }

const (
	keepUnused   = 30 * 24 * time.Hour // rules 23.10: accounts without an application
	keepMessages = 24 * time.Hour      // files of the outbox
)

// CleanUp deletes what is past its term.
func (s *Service) CleanUp(ctx context.Context) error {
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return cleanUp(ctx, tx, s.Clock()) })
	if folder, is := s.SMS.(interface{ DeleteBefore(time.Time) error }); is {
		err = errors.Join(err, folder.DeleteBefore(time.Now().Add(-keepMessages))) // files have the times of the machine
	}
	return err
}
