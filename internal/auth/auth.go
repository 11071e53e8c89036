// Package auth is sign-in, sessions and passwords of operators.
package auth

import (
	"strings"
	"time"
	"unicode/utf8"

	"studbonus/internal/access"
	"studbonus/internal/fault"
	"studbonus/internal/form"
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
	University int64       `db:"university_id"`
	Region     int64       `db:"region_id"` // where the university stands
	Surname    string      `db:"surname"`
	Name       string      `db:"name"`
	Patronymic string      `db:"patronymic"`
	Phone      string      `db:"phone"`
	Job        string      `db:"job"`
	BlockedAt  *time.Time  `db:"blocked_at"`
	CreatedAt  time.Time   `db:"created_at"`

	HasStructure bool `db:"has_structure"` // the university
}

// Tokens is what a sign-in or a refresh gives.
type Tokens struct {
	Access  string
	Refresh string
}

// Settings are the choices that an installation may make.
type Settings struct {
	HideUnknownUsers bool          // answer alike for known and unknown logins
	IdleLimit        time.Duration // a session unused for so long ends
	SessionLimit     time.Duration // and in any case after so long
	PublicURL        string        // where the console is reached: links in mails start with it
}

// normalLogin is the one spelling in which a login is kept and looked up.
func normalLogin(login string) string { return strings.ToLower(strings.TrimSpace(login)) }

// checkSignIn are the rules of the sign-in form (specification part 1 §5).
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

// checkNewPassword are the rules for every new password, whoever sets it.
func checkNewPassword(field, password, login string) error {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		return fault.Invalid(field, "Недопустимый символ в пароле")
	case n < minPassword:
		return fault.Invalid(field, "Пароль содержит меньше 8 символов")
	case n > maxPassword:
		return fault.Invalid(field, "Пароль длиннее 128 символов")
	case isCommon(password) || normalLogin(password) == normalLogin(login):
		return fault.Invalid(field, "Слишком простой пароль")
	}
	return nil
}
