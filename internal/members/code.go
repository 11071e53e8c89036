package members

import (
	"crypto/hmac"
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"time"

	"studbonus/internal/platform/form"
)

// Codes of rules 23.5.
const (
	codeDigits = 6
	codeLife   = 5 * time.Minute
	codeTries  = 5
	birthTries = 3 // wrong birth dates a day for one number
)

// State is how far a message has come.
type State string

// The states of a message.
const (
	Sending State = "sending"
	Sent    State = "sent"
	Failed  State = "failed"
)

// Limits of rules 23.7 for one number.
const (
	minuteSends  = 1
	quarterSends = 3
	daySends     = 6
	knownSends   = 3 // a day, for devices that have signed in with the number

	minute, quarter, day = time.Minute, 15 * time.Minute, 24 * time.Hour
)

// Limits numbers that share their first digits: dishonest carriers earn from messages to made-up numbers of one range.
const (
	prefixDigits  = 8
	prefixNumbers = 10
	prefixFrame   = 10 * time.Minute
)

// Phone returns a Russian mobile number as 11 digits that begin with 79; 8… and 7… are the same number.
func Phone(text string) (string, bool) {
	digits, ok := form.Phone(text)
	if ok && digits[0] == '8' {
		digits = "7" + digits[1:]
	}
	return digits, ok && strings.HasPrefix(digits, "79")
}

// newCode returns six random digits.
func newCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return fmt.Sprintf("%0*d", codeDigits, n)
}

// codeRow is a message asked for.
type codeRow struct {
	ID         int64     `db:"id"`
	UUID       string    `db:"uuid"`
	Phone      string    `db:"phone"`
	State      State     `db:"state"`
	Hash       []byte    `db:"code_hash"`
	Tries      int       `db:"tries"`
	BirthTries int       `db:"birth_tries"`
	IsUsed     bool      `db:"is_used"`
	CreatedAt  time.Time `db:"created_at"`
}

func (r codeRow) isExpired(now time.Time) bool { return now.Sub(r.CreatedAt) >= codeLife }

// isOpen reports whether the code may still be entered.
func (r codeRow) isOpen(now time.Time) bool {
	return !r.IsUsed && !r.isExpired(now) && r.Tries < codeTries && len(r.Hash) > 0
}

func (r codeRow) hash(key []byte, code string) []byte { return keyedHash(key, "code", r.UUID, code) }

func (r codeRow) matches(key []byte, code string) bool { return hmac.Equal(r.Hash, r.hash(key, code)) }

// sending is one message of the last day to a number.
type sending struct {
	At      time.Time `db:"created_at"`
	IsKnown bool      `db:"is_known"`
	State   State     `db:"state"`
}

// mayMessage decides whether a number may get another message. Known devices have their own quota, which strangers cannot
// use up, before they share the common one. wait is the time until the next message is possible.
func mayMessage(sent []sending, isKnown bool, now time.Time) (asKnown bool, wait time.Duration) {
	if isKnown {
		own := only(sent, true)
		if wait = own.wait(now, minute, minuteSends); wait > 0 {
			return true, wait
		}
		if own.delivered().wait(now, day, knownSends) == 0 {
			return true, 0
		}
	}
	shared := only(sent, false)
	return false, max(shared.wait(now, minute, minuteSends), shared.delivered().wait(now, quarter, quarterSends), shared.delivered().wait(now, day, daySends))
}

type sendings []sending // oldest first

func only(sent []sending, isKnown bool) (out sendings) {
	for _, s := range sent {
		if s.IsKnown == isKnown {
			out = append(out, s)
		}
	}
	return out
}

// delivered drops messages that the provider rejected, because they cost nothing.
func (s sendings) delivered() (out sendings) {
	for _, one := range s {
		if one.State != Failed {
			out = append(out, one)
		}
	}
	return out
}

// wait returns how long until fewer than most messages are in the window.
func (s sendings) wait(now time.Time, window time.Duration, most int) time.Duration {
	if len(s) < most {
		return 0
	}
	return max(s[len(s)-most].At.Add(window).Sub(now), 0)
}
