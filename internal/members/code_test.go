package members

import (
	"strings"
	"testing"
	"time"
)

func TestPhone(t *testing.T) {
	for text, want := range map[string]string{
		"+7 916 123-45-67": "79161234567", "89161234567": "79161234567", "7 (916) 1234567": "79161234567", "8-916-123-45-67": "79161234567",
		"": "", "9161234567": "", "+74951234567": "", "84951234567": "", "+375291234567": "", "791612345678": "", "7916123456": "", "69161234567": "", "нет": "",
	} {
		got, ok := Phone(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

func TestCodesAreSixDigits(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		code := newCode()
		if len(code) != 6 || strings.Trim(code, "0123456789") != "" {
			t.Fatalf("code %q", code)
		}
		seen[code] = true
	}
	if len(seen) < 980 {
		t.Errorf("only %d different codes of 1000", len(seen))
	}
}

var start = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)

// ago lists messages by age, the oldest first.
func ago(isKnown bool, state State, times ...time.Duration) (out []sending) {
	for _, before := range times {
		out = append(out, sending{At: start.Add(-before), IsKnown: isKnown, State: state})
	}
	return out
}

// rules 23.7
func TestMessagesPerNumber(t *testing.T) {
	const h, m, s = time.Hour, time.Minute, time.Second
	for name, test := range map[string]struct {
		sent    []sending
		isKnown bool
		asKnown bool
		wait    time.Duration
	}{
		"the first":                            {nil, false, false, 0},
		"one a minute":                         {ago(false, Sent, 20*s), false, false, 40 * s},
		"after a minute":                       {ago(false, Sent, m), false, false, 0},
		"three in a quarter":                   {ago(false, Sent, 10*m, 5*m, 2*m), false, false, 5 * m},
		"the quarter is over":                  {ago(false, Sent, 15*m, 5*m, 2*m), false, false, 0},
		"six a day":                            {ago(false, Sent, 23*h, 20*h, 15*h, 10*h, 5*h, 3*h), false, false, h},
		"the day is over":                      {ago(false, Sent, 24*h, 20*h, 15*h, 10*h, 5*h, 3*h), false, false, 0},
		"being sent counts":                    {ago(false, Sending, 10*m, 5*m, 2*m), false, false, 5 * m},
		"failed messages cost nothing":         {ago(false, Failed, 10*m, 5*m, 2*m), false, false, 0},
		"but one a minute":                     {ago(false, Failed, 30*s), false, false, 30 * s},
		"strangers do not use up a device's":   {ago(false, Sent, 6*h, 5*h, 4*h, 3*h, 2*h, 10*s), true, true, 0},
		"a device has one a minute":            {ago(true, Sent, 10*s), true, true, 50 * s},
		"a device has three a day":             {ago(true, Sent, 3*h, 2*h, h), true, false, 0},
		"and then shares":                      {append(ago(true, Sent, 3*h, 2*h, h), ago(false, Sent, 30*s)...), true, false, 30 * s},
		"a device's do not count for the rest": {ago(true, Sent, 10*m, 5*m, 2*m), false, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			asKnown, wait := mayMessage(test.sent, test.isKnown, start)
			if asKnown != test.asKnown || wait != test.wait {
				t.Errorf("as known %v, wait %v; want %v, %v", asKnown, wait, test.asKnown, test.wait)
			}
		})
	}
}

// rules 23.6
func TestDifficultyGrowsWithTheNetwork(t *testing.T) {
	for sends, want := range map[int]int{0: 14, 1: 14, 60: 14, 61: 15, 120: 15, 121: 16, 241: 17, 481: 18, 961: 19, 1200: 19} {
		if got := bitsAt(sends); got != want {
			t.Errorf("%d sends: %d bits, want %d", sends, got, want)
		}
	}
}

// rules 23.6: one bit of grace.
func TestAMessageCostsWhatTheNetworkCostsNow(t *testing.T) {
	for _, c := range []struct{ bits, sends, want int }{{14, 0, 14}, {14, 60, 14}, {14, 61, 14}, {14, 121, 15}, {14, 1199, 18}, {18, 1199, 18}, {19, 1199, 19}, {19, 0, 19}} {
		if got := (challenge{bits: c.bits}).price(c.sends); got != c.want {
			t.Errorf("a challenge of %d bits after %d sends costs %d, want %d", c.bits, c.sends, got, c.want)
		}
	}
}

// rules 23.7
func TestAFifthOfTheBudgetStaysForCodes(t *testing.T) {
	for budget, want := range map[int]int{0: 0, 1: 0, 2: 1, 4: 3, 5: 4, 20_000: 16_000} {
		if got := noticeBudget(budget); got != want {
			t.Errorf("notices stop at %d of %d, want %d", got, budget, want)
		}
	}
}

func TestChallenge(t *testing.T) {
	key, network := []byte("a key of the installation"), "192.0.2.1"
	c := newChallenge(start, 14)
	text := c.sign(key, network)
	got, ok := parseChallenge(key, text, network, start)
	if !ok || got.bits != 14 || string(got.id) != string(c.id) {
		t.Fatalf("%+v, %v", got, ok)
	}
	last := byte('A')
	if text[len(text)-2] == last {
		last = 'B'
	}
	for name, test := range map[string]struct {
		key           []byte
		text, network string
		now           time.Time
	}{
		"another key":      {[]byte("another"), text, network, start},
		"another network":  {key, text, "192.0.2.2", start},
		"expired":          {key, text, network, start.Add(challengeLife)},
		"a changed digit":  {key, text[:len(text)-2] + string(last) + text[len(text)-1:], network, start},
		"fewer bits":       {key, challenge{c.expires, 1, c.id}.sign([]byte("another"), network), network, start},
		"cut":              {key, text[:10], network, start},
		"empty":            {key, "", network, start},
		"not base64":       {key, "ключ", network, start},
		"a later deadline": {key, challenge{c.expires.Add(time.Hour), 14, c.id}.sign([]byte("another"), network), network, start},
	} {
		if _, ok := parseChallenge(test.key, test.text, test.network, test.now); ok {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestProofOfWork(t *testing.T) {
	if !isSolved("challenge", "79161234567", "any", 0) || isSolved("challenge", "79161234567", "any", 256) {
		t.Error("no bits are always found, all bits never")
	}
	found := 0
	for n := range 4096 {
		if isSolved("challenge", "79161234567", string(rune('a'+n%26))+strings.Repeat("x", n/26), 8) {
			found++
		}
	}
	if found < 4 || found > 40 { // 16 expected
		t.Errorf("%d of 4096 nonces have eight zero bits", found)
	}
}
