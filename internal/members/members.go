// Package members owns the students' accounts: sign-in by phone and code, sessions, and the devices that have signed in.
// An account is bound to at most one student row, which the students area owns.
package members

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Sessions of rules 23.3.
const (
	sessionLife = 90 * 24 * time.Hour // after the last use
	useEvery    = 24 * time.Hour      // how often the last use is written
	deviceLife  = 400 * 24 * time.Hour
)

// newToken returns a random token of a session or device. Its hash is stored, never the token.
func newToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
