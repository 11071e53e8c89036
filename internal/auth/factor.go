package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"slices"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

const (
	factorIssuer  = "СтудБонус"
	factorBytes   = 20 // what RFC 4226 recommends
	codePeriod    = 30 * time.Second
	codeDigits    = otp.DigitsSix
	recoveryCodes = 10
	recoveryChars = 10 // of five bits each
	ticketLife    = 5 * time.Minute
	ticketTries   = 5
)

const (
	wrongCode     = "Неверный код"
	ticketOver    = "Время на ввод кода вышло. Войдите заново."
	cannotBeRead  = "Настройки входа по коду не читаются. Попросите администратора сбросить их."
	startOver     = "Настройка не начата или уже закончена. Начните сначала."
	factorMissing = "Вход по коду не настроен."
)

// Requirement says who must have a second factor.
type Requirement string

// The requirements.
const (
	OfNobody         Requirement = "nobody"
	OfAdministrators Requirement = "administrators"
	OfAll            Requirement = "all"
)

// Policy is the requirement of the installation and the day from which it holds.
type Policy struct {
	RequiredOf Requirement `db:"required_of" json:"requiredOf"`
	Since      clock.Date  `db:"since" json:"since"`
}

// from returns the day from which an operator needs a second factor; "" if never.
func (p Policy) from(isAdmin bool) clock.Date {
	if p.RequiredOf == OfAll || p.RequiredOf == OfAdministrators && isAdmin {
		return p.Since
	}
	return ""
}

// isDue reports whether an operator needs a second factor now.
func (p Policy) isDue(isAdmin bool, now time.Time) bool {
	from := p.from(isAdmin)
	return from != "" && clock.DateOf(now) >= from
}

// checked refuses a new day that is over: nobody would have been warned.
func (p Policy) checked(was Policy, today clock.Date) (Policy, error) {
	var c fault.Check
	c.When(!slices.Contains([]Requirement{OfNobody, OfAdministrators, OfAll}, p.RequiredOf), "requiredOf", "Допустимые значения: nobody, administrators, all.")
	c.When(p.RequiredOf != OfNobody && p.Since == "", "since", "Укажите дату")
	c.When(p.Since != "" && p.Since < today && p.Since != was.Since, "since", "Этот день уже прошёл")
	if p.RequiredOf == OfNobody {
		p.Since = ""
	}
	return p, c.Err()
}

// Factor is the second factor of an operator as its owner sees it.
type Factor struct {
	EnabledAt *time.Time
	CodesLeft int
	From      clock.Date // see Policy.from
	IsDue     bool
}

// factorRow is a second factor as stored. The zero value is one that was never set up.
type factorRow struct {
	Secret    []byte     `db:"secret"`
	Pending   []byte     `db:"pending"`
	LastStep  int64      `db:"last_step"`
	EnabledAt *time.Time `db:"enabled_at"`
}

func (f factorRow) isOn() bool { return f.Secret != nil }

// Enrolment is what an authenticator app needs to know.
type Enrolment struct{ Key, URL string }

func newEnrolment(secret []byte, login string) (Enrolment, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: factorIssuer, AccountName: login, Secret: secret, Period: uint(codePeriod.Seconds()), Digits: codeDigits, Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		return Enrolment{}, err
	}
	return Enrolment{Key: key.Secret(), URL: key.URL()}, nil
}

// stepOf finds the time step of a code: the present one, the one before or the one after, and none that was used (rules 26.6).
func stepOf(secret []byte, code string, now time.Time, after int64) (step int64, found bool) {
	key := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
	present := now.Unix() / int64(codePeriod.Seconds())
	for _, step := range []int64{present, present - 1, present + 1} {
		want, err := hotp.GenerateCodeCustom(key, uint64(step), hotp.ValidateOpts{Digits: codeDigits, Algorithm: otp.AlgorithmSHA1})
		if err == nil && step > after && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// normalCode removes what people type around a code and spells a recovery code in one way.
func normalCode(typed string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(strings.TrimSpace(typed)))
}

func isAppCode(code string) bool {
	return len(code) == codeDigits.Length() && strings.Trim(code, "0123456789") == ""
}

// newRecoveryCode returns a code of 50 random bits. Its hash is keyed, so a copy of the database is not enough to guess it.
func newRecoveryCode() string { return rand.Text()[:recoveryChars] }

// shown groups a recovery code for reading and typing.
func shown(code string) string { return code[:recoveryChars/2] + "-" + code[recoveryChars/2:] }

func recoveryHash(key []byte, code string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(code))
	return mac.Sum(nil)
}
