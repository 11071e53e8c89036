package auth

import (
	"bytes"
	"strings"
	"testing"
)

var sealKey, otherKey = testKeys[0].Secret, testKeys[1].Secret

func TestSuccessor(t *testing.T) {
	first := newRefreshToken()
	next := first.successor(sealKey)
	if next.session != first.session || bytes.Equal(next.secret, first.secret) {
		t.Errorf("%v is followed by %v", first, next)
	}
	if !bytes.Equal(next.secret, first.successor(sealKey).secret) {
		t.Error("two tabs get two successors")
	}
	if bytes.Equal(next.secret, first.successor(otherKey).secret) {
		t.Error("the successor can be made without our key")
	}
	if bytes.Equal(next.secret, newRefreshToken().successor(sealKey).secret) {
		t.Error("two families meet")
	}
	if len(first.secret) != 32 || len(next.secret) != 32 {
		t.Error("a token has not 256 bits")
	}
}

func TestAModifiedRefreshTokenIsRefused(t *testing.T) {
	made := newRefreshToken()
	read, err := openRefreshToken(made.sealed(sealKey), sealKey)
	if err != nil || read.session != made.session || !bytes.Equal(read.secret, made.secret) {
		t.Errorf("read %v, %v; want %v", read, err, made)
	}
	other := newRefreshToken()
	for what, bad := range map[string]string{
		"of another key":       made.sealed(otherKey),
		"of two tokens":        made.sealed(sealKey)[:60] + other.sealed(sealKey)[60:],
		"of another session":   refreshToken{other.session, made.secret}.sealed(sealKey)[:22] + made.sealed(sealKey)[22:],
		"sealed by a guess":    made.sealed(sealKey)[:64] + strings.Repeat("A", 22),
		"cut short":            made.sealed(sealKey)[:85],
		"a secret alone":       made.String(),
		"with something after": made.sealed(sealKey) + "A",
	} {
		if got, err := openRefreshToken(bad, sealKey); err == nil {
			t.Errorf("a token %s is taken for %v", what, got)
		}
	}
}

// FuzzRefreshToken: every token has exactly one encoding.
func FuzzRefreshToken(f *testing.F) {
	for _, seed := range []string{newRefreshToken().sealed(sealKey), "", "A", strings.Repeat("A", 86), strings.Repeat("_", 86), strings.Repeat("A", 85) + "B", strings.Repeat("A", 86) + "=="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if read, err := openRefreshToken(s, sealKey); err == nil && read.sealed(sealKey) != s {
			t.Errorf("%q was read as %q", s, read.sealed(sealKey))
		}
	})
}
