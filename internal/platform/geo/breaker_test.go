package geo

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"studbonus/internal/platform/clock"
)

func TestTheBreakerOpensAfterFiveFailuresAndTriesAgainAfterHalfAMinute(t *testing.T) {
	now := clock.NewFake(time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC))
	b := &breaker{clock: now.Now}
	down, asked := errors.New("down"), 0
	ask := func(answer error) error {
		return b.do(t.Context(), func() error { asked++; return answer })
	}
	for range 4 {
		_ = ask(down)
	}
	if err := ask(nil); err != nil || asked != 5 { // only consecutive failures count
		t.Fatalf("%v after %d", err, asked)
	}
	for i := range 5 {
		if err := ask(down); !errors.Is(err, down) {
			t.Fatalf("failure %d: %v", i, err)
		}
	}
	asked = 0
	for range 10 {
		if err := ask(nil); !errors.Is(err, errOpen) {
			t.Fatalf("%v", err)
		}
	}
	now.Advance(30*time.Second - time.Nanosecond)
	if err := ask(nil); !errors.Is(err, errOpen) || asked != 0 || !b.isOpen() {
		t.Errorf("too early: %v, %d asked", err, asked)
	}
	now.Advance(time.Microsecond)
	if err := ask(down); !errors.Is(err, down) || asked != 1 { // half-open: one call goes through and fails, so the breaker opens again
		t.Errorf("%v, %d asked", err, asked)
	}
	if err := ask(nil); !errors.Is(err, errOpen) {
		t.Errorf("%v", err)
	}
	now.Advance(30 * time.Second)
	if err := ask(nil); err != nil || b.isOpen() {
		t.Errorf("%v", err)
	}
	if err := ask(down); !errors.Is(err, down) { // closed again: one failure does not open it
		t.Errorf("%v", err)
	}
}

func TestTheHalfOpenBreakerLetsOneCallThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(time.Now())
		b := &breaker{clock: now.Now}
		for range 5 {
			_ = b.do(t.Context(), func() error { return errors.New("down") })
		}
		now.Advance(time.Minute)
		var asked atomic.Int32
		var all sync.WaitGroup
		hold := make(chan struct{})
		for range 20 {
			all.Go(func() {
				_ = b.do(t.Context(), func() error { asked.Add(1); <-hold; return nil })
			})
		}
		synctest.Wait() // every goroutine has finished or is blocked
		close(hold)
		all.Wait()
		if n := asked.Load(); n != 1 {
			t.Errorf("%d asked while it was half open", n)
		}
	})
}

func TestCancelledCallsDoNotCountAsFailures(t *testing.T) {
	b := &breaker{clock: clock.System}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 {
		_ = b.do(gone, func() error { return gone.Err() })
	}
	if b.isOpen() {
		t.Error("people who type on stop the geocoder")
	}
}

func FuzzReadable(f *testing.F) {
	for _, seed := range []string{"", "ул. Мира, 1", "\x00\x1b[31m", "\xff\xfe", "a\u202eb\u200b", "  a \n b ", "🎓"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := cleanAddress(s)
		if cleanAddress(got) != got || len([]rune(got)) > maxAddress {
			t.Errorf("%q became %q", s, got)
		}
		for _, r := range got {
			if r < ' ' || r == 0x202e || r == 0x200b {
				t.Errorf("%q became %q", s, got)
			}
		}
	})
}

func TestOnlyPublicAddressesAreDialled(t *testing.T) {
	for address, allowed := range map[string]bool{
		"5.255.255.70:443": true, "[2a02:6b8::2:242]:443": true,
		"127.0.0.1:80": false, "10.0.0.1:80": false, "172.16.3.4:80": false, "192.168.1.1:80": false, "169.254.169.254:80": false, "100.64.0.1:80": false, "0.0.0.0:80": false,
		"255.255.255.255:80": false, "224.0.0.1:80": false, "[::1]:80": false, "[::]:80": false, "[fe80::1]:80": false, "[fc00::1]:80": false, "[::ffff:127.0.0.1]:80": false, "[::ffff:10.0.0.1]:80": false,
		"nonsense": false,
	} {
		if err := rejectPrivate("tcp", address, nil); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTileSources(t *testing.T) {
	for tiles, origin := range map[string]string{
		"": "", "https://tile.example.org/{z}/{x}/{y}.png": "https://tile.example.org", "http://127.0.0.1:9000/t/{z}/{x}/{y}{r}.png?key=1": "http://127.0.0.1:9000", "https://{z}.example/{x}/{y}": "https://0.example",
	} {
		if got, err := (Settings{Tiles: tiles}).TileOrigin(); err != nil || got != origin {
			t.Errorf("%q: %q, %v, want %q", tiles, got, err, origin)
		}
	}
	for _, bad := range []string{
		"tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/{z}/{x}.png", "https://tile.example.org/tiles.png", "ftp://h/{z}/{x}/{y}", "javascript:{z}{x}{y}", "https:///{z}/{x}/{y}", "https://u:p@h/{z}/{x}/{y}",
		"https://{s}.example.org/{z}/{x}/{y}.png", "https://*.example.org/{z}/{x}/{y}", "https://h; script-src *//{z}/{x}/{y}", "https://h 'unsafe-inline'/{z}/{x}/{y}", "https://a,b/{z}/{x}/{y}",
	} {
		if got, err := (Settings{Tiles: bad}).TileOrigin(); err == nil {
			t.Errorf("%q is taken as %q", bad, got)
		}
	}
}
