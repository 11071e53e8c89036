package memindex

import (
	"bytes"
	"iter"
	"slices"

	"studbonus/internal/platform/listquery"
)

const (
	longNumber  = 5  // digits from which a word goes to the digitIndex
	digitRecord = 26 // bytes per row: a phone, a space, a code, a space

	digitBlockRows  = 128
	digitBlockBytes = digitBlockRows * digitRecord

	quadLength    = 4
	quadCount     = 10_000
	quadSetLength = (quadCount + 63) / 64
)

func isLongNumber(word string) bool {
	return len(word) >= longNumber && word[0] >= '0' && word[0] <= '9' && listquery.Digits(word) == word
}

// digitIndex finds substrings of phones and codes. Nearly every row has its own, so posting lists would be as long as
// the list. Instead, rows have fixed-size records in one buffer that is scanned; per block of 128 rows a bitmap of the
// four-digit runs that occur tells a search which blocks to skip.
type digitIndex struct {
	text  []byte
	quads []uint64 // quadSetLength words per block; runs of removed rows stay, and only cost a scan
}

func (d *digitIndex) set(slot int32, digits string) {
	from := int(slot) * digitRecord
	if digits == "" && from >= len(d.text) {
		return // a list without numbers allocates nothing
	}
	for from+digitRecord > len(d.text) {
		d.text = append(d.text, make([]byte, digitBlockBytes)...)
		d.quads = append(d.quads, make([]uint64, quadSetLength)...)
	}
	record := d.text[from : from+digitRecord]
	clear(record)
	copy(record, digits)
	set := d.quads[int(slot)/digitBlockRows*quadSetLength:]
	for q := range quadsOf(digits) {
		set[q/64] |= 1 << (q % 64)
	}
}

func (d *digitIndex) shrink() { d.text, d.quads = shrunk(d.text), shrunk(d.quads) }

// quadsOf yields the runs of four digits as numbers from 0 to 9999.
func quadsOf(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		digits, quad := 0, 0
		for _, c := range []byte(text) {
			if c < '0' || c > '9' {
				digits = 0
				continue
			}
			digits, quad = digits+1, (quad*10+int(c-'0'))%quadCount
			if digits >= quadLength && !yield(quad) {
				return
			}
		}
	}
}

// find adds the slots whose numbers contain these digits.
func (d *digitIndex) find(digits string, into bitmap) {
	pattern, wanted := []byte(digits), slices.Collect(quadsOf(digits))
	for block := 0; block*quadSetLength < len(d.quads); block++ {
		if containsAll(d.quads[block*quadSetLength:(block+1)*quadSetLength], wanted) {
			d.scanBlock(block, pattern, into)
		}
	}
}

func containsAll(set []uint64, quads []int) bool {
	for _, q := range quads {
		if set[q/64]&(1<<(q%64)) == 0 {
			return false
		}
	}
	return true
}

func (d *digitIndex) scanBlock(block int, pattern []byte, into bitmap) {
	text := d.text[block*digitBlockBytes : (block+1)*digitBlockBytes]
	for from := 0; from < len(text); {
		i := bytes.Index(text[from:], pattern)
		if i < 0 {
			return
		}
		row := (from + i) / digitRecord
		if (from+i)%digitRecord+len(pattern) > digitRecord { // spans two records
			from += i + 1
			continue
		}
		into.set(int32(block*digitBlockRows + row))
		from = (row + 1) * digitRecord
	}
}
