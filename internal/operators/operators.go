// Package operators owns the accounts of the console's users: who they are, what they may do, how they are invited. How they
// sign in is the business of auth.
package operators

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

// Operator is an account.
type Operator struct {
	ID             int64       `db:"id"`
	UUID           string      `db:"uuid"`
	Login          string      `db:"login"`
	Role           access.Role `db:"role"`
	IsChairman     bool        `db:"is_chairman"`
	IsAdmin        bool        `db:"is_admin"`
	University     int64       `db:"university_id"`
	Surname        string      `db:"surname"`
	Name           string      `db:"name"`
	Patronymic     string      `db:"patronymic"`
	Phone          string      `db:"phone"`
	Job            string      `db:"job"`
	BlockedAt      *time.Time  `db:"blocked_at"`
	CreatedAt      time.Time   `db:"created_at"`
	SignedInAt     *time.Time  `db:"signed_in_at"`
	Version        int64       `db:"version"`
	UniversityUUID string      `db:"university_uuid" from:"u.uuid"`
	UniversityName string      `db:"university_name" from:"u.short_name"`
	HasFactor      bool        `db:"has_factor" from:"f.secret IS NOT NULL"`
}

// Rights returns what the operator may do.
func (o Operator) Rights() access.Rights {
	return access.Rights{Role: o.Role, IsChairman: o.IsChairman, IsAdmin: o.IsAdmin, University: o.University}
}

// Status returns the state of the account.
func (o Operator) Status() Status {
	if o.BlockedAt != nil {
		return Blocked
	}
	return Active
}

// Status is the state of an account. Accounts are blocked, never deleted: what somebody has done keeps its author.
type Status string

// The states.
const (
	Active  Status = "active"
	Blocked Status = "blocked"
)

const maxReason = 500

// checkedReason returns the reason to record, which is required.
func checkedReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	var c fault.Check
	c.When(reason == "", "reasonText", "Укажите причину.")
	c.When(form.Longer(reason, maxReason), "reasonText", "Причина не длиннее 500 символов.")
	return reason, c.Err()
}

// Filter narrows the list; empty fields match everything.
type Filter struct {
	Role       access.Role
	Status     Status
	University string // uuid
	OnlyAdmins bool
}

func (f Filter) check() error {
	var c fault.Check
	c.When(f.Role != "" && !f.Role.Valid(), "role", noSuchRole())
	c.When(f.Status != "" && !slices.Contains([]Status{Active, Blocked}, f.Status), "status", "Неизвестный статус.")
	return c.Err()
}

func noSuchRole() string {
	names := make([]string, len(access.Roles))
	for i, r := range access.Roles {
		names[i] = string(r)
	}
	return "Нет такой роли. Роли: " + strings.Join(names, ", ") + "."
}

// RightsForm is what an administrator fills in to grant rights.
type RightsForm struct {
	Role       access.Role
	IsChairman bool
	IsAdmin    bool
	University string // uuid
}

func (f RightsForm) check(c *fault.Check) {
	c.When(!f.Role.Valid(), "role", noSuchRole())
	c.When(!form.IsUUID(f.University), "uuidUniversity", "Выберите университет")
}

// rights completes the form by the number of its university. The role chairman has the flag's powers, so it needs no flag.
func (f RightsForm) rights(university int64) access.Rights {
	return access.Rights{Role: f.Role, IsChairman: f.IsChairman && f.Role != access.Chairman, IsAdmin: f.IsAdmin, University: university}
}

// NewOperator is an account to be created.
type NewOperator struct {
	Login, Password           string
	Role                      access.Role
	IsChairman, IsAdmin       bool
	University                int64
	Surname, Name, Patronymic string
	Phone, Job                string
	invitedBy                 string // the name of the operator whose invitation it is
}

// checked trims the input and applies the rules of the sign-in and profile forms.
func (n NewOperator) checked() (NewOperator, error) {
	var c fault.Check
	n.Login = form.Login(n.Login)
	person := form.Person{Surname: n.Surname, Name: n.Name, Patronymic: n.Patronymic, Phone: n.Phone, Job: n.Job}.Checked(&c)
	n.Surname, n.Name, n.Patronymic, n.Phone, n.Job = person.Surname, person.Name, person.Patronymic, person.Phone, person.Job
	c.When(!form.IsEmail(n.Login), "login", "E-mail неверного формата")
	c.When(!n.Role.Valid(), "role", noSuchRole())
	return n, c.Err()
}

// folded are the columns that Go derives from others.
type folded struct {
	NameKey    string `db:"name_key"`
	SearchText string `db:"search_text"`
}

func foldedOf(login string, p form.Person) folded {
	return folded{NameKey: listquery.Fold(p.Surname + " " + p.Name + " " + p.Patronymic), SearchText: listquery.SearchText(p.Surname, p.Name, p.Patronymic, login)}
}

// toAudit is what the history says about the rights.
type toAudit struct {
	Role       access.Role `json:"role" form:"role"`
	IsChairman bool        `json:"isChairman" form:"isChairman"`
	IsAdmin    bool        `json:"isAdmin" form:"isAdmin"`
	University string      `json:"shortNameUniversity" form:"shortNameUniversity"`
	Login      string      `json:"login" form:"login"`         // of a new account or invitation
	InvitedBy  string      `json:"invitedBy" form:"invitedBy"` // of an account that an invitation has created
	Password   string      `json:"passwordMark" form:"passwordMark"`
}

// passwordMark ties a password's audit row to its hash, which it does not reveal: verify finds a hash that was changed in the
// database.
func passwordMark(hash string) string {
	sum := sha256.Sum256([]byte(hash))
	return hex.EncodeToString(sum[:8])
}
