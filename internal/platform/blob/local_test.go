package blob

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func newLocal(t *testing.T) *Local {
	t.Helper()
	l, err := NewLocal(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestOnlyTheOwnerReadsTheFiles(t *testing.T) {
	l := newLocal(t)
	if _, err := l.Put(t.Context(), NewKey(), strings.NewReader("x"), Info{}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(l.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		stat, err := d.Info()
		if err == nil && stat.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has %v", path, stat.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestForeignFilesInTheFolderAreNotListed(t *testing.T) {
	l := newLocal(t)
	key := "aa" + NewKey()[2:]
	for _, name := range []string{"README", "tmp/put-1", "zz/short", "zz/" + key, key[:2] + "/.hidden", key} {
		path := filepath.Join(l.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if keys := keysOf(t, l); keys != nil {
		t.Errorf("listed: %v", keys)
	}
}

func TestTheSweepDeletesOldLeftoversOnly(t *testing.T) {
	l := newLocal(t)
	yesterday := time.Now().Add(-24 * time.Hour)
	for name, age := range map[string]time.Time{"put-old": yesterday.Add(-time.Hour), "put-new": time.Now()} {
		path := filepath.Join(l.dir, tempName, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, age, age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Sweep(t.Context(), yesterday); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(l.dir, tempName, "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "put-new" {
		t.Errorf("%v, %v", left, err)
	}
}

func TestAMissingFolderIsUnavailable(t *testing.T) {
	l := newLocal(t)
	if err := os.RemoveAll(l.dir); err != nil {
		t.Fatal(err)
	}
	_, put := l.Put(t.Context(), NewKey(), strings.NewReader("x"), Info{})
	each := l.Each(t.Context(), func(Entry) error { return nil })
	for name, err := range map[string]error{"put": put, "each": each, "check": l.Check(t.Context()), "sweep": l.Sweep(t.Context(), time.Now())} {
		if !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The tests below start the test binary again as a writer process that can be limited and killed. It stores into its
// working directory.
const writerMode = "BLOB_TEST_WRITER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(writerMode); mode != "" {
		os.Exit(writer(mode))
	}
	os.Exit(m.Run())
}

func writer(mode string) int {
	l, err := NewLocal(".")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	if mode == "full disk" {
		return fillUp(l)
	}
	for { // until killed
		key := NewKey()
		data := pattern(key)
		if _, err := l.Put(context.Background(), key, slow(data), Info{Size: int64(len(data))}); err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(key) // acknowledged
	}
}

// pattern returns the only valid content of a key.
func pattern(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return bytes.Repeat(sum[:], 2000+int(sum[0])*16)
}

// slow gives a kill time to interrupt a write.
func slow(b []byte) io.Reader {
	return readFunc(func(p []byte) (int, error) {
		if len(b) == 0 {
			return 0, io.EOF
		}
		n := copy(p[:min(len(p), 16<<10)], b)
		b = b[n:]
		return n, nil
	})
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// fillUp runs into RLIMIT_FSIZE, which fails like a full disk.
func fillUp(l *Local) int {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}); err != nil {
		fmt.Println(err)
		return 1
	}
	_, err := l.Put(context.Background(), NewKey(), bytes.NewReader(content(1<<20)), Info{})
	if !errors.Is(err, ErrUnavailable) {
		fmt.Println("large:", err)
		return 1
	}
	if _, err := l.Put(context.Background(), NewKey(), strings.NewReader("fits"), Info{}); err != nil {
		fmt.Println("small:", err)
		return 1
	}
	return 0
}

func writerCommand(t *testing.T, dir, mode string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Dir = dir
	c.Env = append(os.Environ(), writerMode+"="+mode)
	return c
}

func TestAFullDiskIsUnavailableAndLeavesNothing(t *testing.T) {
	l := newLocal(t)
	if out, err := writerCommand(t, l.dir, "full disk").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if keys := keysOf(t, l); len(keys) != 1 {
		t.Errorf("%v", keys)
	}
	if left, _ := filepath.Glob(filepath.Join(l.dir, tempName, "*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestAKilledWriterLeavesCompleteObjectsOnly(t *testing.T) {
	l := newLocal(t)
	repeats := 20
	if testing.Short() {
		repeats = 3
	}
	for range repeats {
		c := writerCommand(t, l.dir, "until killed")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			key := lines.Text()
			if !ValidKey(key) {
				break // truncated by the kill
			}
			wantContent(t, l, key, pattern(key))
			// Timed from the first acknowledgement, so that a slow start does not matter.
			time.AfterFunc(rand.N(100*time.Millisecond), func() { _ = c.Process.Kill() })
		}
		_ = c.Wait()
	}
	keys := keysOf(t, l)
	for _, key := range keys {
		wantContent(t, l, key, pattern(key))
	}
	if len(keys) == 0 {
		t.Error("nothing was written")
	}
	t.Logf("%d objects", len(keys))
}
