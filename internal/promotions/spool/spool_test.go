package spool

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counted returns the output of a spool as lines.
func counted(t *testing.T, s *Spool) (lines []string) {
	t.Helper()
	err := s.Each(func(text []byte, times int) error {
		lines = append(lines, fmt.Sprintf("%q %d", text, times))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestEachIsSortedAndCounted(t *testing.T) {
	for _, limit := range []int{1, 100, 1000, 1 << 20} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			chance := rand.New(rand.NewPCG(7, uint64(limit)))
			s := New(limit)
			defer s.Close()
			model := map[string]int{}
			for range 300 {
				text := strings.Repeat("промокод", chance.IntN(3)) + fmt.Sprint(chance.IntN(80))
				if chance.IntN(50) == 0 {
					text = ""
				}
				model[text]++
				if err := s.Add([]byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			if spilt := len(s.runs) > 0; spilt != (limit < 1<<20) {
				t.Errorf("control: %d runs were spilt within %d bytes", len(s.runs), limit)
			}
			want := []string{}
			for text, times := range model {
				want = append(want, fmt.Sprintf("%q %d", text, times))
			}
			slices.SortFunc(want, func(a, b string) int {
				return strings.Compare(a[:strings.LastIndex(a, " ")], b[:strings.LastIndex(b, " ")])
			})
			got := counted(t, s)
			slices.SortFunc(got, func(a, b string) int { // %q changes the order; byte order is checked below
				return strings.Compare(a[:strings.LastIndex(a, " ")], b[:strings.LastIndex(b, " ")])
			})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestByteOrder(t *testing.T) {
	texts := []string{"", "A", "AA", "AAAAAAAA", "AAAAAAAAA", "AAAAAAAAB", "B", "a", "\x00", "\xff", "Я", "ё", "abcdefgh", "abcdefg", "abcdefg\x00"}
	for _, limit := range []int{1, 1 << 20} {
		s := New(limit)
		for _, text := range texts {
			if err := s.Add([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		if err := s.Each(func(text []byte, _ int) error { got = append(got, string(text)); return nil }); err != nil {
			t.Fatal(err)
		}
		s.Close()
		if want := slices.Sorted(slices.Values(texts)); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestErrorStopsEach(t *testing.T) {
	for _, limit := range []int{1, 1 << 20} {
		s := New(limit)
		for i := range 10 {
			if err := s.Add(fmt.Append(nil, i)); err != nil {
				t.Fatal(err)
			}
		}
		seen := 0
		err := s.Each(func([]byte, int) error {
			if seen++; seen == 3 {
				return fmt.Errorf("enough")
			}
			return nil
		})
		s.Close()
		if err == nil || seen != 3 {
			t.Errorf("%d seen, %v", seen, err)
		}
	}
	if err := New(1).Add(make([]byte, maxText+1)); err == nil {
		t.Error("a text too long was taken")
	}
}
