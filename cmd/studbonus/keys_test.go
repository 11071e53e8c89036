package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/freeport"
)

// keyFile is the part of keys.json that tests read.
type keyFile struct {
	Signing []struct {
		ID string `json:"id"`
	} `json:"signing"`
	Rotation string `json:"rotation"`
	Sealing  string `json:"sealing"`
}

func readKeys(t *testing.T, dir string) (k keyFile) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &k); err != nil {
		t.Fatal(err)
	}
	return k
}

func refuseToServe(t *testing.T, where []string) {
	t.Helper()
	run(t, "", with([]string{"serve", "--listen", freeport.Address(t), "--metrics", ""}, where...)...).refused("keys.json", "studbonus keys adopt")
}

func TestLostKeysPreventTheStartUntilNewOnesAreAdopted(t *testing.T) {
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		s := serve(t, where...)
		token := s.demoToken()
		s.stop()
		remove(t, filepath.Join(dir, "keys.json"))
		for range 2 {
			refuseToServe(t, where)
			run(t, "", with([]string{"keys", "rotate"}, where...)...).refused("studbonus keys adopt")
		}
		run(t, "", with([]string{"operator", "list"}, where...)...).ok() // this command needs no keys
		run(t, "", with([]string{"verify"}, where...)...).ok()
		if _, err := os.Stat(filepath.Join(dir, "keys.json")); err == nil {
			t.Error("a useless key file was made")
		}
		got := run(t, "", with([]string{"keys", "adopt"}, where...)...).ok().out
		for _, lost := range []string{"заново", "вторые факторы", "резервные коды"} {
			if !strings.Contains(got, lost) {
				t.Errorf("does not say what is lost (%s): %s", lost, got)
			}
		}
		s = serve(t, where...)
		if status := s.call("GET", "/operator/info", token, nil, nil); status != 401 {
			t.Errorf("a session of the lost keys answers %d", status)
		}
		s.demoToken()
	})
}

func TestABackupFromBeforeARotationWorksWithTheCurrentKeys(t *testing.T) {
	dir, backup, restored := demoFolder(t), filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "restored")
	run(t, "", "backup", backup, "--data", dir).ok()
	before := readKeys(t, dir)
	run(t, "", "keys", "rotate", "--data", dir).ok()
	run(t, "", "restore", backup, "--data", restored).ok()
	copyKeys(t, dir, restored)
	refuseToServe(t, []string{"--data", restored})
	got := run(t, "", "keys", "adopt", "--data", restored).ok().out
	if strings.Contains(got, "вторые факторы") {
		t.Errorf("nothing sealed is lost: %s", got)
	}
	if after := readKeys(t, restored); after.Sealing != before.Sealing || after.Sealing == "" || after.Rotation != before.Rotation || after.Signing[0].ID == before.Signing[0].ID {
		t.Errorf("%+v became %+v", before, after)
	}
	serve(t, "--data", restored).demoToken()
}

// Files from before the sealing key have sealed with the rotation key: a new one could not open that.
func TestAdoptKeepsAFileWithoutASealingKey(t *testing.T) {
	dir := demoFolder(t)
	file := filepath.Join(dir, "keys.json")
	var parts map[string]any
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		t.Fatal(err)
	}
	delete(parts, "sealing")
	if data, err = json.Marshal(parts); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, "--data", dir).stop() // the fingerprint does not cover the sealing key
	before := readKeys(t, dir)
	if got := run(t, "", "keys", "adopt", "--data", dir).ok().out; !strings.Contains(got, "Ключа sealing в файле нет") || !strings.Contains(got, "резервные коды") {
		t.Error(got)
	}
	if diff := cmp.Diff(before, readKeys(t, dir)); diff != "" {
		t.Errorf("adopt changed the keys:\n%s", diff)
	}
	run(t, "", "keys", "rotate", "--data", dir).ok()
	if got := readKeys(t, dir); got.Sealing != "" || got.Rotation != before.Rotation {
		t.Error("a rotation changed the key that has sealed")
	}
}

// A rotation killed at any point leaves an installation that starts.
func TestAKilledRotationLeavesUsableKeys(t *testing.T) {
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		for _, fileIsNew := range []bool{false, true} { // killed before the file was replaced, and after it
			d := openBeside(t, dir, where)
			const read = "SELECT value FROM meta WHERE name = 'keys'"
			before, kept := one[string](t, d, read), t.TempDir()
			copyKeys(t, dir, kept)
			run(t, "", with([]string{"keys", "rotate"}, where...)...).ok()
			after := one[string](t, d, read)
			if before == after || strings.Contains(after, " ") {
				t.Fatalf("control: %q became %q", before, after)
			}
			change(t, d, "UPDATE meta SET value = ? WHERE name = 'keys'", before+" "+after)
			if !fileIsNew {
				copyKeys(t, kept, dir)
			}
			serve(t, where...).stop()
			run(t, "", with([]string{"keys", "rotate"}, where...)...).ok()
			if got := one[string](t, d, read); strings.Contains(got, " ") || got == after {
				t.Errorf("after the next rotation: %q", got)
			}
		}
	})
}
