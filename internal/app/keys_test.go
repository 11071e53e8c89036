package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeysAreMadeOnTheFirstRunAndKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "folder", "keys.json")
	made, err := makeKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Signing) != 1 || len(made.Signing[0].Secret) != 32 || len(made.Rotation) != 32 || len(made.Sealing) != 32 {
		t.Errorf("made %d keys of %d bits", len(made.Signing), 8*len(made.Rotation))
	}
	for path, want := range map[string]os.FileMode{file: 0o600, filepath.Dir(file): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v", path, info.Mode(), err)
		}
	}
	again, err := loadKeys(file)
	if diff := cmp.Diff(made, again); diff != "" || err != nil {
		t.Errorf("%v, the second run has other keys:\n%s", err, diff)
	}
	if left, _ := filepath.Glob(filepath.Dir(file) + "/*.new"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestInstancesThatStartTogetherHaveTheSameKeys(t *testing.T) {
	for range 30 { // the race is short
		file := filepath.Join(t.TempDir(), "keys.json")
		var together sync.WaitGroup
		made := make([]keySet, 8)
		for i := range made {
			together.Go(func() {
				var err error
				if made[i], err = makeKeys(file); err != nil {
					t.Error(err)
				}
			})
		}
		together.Wait()
		for _, k := range made {
			if k.fingerprint() != made[0].fingerprint() {
				t.Fatal("two instances have different keys")
			}
		}
		if left, _ := filepath.Glob(filepath.Dir(file) + "/*"); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
	}
}

func TestKeysThatOthersCanReadAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys.json")
	if _, err := makeKeys(file); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o644, 0o640, 0o604, 0o666, 0o610} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := loadKeys(file); err == nil || !strings.Contains(err.Error(), "chmod 600 "+file) {
			t.Errorf("%v: %v, want a refusal that says what to do", mode, err)
		}
	}
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	if _, err := loadKeys(file); err != nil {
		t.Errorf("for the owner alone: %v", err)
	}
}

func TestWeakOrIncompleteKeysAreRefused(t *testing.T) {
	strong := newKeys()
	for name, change := range map[string]func(*keySet){
		"no signing key":     func(k *keySet) { k.Signing = nil },
		"no rotation secret": func(k *keySet) { k.Rotation = nil },
		"a short sealing":    func(k *keySet) { k.Sealing = k.Sealing[1:] },
		"a short rotation":   func(k *keySet) { k.Rotation = k.Rotation[1:] },
		"a short secret":     func(k *keySet) { k.Signing = []signingKey{{ID: "a", Secret: []byte("change me")}} },
		"a key without name": func(k *keySet) { k.Signing = []signingKey{{Secret: randomBytes(keyBytes)}} },
	} {
		file := filepath.Join(t.TempDir(), "keys.json")
		k := strong
		change(&k)
		if err := saveKeys(file, k); err != nil {
			t.Fatal(err)
		}
		if _, err := loadKeys(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want a refusal that names the file", name, err)
		}
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(file, []byte(`{"signing": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadKeys(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("half a file: %v", err)
	}
}

func TestDerivedKeysDifferByPurpose(t *testing.T) {
	k := keySet{Signing: []signingKey{newSigningKey()}, Rotation: randomBytes(keyBytes)}
	derivedKeys := [][]byte{k.tokenKeys()[0].Secret, k.fileKeys()[0].Secret, derived(k.Rotation, "refresh token"), derived(k.Signing[0].Secret, "refresh token")}
	for i, a := range derivedKeys {
		if bytes.Equal(a, k.Signing[0].Secret) || bytes.Equal(a, k.Rotation) || len(a) != keyBytes {
			t.Error("a secret is used as it is")
		}
		for _, b := range derivedKeys[:i] {
			if bytes.Equal(a, b) {
				t.Error("two purposes share a key")
			}
		}
	}
}

func TestAFingerprintCoversAllKeysAndRevealsNone(t *testing.T) {
	k := keySet{Signing: []signingKey{newSigningKey(), newSigningKey()}, Rotation: randomBytes(keyBytes)}
	seen := map[string]bool{k.fingerprint(): true}
	for _, other := range []keySet{
		{Signing: k.Signing[:1], Rotation: k.Rotation},
		{Signing: []signingKey{k.Signing[1], k.Signing[0]}, Rotation: k.Rotation},
		{Signing: k.Signing, Rotation: randomBytes(keyBytes)},
	} {
		if seen[other.fingerprint()] {
			t.Error("another set has the same fingerprint")
		}
		seen[other.fingerprint()] = true
	}
	sealed := k
	sealed.Sealing = randomBytes(keyBytes)
	if sealed.fingerprint() != k.fingerprint() {
		t.Error("the sealing key is a part of the fingerprint: a file that lacks it would be refused")
	}
	file, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(file), k.fingerprint()) {
		t.Error("the fingerprint is a part of the keys")
	}
}

// The service must be able to read keys that root has rotated.
func TestReplacedKeysKeepTheirOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	keys, err := makeKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	const service = 12345
	if err := os.Chown(file, service, service); err != nil {
		t.Fatal(err)
	}
	if err := saveKeys(file, keys); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != service || owner.Gid != service || info.Mode().Perm() != 0o600 {
		t.Errorf("owner %d:%d, mode %v", owner.Uid, owner.Gid, info.Mode())
	}
}
