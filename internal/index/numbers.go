package index

import "bytes"

const (
	numberRoom   = 26  // bytes a row has for its numbers: a phone, a blank, a code, a blank
	numberBlock  = 128 // rows
	digitGram    = 4
	digitGrams   = 10_000
	gramWords    = (digitGrams + 63) / 64
	blockNumbers = numberBlock * numberRoom
)

// numbers are the phones and codes of all rows in one buffer that is looked through. Of each block of rows it is known
// which runs of four digits occur in it, so that a search looks at few blocks.
type numbers struct {
	text  []byte
	grams []uint64 // gramWords a block; of rows that have gone some stay, and cost a look
}

func (n *numbers) set(slot int32, text string) {
	from := int(slot) * numberRoom
	if text == "" && from >= len(n.text) {
		return // a list without numbers needs no room for them
	}
	for need := from + numberRoom; need > len(n.text); {
		n.text = append(n.text, make([]byte, blockNumbers)...)
		n.grams = append(n.grams, make([]uint64, gramWords)...)
	}
	room := n.text[from : from+numberRoom]
	clear(room)
	copy(room, text)
	known := n.grams[int(slot)/numberBlock*gramWords:]
	for i := 0; i+digitGram <= len(text); i++ {
		if g, ok := gramOf(text[i : i+digitGram]); ok {
			known[g/64] |= 1 << (g % 64)
		}
	}
}

// is tells whether a row has just these numbers.
func (n *numbers) is(slot int32, text string) bool {
	from := int(slot) * numberRoom
	if from >= len(n.text) {
		return text == ""
	}
	return string(bytes.TrimRight(n.text[from:from+numberRoom], "\x00")) == text
}

// gramOf is the number that four digits make.
func gramOf(digits string) (g int, ok bool) {
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		g = g*10 + int(c-'0')
	}
	return g, true
}

// find adds the slots of rows with these digits.
func (n *numbers) find(digits string, into bitset) {
	pattern := []byte(digits)
	var wanted []int
	for i := 0; i+digitGram <= len(digits); i++ {
		g, _ := gramOf(digits[i : i+digitGram])
		wanted = append(wanted, g)
	}
	for block := 0; block*gramWords < len(n.grams); block++ {
		if holdsAll(n.grams[block*gramWords:(block+1)*gramWords], wanted) {
			n.findIn(block, pattern, into)
		}
	}
}

func holdsAll(grams []uint64, wanted []int) bool {
	for _, g := range wanted {
		if grams[g/64]&(1<<(g%64)) == 0 {
			return false
		}
	}
	return true
}

func (n *numbers) findIn(block int, pattern []byte, into bitset) {
	text := n.text[block*blockNumbers : (block+1)*blockNumbers]
	for from := 0; from < len(text); {
		i := bytes.Index(text[from:], pattern)
		if i < 0 {
			return
		}
		row := (from + i) / numberRoom
		if (from+i)%numberRoom+len(pattern) > numberRoom { // across two rows
			from += i + 1
			continue
		}
		into.set(int32(block*numberBlock + row))
		from = (row + 1) * numberRoom
	}
}
