package blob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"studbonus/internal/test/s3test"
)

// faults is a proxy in front of a real server that injects faults.
type faults struct {
	proxy *httputil.ReverseProxy
	spoil atomic.Value // a fault
}

// fault answers a request in place of the server, or returns false.
type fault func(w http.ResponseWriter, r *http.Request) (done bool)

func (f *faults) inject(spoil fault) { f.spoil.Store(spoil) }

func (f *faults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if spoil, _ := f.spoil.Load().(fault); spoil == nil || !spoil(w, r) {
		f.proxy.ServeHTTP(w, r)
	}
}

// openFaulty returns a store behind the proxy and the same store without it.
func openFaulty(t *testing.T, stall time.Duration) (faulty, direct *S3, f *faults) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a server")
	}
	address := s3test.Start(t)
	f = &faults{proxy: httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})}
	f.proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	front := httptest.NewServer(f)
	t.Cleanup(front.Close)
	faulty, err := openS3(s3test.URL(strings.TrimPrefix(front.URL, "http://")), stall)
	if err != nil {
		t.Fatal(err)
	}
	if direct, err = NewS3(s3test.URL(address)); err != nil {
		t.Fatal(err)
	}
	return faulty, direct, f
}

func TestAFaultyStoreIsUnavailableAndKeepsNothing(t *testing.T) {
	s, direct, f := openFaulty(t, time.Second)
	answer := func(status int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(status); return true }
	}
	hang := func(_ http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body) // without reading, the server does not notice that the client is gone
		<-r.Context().Done()
		return true
	}
	drop := func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) }
	for name, spoil := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"500": answer(500), "503": answer(503), "403": answer(403), "nothing for long": hang, "a dropped connection": drop,
	} {
		f.inject(spoil)
		key := NewKey()
		start := time.Now()
		_, put := s.Put(t.Context(), key, plain(content(100_000)), Info{Size: 100_000})
		_, parts := s.Put(t.Context(), key, plain(content(100_000)), Info{})
		_, open := s.Open(t.Context(), key)
		each := s.Each(t.Context(), func(Entry) error { return nil })
		for call, err := range map[string]error{"put": put, "put in parts": parts, "open": open, "delete": s.Delete(t.Context(), key), "each": each, "check": s.Check(t.Context())} {
			if !errors.Is(err, ErrUnavailable) {
				t.Errorf("%s, %s: %v", name, call, err)
			}
			if err != nil && strings.Contains(err.Error(), s3test.Secret) {
				t.Errorf("%s, %s: the secret is in the error", name, call)
			}
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		wantNothing(t, direct, key)
	}
	f.inject(nil)
	key := NewKey()
	if _, err := s.Put(t.Context(), key, plain(content(1000)), Info{}); err != nil {
		t.Errorf("the store is back: %v", err)
	}
}

func TestATransientFaultIsRetriedIfTheSourceIsSeekable(t *testing.T) {
	s, _, f := openFaulty(t, time.Minute)
	var failures atomic.Int32
	f.inject(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && failures.Add(-1) >= 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		return false
	})
	data := append([]byte("passed over"), content(20_000)...)
	rewindable := func() io.Reader {
		r := bytes.NewReader(data)
		_, _ = r.Seek(int64(len(data)-20_000), io.SeekStart)
		return r
	}
	for name, c := range map[string]struct {
		r        io.Reader
		failures int32
		want     error
	}{
		"one failure":                {rewindable(), 1, nil},
		"two failures":               {rewindable(), 2, ErrUnavailable},
		"a source that only goes on": {plain(content(20_000)), 1, ErrUnavailable},
	} {
		failures.Store(c.failures)
		key := NewKey()
		_, err := s.Put(t.Context(), key, c.r, Info{Size: 20_000, SHA256: hashOf(content(20_000))})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		failures.Store(0)
		if c.want == nil {
			wantContent(t, s, key, content(20_000))
		} else {
			wantNothing(t, s, key)
		}
	}
}

func TestCorruptedUploadsAreDetectedAndRemoved(t *testing.T) {
	s, direct, f := openFaulty(t, time.Second)
	for name, change := range map[string]func([]byte) []byte{
		"one bit":   func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"a cut end": func(b []byte) []byte { return b[:len(b)-1] },
		"nothing":   func([]byte) []byte { return nil },
		"more":      func(b []byte) []byte { return append(b, 'x') },
	} {
		f.proxy.ModifyResponse = func(r *http.Response) error {
			if r.Request.Method != http.MethodGet {
				return nil
			}
			b, err := io.ReadAll(r.Body)
			b = change(b)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
			r.Header.Del("Content-Length")
			return err
		}
		key := NewKey()
		if _, err := s.Put(t.Context(), key, plain(content(50_000)), Info{Size: 50_000}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
		wantNothing(t, direct, key)
	}
	f.proxy.ModifyResponse = nil
	f.inject(func(w http.ResponseWriter, r *http.Request) bool { // accepts everything, stores nothing
		if r.Method == http.MethodPut {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("ETag", `"00000000000000000000000000000000"`)
			return true
		}
		return false
	})
	if _, err := s.Put(t.Context(), NewKey(), plain(content(1000)), Info{Size: 1000}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a store that forgets: %v", err)
	}
}

func TestTimedSlowUploadWithProgressIsNotAborted(t *testing.T) {
	s, _, _ := openFaulty(t, 2*time.Second)
	data := content(600_000)
	rest := data
	source := readFunc(func(p []byte) (int, error) {
		if len(rest) == 0 {
			return 0, io.EOF
		}
		time.Sleep(300 * time.Millisecond)
		n := copy(p[:min(len(p), 60_000)], rest)
		rest = rest[n:]
		return n, nil
	})
	key := NewKey()
	start := time.Now()
	if _, err := s.Put(t.Context(), key, source, Info{Size: int64(len(data))}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 2*time.Second {
		t.Errorf("took %v: the source was not slow", took)
	}
	wantContent(t, s, key, data)
}

func TestTimedUploadToADeadStoreFailsWithinSevenSeconds(t *testing.T) {
	if testing.Short() {
		t.Skip("waits")
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	for name, address := range map[string]string{"silent": silent.Addr().String(), "closed": closed.Addr().String(), "unreachable": "192.0.2.1:9000"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := NewS3(s3test.URL(address))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			_, err = s.Put(t.Context(), NewKey(), plain(content(3<<20)), Info{Size: 3 << 20})
			if took := time.Since(start); !errors.Is(err, ErrUnavailable) || took > 7*time.Second {
				t.Errorf("%v after %v", err, took)
			}
		})
	}
}

func TestUnfinishedMultipartUploadsAreSwept(t *testing.T) {
	_, s, _ := openFaulty(t, time.Second)
	key := NewKey()
	if _, err := s.core.NewMultipartUpload(t.Context(), s.bucket, s.name(key), minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		for u := range s.core.ListIncompleteUploads(t.Context(), s.bucket, "", true) {
			if u.Err != nil {
				t.Fatal(u.Err)
			}
			n++
		}
		return n
	}
	if err := s.Sweep(t.Context(), time.Now().Add(-time.Hour)); err != nil || count() != 1 {
		t.Errorf("a young upload: %d left, %v", count(), err)
	}
	if err := s.Sweep(t.Context(), time.Now().Add(time.Hour)); err != nil || count() != 0 {
		t.Errorf("an old upload: %d left, %v", count(), err)
	}
	wantNothing(t, s, key)
}

func TestPrefixesSeparateStores(t *testing.T) {
	_, plainStore, _ := openFaulty(t, time.Second)
	address := plainStore.core.EndpointURL().Host
	inner, err := NewS3("s3://" + s3test.Access + ":" + s3test.Secret + "@" + address + "/" + s3test.Bucket + "/inner/files/?insecure=true")
	if err != nil {
		t.Fatal(err)
	}
	key := NewKey()
	if _, err := inner.Put(t.Context(), key, strings.NewReader("x"), Info{}); err != nil {
		t.Fatal(err)
	}
	wantNothing(t, plainStore, key)
	wantContent(t, inner, key, []byte("x"))
	if a, b := keysOf(t, plainStore), keysOf(t, inner); a != nil || len(b) != 1 {
		t.Errorf("%v, %v", a, b)
	}
}

func TestAMissingBucketIsUnavailable(t *testing.T) {
	_, s, _ := openFaulty(t, time.Second)
	s.bucket = "other"
	_, open := s.Open(t.Context(), NewKey())
	for name, err := range map[string]error{"open": open, "check": s.Check(t.Context())} {
		if !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestS3Settings(t *testing.T) {
	for _, address := range []string{
		"s3://", "s3:///bucket", "s3://key:secret@host", "s3://key:secret@host/", "s3://key:secret@host/bucket?insecure=perhaps", "s3://key:secret@host/bucket?lookup=magic",
		"s3://key:%zzsecret@host/bucket", "s3://key:secret@ho st/bucket", "http://key:secret@host/bucket", "s3://key:sec/ret@host/bucket",
	} {
		if _, err := NewS3(address); err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec/ret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "fromenv")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "envsecret")
	for address, want := range map[string]string{"s3://storage.example.ru/bucket?region=ru-1": "fromenv", "s3://a%2Fb:c%2Fd@storage.example.ru/bucket": "a/b"} {
		s, err := NewS3(address)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := s.core.GetCreds()
		if err != nil || keys.AccessKeyID != want || s.core.EndpointURL().Scheme != "https" || s.bucket != "bucket" {
			t.Errorf("%s: %+v, %v", address, keys.AccessKeyID, err)
		}
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	_, s, _ := openFaulty(t, time.Second)
	key := NewKey()
	if _, err := s.Put(t.Context(), key, plain(content(64<<20)), Info{}); err != nil { // more than the buffers of the way hold
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	object, err := s.Open(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = object.Close() }()
	cancel()
	if _, err := io.ReadAll(object); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestADownloadMakesOneStoreRequest(t *testing.T) {
	s, _, f := openFaulty(t, time.Minute)
	data, key := content(300_000), NewKey()
	if _, err := s.Put(t.Context(), key, plain(data), Info{Size: int64(len(data))}); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	f.inject(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet {
			asked.Add(1)
		}
		return false
	})
	download := func(ranges string) []byte {
		object, err := s.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = object.Close() }()
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		if ranges != "" {
			r.Header.Set("Range", ranges)
		}
		http.ServeContent(w, r, "a.bin", time.Time{}, object)
		return w.Body.Bytes()
	}
	if got := download(""); !bytes.Equal(got, data) || asked.Load() != 1 {
		t.Errorf("%d bytes by %d requests", len(got), asked.Load())
	}
	if got := download("bytes=1000-1999"); !bytes.Equal(got, data[1000:2000]) { // a range needs its own request
		t.Errorf("%d other bytes", len(got))
	}
}
