package auth

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"studbonus/internal/platform/fault"
)

var quick = Cost{MemoryKiB: 64, Passes: 1}

// rules 5.15.
func TestDefaultCost(t *testing.T) {
	if DefaultCost.MemoryKiB < 19456 || DefaultCost.Passes < 2 {
		t.Errorf("hashes are too cheap: %+v", DefaultCost)
	}
	if got := newHasher(DefaultCost).dummy; !strings.HasPrefix(got, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("a hash is written as %q", got)
	}
}

func TestHash(t *testing.T) {
	h := newHasher(quick)
	hash, err := h.hash(t.Context(), "пароль с пробелами ")
	if err != nil {
		t.Fatal(err)
	}
	matches := func(t *testing.T, hash, password string) bool {
		t.Helper()
		ok, err := h.matches(t.Context(), hash, password)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	t.Run("matches its password byte for byte", func(t *testing.T) {
		if !matches(t, hash, "пароль с пробелами ") {
			t.Error("it does not match")
		}
		for _, almost := range []string{"пароль с пробелами", "Пароль с пробелами ", "", "пароль с пробелами \x00"} {
			if matches(t, hash, almost) {
				t.Errorf("it matches %q", almost)
			}
		}
	})
	t.Run("is salted", func(t *testing.T) {
		again, err := h.hash(t.Context(), "пароль с пробелами ")
		if err != nil || again == hash {
			t.Errorf("%q twice, %v", again, err)
		}
	})
	t.Run("of an unknown login matches nothing, not even the dummy's password", func(t *testing.T) {
		for _, p := range []string{"", "a password that nobody has", "anything"} {
			if matches(t, "", p) {
				t.Errorf("an unknown login has the password %q", p)
			}
		}
	})
	t.Run("is outdated if its cost differs", func(t *testing.T) {
		if h.isOutdated(hash) {
			t.Error("a fresh hash is outdated")
		}
		if !newHasher(Cost{MemoryKiB: 128, Passes: 1}).isOutdated(hash) || !newHasher(Cost{MemoryKiB: 64, Passes: 2}).isOutdated(hash) {
			t.Error("a cheaper hash is taken as up to date")
		}
	})
	t.Run("that is malformed is an error", func(t *testing.T) {
		for _, broken := range []string{"x", "$2a$10$abc", "$argon2id$v=19$m=64,t=1,p=1$!!$!!", "$argon2id$v=19$m=x,t=1,p=1$YQ$YQ", "$argon2i$v=19$m=64,t=1,p=1$YQ$YQ"} {
			if ok, err := h.matches(t.Context(), broken, ""); ok || err == nil {
				t.Errorf("%q: %v, %v", broken, ok, err)
			}
		}
	})
}

// rules 5.7: the response time does not reveal whether a login exists.
func TestTimedUnknownLoginTakesAsLong(t *testing.T) {
	h := newHasher(Cost{MemoryKiB: 8 << 10, Passes: 1})
	known, err := h.hash(t.Context(), "password")
	if err != nil {
		t.Fatal(err)
	}
	// The minimum of several runs: other load on the machine only adds time.
	shortest := func(hash string) time.Duration {
		best := time.Hour
		for range 7 {
			started := time.Now()
			if _, err := h.matches(t.Context(), hash, "wrong password"); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(started))
		}
		return best
	}
	if with, without := shortest(known), shortest(""); without < with/2 {
		t.Errorf("a known login takes %v, an unknown one %v", with, without)
	}
}

// rules 5.16: a flood of sign-ins is refused instead of queued without limit. Time is simulated, so waits are exact.
func TestHashQueue(t *testing.T) {
	refusedAfter := func(t *testing.T, h *hasher, want time.Duration) {
		t.Helper()
		started := time.Now()
		if _, err := h.hash(t.Context(), "password"); !fault.Is(err, fault.KindTooMany) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(started); took != want {
			t.Errorf("waited %v, want %v", took, want)
		}
	}
	for name, test := range map[string]func(t *testing.T, h *hasher){
		"a caller waits for a turn and no longer than a second": func(t *testing.T, h *hasher) { refusedAfter(t, h, hashWait) },
		"one too many in the queue is refused at once": func(t *testing.T, h *hasher) {
			for range cap(h.queue) {
				h.queue <- struct{}{}
			}
			refusedAfter(t, h, 0)
		},
		"a free turn is taken and given back": func(t *testing.T, h *hasher) {
			<-h.turns
			for range 3 {
				if _, err := h.hash(t.Context(), "password"); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHasher(quick)
				for range cap(h.turns) {
					h.turns <- struct{}{}
				}
				test(t, h)
			})
		})
	}
}

// rules 5.13: the list is long enough, and every entry can match.
func TestCommonPasswords(t *testing.T) {
	if n := len(commonPasswords()); n < 3000 {
		t.Errorf("%d common passwords", n)
	}
	for p := range commonPasswords() {
		if p != strings.ToLower(strings.TrimSpace(p)) || p == "" {
			t.Errorf("%q can never be met: passwords are compared in lower case", p)
		}
	}
	for _, p := range []string{"12345678", "password", "Qwertyuiop", "studbonus", "СтудБонус", "йцукенгш"} {
		if checkNewPassword("password", p, "") == nil {
			t.Errorf("%q is allowed", p)
		}
	}
}
