package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

const (
	sessionBytes = len(uuid.UUID{})
	sealBytes    = 16
)

// refreshToken is a secret of a session. On the wire it names the session and bears a seal of ours: an old one is known
// for what it is, though only the last two are kept, and nobody can make one up to end the session of another.
type refreshToken struct {
	session string
	secret
}

func newRefreshToken() refreshToken { return refreshToken{uuid.NewString(), newSecret()} }

// successor is the next token of the session. It follows from the present one and a key of ours, so that two tabs which
// refresh at once, or one whose answer was lost, get the same token and not two live ones.
func (t refreshToken) successor(key []byte) refreshToken {
	mac := hmac.New(sha256.New, key)
	mac.Write(t.secret)
	return refreshToken{t.session, mac.Sum(nil)}
}

// sealed is the spelling on the wire.
func (t refreshToken) sealed(key []byte) string {
	id := uuid.MustParse(t.session) // we made it
	body := append(id[:], t.secret...)
	return base64.RawURLEncoding.EncodeToString(append(body, seal(body, key)...))
}

func openRefreshToken(sealed string, key []byte) (refreshToken, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil || len(b) != sessionBytes+secretBytes+sealBytes {
		return refreshToken{}, errBadToken
	}
	body, given := b[:sessionBytes+secretBytes], b[sessionBytes+secretBytes:]
	if !hmac.Equal(given, seal(body, key)) {
		return refreshToken{}, errBadToken
	}
	return refreshToken{uuid.UUID(body[:sessionBytes]).String(), body[sessionBytes:]}, nil
}

func seal(body, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(body) // longer than a secret alone: no seal is ever a successor
	return mac.Sum(nil)[:sealBytes]
}
