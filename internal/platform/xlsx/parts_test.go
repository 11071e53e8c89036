package xlsx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func TestTheSheetHasFrozenBoldFilteredHeaderAndWidths(t *testing.T) {
	f := reopen(t, writeRows(t, students, func(w *Writer) {
		for range 3 {
			for range students.Columns {
				w.empty()
			}
			mustEndRow(t, w)
		}
	}))
	panes, err := f.GetPanes("Студенты")
	if err != nil || !panes.Freeze || panes.YSplit != 1 || panes.TopLeftCell != "A2" {
		t.Errorf("panes: %+v, %v", panes, err)
	}
	id, err := f.GetCellStyle("Студенты", "B1")
	if err != nil {
		t.Fatal(err)
	}
	style, err := f.GetStyle(id)
	if err != nil || style.Font == nil || !style.Font.Bold {
		t.Errorf("header style: %+v, %v", style, err)
	}
	width, err := f.GetColWidth("Студенты", "A")
	if err != nil || width != 40 {
		t.Errorf("width of A: %v, %v", width, err)
	}
	if sheet := readPart(t, f, "xl/worksheets/sheet1.xml"); !strings.Contains(sheet, `<autoFilter ref="A1:D4"/>`) {
		t.Errorf("no filter over the table in …%s", sheet[max(0, len(sheet)-200):])
	}
	if got := definedNames(f)["_xlnm._FilterDatabase Студенты"]; got != "'Студенты'!$A$1:$D$4" {
		t.Errorf("the filter covers %s", got)
	}
}

// definedNames returns the references of the defined names, by name and sheet.
func definedNames(f *excelize.File) map[string]string {
	out := map[string]string{}
	for _, n := range f.GetDefinedName() {
		out[n.Name+" "+n.Scope] = n.RefersTo
	}
	return out
}

func TestEverySheetPrintsAtPageWidthWithItsHeaderOnEachPage(t *testing.T) {
	f := reopen(t, writeRows(t, Sheet{Name: "Цена 'до'", Columns: students.Columns}, func(w *Writer) {
		w.limit = 3 // the header and two rows
		for range 3 {
			for range students.Columns {
				w.empty()
			}
			mustEndRow(t, w)
		}
	}))
	sheets := f.GetSheetList()
	if len(sheets) != 2 {
		t.Fatalf("sheets: %v", sheets)
	}
	for _, name := range sheets {
		layout, err := f.GetPageLayout(name)
		if err != nil || *layout.Orientation != "landscape" || *layout.Size != 9 || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 {
			t.Errorf("%s: %+v, %v", name, layout, err)
		}
		props, err := f.GetSheetProps(name)
		if err != nil || props.FitToPage == nil || !*props.FitToPage {
			t.Errorf("%s is not fitted to the page: %v", name, err)
		}
		if got, want := definedNames(f)["_xlnm.Print_Titles "+name], "'"+strings.ReplaceAll(name, "'", "''")+"'!$1:$1"; got != want {
			t.Errorf("%s repeats %q, want %q", name, got, want)
		}
	}
}

func readPart(t *testing.T, f *excelize.File, name string) string {
	t.Helper()
	b, ok := f.Pkg.Load(name)
	if !ok {
		t.Fatalf("no part %s", name)
	}
	return string(b.([]byte))
}

func TestTheZipListsTheParts(t *testing.T) {
	file := writeRows(t, students, func(*Writer) {})
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, e := range z.File {
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		// Reading to the end compares the checksum and the size.
		n, err := io.Copy(io.Discard, r)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		fmt.Fprintf(&got, "%s method=%d size=%d\n", e.Name, e.Method, n)
	}
	want, err := os.ReadFile("testdata/listing.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSheetNamesAreMadeValid(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "Лист",
		"Опрос: как дела?":      "Опрос  как дела",
		"'[a]/b\\c*'":           "a  b c",
		"a\x00b\xffc\n":         "a bc",
		strings.Repeat("я", 60): strings.Repeat("я", 25),
		strings.Repeat("😀", 60): strings.Repeat("😀", 12),
		`R&D "2026" <x>`:        `R&D "2026" <x>`,
		"Пётр's":                "Пётр's",
	} {
		if got := cleanName(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
			continue
		}
		f := reopen(t, writeRows(t, Sheet{Name: in, Columns: students.Columns}, func(*Writer) {}))
		if got := f.GetSheetList(); len(got) != 1 || got[0] != want {
			t.Errorf("%q came back as %q", in, got)
		}
	}
}

func TestColumnNames(t *testing.T) {
	for n, want := range map[int]string{1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", 16384: "XFD"} {
		if got := columnName(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
