package xlsx

import "strconv"

// maxShared bounds the shared strings, which stay in memory until the end, in bytes.
const maxShared = 1 << 20

// sharedStrings are texts that cells refer to by index.
type sharedStrings struct {
	indexes map[string]int
	xml     []byte
}

// index returns the index of a text and adds it if needed. It returns false when the table is full.
func (t *sharedStrings) index(s string) (int, bool) {
	n, known := t.indexes[s]
	if known || len(t.xml) >= maxShared {
		return n, known
	}
	n = len(t.indexes)
	t.indexes[s] = n
	t.xml = append(appendCellText(append(t.xml, `<si><t`...), Choice, s), `</t></si>`...)
	return n, true
}

func (t *sharedStrings) part() string {
	return xmlHead + `<sst ` + mainNS + ` uniqueCount="` + strconv.Itoa(len(t.indexes)) + `">` + string(t.xml) + `</sst>`
}
