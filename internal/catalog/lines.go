package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"

	"studbonus/internal/platform/fault"
)

// line is one row of a csv.
type line struct {
	number int // as an editor shows it: counts empty lines and line breaks in quotes
	cells  map[string]string
	isLong bool // more cells than columns
}

// at returns the cell of a column; empty if the row is too short.
func (l line) at(column string) string { return l.cells[column] }

// readLines reads a csv whose first line names its columns, as spreadsheets write it: in UTF-8, UTF-16, Windows-1251,
// CP866 or KOI8-R, with commas, semicolons, tabs or vertical bars between the cells.
func readLines(r io.Reader, most limits, into importer) ([]line, error) {
	raw, err := io.ReadAll(io.LimitReader(r, int64(most.bytes)+1))
	if err != nil {
		return nil, fault.Invalid("file", "Файл не читается.").Because(err)
	}
	if len(raw) > most.bytes {
		return nil, fault.Invalid("file", fmt.Sprintf("Файл больше %d МБ.", most.bytes>>20))
	}
	text, err := decoded(raw)
	if err != nil {
		return nil, err
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord, in.TrimLeadingSpace, in.Comma = -1, true, delimiter(text)
	header, err := in.Read()
	if err == nil && strings.HasPrefix(header[0], separatorLine) {
		header, err = in.Read()
	}
	if err != nil {
		return nil, fault.Invalid("file", "Файл пуст или не читается.").Because(err)
	}
	if header, err = most.checkHeader(header, into); err != nil {
		return nil, err
	}
	return readRows(in, header, most)
}

func readRows(in *csv.Reader, header []string, most limits) (lines []line, err error) {
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, fault.Invalid("file", fmt.Sprintf("Строка %d не читается.", bad.StartLine)).Because(err)
		}
		if err != nil {
			return nil, fault.Invalid("file", "Файл не читается.").Because(err)
		}
		width := min(len(header), len(cells))
		l := line{cells: map[string]string{}, isLong: strings.Join(cells[width:], "") != ""}
		l.number, _ = in.FieldPos(0)
		if err := most.checkLine(l.number, len(lines), cells); err != nil {
			return nil, err
		}
		for i, name := range header[:width] {
			l.cells[name] = strings.TrimSpace(cells[i])
		}
		lines = append(lines, l)
	}
}

// separatorLine begins the first line by which Excel says what is between the cells: sep=;
const separatorLine = "sep="

// delimiter returns the sign between the cells: the one that the file names, or the most frequent in its first line. A line
// without any is one column, whose texts may have commas.
func delimiter(text []byte) rune {
	const signs = ";,|\t"
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if named, ok := bytes.CutPrefix(first, []byte(separatorLine)); ok && len(named) > 0 && strings.IndexByte(signs, named[0]) >= 0 {
		return rune(named[0])
	}
	best, most := '\t', 0
	for _, sign := range signs {
		if n := bytes.Count(first, []byte(string(sign))); n > most {
			best, most = sign, n
		}
	}
	return best
}

var errUnreadable = errors.New("no encoding gives Russian text")

// decoded returns the text in UTF-8 without a byte order mark. Spreadsheets on Russian computers write an encoding of one byte
// by default; taken for UTF-8, its letters would be stored as replacement characters.
func decoded(raw []byte) ([]byte, error) {
	text := raw
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		text, err = textunicode.UTF16(textunicode.LittleEndian, textunicode.ExpectBOM).NewDecoder().Bytes(raw)
	case !utf8.Valid(raw) && mostlyUTF8(raw):
		err = errors.New("damaged UTF-8")
	case !utf8.Valid(raw):
		text, err = fromOneByte(raw)
	}
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fault.Invalid("file", "Кодировка файла не распознана: сохраните его как CSV UTF-8.").Because(err)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// mostlyUTF8 reports whether the text is UTF-8, possibly with a few invalid bytes. It counts the pairs of bytes that are Cyrillic
// in UTF-8: in an encoding of one byte they are capitals before signs, which no text has.
func mostlyUTF8(raw []byte) bool {
	sound, spoilt := 0, 0
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		switch {
		case r == utf8.RuneError && size == 1:
			spoilt++
		case size == 2:
			sound += size
		}
		raw = raw[size:]
	}
	return sound > spoilt
}

// rated is how much of a text is looked at to find its encoding.
const rated = 100_000

// fromOneByte decodes Windows-1251, CP866 or KOI8-R: whichever makes the text look most like Russian. A few words in one case may
// be words in two encodings; they are refused rather than guessed.
func fromOneByte(raw []byte) ([]byte, error) {
	var best *charmap.Charmap
	most, second := 0, 0
	for _, encoding := range []*charmap.Charmap{charmap.Windows1251, charmap.CodePage866, charmap.KOI8R} {
		text, err := encoding.NewDecoder().Bytes(raw[:min(rated, len(raw))])
		if err != nil {
			return nil, err
		}
		if n := russian(string(text)); n > most {
			best, most, second = encoding, n, most
		} else {
			second = max(second, n)
		}
	}
	if best == nil || second > most/2 {
		return nil, errUnreadable
	}
	return best.NewDecoder().Bytes(raw)
}

// byFrequency are the letters of Russian texts, the most frequent first.
const byFrequency = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"

// russian rates how much a text looks like Russian: frequent letters raise it, rare ones lower it. The encodings differ in which
// byte is which letter, so a wrong one shows rare letters, signs, and capitals inside words.
func russian(text string) (score int) {
	const width, middle = len("о"), len(byFrequency) / len("о") / 2
	was := ' '
	for _, r := range text {
		at := strings.IndexRune(byFrequency, unicode.ToLower(r))
		switch {
		case r < utf8.RuneSelf || strings.ContainsRune("«»—–№…\u00a0", r):
		case at < 0, unicode.IsUpper(r) && unicode.IsLower(was):
			score -= 2 * middle
		default:
			score += middle - at/width
		}
		was = r
	}
	return score
}
