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
	"slices"
	"strings"

	"studbonus/internal/auth"
	"studbonus/internal/blob"
	"studbonus/internal/db"
)

const keyBytes = 32

// keySet is the secrets of an installation. All its instances share the file; the database knows its fingerprint.
type keySet struct {
	Signing  []signingKey `json:"signing"`  // the first signs, all verify
	Rotation []byte       `json:"rotation"` // makes refresh tokens follow from one another; never rotated
	// Sealing encrypts secrets that are kept in the database. It is never rotated: what it sealed could not be opened again.
	// It is not a part of the fingerprint, and files made before it was invented lack it.
	Sealing []byte `json:"sealing,omitempty"`
}

func newKeys() keySet {
	return keySet{Signing: []signingKey{newSigningKey()}, Rotation: randomBytes(keyBytes), Sealing: randomBytes(keyBytes)}
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

// loadKeys reads the key file. One that is missing is an fs.ErrNotExist.
func loadKeys(file string) (keySet, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return keySet{}, fmt.Errorf("не удалось прочитать секретные ключи: %w", err)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
		return keySet{}, fmt.Errorf("секретные ключи могут прочитать другие: выполните chmod 600 %s", file)
	}
	var k keySet
	if err := json.Unmarshal(data, &k); err != nil {
		return keySet{}, fmt.Errorf("секретные ключи %s не читаются: %w", file, err)
	}
	if len(k.Signing) == 0 || len(k.Rotation) < keyBytes || k.Sealing != nil && len(k.Sealing) < keyBytes {
		return keySet{}, fmt.Errorf("секретные ключи %s: не все или слишком короткие", file)
	}
	for _, s := range k.Signing {
		if s.ID == "" || len(s.Secret) < keyBytes {
			return keySet{}, fmt.Errorf("секретные ключи %s: ключ короче %d байт", file, keyBytes)
		}
	}
	return k, nil
}

// makeKeys makes the file unless there is one: of two instances that start for the first time together both get the same.
func makeKeys(file string) (keySet, error) {
	own := fmt.Sprintf("%s.%x", file, randomBytes(4))
	err := writeKeys(own, newKeys())
	defer os.Remove(own) //nolint:errcheck // only its second name is wanted
	if err == nil {
		err = os.Link(own, file)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return keySet{}, fmt.Errorf("не удалось создать секретные ключи: %w", err)
	}
	if err := syncFolder(filepath.Dir(file)); err != nil {
		return keySet{}, err
	}
	return loadKeys(file)
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

// fingerprintFact holds the fingerprint of the keys in use. While they are being replaced it holds two, with a blank between.
const fingerprintFact = "keys"

// instanceKeys are those of a serving instance: made with a new installation, else the ones that the database knows.
func instanceKeys(ctx context.Context, d *db.DB, file string) (keySet, error) {
	known, err := fact(ctx, d, fingerprintFact)
	if err != nil {
		return keySet{}, err
	}
	k, err := loadKeys(file)
	if errors.Is(err, fs.ErrNotExist) {
		if known != "" { // new ones would be of no use
			return keySet{}, fmt.Errorf("секретных ключей %s нет, а база данных ими уже пользовалась%s", file, wayBack)
		}
		k, err = makeKeys(file)
	}
	if err == nil && known == "" {
		known, err = claimFact(ctx, d, fingerprintFact, k.fingerprint())
	}
	if err == nil && !slices.Contains(strings.Fields(known), k.fingerprint()) {
		err = fmt.Errorf("секретные ключи в %s не те, с которыми работала эта база данных%s", file, wayBack)
	}
	return k, err
}

const wayBack = ": скопируйте keys.json от экземпляра, который с ней работает, или назовите общий файл флагом --keys; если прежние ключи утрачены, выполните studbonus keys adopt"

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
	return onKeys(ctx, s, func(d *db.DB, file string) error {
		k, err := instanceKeys(ctx, d, file)
		if err != nil {
			return err
		}
		const kept = 2 // the new one, and the one whose tokens are still out
		k.Signing = append([]signingKey{newSigningKey()}, k.Signing...)
		k.Signing = k.Signing[:min(len(k.Signing), kept)]
		if err := replaceKeys(ctx, d, file, k); err != nil {
			return err
		}
		_, _ = fmt.Printf("Добавлен новый ключ подписи: %s. Передайте файл всем экземплярам и перезапустите их.\n", file)
		return nil
	})
}

// AdoptKeys makes the key file that of the database, whichever it knew before, and makes the file where there is none: after
// the keys were lost, or when a backup from before a rotation was restored. Only sessions and links depend on them.
func AdoptKeys(ctx context.Context, s Store) error {
	return onKeys(ctx, s, func(d *db.DB, file string) error {
		k, err := loadKeys(file)
		if errors.Is(err, fs.ErrNotExist) {
			k = newKeys()
			k.Sealing = nil
		} else if err != nil {
			return err
		}
		lost := len(k.Sealing) == 0
		if lost {
			k.Sealing = randomBytes(keyBytes)
		}
		if err := replaceKeys(ctx, d, file, k); err != nil {
			return err
		}
		_, _ = fmt.Printf("База данных теперь работает с ключами из %s. Сеансы и короткие ссылки других ключей больше не действуют: операторам придётся войти заново.\n", file)
		if lost {
			_, _ = fmt.Println("Ключа sealing в файле не было, создан новый. Что было зашифровано прежним (вторые факторы, устройства для карт), придётся настроить заново; если прежний файл найдётся, верните его и повторите команду.")
		}
		return nil
	})
}

func onKeys(ctx context.Context, s Store, use func(d *db.DB, file string) error) error {
	d, err := openInstalled(ctx, s)
	if err != nil {
		return err
	}
	defer d.Close()
	return use(d, s.keysFile())
}

// replaceKeys writes the file between two notes in the database: while it is not certain which file a crash would leave, the
// database knows the keys of both.
func replaceKeys(ctx context.Context, d *db.DB, file string, k keySet) error {
	known, err := fact(ctx, d, fingerprintFact)
	if err != nil {
		return err
	}
	if err := setFact(ctx, d, fingerprintFact, strings.TrimSpace(known+" "+k.fingerprint())); err != nil {
		return err
	}
	if err := saveKeys(file, k); err != nil {
		return fmt.Errorf("не удалось записать секретные ключи: %w", err)
	}
	return setFact(ctx, d, fingerprintFact, k.fingerprint())
}
