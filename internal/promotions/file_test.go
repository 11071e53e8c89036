package promotions

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
)

// read returns the codes of a file, and its invalid lines as "number: value".
func read(t testing.TB, file string) (codes, bad []string, f *codeFile) {
	t.Helper()
	f, err := openCodes(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	err = f.each(func(l codeLine) error {
		if l.fault == "" {
			codes = append(codes, string(l.code))
		} else {
			bad = append(bad, fmt.Sprintf("%d: %.20s", l.number, l.code))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return codes, bad, f
}

func cp1251(s string) string {
	out, err := charmap.Windows1251.NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return out
}

func TestFileFormats(t *testing.T) {
	long := strings.Repeat("A", 65)
	for name, c := range map[string]struct {
		file       string
		codes, bad []string
	}{
		"one a line":                           {"A1\nB2\nC3\n", []string{"A1", "B2", "C3"}, nil},
		"no end of the last line":              {"A1\nB2", []string{"A1", "B2"}, nil},
		"lines of Windows":                     {"A1\r\nB2\r\n", []string{"A1", "B2"}, nil},
		"lines of an old Mac":                  {"A1\rB2\rC3", []string{"A1", "B2", "C3"}, nil},
		"lines of all kinds":                   {"A1\r\nB2\nC3\rD4\r\r\nE5", []string{"A1", "B2", "C3", "D4", "E5"}, nil},
		"empty lines do not count":             {"\n\nA1\n \n\t\nB2\n\n", []string{"A1", "B2"}, nil},
		"what a spreadsheet leaves at the end": {"A1;x\nB2;y\n;\n;;\n", []string{"A1", "B2"}, nil},
		"a BOM":                                {"\ufeffA1\nB2", []string{"A1", "B2"}, nil},
		"a BOM before a header":                {"\ufeffcode\nB2", []string{"B2"}, nil},
		"a header":                             {"PromoCode\nA1", []string{"A1"}, nil},
		"a Russian header":                     {"ПРОМОКОДЫ;дата\nA1;1", []string{"A1"}, nil},
		"a header in Windows-1251":             {cp1251("Промокод;Кому\nЛЕТО2026;Иванову\n"), []string{"ЛЕТО2026"}, nil},
		"a header after empty lines":           {"\n\nкод\nA1", []string{"A1"}, nil},
		"a header only at the top":             {"A1\ncode\n", []string{"A1", "code"}, nil},
		"a header and nothing else":            {"code\n", nil, nil},
		"nothing":                              {"", nil, nil},
		"commas":                               {"A1,x,y\nB2,z\n", []string{"A1", "B2"}, nil},
		"semicolons, with commas after":        {"A1;1,5\nB2;2,5\n", []string{"A1", "B2"}, nil},
		"tabs":                                 {"A1\tx\nB2\ty\n", []string{"A1", "B2"}, nil},
		"the delimiter of most lines":          {"A1;a,b\nB2;c\nC3;d\n", []string{"A1", "B2", "C3"}, nil},
		"quotes":                               {"\"A1\"\n'B2'\n\"C3\",x\n", []string{"A1", "B2", "C3"}, nil},
		"a delimiter within quotes":            {"\"A,1\",x\n\"B,2\",y\n", []string{"A,1", "B,2"}, nil},
		"quotes within quotes":                 {"\"A\"\"1\",x\n", []string{`A"1`}, nil},
		"a quote that never ends":              {"\"A1\nB2\n", []string{"A1", "B2"}, nil},
		"blanks around":                        {"  A1  \n\u00a0B2\u00a0;x\n", []string{"A1", "B2"}, nil},
		"blanks within":                        {"A 1\nB2\n", []string{"B2"}, []string{"1: A 1"}},
		"64 and 65 characters":                 {long[1:] + "\n" + long + "\n", []string{long[1:]}, []string{"2: " + long[:20]}},
		"64 letters are more bytes":            {strings.Repeat("Щ", 64) + "\n" + strings.Repeat("Щ", 65), []string{strings.Repeat("Щ", 64)}, []string{"2: " + strings.Repeat("Щ", 20)}},
		"what cannot be seen":                  {"A\u200bB\nC\x01D\nE\u202eF\nOK", []string{"OK"}, []string{"1: A\u200bB", "2: C\x01D", "3: E\u202eF"}},
		"an empty first cell":                  {";x\n\"\";y\nA1;z\n", []string{"A1"}, []string{"1: ", "2: "}},
		"emoji are visible":                    {"🎓5\n", []string{"🎓5"}, nil},
		"a spoilt number is one cell":          {"1,23E+12\nA1,x\n5E+10,y\n", []string{"1,23E+12", "A1", "5E+10"}, nil},
		"two cells that are no number":         {"1,23\n1,E5\n", []string{"1", "1"}, nil},
		"broken UTF-8 under a BOM":             {"\ufeffA1\nB\xff2\n", []string{"A1"}, []string{"2: B\xff2"}},
		"a byte that Windows-1251 has not":     {cp1251("ЛЕТО") + "\nA\x981\n", []string{"ЛЕТО"}, []string{"2: A\uFFFD1"}},
	} {
		t.Run(name, func(t *testing.T) {
			codes, bad, _ := read(t, c.file)
			if diff := cmp.Diff(c.codes, codes); diff != "" {
				t.Errorf("codes: %s", diff)
			}
			if diff := cmp.Diff(c.bad, bad); diff != "" {
				t.Errorf("bad lines: %s", diff)
			}
		})
	}
}

// The encoding is detected from the whole file: the decisive letter may be at the very end or split across two chunks.
func TestEncodingIsDetectedFromTheWholeFile(t *testing.T) {
	padding := strings.Repeat("A1\n", sampleSize) // several pieces
	for shift := range 5 {
		utf := strings.Repeat("x", shift) + "\n" + padding + "ЩЁЖ\n"
		if codes, _, f := read(t, utf); f.isCP1251 || codes[len(codes)-1] != "ЩЁЖ" {
			t.Errorf("shift %d: UTF-8 is taken for %s", shift, f.encoding())
		}
		if codes, _, f := read(t, cp1251(utf)); !f.isCP1251 || codes[len(codes)-1] != "ЩЁЖ" {
			t.Errorf("shift %d: Windows-1251 is taken for %s: %s", shift, f.encoding(), codes[len(codes)-1])
		}
	}
	if _, _, f := read(t, "A1\n\xd0"); !f.isCP1251 { // a truncated multibyte letter at the end
		t.Error("half a letter is no UTF-8")
	}
}

func TestTenMegabyteLine(t *testing.T) {
	huge := strings.Repeat("x", 10<<20)
	codes, bad, _ := read(t, "A1\n"+huge+"\nB2;"+huge+"\r\nC3;z\n"+huge)
	if diff := cmp.Diff([]string{"A1", "B2", "C3"}, codes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2: " + huge[:20], "5: " + huge[:20]}, bad); diff != "" {
		t.Error(diff)
	}
}

// plainLines splits a text into lines naively.
func plainLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func TestLineSplittingIsIndependentOfChunks(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var b strings.Builder
		for range chance.IntN(12) {
			b.WriteString(strings.Repeat("a", chance.IntN(9)) + []string{"\n", "\r", "\r\n", "\n\r", ""}[chance.IntN(5)])
		}
		text := b.String()
		longest := 0
		for _, l := range plainLines(text) {
			longest = max(longest, len(l))
		}
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			r := &lineReader{in: in, buffer: make([]byte, longest+1+chance.IntN(8))}
			var got []string
			for {
				line, err := r.next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(line))
			}
			if want := plainLines(text); !slices.Equal(got, want) {
				t.Fatalf("%q with %d bytes: %q, want %q", text, len(r.buffer), got, want)
			}
		}
	}
}

func TestReadErrorIsNotEOF(t *testing.T) {
	broken := struct {
		io.Reader
		io.Seeker
	}{io.MultiReader(strings.NewReader("A1\n"), iotest.ErrReader(io.ErrClosedPipe)), strings.NewReader("")}
	if _, err := openCodes(broken); err == nil {
		t.Error("a file that cannot be read was opened")
	}
	f := &codeFile{in: broken, delimiter: anyDelimiter}
	if err := f.each(func(codeLine) error { return nil }); err == nil {
		t.Error("a file that cannot be read came to its end")
	}
}

func TestScientific(t *testing.T) {
	for text, want := range map[string]int{
		"1,23E+12": 8, "1.23E+12": 8, "5E+10": 5, "12,5e+3x": 7, "1,23": 0, "E+12": 0, "1E12": 0, "1E+": 0, "": 0, "A1E+5": 0, "1,E+5": 0, "2026": 0,
	} {
		if got := scientific([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// For any upload: no panic, codes are valid, and every non-empty line is a code or invalid.
func FuzzFile(f *testing.F) {
	for _, seed := range []string{"", "code\nA1\n", "\ufeffA1;x\r\nB2", cp1251("код\nЛЕТО"), "\"a\"\"b\",c", "1,23E+12\r\r\n", "\xff\xfe", strings.Repeat("x", 70), ",,,\n;;", "'\"'"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		in, err := openCodes(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		err = in.each(func(l codeLine) error {
			if l.number <= last {
				t.Fatalf("line %d after %d", l.number, last)
			}
			last = l.number
			if l.fault == "" && (len(l.code) == 0 || len(l.code) > 4*maxCode || bytes.ContainsAny(l.code, "\r\n\x00 ") || codeFault(l.code) != "") {
				t.Fatalf("%q is taken for a code", l.code)
			}
			if l.fault == "" && !bytes.Equal(trimmed(l.code), l.code) {
				t.Fatalf("%q has blanks or quotes around it", l.code)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
