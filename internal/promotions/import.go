package promotions

import (
	"encoding/json"
	"time"
	"unicode/utf8"
)

// ImportStatus is the progress of an import.
type ImportStatus string

// The statuses of an import, by their wire names.
const (
	ImportQueued  ImportStatus = "queued"
	ImportRunning ImportStatus = "running"
	ImportDone    ImportStatus = "done"
	ImportFailed  ImportStatus = "error"
)

const (
	badLinesShown = 20
	valueShown    = 80 // characters of a bad line
)

// Import is the import of a file of codes and its report.
type Import struct {
	ID         int64        `db:"id"`
	Promotion  int64        `db:"promotion_id"`
	Operator   *int64       `db:"operator_id"`
	File       string       `db:"file"`
	FileName   string       `db:"file_name"`
	Status     ImportStatus `db:"status"`
	Total      int64        `db:"total"`
	Imported   int64        `db:"imported"`
	Duplicates int64        `db:"duplicates"`
	Invalid    int64        `db:"invalid"`
	BadLines   string       `db:"bad_lines"`
	Position   string       `db:"position"`
	Error      string       `db:"error"`
	CreatedAt  time.Time    `db:"created_at"`
	UpdatedAt  time.Time    `db:"updated_at"`
}

// BadLine is a line of a file that an operator should check, with the reason.
type BadLine struct {
	Line   int    `json:"line"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

func badLine(number int, value []byte, reason string) BadLine {
	text := []rune(string(value[:min(len(value), valueShown*utf8.UTFMax)]))
	if len(text) > valueShown {
		text = append(text[:valueShown-1], '…')
	}
	for i, r := range text {
		if r < ' ' || r == 0x7f {
			text[i] = '\uFFFD'
		}
	}
	return BadLine{number, string(text), reason}
}

func (i Import) isOver() bool { return i.Status == ImportDone || i.Status == ImportFailed }

// Bad returns the first bad lines.
func (i Import) Bad() []BadLine {
	out := []BadLine{}
	_ = json.Unmarshal([]byte(i.BadLines), &out) // our own JSON
	return out
}

// Progress returns a percentage; 100 only when the import is done.
func (i Import) Progress() int {
	switch {
	case i.Status == ImportDone:
		return 100
	case i.Total == 0:
		return 0
	}
	return int(min(99, (i.Imported+i.Duplicates+i.Invalid)*100/i.Total))
}

// contents is the report on a file.
type contents struct {
	total, invalid int64
	bad            []BadLine
}

func (c *contents) add(l codeLine) (isCode bool) {
	c.total++
	if l.fault == "" {
		return true
	}
	c.invalid++
	if len(c.bad) < badLinesShown {
		c.bad = append(c.bad, badLine(l.number, l.code, l.fault))
	}
	return false
}
