package blob

import (
	"strings"
	"testing"
)

// badKeys are path traversals and other strings that are not keys (rules 13.1).
var badKeys = []string{
	"", "a", ".", "..", "/", "../", "../../etc/passwd", "..\\..\\windows\\win.ini", "/etc/passwd", "C:\\boot.ini",
	"....//....//etc/passwd", "%2e%2e%2f", "..%2f..%2f", "%252e%252e%252f", "..%c0%af", "..%5c", ".%00./", "tmp/put-1", "tmp", "aa",
	"aa/bb", "ab/" + strings.Repeat("a", 29), strings.Repeat("a", 31), strings.Repeat("a", 33), strings.Repeat("a", 31) + "/", strings.Repeat("a", 31) + ".", strings.Repeat("a", 31) + "\x00", strings.Repeat("a", 31) + "\n", strings.Repeat("a", 31) + " ", strings.Repeat("A", 32),
	strings.Repeat("a", 31) + "Z", strings.Repeat("a", 30) + "я", strings.Repeat("я", 16), strings.Repeat("a", 31) + "%", strings.Repeat("a", 31) + "\\", strings.Repeat("a", 31) + ":", strings.Repeat("a", 31) + "?", strings.Repeat("a", 31) + "#", strings.Repeat("a", 31) + "~", strings.Repeat("a", 31) + "-",
	strings.Repeat("../", 10) + "aa", "~root/" + strings.Repeat("a", 26), strings.Repeat("/", 32), strings.Repeat(".", 32), "aaaaaaaaaaaaaaa/../aaaaaaaaaaaaa", "\xff" + strings.Repeat("a", 31), strings.Repeat("a", 1<<20), "\u202e" + strings.Repeat("a", 29), "ａaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "nul", "con", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
}

func TestOnlyKeysAreKeys(t *testing.T) {
	if len(badKeys) < 40 {
		t.Errorf("%d keys", len(badKeys))
	}
	for _, s := range badKeys {
		if ValidKey(s) {
			t.Errorf("%.60q is taken for a key", s)
		}
	}
}

func TestNewKeysAreValidAndDiffer(t *testing.T) {
	const n = 20_000
	seen, letters := map[string]bool{}, map[rune]int{}
	for range n {
		k := NewKey()
		if !ValidKey(k) || seen[k] {
			t.Fatalf("%q", k)
		}
		seen[k] = true
		for _, r := range k {
			letters[r]++
		}
	}
	mean := n * keyLength / len(keyLetters)
	for _, r := range keyLetters {
		if c := letters[r]; c < mean*9/10 || c > mean*11/10 {
			t.Errorf("%c occurs %d times, about %d are due", r, c, mean)
		}
	}
}

// FuzzKey: a key is a single harmless path element on every OS.
func FuzzKey(f *testing.F) {
	for _, s := range badKeys[:40] {
		f.Add(s)
	}
	f.Add(NewKey())
	f.Fuzz(func(t *testing.T, s string) {
		if ValidKey(s) && (len(s) != 32 || strings.Trim(s, keyLetters) != "") {
			t.Errorf("%q is taken for a key", s)
		}
	})
}
