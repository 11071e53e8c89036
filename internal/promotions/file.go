package promotions

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Format of a codes file (rules 8.4, 8.5).
const (
	maxCode    = 64       // visible characters
	readAhead  = 64 << 10 // the rest of a longer line is skipped: no code is that long
	sampleSize = 64 << 10 // to guess the delimiter
)

// headers are the words that make a first line a header.
var headers = []string{"code", "codes", "promocode", "promo_code", "код", "коды", "промокод", "промокоды"}

// codeFile reads an uploaded file of codes line by line in constant memory.
type codeFile struct {
	in        io.ReadSeeker
	isCP1251  bool
	hasBOM    bool
	delimiter string // any of its characters ends a cell
	hasHeader bool   // known after each
}

// codeLine is a line with content.
type codeLine struct {
	number int    // of the line in the file, from 1
	code   []byte // valid until the next line
	fault  string // why the code is invalid; empty if it is valid
}

var bom = []byte("\ufeff")

// openCodes detects encoding and delimiter. It reads the whole file once, because a single byte can rule out UTF-8.
func openCodes(in io.ReadSeeker) (*codeFile, error) {
	f := &codeFile{in: in}
	buffer := make([]byte, sampleSize)
	kept, first, valid := 0, true, true
	for {
		n, err := io.ReadFull(in, buffer[kept:])
		part := buffer[:kept+n]
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return nil, err
		}
		if first {
			f.hasBOM = bytes.HasPrefix(part, bom)
			f.delimiter = guessDelimiter(part)
			first = false
		}
		if kept = 0; !last {
			kept = cutRune(part)
		}
		valid = valid && utf8.Valid(part[:len(part)-kept])
		if last {
			break
		}
		copy(buffer, part[len(part)-kept:])
	}
	f.isCP1251 = !valid && !f.hasBOM
	_, err := in.Seek(0, io.SeekStart)
	return f, err
}

// cutRune returns how many bytes at the end may be an incomplete rune.
func cutRune(part []byte) int {
	for i := 1; i <= min(utf8.UTFMax-1, len(part)); i++ {
		if c := part[len(part)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(part[len(part)-i:]) {
				return i
			}
			return 0
		}
	}
	return 0
}

const anyDelimiter = "\t;,"

// guessDelimiter returns the delimiter that most of the first lines have; without one all count.
func guessDelimiter(sample []byte) string {
	best, most := anyDelimiter, 0
	for _, d := range anyDelimiter {
		n := 0
		for line := range bytes.Lines(sample) {
			if bytes.ContainsRune(line, d) {
				n++
			}
		}
		if n > most {
			best, most = string(d), n
		}
	}
	return best
}

func (f *codeFile) encoding() string {
	if f.isCP1251 {
		return "windows-1251"
	}
	return "utf-8"
}

// each yields every line with content except the header.
func (f *codeFile) each(use func(codeLine) error) error {
	lines := &lineReader{in: f.in, buffer: make([]byte, readAhead)}
	first := true
	decoder := charmap.Windows1251.NewDecoder()
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if lines.number == 1 {
			line = bytes.TrimPrefix(line, bom)
		}
		if f.isCP1251 && !isASCII(line) {
			if line, err = decoder.Bytes(line); err != nil {
				return err
			}
		}
		if f.isEmpty(line) {
			continue
		}
		code := trimmed(f.cell(line))
		if first {
			first = false
			if f.hasHeader = isHeader(code); f.hasHeader {
				continue
			}
		}
		if err := use(codeLine{number: lines.number, code: code, fault: codeFault(code)}); err != nil {
			return err
		}
	}
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isEmpty reports whether a line has only delimiters, as spreadsheets write them.
func (f *codeFile) isEmpty(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '"' && strings.IndexByte(f.delimiter, c) < 0 {
			return false
		}
	}
	return true
}

// cell returns the first cell of a line.
func (f *codeFile) cell(line []byte) []byte {
	if line = bytes.TrimLeft(line, " "); len(line) > 0 && line[0] == '"' {
		return quoted(line[1:])
	}
	if strings.Contains(f.delimiter, ",") {
		if n := scientific(line); n > 0 && (n == len(line) || line[n] == ',') {
			return line[:n] // 1,23E+12 is one number, not two cells
		}
	}
	if i := bytes.IndexAny(line, f.delimiter); i >= 0 {
		return line[:i]
	}
	return line
}

// quoted returns the text before the closing quote and unescapes double quotes.
func quoted(rest []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return append(out, rest...)
		}
		out = append(out, rest[:i]...)
		if i+1 == len(rest) || rest[i+1] != '"' {
			return out
		}
		out, rest = append(out, '"'), rest[i+2:]
	}
}

// trimmed removes blanks and quotes at both ends.
func trimmed(code []byte) []byte {
	return bytes.TrimFunc(code, func(r rune) bool {
		return r == '"' || r == '\'' || unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
	})
}

func isHeader(cell []byte) bool {
	word := strings.ToLower(string(cell))
	for _, h := range headers {
		if word == h {
			return true
		}
	}
	return false
}

// codeFault returns why a text is not a valid code, or "".
func codeFault(code []byte) string {
	length := 0
	for i := 0; i < len(code); length++ {
		if c := code[i]; c > ' ' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(code[i:])
		if r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return fmt.Sprintf("Недопустимый символ на месте %d.", length+1)
		}
		i += size
	}
	switch {
	case length == 0:
		return "Нет промокода."
	case length > maxCode:
		return fmt.Sprintf("Длиннее %d символов.", maxCode)
	}
	return ""
}

// scientific returns the length of a leading number in scientific notation (1,23E+12), which a spreadsheet made of a code.
func scientific(line []byte) int {
	digits := func(from int) int {
		i := from
		for i < len(line) && line[i] >= '0' && line[i] <= '9' {
			i++
		}
		return i
	}
	at := digits(0)
	if at == 0 {
		return 0
	}
	if at < len(line) && (line[at] == ',' || line[at] == '.') {
		if end := digits(at + 1); end > at+1 {
			at = end
		}
	}
	if at+2 >= len(line) || line[at] != 'E' && line[at] != 'e' || line[at+1] != '+' {
		return 0
	}
	if end := digits(at + 2); end > at+2 {
		return end
	}
	return 0
}

// lineReader splits a file into lines with any line ending and buffers only a part of it.
type lineReader struct {
	in         io.Reader
	buffer     []byte
	start, end int
	number     int
	ended      bool
	afterCR    bool // skip a following line feed
}

// next returns a line without its ending, valid until the next call; an overlong one is truncated.
func (r *lineReader) next() ([]byte, error) {
	r.number++
	for {
		if r.afterCR && r.start < r.end {
			if r.buffer[r.start] == '\n' {
				r.start++
			}
			r.afterCR = false
		}
		part := r.buffer[r.start:r.end]
		if i := lineEnd(part); i >= 0 {
			r.afterCR = part[i] == '\r'
			r.start += i + 1
			return part[:i], nil
		}
		switch {
		case r.ended && len(part) > 0:
			r.start = r.end
			return part, nil
		case r.ended:
			return nil, io.EOF
		case len(part) == len(r.buffer):
			return r.overlong()
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

func lineEnd(part []byte) int {
	feed := bytes.IndexByte(part, '\n')
	if feed >= 0 {
		part = part[:feed]
	}
	if back := bytes.IndexByte(part, '\r'); back >= 0 {
		return back
	}
	return feed
}

func (r *lineReader) fill() error {
	copy(r.buffer, r.buffer[r.start:r.end])
	r.start, r.end = 0, r.end-r.start
	n, err := r.in.Read(r.buffer[r.end:])
	r.end += n
	if errors.Is(err, io.EOF) {
		r.ended = true
		return nil
	}
	return err
}

// overlong returns the beginning of a line that does not fit and skips the rest.
func (r *lineReader) overlong() ([]byte, error) {
	kept := bytes.Clone(r.buffer[:len(r.buffer)/2])
	for {
		r.start, r.end = 0, 0
		if err := r.fill(); err != nil {
			return nil, err
		}
		if i := lineEnd(r.buffer[:r.end]); i >= 0 {
			r.start, r.afterCR = i+1, r.buffer[i] == '\r'
			return kept, nil
		}
		if r.ended {
			r.start = r.end
			return kept, nil
		}
	}
}
