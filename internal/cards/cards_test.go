package cards

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/fault"
)

func counting() []byte {
	b := make([]byte, secretBytes)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

// The vectors of docs/student-api.md, computed by another program.
func TestProof(t *testing.T) {
	for _, v := range []struct {
		secret []byte
		step   int64
		want   string
	}{
		{counting(), 0, "MRQE8TBFXT"}, {counting(), 1, "C6EM9H17ZZ"}, {counting(), 59_475_020, "WTY5FY8BJ1"},
		{bytes.Repeat([]byte{0xff}, secretBytes), 59_475_020, "F9PC28D3HG"}, {make([]byte, secretBytes), -1, "80C92N3RB0"},
	} {
		if got := Proof(v.secret, v.step); got != v.want {
			t.Errorf("the proof of %x at step %d is %s, want %s", v.secret, v.step, got, v.want)
		}
	}
}

func TestATokenIsRightForOneStepBeforeAndAfter(t *testing.T) {
	secret, at := counting(), time.Unix(59_475_020*stepSeconds+17, 0)
	shown := token{"", Proof(secret, stepOf(at))}
	for late, want := range map[time.Duration]bool{
		0: true, 30 * time.Second: true, -30 * time.Second: true, 42 * time.Second: true, 43 * time.Second: false,
		-47 * time.Second: true, -48 * time.Second: false, 3 * time.Minute: false, -3 * time.Minute: false, 24 * time.Hour: false,
	} {
		if got := shown.isRight(secret, at.Add(late)); got != want {
			t.Errorf("%v after it was shown the token is right: %v", late, got)
		}
	}
	if shown.isRight(bytes.Repeat([]byte{1}, secretBytes), at) {
		t.Error("right for another secret")
	}
	if (token{"", ""}).isRight(secret, at) || (token{"", shown.proof[:9]}).isRight(secret, at) {
		t.Error("a part of the proof is right")
	}
}

func TestParseToken(t *testing.T) {
	const good = "0123456789ABCDEFGHJK"
	for shown, want := range map[string]string{
		good: good, strings.ToLower(good): good, "OIL3456789ABCDEFGHJK": "0113456789ABCDEFGHJK", "oil3456789abcdefghjk": "0113456789ABCDEFGHJK",
		"": "", good + "0": "", good[1:]: "", "U123456789ABCDEFGHJK": "", "0123456789ABCDEFGHJ-": "", "0123456789ABCDEFGHЖ": "", "0123456789ABCDEF\x00HJK": "", "'; DROP TABLE stud--": "",
	} {
		got, ok := parseToken(shown)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q is read as %q, %v", shown, got, ok)
		}
	}
}

func TestIsMovedTo(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		session int64
		unseen  time.Duration
		want    bool
	}{
		"the same session":                   {1, 0, false},
		"another session":                    {2, 0, true},
		"another session after six days":     {2, 6 * 24 * time.Hour, true},
		"another session after seven days":   {2, 7 * 24 * time.Hour, false},
		"the same session after seven days":  {1, 7 * 24 * time.Hour, false},
		"another session after a long while": {2, 90 * 24 * time.Hour, false},
	} {
		if got := (Device{Session: 1, SeenAt: now.Add(-test.unseen)}).isMovedTo(test.session, now); got != test.want {
			t.Errorf("%s: a move %v", name, got)
		}
	}
}

func TestThreeMovesIn30Days(t *testing.T) {
	first := time.Date(2026, 11, 1, 9, 30, 0, 0, time.UTC)
	moves := []time.Time{first, first.Add(time.Hour), first.Add(2 * time.Hour)}
	if err := checkMoves(moves[:2]); err != nil {
		t.Error(err)
	}
	err := checkMoves(moves)
	if !fault.Is(err, fault.KindConflict) || !strings.Contains(err.Error(), "01.12.2026 в 12:30") {
		t.Errorf("%v: want a refusal that says when the next move is possible", err)
	}
}

func TestShortName(t *testing.T) {
	for _, test := range []struct{ surname, name, want string }{
		{"Иванова", "Мария", "Мария И."}, {" Ёлкин", "Пётр", "Пётр Ё."}, {"", "Анна", "Анна"}, {"O'Neil", "Sam", "Sam O."},
	} {
		if got := (student{Surname: test.surname, Name: test.name}).shortName(); got != test.want {
			t.Errorf("%q %q is %q, want %q", test.surname, test.name, got, test.want)
		}
	}
}
