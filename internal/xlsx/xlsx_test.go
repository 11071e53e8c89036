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

var moscow = time.FixedZone("MSK", 3*3600)

// reopen reads the file back with an independent program.
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
	{Title: "ФИО", Width: 40}, {Title: "Телефон", Width: 18, Kind: Code}, {Title: "Курс", Kind: Number},
	{Title: "Рейтинг", Kind: Number}, {Title: "Дата рождения", Kind: Date}, {Title: "Создан", Width: 18, Kind: Time},
}}

func TestEveryCellComesBackAsItWasWritten(t *testing.T) {
	file := writeRows(t, students, func(w *Writer) {
		w.Text("Иванова Анна «Петровна»")
		w.Text("+7 (912) 345-67-89")
		w.Number(-3)
		w.Decimal(4.7)
		w.Date(time.Date(2004, 2, 29, 23, 59, 0, 0, moscow))
		w.Time(time.Date(2026, 11, 15, 18, 5, 0, 0, moscow))
		mustEndRow(t, w)
		w.Text("")
		w.Empty()
		w.Number(math.MaxInt32)
		w.Decimal(math.NaN())
		w.Date(time.Time{})
		w.Time(time.Time{})
		mustEndRow(t, w)
		w.Text("до 1900 года")
		w.Text("0012345678901")
		w.Empty()
		w.Decimal(1e-7)
		w.Date(time.Date(1899, 12, 31, 0, 0, 0, 0, moscow))
		w.Time(time.Date(1900, 2, 28, 7, 30, 0, 0, moscow))
		mustEndRow(t, w)
	})
	f := reopen(t, file)
	got, err := f.GetRows("Студенты")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"ФИО", "Телефон", "Курс", "Рейтинг", "Дата рождения", "Создан"},
		{"Иванова Анна «Петровна»", "+7 (912) 345-67-89", "-3", "4.7", "29.02.2004", "15.11.2026 18:05"},
		{"", "", "2147483647"},
		{"до 1900 года", "0012345678901", "", "0.0000001", "31.12.1899", "28.02.1900 07:30"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	raw, err := f.GetCellValue("Студенты", "E2", excelize.Options{RawCellValue: true})
	if err != nil || raw != "38046" {
		t.Errorf("the date is stored as %q, %v; a real date is a number of days", raw, err)
	}
}

func TestAFileWithoutRowsOpens(t *testing.T) {
	f := reopen(t, writeRows(t, students, func(*Writer) {}))
	rows, err := f.GetRows("Студенты")
	if err != nil || len(rows) != 1 {
		t.Errorf("rows: %v, %v", rows, err)
	}
}

func TestALongTableGoesOnInFurtherSheets(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Sheet{Name: "Коды", Columns: []Column{{Title: "№", Kind: Number}}})
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
		t.Error(diff) // nine rows fill three sheets: there is no empty fourth
	}
	for i, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		want := [][]string{{"№"}, {strconv.Itoa(3 * i)}, {strconv.Itoa(3*i + 1)}, {strconv.Itoa(3*i + 2)}}
		if diff := cmp.Diff(want, rows); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestElevenHundredThousandRowsKeepTheirMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and reads 1,100,000 rows")
	}
	const n = 1_100_000
	path := t.TempDir() + "/long.xlsx"
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(file, Sheet{Name: "Студенты", Columns: []Column{{Title: "№", Kind: Number}, {Title: "ФИО"}}})
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

// watchHeap returns a function that tells by how much the heap has grown at most.
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

// countOn checks that the numbers of the sheet go on from next, and returns the one after the last.
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
	for _, cells := range []int{1, 7} {
		w, err := NewWriter(io.Discard, students)
		if err != nil {
			t.Fatal(err)
		}
		for range cells {
			w.Empty()
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
	w.Empty()
	if err := w.Close(); !errors.Is(err, ErrColumns) {
		t.Errorf("a row not ended: %v", err)
	}
}

// fullDisk takes so many bytes and then no more.
type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestAFailingWriterEndsTheWritingAndTheWorkers(t *testing.T) {
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

func TestACellTakesNoAllocation(t *testing.T) {
	w, err := NewWriter(io.Discard, students)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	birth := time.Date(2004, 5, 6, 0, 0, 0, 0, moscow)
	row := func() {
		w.Text("Иванов & Сын <_x0041_>")
		w.Text("+79123456789")
		w.Number(4)
		w.Decimal(4.5)
		w.Date(birth)
		w.Time(birth)
		_ = w.EndRow()
	}
	for range 30_000 { // every block has been through the packer
		row()
	}
	if n := testing.AllocsPerRun(20_000, row); n >= 0.01 {
		t.Errorf("%v allocations a row", n)
	}
}

func TestEveryMinuteOfADayIsShownAsItself(t *testing.T) {
	day := time.Date(2026, 11, 15, 0, 0, 0, 0, moscow)
	f := reopen(t, writeRows(t, Sheet{Name: "x", Columns: []Column{{Title: "a", Kind: Time}}}, func(w *Writer) {
		for m := range 24 * 60 {
			w.Time(day.Add(time.Duration(m) * time.Minute))
			mustEndRow(t, w)
		}
	}))
	rows, err := f.GetRows("x")
	if err != nil || len(rows) != 24*60+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for m, row := range rows[1:] {
		if want := day.Add(time.Duration(m) * time.Minute).Format("02.01.2006 15:04"); row[0] != want {
			t.Errorf("%s is shown as %s", want, row[0])
		}
	}
}
