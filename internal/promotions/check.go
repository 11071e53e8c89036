package promotions

import "unicode"

// Check is what a file would bring, found out without keeping anything.
type Check struct {
	Total, New, Repeated, Known, Invalid int64
	Scientific, LostZeros, LookAlikes    int64 // damaged by a spreadsheet or a keyboard; taken all the same, if the operator wants it
	HasHeader                            bool
	Encoding, Delimiter                  string
	Bad, Suspects                        []BadLine
	Sample                               []string
}

// suspicion notices codes that were probably damaged on their way: by a spreadsheet that took them for numbers, or by a
// keyboard in the wrong layout. They are shown to the operator and not refused.
type suspicion struct {
	scientific, lookAlikes int64
	shown                  []BadLine

	numbers     int64              // codes of digits alone
	byLength    [maxCode + 1]int64 // of them
	firstOf     [maxCode + 1]BadLine
	hasZeroHead bool // one of them begins with a zero: zeros were kept
}

const suspectsShown = 20

func newSuspicion() *suspicion { return &suspicion{shown: []BadLine{}} }

func (s *suspicion) note(l codeLine, reason string) {
	if len(s.shown) < suspectsShown {
		s.shown = append(s.shown, badLine(l.number, l.code, reason))
	}
}

func (s *suspicion) look(l codeLine) {
	switch {
	case scientific(l.code) == len(l.code):
		s.scientific++
		s.note(l, "Похоже на число, испорченное Excel.")
	case isDigits(l.code):
		n := len(l.code)
		if s.numbers++; s.byLength[n] == 0 {
			s.firstOf[n] = badLine(l.number, l.code, "Возможно, Excel убрал нули в начале.")
		}
		s.byLength[n]++
		s.hasZeroHead = s.hasZeroHead || l.code[0] == '0'
	case hasLookAlikes(l.code):
		s.lookAlikes++
		s.note(l, "Русские буквы вперемешку с латинскими.")
	}
}

const (
	fewNumbers = 10 // no conclusion is drawn from so few
	mostShare  = 75 // percent of the numbers that have the full length, if some have lost their zeros
)

// lostZeros: numbers of one length, of which a part is shorter and none begins with a zero, have lost their zeros.
func (s *suspicion) lostZeros() int64 {
	longest := 0
	for n, count := range s.byLength {
		if count > 0 {
			longest = n
		}
	}
	full := s.byLength[longest]
	if s.hasZeroHead || s.numbers < fewNumbers || full == s.numbers || full*100 < s.numbers*mostShare {
		return 0
	}
	return s.numbers - full
}

// first are the first suspects of each kind.
func (s *suspicion) first() []BadLine {
	if s.lostZeros() == 0 {
		return s.shown
	}
	out := s.shown
	longest := false
	for n := maxCode; n > 0 && len(out) < suspectsShown; n-- {
		if s.byLength[n] > 0 && longest {
			out = append(out, s.firstOf[n])
		}
		longest = longest || s.byLength[n] > 0
	}
	return out
}

func isDigits(code []byte) bool {
	for _, c := range code {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// lookAlike are Cyrillic letters that cannot be told from Latin ones.
const lookAlike = "АВЕКМНОРСТУХаеорсух"

// hasLookAlikes tells a code in which Cyrillic letters stand among Latin ones and look like them.
func hasLookAlikes(code []byte) bool {
	var latin, alike bool
	for _, r := range string(code) {
		switch {
		case r < unicode.MaxASCII && unicode.IsLetter(r):
			latin = true
		case isLookAlike(r):
			alike = true
		}
	}
	return latin && alike
}

func isLookAlike(r rune) bool {
	for _, l := range lookAlike {
		if r == l {
			return true
		}
	}
	return false
}
