package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
)

const (
	accessLife  = 10 * time.Minute // the console refreshes every 4
	tokenIssuer = "studbonus"
	tokenUse    = "console"
	tokenType   = "at+jwt"
	tokenLimit  = 8 << 10
	clockLeeway = 30 * time.Second
	secretBytes = 32

	cachedTokens = 10_000 // more operators than work at once; a full cache is cleared
)

// Key signs tokens; the first of a set signs, all of them verify.
type Key struct {
	ID     string
	Secret []byte
}

// claims are what the console reads from its token. The server trusts only sid; the rest is for the menu.
type claims struct {
	jwt.RegisteredClaims
	Name            string      `json:"name"`
	Surname         string      `json:"surname"`
	Login           string      `json:"login"`
	Role            access.Role `json:"role"`
	SupportingRole  *string     `json:"adminSupportingRole"`
	HierarchyFilled bool        `json:"hierarchyFilled"`
	IsAdmin         bool        `json:"isAdmin"`
	FactorFrom      *string     `json:"factorFrom"` // the day from which a second factor is required, while there is none
	OpensAttention  bool        `json:"opensAttention"`
	SlashKey        bool        `json:"slashKey"`
	PageKeys        bool        `json:"pageKeys"`
	Session         string      `json:"sid"`
}

type tokens struct {
	keys  []Key
	clock clock.Clock
	cache *tokenCache
}

func newTokens(keys []Key, c clock.Clock) tokens {
	return tokens{keys: keys, clock: c, cache: &tokenCache{sessions: map[tokenHash]cachedToken{}}}
}

func (t tokens) sign(o Operator, session string) (string, error) {
	now := t.clock()
	c := claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: tokenIssuer, Audience: jwt.ClaimStrings{tokenUse}, Subject: o.UUID, ID: rand.Text(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessLife)),
		},
		Name: o.Name, Surname: o.Surname, Login: o.Login, Role: o.Role, HierarchyFilled: o.HasStructure, IsAdmin: o.IsAdmin, OpensAttention: o.OpensAttention,
		SlashKey: o.SlashKey, PageKeys: o.PageKeys, Session: session,
	}
	if from := o.from(o.IsAdmin); from != "" && !o.HasFactor {
		day := string(from)
		c.FactorFrom = &day
	}
	if o.IsChairman || o.Role == access.Chairman {
		chairman := "chairman"
		c.SupportingRole = &chairman
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
	token.Header["kid"], token.Header["typ"] = t.keys[0].ID, tokenType
	return token.SignedString(t.keys[0].Secret)
}

var errBadToken = errors.New("bad access token")

// session verifies a token and returns the session it names.
func (t tokens) session(token string) (string, error) {
	if token == "" || len(token) > tokenLimit {
		return "", errBadToken
	}
	hash := tokenHash(sha256.Sum256([]byte(token)))
	if session, ok := t.cache.get(hash, t.clock()); ok {
		return session, nil
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, t.key,
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(tokenIssuer), jwt.WithAudience(tokenUse),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(clockLeeway), jwt.WithTimeFunc(t.clock))
	if err != nil || c.Session == "" {
		return "", errBadToken
	}
	t.cache.put(hash, cachedToken{session: c.Session, expires: c.ExpiresAt.Add(clockLeeway)})
	return c.Session, nil
}

// tokenCache maps the hashes of verified tokens to their sessions. Verifying a JWT takes a fifth of the CPU time of a card
// (decision 0016), and nothing about a token changes but that it expires.
type tokenCache struct {
	mu       sync.Mutex
	sessions map[tokenHash]cachedToken
}

type (
	tokenHash   [sha256.Size]byte
	cachedToken struct {
		session string
		expires time.Time
	}
)

func (c *tokenCache) get(hash tokenHash, now time.Time) (session string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached, ok := c.sessions[hash]
	return cached.session, ok && now.Before(cached.expires)
}

func (c *tokenCache) put(hash tokenHash, token cachedToken) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sessions) == cachedTokens {
		clear(c.sessions)
	}
	c.sessions[hash] = token
}

func (t tokens) key(token *jwt.Token) (any, error) {
	if token.Header["typ"] != tokenType {
		return nil, errBadToken
	}
	for _, k := range t.keys {
		if token.Header["kid"] == k.ID {
			return k.Secret, nil
		}
	}
	return nil, errBadToken
}

// secret is a random value of which the database stores only the hash.
type secret []byte

func newSecret() secret {
	s := make(secret, secretBytes)
	_, _ = rand.Read(s) // crypto/rand never fails
	return s
}

func parseSecret(s string) (secret, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != secretBytes {
		return nil, errBadToken
	}
	return b, nil
}

// String encodes the secret for the wire.
func (s secret) String() string { return base64.RawURLEncoding.EncodeToString(s) }

func (s secret) hash() []byte {
	sum := sha256.Sum256(s)
	return sum[:]
}

const (
	sessionBytes = len(uuid.UUID{})
	sealBytes    = 16
)

// refreshToken is a secret of a session. On the wire it also has the session's id and a MAC: so an old token is recognised as
// ours although only the last two are stored, and nobody can forge one to end a session of somebody else.
type refreshToken struct {
	session string
	secret
}

func newRefreshToken() refreshToken { return refreshToken{uuid.NewString(), newSecret()} }

// successor derives the next token of the session from this one and a secret key, so that two tabs that refresh at once, or a
// retry after a lost response, get the same token.
func (t refreshToken) successor(key []byte) refreshToken {
	mac := hmac.New(sha256.New, key)
	mac.Write(t.secret)
	return refreshToken{t.session, mac.Sum(nil)}
}

// sealed encodes the token for the wire.
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
	mac.Write(body) // longer than a secret alone, so a seal is never a successor
	return mac.Sum(nil)[:sealBytes]
}
