package xlsx

import (
	"math"
	"strconv"
	"time"

	"studbonus/internal/platform/clock"
)

// Text appends a text cell. Text that a spreadsheet could interpret as a formula is prefixed with an apostrophe (rules
// 13.8), characters that XML forbids are dropped, and the text is truncated to Excel's cell limit.
func (w *Writer) Text(s string) {
	if !w.beginCell() {
		return
	}
	kind := w.sheet.Columns[w.cell-1].Kind
	if kind == Choice {
		if n, ok := w.shared.index(s); ok {
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

// appendCellText closes the opening tag of the cell's text and appends the text.
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

// Number appends an integer. Excel keeps 15 digits: longer ones belong in a Code column as text.
func (w *Writer) Number(n int64) {
	if !w.beginCell() {
		return
	}
	b := append(w.block.raw, `<c><v>`...)
	b = strconv.AppendInt(b, n, 10)
	w.block.raw = append(b, `</v></c>`...)
}

// Decimal appends a number with a fraction. NaN and infinities leave the cell empty.
func (w *Writer) Decimal(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.empty()
		return
	}
	if !w.beginCell() {
		return
	}
	b := append(w.block.raw, `<c><v>`...)
	b = strconv.AppendFloat(b, f, 'g', -1, 64)
	w.block.raw = append(b, `</v></c>`...)
}

// Day appends a date that sorts and filters as one; no date is an empty cell.
func (w *Writer) Day(d clock.Date) {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		w.empty()
		return
	}
	w.serial(styleDay, t)
}

// Moment appends a time by Moscow's clock to the minute; the zero time and nil are an empty cell.
func (w *Writer) Moment(t *time.Time) {
	if t == nil || t.IsZero() {
		w.empty()
		return
	}
	_, offset := t.In(clock.Moscow).Zone()
	w.serial(styleMoment, t.UTC().Add(time.Duration(offset)*time.Second).Truncate(time.Minute))
}

// epoch is day 0 of a spreadsheet. It is a day early, because Excel has a 29 February 1900.
var epoch = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)

func (w *Writer) serial(style string, t time.Time) {
	if !w.beginCell() {
		return
	}
	const day = 24 * 60 * 60
	seconds := t.Unix() - epoch.Unix()
	b := append(w.block.raw, `<c s="`...)
	b = append(append(b, style...), `"><v>`...)
	b = strconv.AppendInt(b, seconds/day, 10)
	if rest := seconds % day; rest != 0 {
		fraction := strconv.FormatFloat(float64(rest)/day, 'f', 9, 64)
		b = append(b, fraction[1:]...) // ".5"
	}
	w.block.raw = append(b, `</v></c>`...)
}

// empty appends a cell without a value.
func (w *Writer) empty() {
	if w.beginCell() {
		w.block.raw = append(w.block.raw, `<c/>`...)
	}
}
