// Package cards proves at a till that a student's card is valid. A phone holds a secret and shows a token that changes every 30
// seconds; a till, or any phone camera, asks whether the token is right and the student active.
package cards

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
	"time"
)

const (
	stepSeconds  = 30
	driftSteps   = 1 // tokens of the previous and the next step are accepted too
	handleLength = 10
	proofLength  = 10
	secretBytes  = 32
)

// crockford has no I, L, O and U: a token can be read aloud, and its capitals make a small QR code.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// lookalikes maps a typed token to the alphabet.
var lookalikes = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// token is the content of a card's QR code: the device, and the proof that it has its secret now.
type token struct{ handle, proof string }

// String returns the token as the QR code shows it.
func (t token) String() string { return t.handle + t.proof }

// parseToken reads a token as scanned or typed.
func parseToken(s string) (token, bool) {
	if len(s) != handleLength+proofLength {
		return token{}, false
	}
	s = lookalikes.Replace(strings.ToUpper(s))
	for _, r := range s {
		if !strings.ContainsRune("0123456789ABCDEFGHJKMNPQRSTVWXYZ", r) {
			return token{}, false
		}
	}
	return token{s[:handleLength], s[handleLength:]}, true
}

func stepOf(at time.Time) int64 { return at.Unix() / stepSeconds }

// Proof returns the second half of a token: the first 10 characters of HMAC-SHA-256(secret, "card:" + step) in Crockford's
// base32 (rules 24.3).
func Proof(secret []byte, step int64) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = fmt.Fprintf(mac, "card:%d", step) // a hash never fails to write
	return crockford.EncodeToString(mac.Sum(nil))[:proofLength]
}

// isRight reports whether the proof belongs to the secret at this time.
func (t token) isRight(secret []byte, at time.Time) bool {
	isRight := false
	for drift := int64(-driftSteps); drift <= driftSteps; drift++ {
		if hmac.Equal([]byte(Proof(secret, stepOf(at)+drift)), []byte(t.proof)) {
			isRight = true
		}
	}
	return isRight
}

// random returns n random bytes.
func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // crypto/rand never fails
	return b
}

// randomText returns n random characters of the alphabet, 5 bits each.
func randomText(n int) string { return crockford.EncodeToString(random(n))[:n] }
