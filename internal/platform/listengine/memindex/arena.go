package memindex

import "bytes"

const (
	minPage  = 16 << 10
	pageBits = 20
	pageSize = 1 << pageBits
)

// arena stores the strings of all rows in pages of up to 1 MiB. A million separate strings would cost more memory and
// give the garbage collector a million pointers to follow.
type arena struct {
	pages  [][]byte
	used   int
	wasted int // bytes of used that no row refers to any more
}

// span locates a string in an arena: page number and offset in at.
type span struct{ at, length uint32 }

func (a *arena) get(s span) []byte {
	if s.length == 0 {
		return nil
	}
	offset := s.at & (pageSize - 1)
	return a.pages[s.at>>pageBits][offset : offset+s.length]
}

func (a *arena) compare(x, y span) int {
	if x == y {
		return 0
	}
	return bytes.Compare(a.get(x), a.get(y))
}

func (a *arena) equals(s span, text string) bool { return string(a.get(s)) == text }

func (a *arena) add(text string) span {
	if text == "" {
		return span{}
	}
	last := len(a.pages) - 1
	if last < 0 || len(a.pages[last])+len(text) > cap(a.pages[last]) {
		size := min(max(a.used, minPage), pageSize) // pages double, so a short list takes little memory
		a.pages = append(a.pages, make([]byte, 0, max(size, len(text))))
		last++
	}
	s := span{uint32(last<<pageBits | len(a.pages[last])), uint32(len(text))}
	a.pages[last] = append(a.pages[last], text...)
	a.used += len(text)
	return s
}

// free counts a string as garbage. Its bytes stay until the owner compacts the arena.
func (a *arena) free(s span) { a.wasted += int(s.length) }

func (a *arena) needsCompaction() bool { return a.wasted > pageSize && a.wasted > a.used/2 }

const maxInterned = 1 << 16

// internTable stores equal strings once. It stops learning at maxInterned distinct strings: faculties and cities fit,
// and for names, which hardly repeat, the table stays small.
type internTable map[string]span

func (t internTable) has(text []byte) bool {
	_, known := t[string(text)]
	return known
}

func (t internTable) add(text string, to *arena) span {
	if s, known := t[text]; known {
		return s
	}
	s := to.add(text)
	if len(t) < maxInterned {
		t[string(to.get(s))] = s
	}
	return s
}
