package operators

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const (
	invitationLife    = 7 * 24 * time.Hour
	invitationsADay   = 50 // of one administrator
	resendAfter       = time.Minute
	linkBytes         = 32
	listedInvitations = 500
)

const (
	alreadyInvited = "Этому адресу уже отправлено приглашение. Отправьте его ещё раз или отзовите."
	inviterLost    = "Тот, кто вас пригласил, больше не может дать эти права. Попросите новое приглашение."
)

// Invitation lets somebody create an account with given rights.
type Invitation struct {
	ID             int64       `db:"id"`
	UUID           string      `db:"uuid"`
	Login          string      `db:"login"`
	Role           access.Role `db:"role"`
	IsChairman     bool        `db:"is_chairman"`
	IsAdmin        bool        `db:"is_admin"`
	University     int64       `db:"university_id"`
	InvitedBy      int64       `db:"invited_by"`
	Sends          int64       `db:"sends"`
	SentAt         time.Time   `db:"sent_at"`
	ExpiresAt      time.Time   `db:"expires_at"`
	UniversityName string      `db:"university_name" from:"u.short_name"`
	Inviter        string      `db:"inviter" from:"o.surname || ' ' || o.name"`
}

// Rights returns what the invited operator will get.
func (i Invitation) Rights() access.Rights {
	return access.Rights{Role: i.Role, IsChairman: i.IsChairman, IsAdmin: i.IsAdmin, University: i.University}
}

func (i Invitation) isExpired(now time.Time) bool { return !now.Before(i.ExpiresAt) }

// InvitationForm is what an administrator fills in to invite somebody.
type InvitationForm struct {
	Login string
	RightsForm
}

func (f InvitationForm) checked() (InvitationForm, error) {
	var c fault.Check
	f.Login = form.Login(f.Login)
	c.When(!form.IsEmail(f.Login), "login", "E-mail неверного формата")
	f.check(&c)
	return f, c.Err()
}

// Acceptance is what the invited person fills in.
type Acceptance struct {
	Password string
	form.Person
}

// newLink returns the secret of a link and the hash to store.
func newLink() (link string, hash []byte) {
	secret := make([]byte, linkBytes)
	_, _ = rand.Read(secret) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(secret), hashOf(secret)
}

// linkHash returns the stored hash of a link; a malformed link is NotFound.
func linkHash(link string) ([]byte, error) {
	secret, err := base64.RawURLEncoding.Strict().DecodeString(link)
	if err != nil || len(secret) != linkBytes {
		return nil, fault.NotFound()
	}
	return hashOf(secret), nil
}

func hashOf(secret []byte) []byte {
	sum := sha256.Sum256(secret)
	return sum[:]
}
