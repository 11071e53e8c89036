// Package settings is an operator's own profile and his university's messenger contact.
package settings

import (
	"studbonus/internal/fault"
	"studbonus/internal/form"
)

// Profile is what an operator may change of himself.
type Profile struct {
	Surname    string `db:"surname" json:"surname"`
	Name       string `db:"name" json:"name"`
	Patronymic string `db:"patronymic" json:"patronymic"`
	Phone      string `db:"phone" json:"phone"`
	Job        string `db:"job" json:"job"`
}

// Info is the whole profile, with what only an administrator changes.
type Info struct {
	Profile
	ID    int64  `db:"id"`
	UUID  string `db:"uuid"`
	Login string `db:"login"`
}

// checked trims a profile and tells which of its rules are broken.
func (p Profile) checked() (Profile, error) {
	var c fault.Check
	p = Profile(form.Person(p).Checked(&c))
	return p, c.Err()
}
