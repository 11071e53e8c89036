// Package spool is an external merge sort for short texts: runs are sorted in memory, spilled to a temporary file and
// merged. Equal texts come out once, with their count.
package spool

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// maxText is the maximum length of a text: entry stores it in two bytes.
const maxText = 1<<16 - 1

// entry is a text of the current run. The prefix, its first eight bytes, decides most comparisons.
type entry struct {
	prefix uint64
	at     uint32
	length uint16
}

const entrySize = 16

// Spool sorts texts in byte order. It is not safe for concurrent use.
type Spool struct {
	limit   int // memory of a run in bytes
	text    []byte
	entries []entry
	file    *os.File
	runs    []run
}

// run is a sorted section of the file.
type run struct{ from, size int64 }

// New returns a spool that uses about limit bytes of memory.
func New(limit int) *Spool { return &Spool{limit: limit} }

// Add adds a text.
func (s *Spool) Add(text []byte) error {
	if len(text) > maxText {
		return errors.New("spool: text too long")
	}
	if used := len(s.text) + len(text) + entrySize*(len(s.entries)+1); used > s.limit && len(s.entries) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.entries = append(s.entries, entry{prefix: prefix(text), at: uint32(len(s.text)), length: uint16(len(text))})
	s.text = append(s.text, text...)
	return nil
}

func prefix(text []byte) uint64 {
	var first [8]byte
	copy(first[:], text)
	return binary.BigEndian.Uint64(first[:])
}

func (s *Spool) of(e entry) []byte { return s.text[e.at : e.at+uint32(e.length)] }

func (s *Spool) sort() {
	slices.SortFunc(s.entries, func(a, b entry) int {
		switch {
		case a.prefix < b.prefix:
			return -1
		case a.prefix > b.prefix:
			return 1
		}
		return bytes.Compare(s.of(a), s.of(b))
	})
}

// each yields the distinct texts of the current run, which is sorted, with their counts.
func (s *Spool) each(use func(text []byte, count int) error) error {
	for i := 0; i < len(s.entries); {
		text, count := s.of(s.entries[i]), 1
		for i+count < len(s.entries) && bytes.Equal(s.of(s.entries[i+count]), text) {
			count++
		}
		if err := use(text, count); err != nil {
			return err
		}
		i += count
	}
	return nil
}

// spill writes the current run to the file and starts a new one.
func (s *Spool) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "studbonus-sort-*")
		if err != nil {
			return fmt.Errorf("spool: %w", err)
		}
		_ = os.Remove(f.Name()) // unlinked: the OS deletes it when it is closed
		s.file = f
	}
	from, err := s.file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	s.sort()
	out := bufio.NewWriterSize(s.file, runBuffer)
	size, head := int64(0), make([]byte, 0, 2*binary.MaxVarintLen64)
	err = s.each(func(text []byte, count int) error {
		head = binary.AppendUvarint(binary.AppendUvarint(head[:0], uint64(len(text))), uint64(count))
		size += int64(len(head) + len(text))
		_, _ = out.Write(head)
		_, err := out.Write(text)
		return err
	})
	if err := errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	s.runs = append(s.runs, run{from, size})
	s.text, s.entries = s.text[:0], s.entries[:0]
	return nil
}

const runBuffer = 256 << 10

// Each yields every distinct text in byte order with its count. The text is valid only until use returns. Each may be
// called once, after the last Add.
func (s *Spool) Each(use func(text []byte, count int) error) error {
	if len(s.runs) == 0 {
		s.sort()
		return s.each(use)
	}
	if err := s.spill(); err != nil {
		return err
	}
	s.text, s.entries = nil, nil
	cursors := make([]*cursor, 0, len(s.runs))
	for _, r := range s.runs {
		c := &cursor{in: bufio.NewReaderSize(io.NewSectionReader(s.file, r.from, r.size), runBuffer)}
		if err := c.next(); err != nil {
			return err
		}
		cursors = append(cursors, c)
	}
	return merge(cursors, use)
}

// merge repeatedly yields the least text of all runs. A linear scan is enough for the few runs there are.
func merge(cursors []*cursor, use func(text []byte, count int) error) error {
	var least []byte
	for {
		found := false
		for _, c := range cursors {
			if !c.ended && (!found || bytes.Compare(c.text, least) < 0) {
				found, least = true, append(least[:0], c.text...)
			}
		}
		if !found {
			return nil
		}
		count := 0
		for _, c := range cursors {
			if c.ended || !bytes.Equal(c.text, least) {
				continue
			}
			count += c.count
			if err := c.next(); err != nil {
				return err
			}
		}
		if err := use(least, count); err != nil {
			return err
		}
	}
}

// cursor reads a run from the file.
type cursor struct {
	in    *bufio.Reader
	text  []byte
	count int
	ended bool
}

func (c *cursor) next() error {
	length, err := binary.ReadUvarint(c.in)
	if errors.Is(err, io.EOF) {
		c.ended = true
		return nil
	}
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	count, err := binary.ReadUvarint(c.in)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	c.count = int(count)
	c.text = slices.Grow(c.text[:0], int(length))[:length]
	if _, err := io.ReadFull(c.in, c.text); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	return nil
}

// Close releases memory and the temporary file.
func (s *Spool) Close() {
	s.text, s.entries = nil, nil
	if s.file != nil {
		_ = s.file.Close()
	}
}
