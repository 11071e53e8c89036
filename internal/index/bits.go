package index

import "math/bits"

// bitset is a set of slots.
type bitset []uint64

func newBits(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(slot int32)      { b[slot>>6] |= 1 << (slot & 63) }
func (b bitset) has(slot int32) bool { return b[slot>>6]&(1<<(slot&63)) != 0 }

func (b bitset) and(other bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// slots are the members, n of them.
func (b bitset) slots(n int) []int32 {
	out := make([]int32, 0, n)
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			out = append(out, int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// keep removes the slots that a condition does not hold for.
func (b bitset) keep(holds func(slot int32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			slot := int32(i<<6 + bits.TrailingZeros64(w))
			if !holds(slot) {
				b[i] &^= 1 << (slot & 63)
			}
		}
	}
}
