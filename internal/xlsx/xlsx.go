// Package xlsx writes spreadsheets of any length as a stream: rows go out as they
// come, the memory stays the same, and no text of a cell can become a formula.
package xlsx

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"

	"studbonus/internal/cores"
)

// Kind says what the cells of a column hold, and so how they look and are edited.
type Kind int

const (
	// Text is ordinary text.
	Text Kind = iota
	// Choice is text of a few values, such as a status: the file holds each of them once.
	Choice
	// Code is digits that are no quantity, such as a phone, a student code or an ИНН:
	// kept as text when edited, and a phone keeps its leading plus.
	Code
	// Number is a quantity.
	Number
	// Date is a day.
	Date
	// Time is a day with hours and minutes.
	Time
)

// Column is one column of the sheet; Width is in characters, 0 means the usual one.
type Column struct {
	Title string
	Width float64
	Kind  Kind
}

// Sheet describes the table: its name and its columns.
type Sheet struct {
	Name    string
	Columns []Column
}

const (
	maxRows    = 1_048_576 // of a sheet, the header included: Excel opens no more
	maxColumns = 16_384
	maxWidth   = 255

	// blockSize is what one worker packs at a time: large enough that the history lost
	// at each border costs nothing, small enough that a few in flight are no memory.
	blockSize  = 256 << 10
	maxWorkers = 8
)

// ErrColumns is returned for a row that has another number of cells than the sheet has columns.
var ErrColumns = errors.New("xlsx: the row does not fit the columns")

var errClosed = errors.New("xlsx: the writer is closed")

// Writer writes one table. Cells are appended from left to right by Text, Number,
// Decimal, Date, Time and Empty, and EndRow ends the row. It is not for several
// goroutines at once. Close must be called in any case, since it ends the workers.
type Writer struct {
	zip    *zip.Writer
	packer *packer
	done   func() // of the work on all cores
	sheet  Sheet
	shared sharedTexts

	block  *block // being filled
	cell   int    // cells in the row begun
	rows   int    // in this sheet, the header included
	sheets []int  // rows of the sheets that are finished
	limit  int    // rows of a sheet
	err    error
	closed bool
}

// NewWriter begins a file on out. Past the last row that a sheet can hold it goes on
// in a further sheet with the same header.
func NewWriter(out io.Writer, sheet Sheet) (*Writer, error) {
	if n := len(sheet.Columns); n == 0 || n > maxColumns {
		return nil, fmt.Errorf("%w: %d columns", ErrColumns, n)
	}
	w := &Writer{zip: zip.NewWriter(out), sheet: sheet, limit: maxRows}
	w.sheet.Name = cleanName(sheet.Name)
	w.shared.numbers = map[string]int{}
	for _, p := range fixedParts {
		if err := w.addPart(p.name, p.text); err != nil {
			return nil, err
		}
	}
	w.packer, w.done = newPacker(workers()), cores.Work()
	if w.beginSheet(); w.err != nil {
		w.stop()
		return nil, w.err
	}
	return w, nil
}

// workers leaves one core to the goroutine that makes the rows.
func workers() int { return min(max(cores.Count-1, 1), maxWorkers) }

func (w *Writer) stop() {
	w.packer.stop()
	w.done()
}

func (w *Writer) addPart(name, text string) error {
	f, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err != nil {
		return fmt.Errorf("xlsx: write %s: %w", name, err)
	}
	return nil
}

func (w *Writer) beginSheet() {
	header := &zip.FileHeader{Name: sheetPath(len(w.sheets) + 1), Method: zip.Deflate, Flags: 0x8}
	entry, err := w.zip.CreateRaw(header)
	if err != nil {
		w.err = fmt.Errorf("xlsx: begin a sheet: %w", err)
		return
	}
	w.packer.begin(header, entry)
	w.block = w.packer.take()
	w.block.raw = appendSheetHead(w.block.raw, w.sheet.Columns, len(w.sheets) == 0)
	w.rows = 1
}

func (w *Writer) endSheet() {
	w.block.raw = appendSheetTail(w.block.raw, w.sheet.Columns, w.rows)
	w.block.last = true
	w.packer.send(w.block)
	w.block = nil
	w.sheets = append(w.sheets, w.rows)
	if err := w.packer.end(); err != nil {
		w.err = fmt.Errorf("xlsx: write a sheet: %w", err)
	}
}

// EndRow ends the row. An error is final: the file is lost and no further row is taken.
func (w *Writer) EndRow() error {
	if w.err != nil {
		return w.err
	}
	if w.cell != len(w.sheet.Columns) {
		w.err = fmt.Errorf("%w: %d cells for %d columns", ErrColumns, w.cell, len(w.sheet.Columns))
		return w.err
	}
	w.block.raw = append(w.block.raw, `</row>`...)
	w.cell = 0
	w.rows++
	if w.rows%cores.Stretch == 0 {
		cores.GiveWay()
	}
	if len(w.block.raw) >= blockSize {
		w.packer.send(w.block)
		w.block = w.packer.take()
		if w.packer.failed.Load() {
			w.err = fmt.Errorf("xlsx: write a sheet: %w", w.packer.end())
		}
	}
	return w.err
}

// beginCell makes room for a cell and tells whether it may be written.
func (w *Writer) beginCell() bool {
	if w.err != nil {
		return false
	}
	if w.closed {
		w.err = errClosed
		return false
	}
	if w.cell == 0 && !w.beginRow() {
		return false
	}
	w.cell++
	if w.cell > len(w.sheet.Columns) {
		w.err = fmt.Errorf("%w: more than %d cells", ErrColumns, len(w.sheet.Columns))
		return false
	}
	return true
}

func (w *Writer) beginRow() bool {
	// Only when a further row comes: a full sheet is not followed by an empty one.
	if w.rows == w.limit {
		if w.endSheet(); w.err == nil {
			w.beginSheet()
		}
		if w.err != nil {
			return false
		}
	}
	// Rows and cells carry no references: the standard allows it, Excel, LibreOffice and
	// excelize read it so, and with them the file takes twice the time and the space.
	w.block.raw = append(w.block.raw, `<row>`...)
	return true
}

// Close completes the file and ends the workers; it does not close the underlying
// writer. It reports the first error of the whole writing, and always the same one.
func (w *Writer) Close() error {
	if w.closed {
		return w.err
	}
	w.closed = true
	if w.err == nil && w.cell != 0 {
		w.err = fmt.Errorf("%w: the last row was not ended", ErrColumns)
	}
	if w.err == nil {
		w.endSheet()
	}
	w.stop()
	if w.err == nil {
		w.err = w.finish()
	}
	return w.err
}

// finish writes the parts that name the sheets, whose number is known only now.
func (w *Writer) finish() error {
	if err := w.addPart("xl/workbook.xml", workbook(w.sheet.Name, w.sheets, len(w.sheet.Columns))); err != nil {
		return err
	}
	if err := w.addPart("xl/sharedStrings.xml", w.shared.part()); err != nil {
		return err
	}
	if err := w.addPart("xl/_rels/workbook.xml.rels", workbookRels(len(w.sheets))); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return fmt.Errorf("xlsx: finish the file: %w", err)
	}
	return nil
}
