package students

import (
	"regexp"
	"testing"
)

// luhn is the textbook check of a whole number, written apart from checkDigit.
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}

func TestANumberHasTenDigitsAndACheckDigit(t *testing.T) {
	tenDigits, seen := regexp.MustCompile(`^[1-9][0-9]{9}$`), map[string]bool{}
	for range 10_000 {
		n := newNumber(drawSecurely)
		if !tenDigits.MatchString(n) || !luhn(n) {
			t.Fatalf("%s is no number", n)
		}
		seen[n] = true
	}
	if len(seen) < 9_990 {
		t.Errorf("only %d of 10,000 numbers differ", len(seen))
	}
}

func TestTheCheckDigitFindsMistakes(t *testing.T) {
	for payload, want := range map[int64]int64{100_000_000: 8, 799_273_987: 5, 123_456_789: 7, 999_999_999: 9, 111_111_111: 6} {
		if got := checkDigit(payload); got != want {
			t.Errorf("the check digit of %d is %d, want %d", payload, got, want)
		}
	}
	number := []byte(newNumber(drawSecurely))
	for i := range number {
		for d := byte('0'); d <= '9'; d++ {
			mistyped := append([]byte{}, number...)
			if mistyped[i] = d; d != number[i] && luhn(string(mistyped)) {
				t.Errorf("%s passes for %s", mistyped, number)
			}
		}
	}
}

func TestNumbersCoverTheirWholeRange(t *testing.T) {
	for name, test := range map[string]struct {
		drawn int64
		want  string
	}{"least": {0, "1000000008"}, "greatest": {payloads - 1, "9999999999"}} {
		if got := newNumber(func(int64) int64 { return test.drawn }); got != test.want {
			t.Errorf("the %s number is %s, want %s", name, got, test.want)
		}
	}
}
