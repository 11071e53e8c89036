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

	"studbonus/internal/access"
	"studbonus/internal/clock"
)

const (
	accessLife  = 10 * time.Minute // the console refreshes each 4
	tokenIssuer = "studbonus"
	tokenUse    = "console"
	tokenType   = "at+jwt"
	tokenLimit  = 8 << 10
	clockLeeway = 30 * time.Second
	secretBytes = 32

	goodTokensKept = 10_000 // of so many operators at work; then from the beginning
)

// Key signs tokens; the first of a set signs, all of them verify.
type Key struct {
	ID     string
	Secret []byte
}

// claims are what the console reads from its token. The server believes only sid: the rest is for the menu.
type claims struct {
	jwt.RegisteredClaims
	Name            string      `json:"name"`
	Surname         string      `json:"surname"`
	Login           string      `json:"login"`
	Role            access.Role `json:"role"`
	SupportingRole  *string     `json:"adminSupportingRole"`
	HierarchyFilled bool        `json:"hierarchyFilled"`
	Session         string      `json:"sid"`
}

type tokens struct {
	keys  []Key
	clock clock.Clock
	good  *goodTokens
}

func newTokens(keys []Key, c clock.Clock) tokens {
	return tokens{keys, c, &goodTokens{known: map[tokenHash]goodToken{}}}
}

func (t tokens) sign(o Operator, session string) (string, error) {
	now := t.clock()
	c := claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: tokenIssuer, Audience: jwt.ClaimStrings{tokenUse}, Subject: o.UUID, ID: rand.Text(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessLife)),
		},
		Name: o.Name, Surname: o.Surname, Login: o.Login, Role: o.Role, HierarchyFilled: o.HasStructure, Session: session,
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

// session is the one thing that is believed of a token: which session it was given to.
func (t tokens) session(token string) (string, error) {
	if token == "" || len(token) > tokenLimit {
		return "", errBadToken
	}
	hash := tokenHash(sha256.Sum256([]byte(token)))
	if session, ok := t.good.find(hash, t.clock()); ok {
		return session, nil
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, t.key,
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(tokenIssuer), jwt.WithAudience(tokenUse),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(clockLeeway), jwt.WithTimeFunc(t.clock))
	if err != nil || c.Session == "" {
		return "", errBadToken
	}
	t.good.add(hash, goodToken{c.Session, c.ExpiresAt.Add(clockLeeway)})
	return c.Session, nil
}

// goodTokens remembers tokens that were read and found good: reading one takes as long as looking up its session, and
// nothing about it changes but that it ends. Only hashes are kept.
type goodTokens struct {
	mu    sync.Mutex
	known map[tokenHash]goodToken
}

type (
	tokenHash [sha256.Size]byte
	goodToken struct {
		session string
		until   time.Time
	}
)

func (g *goodTokens) find(hash tokenHash, now time.Time) (session string, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.known[hash]
	return known.session, ok && now.Before(known.until)
}

func (g *goodTokens) add(hash tokenHash, token goodToken) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) == goodTokensKept {
		clear(g.known)
	}
	g.known[hash] = token
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

// secret is a value that only its holder knows; the database keeps its hash.
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

// String is the spelling on the wire.
func (s secret) String() string { return base64.RawURLEncoding.EncodeToString(s) }

func (s secret) hash() []byte {
	sum := sha256.Sum256(s)
	return sum[:]
}

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
