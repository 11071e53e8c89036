package xlsx

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// reopen reads the file with an independent library.
func reopen(t *testing.T, file []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("excelize does not open the file: %v", err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// writeRows writes a file of one sheet; fill appends the rows.
func writeRows(t *testing.T, sheet Sheet, fill func(w *Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, sheet)
	if err != nil {
		t.Fatal(err)
	}
	fill(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func mustEndRow(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.EndRow(); err != nil {
		t.Fatal(err)
	}
}

var students = Sheet{Name: "Студенты", Columns: []Column{
	{Title: "ФИО", Width: 40}, {Title: "Телефон", Width: 18, Kind: Code}, {Title: "Курс"},
	{Title: "Рейтинг"},
}}

func TestCellsRoundTrip(t *testing.T) {
	file := writeRows(t, students, func(w *Writer) {
		w.Text("Иванова Анна «Петровна»")
		w.Text("+7 (912) 345-67-89")
		w.Number(-3)
		w.Decimal(4.7)
		mustEndRow(t, w)
		w.Text("")
		w.empty()
		w.Number(math.MaxInt32)
		w.Decimal(math.NaN())
		mustEndRow(t, w)
		w.Text("код")
		w.Text("0012345678901")
		w.empty()
		w.Decimal(1e-7)
		mustEndRow(t, w)
	})
	f := reopen(t, file)
	got, err := f.GetRows("Студенты")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"ФИО", "Телефон", "Курс", "Рейтинг"},
		{"Иванова Анна «Петровна»", "+7 (912) 345-67-89", "-3", "4.7"},
		{"", "", "2147483647"},
		{"код", "0012345678901", "", "0.0000001"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFileWithoutRowsOpens(t *testing.T) {
	f := reopen(t, writeRows(t, students, func(*Writer) {}))
	rows, err := f.GetRows("Студенты")
	if err != nil || len(rows) != 1 {
		t.Errorf("rows: %v, %v", rows, err)
	}
}

func TestALongTableContinuesOnFurtherSheets(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Sheet{Name: "Коды", Columns: []Column{{Title: "№"}}})
	if err != nil {
		t.Fatal(err)
	}
	w.limit = 4 // the header and three rows
	for i := range 9 {
		w.Number(int64(i))
		mustEndRow(t, w)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f := reopen(t, out.Bytes())
	if diff := cmp.Diff([]string{"Коды", "Коды (2)", "Коды (3)"}, f.GetSheetList()); diff != "" {
		t.Error(diff) // nine rows fill three sheets; there is no empty fourth one
	}
	for i, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		want := [][]string{{"№"}, {strconv.Itoa(3 * i)}, {strconv.Itoa(3*i + 1)}, {strconv.Itoa(3*i + 2)}}
		if diff := cmp.Diff(want, rows); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestElevenHundredThousandRowsUseBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and reads 1,100,000 rows")
	}
	const n = 1_100_000
	path := t.TempDir() + "/long.xlsx"
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(file, Sheet{Name: "Студенты", Columns: []Column{{Title: "№"}, {Title: "ФИО"}}})
	if err != nil {
		t.Fatal(err)
	}
	peak := watchHeap(t)
	for i := range n {
		w.Number(int64(i))
		w.Text("Константинопольская Александра Владиславовна")
		mustEndRow(t, w)
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	if grown := peak(); grown > 64<<20 {
		t.Errorf("the heap grew by %d MiB, allowed are 64", grown>>20)
	}
	f, err := excelize.OpenFile(path, excelize.Options{UnzipXMLSizeLimit: 1 << 20, UnzipSizeLimit: 1 << 32})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	next := 0
	for _, name := range f.GetSheetList() {
		next = countOn(t, f, name, next)
	}
	if next != n {
		t.Errorf("%d rows came back of %d", next, n)
	}
}

// watchHeap samples the heap; the returned function stops it and returns the largest growth.
func watchHeap(t *testing.T) func() uint64 {
	t.Helper()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	start, top := m.HeapInuse, m.HeapInuse
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&m)
				top = max(top, m.HeapInuse)
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-done
		return top - start
	}
}

// countOn checks that the numbers of the sheet continue from next, and returns the number after the last.
func countOn(t *testing.T, f *excelize.File, name string, next int) int {
	t.Helper()
	rows, err := f.Rows(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	rows.Next() // the header
	for rows.Next() {
		cells, err := rows.Columns()
		if err != nil || len(cells) != 2 || cells[0] != strconv.Itoa(next) {
			t.Fatalf("%s: row %v, %v, want number %d", name, cells, err, next)
		}
		next++
	}
	return next
}

func TestARowThatDoesNotFitTheColumnsIsRefused(t *testing.T) {
	for _, cells := range []int{1, 5} {
		w, err := NewWriter(io.Discard, students)
		if err != nil {
			t.Fatal(err)
		}
		for range cells {
			w.empty()
		}
		if err := w.EndRow(); !errors.Is(err, ErrColumns) {
			t.Errorf("%d cells: %v", cells, err)
		}
		if err := w.Close(); !errors.Is(err, ErrColumns) {
			t.Errorf("%d cells, close: %v", cells, err)
		}
	}
	if _, err := NewWriter(io.Discard, Sheet{}); !errors.Is(err, ErrColumns) {
		t.Errorf("no columns: %v", err)
	}
	w, _ := NewWriter(io.Discard, students)
	w.empty()
	if err := w.Close(); !errors.Is(err, ErrColumns) {
		t.Errorf("a row not ended: %v", err)
	}
}

// fullDisk fails after room bytes.
type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestAFailingWriterStopsTheWorkers(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, room := range []int{0, 5_000, 100_000} {
		w, err := NewWriter(&fullDisk{room}, benchSheet)
		if err != nil {
			t.Fatal(err)
		}
		rows := benchStudents()
		for i := 0; err == nil && i < 2_000_000; i++ {
			s := &rows[i%len(rows)]
			w.Number(s.id)
			for _, text := range []string{s.name, s.phone, s.code, s.faculty, s.city, s.status} {
				w.Text(text)
			}
			w.Number(s.course)
			err = w.EndRow()
		}
		if !errors.Is(err, errFull) {
			t.Errorf("room %d: rows: %v", room, err)
		}
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Errorf("room %d: close: %v", room, err)
		}
	}
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines are left, %d were there", after, before)
	}
}

func TestCellsDoNotAllocate(t *testing.T) {
	w, err := NewWriter(io.Discard, students)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	row := func() {
		w.Text("Иванов & Сын <_x0041_>")
		w.Text("+79123456789")
		w.Number(4)
		w.Decimal(4.5)
		_ = w.EndRow()
	}
	for range 30_000 { // every block has passed the compressor
		row()
	}
	if n := testing.AllocsPerRun(20_000, row); n >= 0.01 {
		t.Errorf("%v allocations a row", n)
	}
}
