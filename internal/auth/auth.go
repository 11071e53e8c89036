// Package auth handles sign-in, sessions and passwords of operators.
package auth

import (
	"strings"
	"time"
	"unicode/utf8"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const (
	minPassword = 8
	maxPassword = 128
)

// Operator is a user of the console.
type Operator struct {
	ID         int64       `db:"id"`
	UUID       string      `db:"uuid"`
	Login      string      `db:"login"`
	Hash       string      `db:"password_hash"`
	Role       access.Role `db:"role"`
	IsChairman bool        `db:"is_chairman"`
	IsAdmin    bool        `db:"is_admin"`
	University int64       `db:"university_id"`
	Region     int64       `db:"region_id"` // of the university
	Surname    string      `db:"surname"`
	Name       string      `db:"name"`
	Patronymic string      `db:"patronymic"`
	Phone      string      `db:"phone"`
	Job        string      `db:"job"`
	BlockedAt  *time.Time  `db:"blocked_at"`
	CreatedAt  time.Time   `db:"created_at"`
	SignedInAt *time.Time  `db:"signed_in_at"` // nil: never

	HasStructure bool `db:"has_structure"` // of the university
	HasFactor    bool `db:"has_factor"`

	OpensAttention bool `db:"opens_attention"` // after sign-in
	SlashKey       bool `db:"slash_key"`
	PageKeys       bool `db:"page_keys"`

	Policy // of the installation
}

// Tokens is the result of a sign-in or a refresh.
type Tokens struct {
	Access  string
	Refresh string
}

// Settings configure an installation.
type Settings struct {
	HideUnknownUsers bool          // answer the same for known and unknown logins
	IdleLimit        time.Duration // an unused session ends after this
	SessionLimit     time.Duration // and every session after this
	PublicURL        string        // the console's address, the start of links in letters
}

// checkSignIn validates the sign-in form (rules 5.10).
func checkSignIn(login, password string) error {
	login = strings.TrimSpace(login)
	var c fault.Check
	switch {
	case login == "" && password == "":
		const both = "Заполните поля"
		c.Add("login", both)
		c.Add("password", both)
	case login == "":
		c.Add("login", "Заполните E-mail")
	case !form.IsEmail(login):
		c.Add("login", "E-mail неверного формата")
	case password == "":
		c.Add("password", "Заполните пароль")
	}
	return c.Err()
}

func checkResetRequest(login string) error {
	login = strings.TrimSpace(login)
	if login == "" {
		return fault.Invalid("login", "Заполните поле E-mail")
	}
	if !form.IsEmail(login) {
		return fault.Invalid("login", "Некорректный E-mail")
	}
	return nil
}

// checkNewPassword validates every new password (rules 5.13).
func checkNewPassword(field, password, login string) error {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		return fault.Invalid(field, "Недопустимый символ в пароле")
	case n < minPassword:
		return fault.Invalid(field, "Пароль содержит меньше 8 символов")
	case n > maxPassword:
		return fault.Invalid(field, "Пароль длиннее 128 символов")
	case isCommon(password) || form.Login(password) == form.Login(login):
		return fault.Invalid(field, "Слишком простой пароль")
	}
	return nil
}
