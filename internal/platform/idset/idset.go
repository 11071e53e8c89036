// Package idset packs sets of row ids: which rows a list page or an export contained.
package idset

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"slices"
)

const (
	blockIDs   = 4096 // ids per block
	blockBytes = blockIDs / 8
)

// Set is a set of ids, added in any order. A million neighbouring ids take 125 KB, fifteen distant ones a hundred bytes once packed.
// The zero value is empty.
type Set struct {
	blocks map[uint64]*[blockBytes]byte
}

// Add adds an id, which is not negative.
func (s *Set) Add(id int64) {
	if s.blocks == nil {
		s.blocks = map[uint64]*[blockBytes]byte{}
	}
	number, bit := uint64(id)/blockIDs, uint64(id)%blockIDs
	block := s.blocks[number]
	if block == nil {
		block = new([blockBytes]byte)
		s.blocks[number] = block
	}
	block[bit/8] |= 1 << (bit % 8)
}

// Has reports whether an id is in the set.
func (s *Set) Has(id int64) bool {
	bit := uint64(id) % blockIDs
	block := s.blocks[uint64(id)/blockIDs]
	return block != nil && block[bit/8]&(1<<(bit%8)) != 0
}

// Len counts the ids.
func (s *Set) Len() int {
	n := 0
	for _, block := range s.blocks {
		for _, b := range block {
			n += bits.OnesCount8(b)
		}
	}
	return n
}

// Pack returns the set as bytes: the blocks in order, each with the distance of its number to the one before, compressed.
func (s *Set) Pack() []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.DefaultCompression) // the level is valid, and a buffer never fails
	before := uint64(0)
	for _, number := range slices.Sorted(maps.Keys(s.blocks)) {
		_, _ = w.Write(binary.AppendUvarint(nil, number-before))
		_, _ = w.Write(s.blocks[number][:])
		before = number
	}
	_ = w.Close()
	return out.Bytes()
}

// Unpack reads what Pack has written.
func Unpack(packed []byte) (*Set, error) {
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("unpack ids: %w", err)
	}
	s := &Set{blocks: map[uint64]*[blockBytes]byte{}}
	for number := uint64(0); len(plain) > 0; {
		distance, n := binary.Uvarint(plain)
		if n <= 0 || len(plain) < n+blockBytes {
			return nil, fmt.Errorf("unpack ids: %w", io.ErrUnexpectedEOF)
		}
		number += distance
		s.blocks[number] = (*[blockBytes]byte)(plain[n : n+blockBytes])
		plain = plain[n+blockBytes:]
	}
	return s, nil
}
