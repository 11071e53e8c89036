// Package spool sorts more short texts than memory should hold: runs are sorted in memory, spilt to a temporary file
// and merged. Equal texts come out once, with how often they went in.
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

// maxText is the longest text: its length is kept in two bytes.
const maxText = 1<<16 - 1

// entry is a text of the present run. Its first eight bytes stand beside it: they decide most comparisons.
type entry struct {
	prefix uint64
	at     uint32
	length uint16
}

const entrySize = 16

// Spool takes texts in any order and gives them in byte order. It is not safe for concurrent use.
type Spool struct {
	limit   int // bytes of memory for a run
	text    []byte
	entries []entry
	file    *os.File
	runs    []run
}

// run is a sorted part of the file.
type run struct{ from, size int64 }

// New makes a spool that keeps about so many bytes in memory.
func New(limit int) *Spool { return &Spool{limit: limit} }

// Add takes a text.
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

// each gives the texts of the present run, sorted.
func (s *Spool) each(use func(text []byte, times int) error) error {
	for i := 0; i < len(s.entries); {
		text, times := s.of(s.entries[i]), 1
		for i+times < len(s.entries) && bytes.Equal(s.of(s.entries[i+times]), text) {
			times++
		}
		if err := use(text, times); err != nil {
			return err
		}
		i += times
	}
	return nil
}

// spill writes the present run to the file and begins another.
func (s *Spool) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "studbonus-sort-*")
		if err != nil {
			return fmt.Errorf("spool: %w", err)
		}
		_ = os.Remove(f.Name()) // it lives as long as it is open, and no longer
		s.file = f
	}
	from, err := s.file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	s.sort()
	out := bufio.NewWriterSize(s.file, runBuffer)
	size, head := int64(0), make([]byte, 0, 2*binary.MaxVarintLen64)
	err = s.each(func(text []byte, times int) error {
		head = binary.AppendUvarint(binary.AppendUvarint(head[:0], uint64(len(text))), uint64(times))
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

// Each gives every distinct text in byte order with how often it was added. The text is only good until use returns.
// It may be called once, after the last Add.
func (s *Spool) Each(use func(text []byte, times int) error) error {
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

// merge takes the least text of all runs again and again; there are few runs.
func merge(cursors []*cursor, use func(text []byte, times int) error) error {
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
		times := 0
		for _, c := range cursors {
			if c.ended || !bytes.Equal(c.text, least) {
				continue
			}
			times += c.times
			if err := c.next(); err != nil {
				return err
			}
		}
		if err := use(least, times); err != nil {
			return err
		}
	}
}

// cursor reads a run from the file.
type cursor struct {
	in    *bufio.Reader
	text  []byte
	times int
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
	times, err := binary.ReadUvarint(c.in)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	c.times = int(times)
	c.text = slices.Grow(c.text[:0], int(length))[:length]
	if _, err := io.ReadFull(c.in, c.text); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	return nil
}

// Close gives back what the spool holds.
func (s *Spool) Close() {
	s.text, s.entries = nil, nil
	if s.file != nil {
		_ = s.file.Close()
	}
}
