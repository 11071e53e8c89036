package idset

import (
	"math/rand/v2"
	"testing"
)

func TestPackRoundTrip(t *testing.T) {
	for name, ids := range map[string][]int64{
		"empty": nil, "one": {7}, "zero and twice": {0, 0, 4095, 4096}, "far apart": {1, 5_000_000, 1 << 40}, "backwards": {9000, 100, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var s Set
			distinct := map[int64]bool{}
			for _, id := range ids {
				s.Add(id)
				distinct[id] = true
			}
			got, err := Unpack(s.Pack())
			if err != nil {
				t.Fatal(err)
			}
			if got.Len() != len(distinct) || s.Len() != len(distinct) {
				t.Errorf("%d ids, want %d", got.Len(), len(distinct))
			}
			for id := range distinct {
				if !got.Has(id) || got.Has(id+1) != distinct[id+1] {
					t.Errorf("wrong around %d", id)
				}
			}
		})
	}
}

func TestASetIsSmall(t *testing.T) {
	var all, page Set
	for id := range int64(1_000_000) {
		all.Add(1_000_000 - id)
	}
	for range 15 {
		page.Add(rand.Int64N(5_000_000))
	}
	if n := len(all.Pack()); n > 125_000 {
		t.Errorf("a million ids take %d bytes", n)
	}
	if n := len(page.Pack()); n > 300 {
		t.Errorf("fifteen ids take %d bytes", n)
	}
}

func TestCorruptBytesAreRefused(t *testing.T) {
	var s Set
	s.Add(1)
	packed := s.Pack()
	for _, broken := range [][]byte{packed[:len(packed)/2], []byte("nonsense"), {}} {
		if _, err := Unpack(broken); err == nil {
			t.Errorf("%q was unpacked", broken)
		}
	}
}
