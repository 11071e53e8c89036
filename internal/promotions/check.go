package promotions

import "unicode"

// Check is the result of a dry run of a codes file.
type Check struct {
	Total, New, Repeated, Known, Invalid int64
	Scientific, LostZeros, LookAlikes    int64 // probably damaged; imported if the operator confirms
	HasHeader                            bool
	Encoding, Delimiter                  string
	Bad, Suspects                        []BadLine
	Sample                               []string
}

// damage finds codes that were probably damaged by a spreadsheet that converted them to numbers, or typed in the wrong
// keyboard layout. They are shown to the operator, not refused.
type damage struct {
	scientific, lookAlikes int64
	shown                  []BadLine

	numbers     int64              // codes of digits only
	byLength    [maxCode + 1]int64 // of them
	firstOf     [maxCode + 1]BadLine
	hasZeroHead bool // a number begins with a zero, so zeros were kept
}

const suspectsShown = 20

func newDamage() *damage { return &damage{shown: []BadLine{}} }

func (s *damage) note(l codeLine, reason string) {
	if len(s.shown) < suspectsShown {
		s.shown = append(s.shown, badLine(l.number, l.code, reason))
	}
}

func (s *damage) look(l codeLine) {
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
	fewNumbers = 10 // too few to draw a conclusion
	mostShare  = 75 // least percentage of numbers with the full length
)

// lostZeros counts numbers that have probably lost leading zeros: most have one length, some are shorter, and none begins with a zero.
func (s *damage) lostZeros() int64 {
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

// first returns the first damaged codes of each kind.
func (s *damage) first() []BadLine {
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

// lookAlike are Cyrillic letters that look like Latin ones.
const lookAlike = "АВЕКМНОРСТУХаеорсух"

// hasLookAlikes reports whether a code mixes Latin letters and Cyrillic look-alikes.
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
