package blob

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"
)

var (
	oldKey = SigningKey{"2025", bytes.Repeat([]byte("o"), 32)}
	newKey = SigningKey{"2026", bytes.Repeat([]byte("n"), 32)}
	noon   = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
)

func signer(t *testing.T, keys ...SigningKey) *Signer {
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

func TestATicketOpensItsFileUntilItExpires(t *testing.T) {
	s, file := signer(t, newKey), NewKey()
	query := parse(t, s.Sign(file, "42", noon.Add(TicketLife)))
	for at, want := range map[time.Duration]error{0: nil, TicketLife - time.Second: nil, TicketLife: ErrExpired, time.Hour: ErrExpired} {
		session, err := s.Verify(file, query, noon.Add(at))
		if !errors.Is(err, want) || err == nil && session != "42" {
			t.Errorf("after %v: %s, %v", at, session, err)
		}
	}
	if _, err := s.Verify(NewKey(), query, noon); !errors.Is(err, ErrBadTicket) {
		t.Errorf("another file: %v", err)
	}
}

func TestAReplacedKeyStillVerifiesAndARemovedOneDoesNot(t *testing.T) {
	file := NewKey()
	query := parse(t, signer(t, oldKey).Sign(file, "1", noon.Add(time.Minute)))
	if _, err := signer(t, newKey, oldKey).Verify(file, query, noon); err != nil {
		t.Errorf("during the change: %v", err)
	}
	if _, err := signer(t, newKey).Verify(file, query, noon); !errors.Is(err, ErrBadTicket) {
		t.Errorf("after the change: %v", err)
	}
	if query := parse(t, signer(t, newKey, oldKey).Sign(file, "1", noon)); query.Get(paramKeyID) != "2026" {
		t.Errorf("signed with %s", query.Get(paramKeyID))
	}
}

func TestAnyChangeOfATicketIsRefused(t *testing.T) {
	s, file := signer(t, newKey, oldKey), NewKey()
	good := s.Sign(file, "42", noon.Add(TicketLife))
	for name, change := range map[string]func(url.Values){
		"another session":      func(v url.Values) { v.Set(paramSession, "43") },
		"a later expiry":       func(v url.Values) { v.Set(paramExpires, "9999999999") },
		"another key":          func(v url.Values) { v.Set(paramKeyID, "2025") },
		"an unknown key":       func(v url.Values) { v.Set(paramKeyID, "../2026") },
		"no sum":               func(v url.Values) { v.Del(paramSum) },
		"an empty sum":         func(v url.Values) { v.Set(paramSum, "") },
		"a cut sum":            func(v url.Values) { v.Set(paramSum, v.Get(paramSum)[:20]) },
		"a longer sum":         func(v url.Values) { v.Set(paramSum, v.Get(paramSum)+"AA") },
		"a padded sum":         func(v url.Values) { v.Set(paramSum, v.Get(paramSum)+"=") },
		"a sum in capitals":    func(v url.Values) { v.Set(paramSum, strings.ToUpper(v.Get(paramSum))) },
		"two sessions":         func(v url.Values) { v.Add(paramSession, "42") },
		"two expiries":         func(v url.Values) { v.Add(paramExpires, "9999999999") },
		"a shifted border":     func(v url.Values) { v.Set(paramSession, "4"); v.Set(paramExpires, "2"+v.Get(paramExpires)) },
		"a number with blanks": func(v url.Values) { v.Set(paramSession, " 42") },
		"a number with a plus": func(v url.Values) { v.Set(paramSession, "+42") },
		"nothing at all":       func(v url.Values) { clear(v) },
	} {
		query := parse(t, good)
		change(query)
		if session, err := s.Verify(file, query, noon); !errors.Is(err, ErrBadTicket) {
			t.Errorf("%s: %s, %v", name, session, err)
		}
	}
}

func TestUnfitSigningKeysAreRefused(t *testing.T) {
	for _, keys := range [][]SigningKey{nil, {{"", newKey.Secret}}, {{"a", []byte("short")}}, {newKey, {newKey.ID, oldKey.Secret}}} {
		if _, err := NewSigner(keys...); err == nil {
			t.Errorf("%v", keys)
		}
	}
}
