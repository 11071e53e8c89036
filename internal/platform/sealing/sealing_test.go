package sealing_test

import (
	"bytes"
	"testing"

	"studbonus/internal/platform/sealing"
)

func TestASecretOpensOnlyWithItsOwnerAndKey(t *testing.T) {
	box, other := sealing.New(bytes.Repeat([]byte{1}, 32)), sealing.New(bytes.Repeat([]byte{2}, 32))
	sealed := box.Seal([]byte("secret"), "anna")
	if bytes.Contains(sealed, []byte("secret")) {
		t.Fatalf("not encrypted: %x", sealed)
	}
	if open, err := box.Open(sealed, "anna"); err != nil || string(open) != "secret" {
		t.Errorf("%q, %v", open, err)
	}
	if bytes.Equal(box.Seal([]byte("secret"), "anna"), sealed) {
		t.Error("the nonce repeats")
	}
	for name, open := range map[string]func() ([]byte, error){
		"another owner": func() ([]byte, error) { return box.Open(sealed, "boris") },
		"another key":   func() ([]byte, error) { return other.Open(sealed, "anna") },
		"a changed bit": func() ([]byte, error) {
			return box.Open(append(sealed[:len(sealed)-1:len(sealed)-1], sealed[len(sealed)-1]^1), "anna")
		},
		"nothing":   func() ([]byte, error) { return box.Open([]byte{}, "anna") },
		"too short": func() ([]byte, error) { return box.Open(sealed[:5], "anna") },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s: opened %q", name, got)
		}
	}
}
