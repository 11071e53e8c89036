package xlsx

import (
	"math"
	"strconv"
	"time"
)

// Text appends a text cell. What a spreadsheet could take for a formula gets an
// apostrophe in front (security.md V8), what XML cannot hold is left out, and what
// exceeds the longest cell that Excel opens is cut off.
func (w *Writer) Text(s string) {
	if !w.beginCell() {
		return
	}
	kind := w.sheet.Columns[w.cell-1].Kind
	if kind == Choice {
		if n, ok := w.shared.number(s); ok {
			b := append(w.block.raw, `<c t="s"><v>`...)
			b = strconv.AppendInt(b, int64(n), 10)
			w.block.raw = append(b, `</v></c>`...)
			return
		}
	}
	w.block.raw = appendTextCell(w.block.raw, kind, s)
}

func appendTextCell(b []byte, kind Kind, s string) []byte {
	if kind == Code {
		b = append(b, `<c s="`+styleCode+`" t="inlineStr"><is><t`...)
	} else {
		b = append(b, `<c t="inlineStr"><is><t`...)
	}
	return append(appendCellText(b, kind, s), `</t></is></c>`...)
}

// appendCellText ends the tag that holds a cell's text and appends the text.
func appendCellText(b []byte, kind Kind, s string) []byte {
	s = cutText(s)
	if edgeSpace(s) {
		b = append(b, ` xml:space="preserve"`...)
	}
	b = append(b, '>')
	if isRisky(s) && (kind != Code || !isPhone(s)) {
		b = append(b, '\'')
	}
	return appendText(b, s)
}

// Number appends a whole number. Excel keeps 15 digits: longer ones belong in a Code column as text.
func (w *Writer) Number(n int64) {
	if !w.beginCell() {
		return
	}
	b := append(w.block.raw, `<c><v>`...)
	b = strconv.AppendInt(b, n, 10)
	w.block.raw = append(b, `</v></c>`...)
}

// Decimal appends a number with a fraction; what is not a number leaves the cell empty.
func (w *Writer) Decimal(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.Empty()
		return
	}
	if !w.beginCell() {
		return
	}
	b := append(w.block.raw, `<c><v>`...)
	b = strconv.AppendFloat(b, f, 'g', -1, 64)
	w.block.raw = append(b, `</v></c>`...)
}

// Date appends the day of t, as its own time zone names it; the zero time leaves the cell empty.
func (w *Writer) Date(t time.Time) {
	day := daySerial(t)
	switch {
	case t.IsZero():
		w.Empty()
	case day < firstSerial:
		w.Text(t.Format("02.01.2006"))
	case w.beginCell():
		b := append(w.block.raw, `<c s="`+styleDate+`"><v>`...)
		b = strconv.AppendInt(b, day, 10)
		w.block.raw = append(b, `</v></c>`...)
	}
}

// Time appends day and time of t, as its own time zone names them; the zero time leaves the cell empty.
func (w *Writer) Time(t time.Time) {
	day := daySerial(t)
	switch {
	case t.IsZero():
		w.Empty()
	case day < firstSerial:
		w.Text(t.Format("02.01.2006 15:04"))
	case w.beginCell():
		seconds := t.Hour()*3600 + t.Minute()*60 + t.Second()
		b := append(w.block.raw, `<c s="`+styleTime+`"><v>`...)
		b = strconv.AppendFloat(b, float64(day)+float64(seconds)/86400, 'f', -1, 64)
		w.block.raw = append(b, `</v></c>`...)
	}
}

// Empty appends a cell without a value.
func (w *Writer) Empty() {
	if w.beginCell() {
		w.block.raw = append(w.block.raw, `<c/>`...)
	}
}

// firstSerial is 1 March 1900: before it Excel counts a 29 February that never was,
// and before 1900 it has no dates at all, so older days are written as text.
const firstSerial = 61

// daySerial counts days from 30 December 1899, as spreadsheets do.
func daySerial(t time.Time) int64 {
	y, m, d := t.Date()
	const epoch = 25569 // 1 January 1970
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()/86400 + epoch
}
