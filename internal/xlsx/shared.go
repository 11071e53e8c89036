package xlsx

import "strconv"

// maxShared bounds the texts that are kept in memory until the end, in bytes.
const maxShared = 1 << 20

// sharedTexts are the texts of cells that name them by number.
type sharedTexts struct {
	numbers map[string]int
	xml     []byte
}

// number gives a text its number. There is none for a new text when there is no more room.
func (t *sharedTexts) number(s string) (int, bool) {
	n, known := t.numbers[s]
	if known || len(t.xml) >= maxShared {
		return n, known
	}
	n = len(t.numbers)
	t.numbers[s] = n
	t.xml = append(appendCellText(append(t.xml, `<si><t`...), Choice, s), `</t></si>`...)
	return n, true
}

func (t *sharedTexts) part() string {
	return xmlHead + `<sst ` + mainNS + ` uniqueCount="` + strconv.Itoa(len(t.numbers)) + `">` + string(t.xml) + `</sst>`
}
