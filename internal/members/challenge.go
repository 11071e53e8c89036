package members

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"time"
)

// A message costs the caller a proof of work (rules 23.6). The challenge is signed instead of stored: its expiry, the number of
// zero bits and a random number, bound to the caller's network.
const (
	challengeLife = 5 * time.Minute
	idBytes       = 16
	payloadBytes  = 8 + 1 + idBytes
)

// Difficulty in zero bits: a phone finds the easiest one in a fraction of a second.
const (
	easyBits     = 14
	quietSends   = 60   // sends per minute from one network at the lowest difficulty
	stopSends    = 1200 // sends per minute from one network before requests are refused
	networkFrame = time.Minute
	graceBits    = 1 // the network may get busier while the phone solves the challenge
)

// bitsAt returns the difficulty for a network with this many sends in the last minute: one bit more each time they double.
func bitsAt(sends int) int { return easyBits + bits.Len(uint(max(sends-1, 0)/quietSends)) }

type challenge struct {
	expires time.Time
	bits    int
	id      []byte
}

func newChallenge(now time.Time, bits int) challenge {
	c := challenge{expires: now.Add(challengeLife), bits: bits, id: make([]byte, idBytes)}
	_, _ = rand.Read(c.id) // crypto/rand never fails
	return c
}

// price returns the zero bits that a message costs now: challenges collected while the network is quiet must not pay for a flood.
func (c challenge) price(sends int) int { return max(c.bits, bitsAt(sends)-graceBits) }

func (c challenge) payload() []byte {
	out := binary.BigEndian.AppendUint64(nil, uint64(c.expires.Unix()))
	return append(append(out, byte(c.bits)), c.id...)
}

// sign returns the challenge as the caller gets it.
func (c challenge) sign(key []byte, network string) string {
	payload := c.payload()
	return base64.RawURLEncoding.EncodeToString(append(payload, challengeMAC(key, payload, network)...))
}

func challengeMAC(key, payload []byte, network string) []byte {
	return keyedHash(key, "challenge", string(payload), network)
}

// parseChallenge returns a challenge that this installation has signed for the network and that has not expired.
func parseChallenge(key []byte, text, network string, now time.Time) (challenge, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != payloadBytes+sha256.Size {
		return challenge{}, false
	}
	payload, mac := raw[:payloadBytes], raw[payloadBytes:]
	c := challenge{expires: time.Unix(int64(binary.BigEndian.Uint64(payload)), 0), bits: int(payload[8]), id: bytes.Clone(payload[9:])}
	return c, hmac.Equal(mac, challengeMAC(key, payload, network)) && now.Before(c.expires)
}

// isSolved reports whether SHA-256(challenge:phone:nonce) starts with the zero bits.
func isSolved(text, phone, nonce string, zeros int) bool {
	sum := sha256.Sum256([]byte(text + ":" + phone + ":" + nonce))
	for _, b := range sum {
		if zeros < 8 {
			return bits.LeadingZeros8(b) >= zeros
		}
		if b != 0 {
			return false
		}
		zeros -= 8
	}
	return true
}

// keyedHash authenticates values for one purpose. Each value is preceded by its length, so that no two lists are alike.
func keyedHash(key []byte, purpose string, values ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, v := range append([]string{purpose}, values...) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(v)))
		h.Write(size[:])
		h.Write([]byte(v))
	}
	return h.Sum(nil)
}
