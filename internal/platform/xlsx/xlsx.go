// Package xlsx streams spreadsheets of any length in constant memory. No text of a cell can become a formula.
package xlsx

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"

	"studbonus/internal/platform/tuning"
)

// Kind is the type of a column.
type Kind int

const (
	// Text is ordinary text.
	Text Kind = iota
	// Choice is text with few distinct values, such as a status. The file stores each value once.
	Choice
	// Code is digits that are not a quantity, such as a phone, a student code or an ИНН. It stays text when edited, and
	// a phone keeps its leading plus.
	Code
	// Day is dates without a time.
	Day
	// Moment is times to the minute, by Moscow's clock.
	Moment
)

// Column is one column of the sheet. Width is in characters; 0 means the default.
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
	maxRows    = 1_048_576 // of a sheet, including the header: Excel opens no more
	maxColumns = 16_384
	maxWidth   = 255

	// blockSize is how much a worker compresses at a time: large enough that resetting the deflate window costs little,
	// small enough that a few blocks in flight take little memory.
	blockSize  = 256 << 10
	maxWorkers = 8
)

// ErrColumns means that a row has more or fewer cells than the sheet has columns.
var ErrColumns = errors.New("xlsx: the row does not fit the columns")

var errClosed = errors.New("xlsx: the writer is closed")

// Writer writes one table. Text, Number, Decimal, Day and Moment append cells from left to right, EndRow ends the row. It is not safe for
// concurrent use. Close must always be called, because it stops the workers.
type Writer struct {
	zip    *zip.Writer
	packer *packer
	sheet  Sheet
	shared sharedStrings

	block  *block // being filled
	cell   int    // cells in the current row
	rows   int    // in this sheet, including the header
	sheets []int  // row counts of the finished sheets
	limit  int    // rows per sheet
	err    error
	closed bool
}

// NewWriter starts a file on out. When a sheet is full it continues in a further sheet with the same header.
func NewWriter(out io.Writer, sheet Sheet) (*Writer, error) {
	if n := len(sheet.Columns); n == 0 || n > maxColumns {
		return nil, fmt.Errorf("%w: %d columns", ErrColumns, n)
	}
	w := &Writer{zip: zip.NewWriter(out), sheet: sheet, limit: maxRows}
	w.sheet.Name = cleanName(sheet.Name)
	w.shared.indexes = map[string]int{}
	for _, p := range fixedParts {
		if err := w.addPart(p.name, p.text); err != nil {
			return nil, err
		}
	}
	w.packer = newPacker(workers())
	if w.beginSheet(); w.err != nil {
		w.packer.stop()
		return nil, w.err
	}
	return w, nil
}

// workers leaves one core to the goroutine that produces the rows.
func workers() int { return min(max(tuning.CPUs-1, 1), maxWorkers) }

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

// EndRow ends the row. After an error the file is unusable and further rows are rejected.
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
	if len(w.block.raw) >= blockSize {
		w.packer.send(w.block)
		w.block = w.packer.take()
		if w.packer.failed.Load() {
			w.err = fmt.Errorf("xlsx: write a sheet: %w", w.packer.end())
		}
	}
	return w.err
}

// beginCell starts a row if needed and reports whether the cell may be written.
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
	// Checked here and not in EndRow, so that a full last sheet is not followed by an empty one.
	if w.rows == w.limit {
		if w.endSheet(); w.err == nil {
			w.beginSheet()
		}
		if w.err != nil {
			return false
		}
	}
	// Rows and cells omit their references: the standard allows it, Excel, LibreOffice and excelize read it, and with them
	// the file would take twice the time and space.
	w.block.raw = append(w.block.raw, `<row>`...)
	return true
}

// Close completes the file and stops the workers; it does not close the underlying writer. It returns the first error of
// all calls.
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
	w.packer.stop()
	if w.err == nil {
		w.err = w.finish()
	}
	return w.err
}

// finish writes the parts that list the sheets.
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
