package xlsx

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAChoiceIsStoredOnce(t *testing.T) {
	want := [][]string{{"Статус"}}
	f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: []Column{{Title: "Статус", Kind: Choice}}}, func(w *Writer) {
		for i := range 1000 {
			text := []string{"Активен", " с <краю> & _x0041_ ", "=1+1"}[i%3]
			w.Text(text)
			mustEndRow(t, w)
			want = append(want, []string{map[bool]string{true: "'"}[i%3 == 2] + text})
		}
	}))
	got, err := f.GetRows("x")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(readPart(t, f, "xl/sharedStrings.xml"), "<si>"); n != 3 {
		t.Errorf("%d texts are held", n)
	}
}

func TestDistinctTextsDoNotExhaustMemory(t *testing.T) {
	const rows = 40
	long := strings.Repeat("я", maxShared/2/rows) // two bytes per letter, so twice the limit
	var w *Writer
	f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: []Column{{Title: "a", Kind: Choice}}}, func(begun *Writer) {
		w = begun
		for i := range 2 * rows {
			w.Text(strconv.Itoa(i) + long)
			mustEndRow(t, w)
		}
	}))
	if n := len(w.shared.xml); n < maxShared || n > maxShared+len(long)+100 {
		t.Errorf("%d bytes are held, want hardly more than %d", n, maxShared)
	}
	got, err := f.GetRows("x")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got[1:] {
		if row[0] != strconv.Itoa(i)+long {
			t.Errorf("row %d holds %.20q", i, row[0])
		}
	}
	if len(got) != 2*rows+1 {
		t.Errorf("%d rows", len(got))
	}
}
