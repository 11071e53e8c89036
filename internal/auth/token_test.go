package auth

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/access"
)

var (
	moment   = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	testKeys = []Key{{"new", bytes.Repeat([]byte{1}, 32)}, {"old", bytes.Repeat([]byte{2}, 32)}}
	operator = Operator{ID: 1, UUID: "6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11", Login: "a@b.ru", Role: access.OperatorAll}
)

const someSession = "0b0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a12"

func testTokens(keys ...Key) tokens { return newTokens(keys, func() time.Time { return moment }) }

func signed(t testing.TB, with tokens) string {
	t.Helper()
	token, err := with.sign(operator, someSession)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestKeyRotation(t *testing.T) {
	now := testTokens(testKeys...)
	t.Run("the first key signs", func(t *testing.T) {
		token := signed(t, now)
		if _, err := testTokens(testKeys[0]).session(token); err != nil {
			t.Error("the new key does not verify")
		}
		if _, err := testTokens(testKeys[1]).session(token); err == nil {
			t.Error("the old key verifies")
		}
	})
	t.Run("a token of the previous key stays valid until it expires", func(t *testing.T) {
		if got, err := now.session(signed(t, testTokens(testKeys[1]))); err != nil || got != someSession {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("a removed key verifies nothing", func(t *testing.T) {
		dropped := Key{"older", bytes.Repeat([]byte{3}, 32)}
		if _, err := now.session(signed(t, testTokens(dropped))); err == nil {
			t.Error("it still verifies")
		}
	})
}

func TestACachedTokenStillExpires(t *testing.T) {
	now := moment
	tk := newTokens(testKeys, func() time.Time { return now })
	token := signed(t, tk)
	for _, later := range []time.Duration{0, time.Minute, accessLife + clockLeeway - time.Second} {
		now = moment.Add(later)
		if got, err := tk.session(token); err != nil || got != someSession {
			t.Errorf("after %v: %q, %v", later, got, err)
		}
	}
	now = moment.Add(accessLife + clockLeeway)
	if _, err := tk.session(token); err == nil {
		t.Error("it never expires")
	}
	if _, err := tk.session(token[:len(token)-1]); err == nil {
		t.Error("a prefix of it is accepted")
	}
}

func TestTheTokenCacheIsBounded(t *testing.T) {
	c := tokenCache{sessions: map[tokenHash]cachedToken{}}
	for i := range 3 * cachedTokens {
		c.put(tokenHash{byte(i), byte(i >> 8), byte(i >> 16)}, cachedToken{})
	}
	if len(c.sessions) > cachedTokens {
		t.Errorf("%d tokens cached", len(c.sessions))
	}
}

func TestTokensAreUnique(t *testing.T) {
	tk := testTokens(testKeys...)
	if first, second := signed(t, tk), signed(t, tk); first == second {
		t.Error("two tokens signed at the same time are equal: jti is missing")
	}
}

// FuzzToken: only tokens signed by us are accepted, and nothing makes the parser panic.
func FuzzToken(f *testing.F) {
	tk := testTokens(testKeys...)
	good := signed(f, tk)
	parts := strings.Split(good, ".")
	foreign := testTokens(Key{"new", bytes.Repeat([]byte{9}, 32)})
	for _, seed := range []string{
		good, signed(f, foreign), "", ".", "..", "...", good[:len(good)-1], good + "A", parts[0] + "." + parts[1] + ".",
		"eyJhbGciOiJub25lIn0." + parts[1] + ".", strings.Repeat("e.", 5000), "\x00", "ey\xff.ey\xff.ey\xff", parts[0] + "..",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		session, err := tk.session(token)
		if err == nil && session != someSession {
			t.Errorf("believed %q: session %q", token, session)
		}
		if err != nil && session != "" {
			t.Errorf("refused %q and named the session %q", token, session)
		}
	})
}

// FuzzSecret: every secret has exactly one encoding.
func FuzzSecret(f *testing.F) {
	for _, seed := range []string{newSecret().String(), "", "A", strings.Repeat("A", 43), strings.Repeat("_", 43), strings.Repeat("A", 42) + "B", strings.Repeat("A", 43) + "="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parsed, err := parseSecret(s)
		if err == nil && (parsed.String() != s || len(parsed) != 32) {
			t.Errorf("%q was read as %q", s, parsed)
		}
	})
}
