// Package settings is the settings page: the operator's own profile and the university's messenger link.
package settings

import (
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/richtext"
)

// Profile is the part of an account that the operator may change.
type Profile struct {
	Surname    string `db:"surname" form:"surname" json:"surname"`
	Name       string `db:"name" form:"name" json:"name"`
	Patronymic string `db:"patronymic" form:"patronymic" json:"patronymic"`
	Phone      string `db:"phone" form:"phone" json:"phone"`
	Job        string `db:"job" form:"job" json:"job"`
}

// Info is the profile with the fields that only an administrator changes.
type Info struct {
	Profile
	ID    int64  `db:"id"`
	UUID  string `db:"uuid"`
	Login string `db:"login"`

	OpensAttention bool `db:"opens_attention"`
	Keys
}

// Keys are the single-key shortcuts that are on.
type Keys struct {
	Slash bool `db:"slash_key"` // focuses the search
	Pages bool `db:"page_keys"` // cards and working through a list
}

// checked trims a profile and checks its rules.
func (p Profile) checked() (Profile, error) {
	var c fault.Check
	p = Profile(form.Person(p).Checked(&c))
	return p, c.Err()
}

// checkedContact trims the messenger link and checks its rules; empty removes it.
func checkedContact(link string) (string, error) {
	if link = strings.TrimSpace(link); link == "" {
		return "", nil
	}
	link, err := richtext.CheckContact(link)
	if err != nil {
		return "", fault.Invalid("settingLink", err.Error())
	}
	return link, nil
}
