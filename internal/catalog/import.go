package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"studbonus/internal/fault"
)

const maxFile = 64 << 20 // a catalogue of a million lines

// line is one row of a csv.
type line struct {
	number int // as an editor counts it: empty lines and those within quotes too
	cells  map[string]string
}

// at is the cell of a column; empty where the row is too short.
func (l line) at(column string) string { return l.cells[column] }

// readLines reads a csv whose first line names its columns, as spreadsheets write it: in UTF-8, UTF-16 or Windows-1251, with
// commas, semicolons or tabs between the cells.
func readLines(r io.Reader, columns ...string) ([]line, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fault.Invalid("file", "Файл не читается.").Because(err)
	}
	if len(raw) > maxFile {
		return nil, fault.Invalid("file", "Файл больше 64 МБ.")
	}
	text, err := decoded(raw)
	if err != nil {
		return nil, err
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord, in.TrimLeadingSpace, in.Comma = -1, true, delimiter(text)
	header, err := in.Read()
	if err != nil {
		return nil, fault.Invalid("file", "Файл пуст или не читается.").Because(err)
	}
	for i := range header {
		header[i] = strings.ToLower(strings.TrimSpace(header[i]))
	}
	for _, column := range columns {
		if !slices.Contains(header, column) {
			return nil, fault.Invalid("file", fmt.Sprintf("В первой строке файла нет столбца %s: нужны %s.", column, strings.Join(columns, ", ")))
		}
	}
	return readRows(in, header)
}

func readRows(in *csv.Reader, header []string) (lines []line, err error) {
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, fault.Invalid("file", fmt.Sprintf("Строка %d не читается.", bad.StartLine)).Because(err)
		}
		if err != nil {
			return nil, fault.Invalid("file", "Файл не читается.").Because(err)
		}
		l := line{cells: map[string]string{}}
		l.number, _ = in.FieldPos(0)
		for i, name := range header[:min(len(header), len(record))] {
			l.cells[name] = strings.TrimSpace(record[i])
		}
		lines = append(lines, l)
	}
}

// decoded gives the text in UTF-8 without a byte order mark. Russian spreadsheets write Windows-1251 by default, and read as
// UTF-8 its letters would be kept as question marks for good.
func decoded(raw []byte) ([]byte, error) {
	text := raw
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		text, err = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(raw)
	case !utf8.Valid(raw) && mostlyUTF8(raw):
		err = errors.New("damaged UTF-8")
	case !utf8.Valid(raw):
		text, err = charmap.Windows1251.NewDecoder().Bytes(raw)
	}
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fault.Invalid("file", "Кодировка файла не распознана: сохраните его как CSV UTF-8.").Because(err)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// mostlyUTF8 tells a UTF-8 file with a few spoilt bytes from one in another encoding: Cyrillic in Windows-1251 is hardly ever
// a sequence of UTF-8.
func mostlyUTF8(raw []byte) bool {
	sound, spoilt := 0, 0
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		switch {
		case r == utf8.RuneError && size == 1:
			spoilt++
		case size > 1:
			sound += size
		}
		raw = raw[size:]
	}
	return sound > spoilt
}

// delimiter is the sign that stands most often in the first line.
func delimiter(text []byte) rune {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	best, most := ',', 0
	for _, sign := range ",;\t" {
		if n := bytes.Count(first, []byte(string(sign))); n > most {
			best, most = sign, n
		}
	}
	return best
}
