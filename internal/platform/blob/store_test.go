package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/s3test"
)

// eachStore runs the test on both kinds of store, each empty.
func eachStore(t *testing.T, test func(t *testing.T, s Store)) {
	t.Run("local", func(t *testing.T) {
		s, err := OpenStore(t.TempDir() + "/files")
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
	})
	t.Run("s3", func(t *testing.T) {
		if testing.Short() {
			t.Skip("runs a server")
		}
		s, err := OpenStore(s3test.URL(s3test.Start(t)))
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
	})
}

func content(n int) []byte {
	b := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(n)})
	_, _ = r.Read(b)
	return b
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// plain hides everything but Read, as a request body does.
func plain(b []byte) io.Reader { return struct{ io.Reader }{bytes.NewReader(b)} }

func wantContent(t *testing.T, s Store, key string, want []byte) {
	t.Helper()
	object, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = object.Close() }()
	got, err := io.ReadAll(object)
	if err != nil || !bytes.Equal(got, want) || object.Size != int64(len(want)) {
		t.Errorf("%d bytes came back of %d, size %d, %v", len(got), len(want), object.Size, err)
	}
	if age := time.Since(object.Modified); age < -time.Minute || age > time.Minute {
		t.Errorf("modified at %v", object.Modified)
	}
}

func wantNothing(t *testing.T, s Store, key string) {
	t.Helper()
	if _, err := s.Open(t.Context(), key); !errors.Is(err, ErrNotFound) {
		t.Errorf("open: %v, want nothing there", err)
	}
}

func keysOf(t *testing.T, s Store) []string {
	t.Helper()
	var keys []string
	err := s.Each(t.Context(), func(e Entry) error { keys = append(keys, e.Key); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestPutAndOpenRoundTrip(t *testing.T) {
	eachStore(t, func(t *testing.T, s Store) {
		for _, size := range []int{0, 1, 100_000, partSize - 1, partSize, partSize + 1, 2*partSize + 7} {
			data := content(size)
			want := Info{Size: int64(size), ContentType: "image/png", SHA256: hashOf(data)}
			for name, put := range map[string]Info{"all known": want, "only the type": {ContentType: "image/png"}} {
				key := NewKey()
				got, err := s.Put(t.Context(), key, plain(data), put)
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Errorf("%d bytes, %s: %v %s", size, name, err, diff)
				}
				wantContent(t, s, key, data)
			}
		}
	})
}

func TestABrokenPutLeavesNothing(t *testing.T) {
	data, broken := content(50_000), errors.New("the operator went away")
	eachStore(t, func(t *testing.T, s Store) {
		for name, c := range map[string]struct {
			r    io.Reader
			info Info
			want error
		}{
			"a shorter source":            {plain(data), Info{Size: 50_001}, ErrCorrupt},
			"a longer source":             {plain(data), Info{Size: 49_999}, ErrCorrupt},
			"another hash":                {plain(data), Info{Size: 50_000, SHA256: hashOf(nil)}, ErrCorrupt},
			"another hash, size unknown":  {plain(data), Info{SHA256: hashOf(nil)}, ErrCorrupt},
			"a source that fails":         {io.MultiReader(plain(data), iotest.ErrReader(broken)), Info{Size: 60_000}, broken},
			"a source that fails, no end": {io.MultiReader(plain(data), iotest.ErrReader(broken)), Info{}, broken},
		} {
			key := NewKey()
			if _, err := s.Put(t.Context(), key, c.r, c.info); !errors.Is(err, c.want) || errors.Is(err, ErrUnavailable) {
				t.Errorf("%s: %v", name, err)
			}
			wantNothing(t, s, key)
		}
		ctx, cancel := context.WithCancel(t.Context())
		key := NewKey()
		_, err := s.Put(ctx, key, io.MultiReader(plain(data), cancelReader{cancel}, plain(data)), Info{Size: 100_000})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		wantNothing(t, s, key)
		if keys := keysOf(t, s); keys != nil {
			t.Errorf("left behind: %v", keys)
		}
	})
}

// cancelReader cancels the context of the Put that reads it.
type cancelReader struct{ cancel func() }

func (c cancelReader) Read([]byte) (int, error) { c.cancel(); return 0, io.EOF }

func TestNoMalformedKeyReachesTheStore(t *testing.T) {
	eachStore(t, func(t *testing.T, s Store) {
		for _, key := range badKeys {
			_, put := s.Put(t.Context(), key, strings.NewReader("x"), Info{})
			_, open := s.Open(t.Context(), key)
			for _, err := range []error{put, open, s.Delete(t.Context(), key)} {
				if !errors.Is(err, ErrNotFound) {
					t.Errorf("%.60q: %v", key, err)
				}
			}
		}
		if keys := keysOf(t, s); keys != nil {
			t.Errorf("stored: %v", keys)
		}
	})
}

func TestSeekingReadsTheSameObject(t *testing.T) {
	data := content(300_000)
	eachStore(t, func(t *testing.T, s Store) {
		key := NewKey()
		if _, err := s.Put(t.Context(), key, plain(data), Info{Size: int64(len(data))}); err != nil {
			t.Fatal(err)
		}
		object, err := s.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = object.Close() }()
		if err := iotest.TestReader(object, data); err != nil {
			t.Error(err)
		}
	})
}

func TestAnObjectIsReplacedAndDeleted(t *testing.T) {
	eachStore(t, func(t *testing.T, s Store) {
		key := NewKey()
		for _, data := range [][]byte{content(1000), content(2000)} {
			if _, err := s.Put(t.Context(), key, plain(data), Info{Size: int64(len(data))}); err != nil {
				t.Fatal(err)
			}
			wantContent(t, s, key, data)
		}
		for range 2 { // deleting a missing object succeeds
			if err := s.Delete(t.Context(), key); err != nil {
				t.Error(err)
			}
			wantNothing(t, s, key)
		}
	})
}

func TestParallelPutsAreListedInOrder(t *testing.T) {
	eachStore(t, func(t *testing.T, s Store) {
		var group sync.WaitGroup
		want := make([]string, 30)
		for i := range want {
			want[i] = NewKey()
			group.Go(func() {
				if _, err := s.Put(t.Context(), want[i], plain(content(i)), Info{}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		slices.Sort(want)
		if diff := cmp.Diff(want, keysOf(t, s)); diff != "" {
			t.Error(diff)
		}
		enough, n := errors.New("enough"), 0
		err := s.Each(t.Context(), func(e Entry) error {
			if n++; n == 3 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || n != 3 {
			t.Errorf("%d calls, %v", n, err)
		}
	})
}

func TestHealthOfAWorkingStore(t *testing.T) {
	eachStore(t, func(t *testing.T, s Store) {
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Sweep(t.Context(), time.Now()); err != nil {
			t.Error(err)
		}
		if keys := keysOf(t, s); keys != nil {
			t.Errorf("left behind: %v", keys)
		}
	})
}
