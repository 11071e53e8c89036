// Package sealing encrypts small secrets that the database stores: a reader of the database or of a backup cannot use them.
package sealing

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"
)

// Box encrypts and decrypts with one key, AES-256-GCM.
type Box struct{ aead cipher.AEAD }

// New returns a box for a key of 32 bytes.
func New(key []byte) Box {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // the app derives a key of 32 bytes
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // fails only for other ciphers
	}
	return Box{aead}
}

// Seal encrypts a secret for one owner: a sealed secret does not open in another owner's row.
func (b Box) Seal(secret []byte, owner string) []byte {
	return b.aead.Seal(nil, nil, secret, []byte(owner))
}

// Open decrypts what Seal encrypted for the same owner. It fails if another key file sealed the secret.
func (b Box) Open(sealed []byte, owner string) ([]byte, error) {
	secret, err := b.aead.Open(nil, nil, sealed, []byte(owner))
	if err != nil {
		return nil, fmt.Errorf("open a sealed secret: %w", err)
	}
	return secret, nil
}
