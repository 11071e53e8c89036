package blob

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

// TicketLife is how long a signed link may live (contract.md §3).
const TicketLife = 15 * time.Minute

const minSecret = 32 // bytes

// SigningKey is a secret with a name that stands in the links it has signed.
type SigningKey struct {
	ID     string
	Secret []byte
}

// Signer signs links to files that are not public: a link is good for one file and one
// operator's session, until it expires. A browser cannot send a header with <img src>, so the
// permission travels in the address.
type Signer struct {
	keys []SigningKey
}

// NewSigner takes the keys in use: the first signs, all verify, so that a key can be
// replaced without breaking the links that are out.
func NewSigner(keys ...SigningKey) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("blob: нет ключа для подписи ссылок")
	}
	seen := map[string]bool{}
	for _, k := range keys {
		if k.ID == "" || seen[k.ID] || len(k.Secret) < minSecret {
			return nil, fmt.Errorf("blob: ключ для подписи ссылок %q не годится: нужны разные имена и не меньше %d байт", k.ID, minSecret)
		}
		seen[k.ID] = true
	}
	return &Signer{keys: keys}, nil
}

// Names of the parameters in the link.
const (
	paramExpires = "e"
	paramKeyID   = "k"
	paramSession = "i"
	paramSum     = "s"
)

// Sign returns the query string of a link to the file.
func (s *Signer) Sign(file, session string, expires time.Time) string {
	key := s.keys[0]
	until := strconv.FormatInt(expires.Unix(), 10)
	return url.Values{
		paramExpires: {until},
		paramKeyID:   {key.ID},
		paramSession: {session},
		paramSum:     {base64.RawURLEncoding.EncodeToString(ticketSum(key, file, session, until))},
	}.Encode()
}

// Verify returns the session that the link was made in. It must be live, and its operator must still
// have the right to the file: that is for the caller to check again (security.md V29).
func (s *Signer) Verify(file string, query url.Values, now time.Time) (session string, err error) {
	values := map[string]string{}
	for _, name := range []string{paramExpires, paramKeyID, paramSession, paramSum} {
		if len(query[name]) != 1 {
			return "", ErrBadTicket
		}
		values[name] = query[name][0]
	}
	until, session := values[paramExpires], values[paramSession]
	sum, err := base64.RawURLEncoding.Strict().DecodeString(values[paramSum])
	if err != nil || !ValidKey(file) || !s.isSigned(values[paramKeyID], sum, file, session, until) {
		return "", ErrBadTicket
	}
	// Only now: what is signed has been written by Sign.
	expires, err := strconv.ParseInt(until, 10, 64)
	if err != nil {
		return "", ErrBadTicket
	}
	if now.Unix() >= expires {
		return "", ErrExpired
	}
	return session, nil
}

func (s *Signer) isSigned(keyID string, sum []byte, fields ...string) bool {
	for _, k := range s.keys {
		if k.ID == keyID {
			return hmac.Equal(sum, ticketSum(k, fields...))
		}
	}
	return false
}

// ticketSum binds the fields by length, so that none can lend characters to the next.
// The first line keeps these sums apart from others made with the same secret.
func ticketSum(key SigningKey, fields ...string) []byte {
	h := hmac.New(sha256.New, key.Secret)
	_, _ = h.Write([]byte("studbonus file ticket 2\n"))
	for _, f := range fields {
		_, _ = fmt.Fprintf(h, "%d:%s\n", len(f), f)
	}
	return h.Sum(nil)
}
