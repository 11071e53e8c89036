// Package signedurl signs links to private files. A browser cannot send a header with <img src>, so the permission is
// part of the URL: it is valid for one file and one operator's session until it expires.
package signedurl

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// Lifetime is how long a signed link is valid (rules 13.4).
const Lifetime = 15 * time.Minute

const minSecret = 32 // bytes

var (
	// ErrInvalid means a link that was not signed here for this file.
	ErrInvalid = errors.New("signedurl: invalid signature")
	// ErrExpired means a link whose lifetime is over.
	ErrExpired = errors.New("signedurl: link has expired")
)

// Key is a signing secret. Its ID is part of the links it signs.
type Key struct {
	ID     string
	Secret []byte
}

// Signer signs and verifies links.
type Signer struct {
	keys []Key
}

// NewSigner returns a signer that signs with the first key and verifies with all of them, so a key can be rotated
// without breaking links already issued.
func NewSigner(keys ...Key) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("signedurl: нет ключа для подписи ссылок")
	}
	seen := map[string]bool{}
	for _, k := range keys {
		if k.ID == "" || seen[k.ID] || len(k.Secret) < minSecret {
			return nil, fmt.Errorf("signedurl: ключ для подписи ссылок %q не годится: нужны разные имена и не меньше %d байт", k.ID, minSecret)
		}
		seen[k.ID] = true
	}
	return &Signer{keys: keys}, nil
}

// Query parameters of a signed link.
const (
	paramExpires   = "e"
	paramKeyID     = "k"
	paramSession   = "i"
	paramSignature = "s"
)

// Sign returns the query string of a link to the file.
func (s *Signer) Sign(file, session string, expires time.Time) string {
	key := s.keys[0]
	until := strconv.FormatInt(expires.Unix(), 10)
	return url.Values{
		paramExpires:   {until},
		paramKeyID:     {key.ID},
		paramSession:   {session},
		paramSignature: {base64.RawURLEncoding.EncodeToString(signature(key, file, session, until))},
	}.Encode()
}

// Verify returns the session that the link was issued to. The caller checks that the session is still live and that its
// operator may still read the file (rules 17.3).
func (s *Signer) Verify(file string, query url.Values, now time.Time) (session string, err error) {
	values := map[string]string{}
	for _, name := range []string{paramExpires, paramKeyID, paramSession, paramSignature} {
		if len(query[name]) != 1 {
			return "", ErrInvalid
		}
		values[name] = query[name][0]
	}
	until, session := values[paramExpires], values[paramSession]
	given, err := base64.RawURLEncoding.Strict().DecodeString(values[paramSignature])
	if err != nil || !s.matches(values[paramKeyID], given, file, session, until) {
		return "", ErrInvalid
	}
	expires, err := strconv.ParseInt(until, 10, 64) // parsed only after the signature was verified
	if err != nil {
		return "", ErrInvalid
	}
	if now.Unix() >= expires {
		return "", ErrExpired
	}
	return session, nil
}

func (s *Signer) matches(keyID string, given []byte, fields ...string) bool {
	for _, k := range s.keys {
		if k.ID == keyID {
			return hmac.Equal(given, signature(k, fields...))
		}
	}
	return false
}

// signature prefixes each field with its length, so characters cannot move between fields. The first line is a domain
// separator: no other HMAC made with this secret can equal this one.
func signature(key Key, fields ...string) []byte {
	h := hmac.New(sha256.New, key.Secret)
	_, _ = h.Write([]byte("studbonus file ticket 2\n"))
	for _, f := range fields {
		_, _ = fmt.Fprintf(h, "%d:%s\n", len(f), f)
	}
	return h.Sum(nil)
}
