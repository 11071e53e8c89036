package app

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"studbonus/internal/auth"
	"studbonus/internal/blob"
	"studbonus/internal/db"
)

const keyBytes = 32

// keySet is the secrets of an installation. All its instances share the file; the database knows its fingerprint.
type keySet struct {
	Signing  []signingKey `json:"signing"`  // the first signs, all verify
	Rotation []byte       `json:"rotation"` // makes refresh tokens follow from one another; never rotated
}

type signingKey struct {
	ID     string `json:"id"`
	Secret []byte `json:"secret"`
}

func newSigningKey() signingKey {
	return signingKey{ID: hex.EncodeToString(randomBytes(4)), Secret: randomBytes(keyBytes)}
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // crypto/rand never fails
	return b
}

// loadKeys reads the key file, or makes it on the first run.
func loadKeys(file string) (keySet, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeKeys(file); err != nil {
			return keySet{}, fmt.Errorf("make keys: %w", err)
		}
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return keySet{}, fmt.Errorf("read keys: %w", err)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
		return keySet{}, fmt.Errorf("others can read the secret keys: run chmod 600 %s", file)
	}
	var k keySet
	if err := json.Unmarshal(data, &k); err != nil {
		return keySet{}, fmt.Errorf("read keys %s: %w", file, err)
	}
	if len(k.Signing) == 0 || len(k.Rotation) < keyBytes {
		return keySet{}, fmt.Errorf("keys %s: incomplete", file)
	}
	for _, s := range k.Signing {
		if s.ID == "" || len(s.Secret) < keyBytes {
			return keySet{}, fmt.Errorf("keys %s: a key shorter than %d bytes", file, keyBytes)
		}
	}
	return k, nil
}

// makeKeys makes the file unless there is one: of two instances that start for the first time together both get the same.
func makeKeys(file string) error {
	own := fmt.Sprintf("%s.%x", file, randomBytes(4))
	if err := writeKeys(own, keySet{Signing: []signingKey{newSigningKey()}, Rotation: randomBytes(keyBytes)}); err != nil {
		return err
	}
	defer os.Remove(own) //nolint:errcheck // only its second name is wanted
	if err := os.Link(own, file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// saveKeys replaces the file in one step: a crash leaves the old keys or the new, never half of them.
func saveKeys(file string, k keySet) error {
	temporary := file + ".new"
	if err := writeKeys(temporary, k); err != nil {
		return err
	}
	if err := os.Rename(temporary, file); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

func writeKeys(file string, k keySet) error {
	data, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close()) // on the disk before it gets its name
}

func (k keySet) fingerprint() string {
	h := sha256.New()
	h.Write(k.Rotation)
	for _, s := range k.Signing {
		h.Write([]byte(s.ID))
		h.Write(s.Secret)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// derived is a key for one purpose: a token of one kind is never valid as another.
func derived(secret []byte, purpose string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "studbonus "+purpose, keyBytes)
	if err != nil {
		panic(err) // only for absurd lengths, and the length is a constant
	}
	return key
}

func (k keySet) tokenKeys() []auth.Key {
	out := make([]auth.Key, len(k.Signing))
	for i, s := range k.Signing {
		out[i] = auth.Key{ID: s.ID, Secret: derived(s.Secret, "access token")}
	}
	return out
}

func (k keySet) fileKeys() []blob.SigningKey {
	out := make([]blob.SigningKey, len(k.Signing))
	for i, s := range k.Signing {
		out[i] = blob.SigningKey{ID: s.ID, Secret: derived(s.Secret, "file link")}
	}
	return out
}

const fingerprintFact = "keys"

// checkKeys refuses an instance whose keys are not those of the others on the same database.
func checkKeys(ctx context.Context, d *db.DB, k keySet, file string) error {
	known, err := fact(ctx, d, fingerprintFact)
	if err == nil && known == "" {
		known, err = claimFact(ctx, d, fingerprintFact, k.fingerprint())
	}
	if err != nil || known == k.fingerprint() {
		return err
	}
	return fmt.Errorf("the keys in %s are not those that this database was used with: copy keys.json of the instance that made it, or name the shared file by --keys", file)
}

// fact reads a note about the installation; empty when there is none.
func fact(ctx context.Context, d *db.DB, name string) (string, error) {
	value, err := db.One[string](ctx, d, "SELECT value FROM meta WHERE name = ?", name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

// claimFact sets a note unless there is one, and reads what it is: of instances that start together the first decides.
func claimFact(ctx context.Context, d *db.DB, name, value string) (string, error) {
	err := d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, value)
		return err
	})
	if err != nil {
		return "", err
	}
	return fact(ctx, d, name)
}

func setFact(ctx context.Context, d *db.DB, name, value string) error {
	return d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value", name, value)
		return err
	})
}

// RotateKeys adds a signing key before the present ones; instances take it up when they restart with the new file.
func RotateKeys(ctx context.Context, s Store) error {
	d, err := openMigrated(ctx, s)
	if err != nil {
		return err
	}
	defer d.Close()
	k, err := loadKeys(s.keysFile())
	if err != nil {
		return err
	}
	if err := checkKeys(ctx, d, k, s.keysFile()); err != nil {
		return err
	}
	const kept = 2 // the new one, and the one whose tokens are still out
	k.Signing = append([]signingKey{newSigningKey()}, k.Signing...)
	k.Signing = k.Signing[:min(len(k.Signing), kept)]
	if err := saveKeys(s.keysFile(), k); err != nil {
		return err
	}
	return setFact(ctx, d, fingerprintFact, k.fingerprint())
}
