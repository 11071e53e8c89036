package signedurl

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"
)

const file = "a file"

var (
	oldKey = Key{"2025", bytes.Repeat([]byte("o"), 32)}
	newKey = Key{"2026", bytes.Repeat([]byte("n"), 32)}
	noon   = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
)

func signer(t *testing.T, keys ...Key) *Signer {
	t.Helper()
	s, err := NewSigner(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, query string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestALinkOpensItsFileUntilItExpires(t *testing.T) {
	s := signer(t, newKey)
	query := parse(t, s.Sign(file, "42", noon.Add(Lifetime)))
	for at, want := range map[time.Duration]error{0: nil, Lifetime - time.Second: nil, Lifetime: ErrExpired, time.Hour: ErrExpired} {
		session, err := s.Verify(file, query, noon.Add(at))
		if !errors.Is(err, want) || err == nil && session != "42" {
			t.Errorf("after %v: %s, %v", at, session, err)
		}
	}
	if _, err := s.Verify("another file", query, noon); !errors.Is(err, ErrInvalid) {
		t.Errorf("another file: %v", err)
	}
}

func TestAReplacedKeyStillVerifiesAndARemovedOneDoesNot(t *testing.T) {
	query := parse(t, signer(t, oldKey).Sign(file, "1", noon.Add(time.Minute)))
	if _, err := signer(t, newKey, oldKey).Verify(file, query, noon); err != nil {
		t.Errorf("during the change: %v", err)
	}
	if _, err := signer(t, newKey).Verify(file, query, noon); !errors.Is(err, ErrInvalid) {
		t.Errorf("after the change: %v", err)
	}
	if query := parse(t, signer(t, newKey, oldKey).Sign(file, "1", noon)); query.Get(paramKeyID) != "2026" {
		t.Errorf("signed with %s", query.Get(paramKeyID))
	}
}

func TestATamperedLinkIsRefused(t *testing.T) {
	s := signer(t, newKey, oldKey)
	good := s.Sign(file, "42", noon.Add(Lifetime))
	for name, change := range map[string]func(url.Values){
		"another session":         func(v url.Values) { v.Set(paramSession, "43") },
		"a later expiry":          func(v url.Values) { v.Set(paramExpires, "9999999999") },
		"another key":             func(v url.Values) { v.Set(paramKeyID, "2025") },
		"an unknown key":          func(v url.Values) { v.Set(paramKeyID, "../2026") },
		"no signature":            func(v url.Values) { v.Del(paramSignature) },
		"an empty signature":      func(v url.Values) { v.Set(paramSignature, "") },
		"a cut signature":         func(v url.Values) { v.Set(paramSignature, v.Get(paramSignature)[:20]) },
		"a longer signature":      func(v url.Values) { v.Set(paramSignature, v.Get(paramSignature)+"AA") },
		"a padded signature":      func(v url.Values) { v.Set(paramSignature, v.Get(paramSignature)+"=") },
		"a signature in capitals": func(v url.Values) { v.Set(paramSignature, strings.ToUpper(v.Get(paramSignature))) },
		"two sessions":            func(v url.Values) { v.Add(paramSession, "42") },
		"two expiries":            func(v url.Values) { v.Add(paramExpires, "9999999999") },
		"a shifted border":        func(v url.Values) { v.Set(paramSession, "4"); v.Set(paramExpires, "2"+v.Get(paramExpires)) },
		"a number with blanks":    func(v url.Values) { v.Set(paramSession, " 42") },
		"a number with a plus":    func(v url.Values) { v.Set(paramSession, "+42") },
		"nothing at all":          func(v url.Values) { clear(v) },
	} {
		query := parse(t, good)
		change(query)
		if session, err := s.Verify(file, query, noon); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %s, %v", name, session, err)
		}
	}
}

func TestInvalidKeysAreRefused(t *testing.T) {
	for _, keys := range [][]Key{nil, {{"", newKey.Secret}}, {{"a", []byte("short")}}, {newKey, {newKey.ID, oldKey.Secret}}} {
		if _, err := NewSigner(keys...); err == nil {
			t.Errorf("%v", keys)
		}
	}
}
