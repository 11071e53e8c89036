package app

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"studbonus/internal/auth"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/signedurl"
)

const keyBytes = 32

// keySet holds the secrets of an installation. All instances share the file; the database stores its fingerprint.
type keySet struct {
	Signing  []signingKey `json:"signing"`  // the first signs, all verify
	Rotation []byte       `json:"rotation"` // derives each refresh token from the previous one; never rotated
	// Sealing encrypts secrets in the database. It is never rotated, because the old ones could not be decrypted any more. It
	// is not part of the fingerprint, and older files lack it.
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

// loadKeys reads the key file; fs.ErrNotExist if there is none.
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

// makeKeys creates the file unless it exists, so that two instances that start together for the first time get the same keys.
func makeKeys(file string) (keySet, error) {
	own := fmt.Sprintf("%s.%x", file, randomBytes(4))
	err := writeKeys(own, newKeys())
	defer os.Remove(own) //nolint:errcheck // the hard link stays
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

// saveKeys replaces the file atomically: a crash leaves either the old or the new keys.
func saveKeys(file string, k keySet) error {
	temporary := file + ".new"
	if err := writeKeys(temporary, k); err != nil {
		return err
	}
	if err := sameOwner(temporary, file); err != nil {
		return err
	}
	if err := os.Rename(temporary, file); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// sameOwner gives a file the owner of the one it replaces: the service must be able to read keys that root has rotated.
func sameOwner(file, replaced string) error {
	info, err := os.Stat(replaced)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) == os.Geteuid() {
		return nil
	}
	return os.Chown(file, int(owner.Uid), int(owner.Gid))
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
	return errors.Join(err, f.Sync(), f.Close()) // on disk before the rename
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

// derived returns a key for one purpose, so that a token of one kind is never valid as another.
func derived(secret []byte, purpose string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "studbonus "+purpose, keyBytes)
	if err != nil {
		panic(err) // fails only for huge lengths, and this one is constant
	}
	return key
}

// sealingKey derives a key for secrets in the database. Key files from before Sealing use Rotation, which is never replaced either.
func (k keySet) sealingKey(purpose string) []byte {
	if len(k.Sealing) == 0 {
		return derived(k.Rotation, purpose)
	}
	return derived(k.Sealing, purpose)
}

func (k keySet) tokenKeys() []auth.Key {
	out := make([]auth.Key, len(k.Signing))
	for i, s := range k.Signing {
		out[i] = auth.Key{ID: s.ID, Secret: derived(s.Secret, "access token")}
	}
	return out
}

func (k keySet) fileKeys() []signedurl.Key {
	out := make([]signedurl.Key, len(k.Signing))
	for i, s := range k.Signing {
		out[i] = signedurl.Key{ID: s.ID, Secret: derived(s.Secret, "file link")}
	}
	return out
}

// fingerprintNote holds the fingerprint of the keys in use; two, separated by a space, while they are being replaced.
const fingerprintNote = "keys"

// instanceKeys loads the keys that the database knows, and creates them for a new installation.
func instanceKeys(ctx context.Context, d *db.DB, file string) (keySet, error) {
	known, err := db.Note(ctx, d, fingerprintNote)
	if err != nil {
		return keySet{}, err
	}
	k, err := loadKeys(file)
	if errors.Is(err, fs.ErrNotExist) {
		if known != "" { // new keys could not read what the old ones sealed
			return keySet{}, fmt.Errorf("секретных ключей %s нет, а база данных ими уже пользовалась%s", file, wayBack)
		}
		k, err = makeKeys(file)
	}
	if err == nil && known == "" {
		known, err = d.ClaimNote(ctx, fingerprintNote, k.fingerprint())
	}
	if err == nil && !slices.Contains(strings.Fields(known), k.fingerprint()) {
		err = fmt.Errorf("секретные ключи в %s не те, с которыми работала эта база данных%s", file, wayBack)
	}
	return k, err
}

const wayBack = ": скопируйте keys.json от экземпляра, который с ней работает, или укажите общий файл флагом --keys; если прежние ключи утрачены, выполните studbonus keys adopt"

// RotateKeys adds a new signing key; instances use it after a restart with the new file.
func RotateKeys(ctx context.Context, s Store) error {
	return onKeys(ctx, s, func(d *db.DB, file string) error {
		k, err := instanceKeys(ctx, d, file)
		if err != nil {
			return err
		}
		const kept = 2 // the new one, and the previous one, whose tokens are still valid
		k.Signing = append([]signingKey{newSigningKey()}, k.Signing...)
		k.Signing = k.Signing[:min(len(k.Signing), kept)]
		if err := replaceKeys(ctx, d, file, k); err != nil {
			return err
		}
		_, _ = fmt.Printf("Добавлен новый ключ подписи: %s. Передайте файл всем экземплярам и перезапустите их.\n", file)
		return nil
	})
}

// AdoptKeys makes the database accept the key file, whichever it knew before, and creates the file if there is none. It is
// for lost keys and for backups from before a rotation. Sessions and links depend on the keys, and what Sealing has encrypted.
func AdoptKeys(ctx context.Context, s Store) error {
	return onKeys(ctx, s, func(d *db.DB, file string) error {
		k, err := loadKeys(file)
		isNew := errors.Is(err, fs.ErrNotExist)
		if isNew {
			k, err = newKeys(), nil
		}
		if err != nil {
			return err
		}
		if err := replaceKeys(ctx, d, file, k); err != nil {
			return err
		}
		_, _ = fmt.Printf("База данных теперь работает с ключами из %s. Сеансы и короткие ссылки других ключей больше не действуют: операторам придётся войти заново.\n", file)
		const sealed = "вторые факторы, резервные коды, устройства для карт"
		switch {
		case isNew:
			_, _ = fmt.Println("Файла с ключами не было, создан новый. Что было зашифровано прежним ключом sealing (" + sealed + "), придётся настроить заново; если прежний файл найдётся, верните его и повторите команду.")
		case len(k.Sealing) == 0: // a file from before Sealing, or one that was damaged
			_, _ = fmt.Println("Ключа sealing в файле нет, его заменяет rotation: так работают файлы прежних версий. Если ключ sealing в файле был, верните прежний файл и повторите команду, иначе зашифрованное им (" + sealed + ") придётся настроить заново.")
		}
		return nil
	})
}

func onKeys(ctx context.Context, s Store, use func(d *db.DB, file string) error) error {
	s.warnOfPlainText()
	d, err := openInstalled(ctx, s)
	if err != nil {
		return err
	}
	defer d.Close()
	return use(d, s.keysFile())
}

// replaceKeys stores both fingerprints before it writes the file and only the new one afterwards, so that the database accepts
// whichever file a crash leaves.
func replaceKeys(ctx context.Context, d *db.DB, file string, k keySet) error {
	known, err := db.Note(ctx, d, fingerprintNote)
	if err != nil {
		return err
	}
	if err := d.SetNote(ctx, fingerprintNote, strings.TrimSpace(known+" "+k.fingerprint())); err != nil {
		return err
	}
	if err := saveKeys(file, k); err != nil {
		return fmt.Errorf("не удалось записать секретные ключи: %w", err)
	}
	return d.SetNote(ctx, fingerprintNote, k.fingerprint())
}
