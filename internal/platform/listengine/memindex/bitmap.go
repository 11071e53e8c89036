package memindex

import "math/bits"

// bitmap is a set of slots.
type bitmap []uint64

func newBitmap(n int) bitmap { return make(bitmap, (n+63)/64) }

func (b bitmap) set(slot int32)      { b[slot>>6] |= 1 << (slot & 63) }
func (b bitmap) has(slot int32) bool { return b[slot>>6]&(1<<(slot&63)) != 0 }

func (b bitmap) and(other bitmap) {
	for i := range b {
		b[i] &= other[i]
	}
}

func (b bitmap) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// slots lists the members; n is their number.
func (b bitmap) slots(n int) []int32 {
	out := make([]int32, 0, n)
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			out = append(out, int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// retain removes the slots that do not match.
func (b bitmap) retain(matches func(slot int32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			slot := int32(i<<6 + bits.TrailingZeros64(w))
			if !matches(slot) {
				b[i] &^= 1 << (slot & 63)
			}
		}
	}
}
