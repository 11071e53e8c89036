package index

import "bytes"

const (
	firstPage  = 16 << 10
	pageBits   = 20
	pageLength = 1 << pageBits
)

// texts keeps the texts of all rows in a few large pieces: as strings of their own they would take more memory, and the
// garbage collector would look at millions of them at every turn.
type texts struct {
	pages  [][]byte
	used   int
	wasted int // of used: what no row has any more
}

// span is where a text stands.
type span struct{ at, length uint32 }

func (t *texts) get(s span) []byte {
	if s.length == 0 {
		return nil
	}
	offset := s.at & (pageLength - 1)
	return t.pages[s.at>>pageBits][offset : offset+s.length]
}

func (t *texts) compare(a, b span) int {
	if a == b {
		return 0
	}
	return bytes.Compare(t.get(a), t.get(b))
}

func (t *texts) is(s span, text string) bool { return string(t.get(s)) == text }

func (t *texts) add(text string) span {
	if text == "" {
		return span{}
	}
	last := len(t.pages) - 1
	if last < 0 || len(t.pages[last])+len(text) > cap(t.pages[last]) {
		t.pages = append(t.pages, make([]byte, 0, max(min(max(t.used, firstPage), pageLength), len(text))))
		last++
	}
	s := span{uint32(last<<pageBits | len(t.pages[last])), uint32(len(text))}
	t.pages[last] = append(t.pages[last], text...)
	t.used += len(text)
	return s
}

// drop notes that a row has a text no more.
func (t *texts) drop(s span) { t.wasted += int(s.length) }

// crowded tells that it is worth while to begin anew.
func (t *texts) crowded() bool { return t.wasted > pageLength && t.wasted > t.used/2 }
