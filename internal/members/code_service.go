package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Challenge returns a proof of work for the caller, and its zero bits.
func (s *Service) Challenge(ctx context.Context) (text string, bits int, err error) {
	network, now := access.RequestFrom(ctx).Network(), s.Clock()
	sends, err := sendsFrom(ctx, s.DB, network, now)
	if err != nil {
		return "", 0, err
	}
	c := newChallenge(now, bitsAt(sends))
	return c.sign(s.Key, network), c.bits, nil
}

// CodeRequest asks for a code. Device is the device cookie, if there is one.
type CodeRequest struct {
	Phone, Challenge, Nonce, Device string
}

const tooManyMessages = "На этот номер уже отправлено несколько кодов. Попробуйте позже."

// RequestCode queues a message with a code. The answer is the same for known and unknown numbers; the code is made later, by
// the job.
func (s *Service) RequestCode(ctx context.Context, r CodeRequest) (attempt string, err error) {
	phone, ok := Phone(r.Phone)
	if !ok {
		return "", errPhone
	}
	network, now := access.RequestFrom(ctx).Network(), s.Clock()
	c, ok := parseChallenge(s.Key, r.Challenge, network, now)
	if !ok || !isSolved(r.Challenge, phone, r.Nonce, c.bits) {
		return "", errChallenge
	}
	attempt = uuid.NewString()
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		asKnown, err := s.allowMessage(ctx, tx, phone, r.Device)
		if err != nil {
			return err
		}
		sends, err := allowNetwork(ctx, tx, network, now)
		if err == nil && !isSolved(r.Challenge, phone, r.Nonce, c.price(sends)) {
			err = errChallenge
		}
		if err != nil {
			return err
		}
		id, err := insertCode(ctx, tx, newCodeRow{uuid: attempt, phone: phone, network: network, challenge: c.id, isKnown: asKnown, at: now})
		if err == nil && id == 0 {
			err = errChallenge
		}
		if err != nil {
			return err
		}
		return tx.Enqueue(ctx, sendCodeArgs{Code: id}, nil)
	})
	return attempt, err
}

var errPhone error = fault.Invalid("phone", "Укажите номер мобильного телефона: +7 9…")

var errChallenge error = fault.Invalid("challenge", "Запрос устарел. Попробуйте ещё раз.")

// allowMessage checks the limits of the number and of neighbouring numbers (rules 23.7).
func (s *Service) allowMessage(ctx context.Context, tx db.Tx, phone, device string) (asKnown bool, err error) {
	now := s.Clock()
	if err := lockPhone(ctx, tx, phone); err != nil {
		return false, err
	}
	if err := lockPrefix(ctx, tx, phone[:prefixDigits]); err != nil {
		return false, err
	}
	isKnown, err := isKnownDevice(ctx, tx, phone, hashOf(device)) // also queried without a cookie, so that timing does not differ
	if err != nil {
		return false, err
	}
	sent, err := sendingsTo(ctx, tx, phone, now)
	if err != nil {
		return false, err
	}
	asKnown, wait := mayMessage(sent, isKnown && device != "", now)
	if wait > 0 {
		refusals.WithLabelValues("number").Inc()
		return false, fault.TooMany(tooManyMessages, wait)
	}
	beside, err := neighboursOf(ctx, tx, phone, now)
	if err == nil && beside >= prefixNumbers-1 && !asKnown {
		refusals.WithLabelValues("range").Inc()
		return false, fault.TooMany("Сейчас отправить код на этот номер нельзя. Попробуйте через 10 минут.", prefixFrame)
	}
	return asKnown, err
}

// allowNetwork returns the sends of the caller's network, or refuses when there are too many (rules 23.6).
func allowNetwork(ctx context.Context, tx db.Tx, network string, now time.Time) (sends int, err error) {
	sends, err = sendsFrom(ctx, tx, network, now)
	if err == nil && sends >= stopSends {
		refusals.WithLabelValues("network").Inc()
		err = fault.TooMany("Из вашей сети слишком много запросов. Попробуйте через минуту.", networkFrame)
	}
	return sends, err
}

// CodeState returns how far a message has come.
func (s *Service) CodeState(ctx context.Context, attempt string) (State, error) {
	row, err := codeByUUID(ctx, s.DB, attempt)
	if err == nil && row.State == Sending && row.isExpired(s.Clock()) {
		return Failed, nil
	}
	return row.State, err
}

// hint returns the code of an attempt in a demo, nil elsewhere (rules 22.6).
func (s *Service) hint(attempt string) *string {
	code, has := s.shown.Load(attempt)
	if !has || !s.Settings.ShowCodes {
		return nil
	}
	text, _ := code.(string)
	return &text
}

// enterCode checks an entered code in a transaction. A wrong one is counted, so the transaction must commit even when ok is
// false. The number is locked first: see lockPhone.
func (s *Service) enterCode(ctx context.Context, tx db.Tx, attempt, code string) (row codeRow, ok bool, err error) {
	row, err = codeByUUID(ctx, tx, attempt)
	if fault.Is(err, fault.KindNotFound) {
		return row, false, nil
	}
	if err == nil {
		err = lockPhone(ctx, tx, row.Phone)
	}
	if err == nil {
		row, err = lockCode(ctx, tx, attempt)
	}
	if err != nil || !row.isOpen(s.Clock()) {
		return row, false, err
	}
	if row.matches(s.Key, code) {
		return row, true, nil
	}
	return row, false, countTry(ctx, tx, row.ID)
}

var errCode error = fault.Unauthenticated("Код неверный или уже не действует. Проверьте его или запросите новый.")
